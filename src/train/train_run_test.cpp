// Whole runs of a tiny model: that they learn, and that a killed one goes on as if nothing had
// been.
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <thread>

#include "base/files.h"
#include "base/io/folder_lock.h"
#include "base/text.h"
#include "train/generate.h"
#include "train/model/lora.h"
#include "train/model/weights.h"
#include "train/run_log.h"
#include "train/train_test_data.h"
#include "train/trainer.h"

namespace kcast::train {
namespace {

namespace fs = std::filesystem;

std::vector<LogLine> log_of(const fs::path& out) {
  std::vector<LogLine> lines;
  std::ifstream file(out / "log.jsonl");
  for (std::string text; std::getline(file, text);) {
    if (auto line = parse_log_line(text)) lines.push_back(*line);
  }
  return lines;
}

std::vector<double> losses_of(const fs::path& out) {
  std::vector<double> losses;
  for (const LogLine& line : log_of(out))
    losses.push_back(line.loss);
  return losses;
}

class TrainRun : public testing::Test {
 protected:
  void SetUp() override {
    auto dir = TempDir::make();
    ASSERT_TRUE(dir);
    dir_.emplace(*std::move(dir));
    write_test_shard(folder() / "train.safetensors", {.samples = 64, .seed = 1, .heads = true});
    write_test_shard(folder() / "val.safetensors", {.samples = 24, .seed = 2, .heads = true});
    config_ = test_config(folder());
  }

  const fs::path& folder() const { return dir_->path(); }

  Result<TrainReport> run(const nlohmann::json& config) const {
    KCAST_TRY(const TrainConfig parsed, parse_train_config(config.dump(), folder()));
    return train(parsed, {}, [](const std::string&) {});
  }

  std::optional<TempDir> dir_;
  nlohmann::json config_;
};

TEST_F(TrainRun, from_scratch_it_learns_the_language_and_answers_in_it) {
  config_["mode"] = "scratch";
  config_["validation"] = {(folder() / "val.safetensors").string()};
  config_["max_steps"] = 250;
  config_["batch_size"] = 32;
  config_["micro_tokens"] = 1024;
  config_["learning_rate"] = 0.01;
  config_["weight_decay"] = 0.0;
  config_["validate_every"] = 125;
  const auto report = run(config_);
  ASSERT_TRUE(report) << report.error().message;
  EXPECT_EQ(report->steps, 250);
  EXPECT_GT(losses_of(folder() / "out").front(), 4);
  EXPECT_LT(report->loss, 0.1);
  EXPECT_LT(*report->best_validation, 0.3);
  // What it saved is a model that other code reads, and it continues a sequence.
  const auto decoder = load_decoder(report->result, {});
  ASSERT_TRUE(decoder) << decoder.error().message;
  const auto answers = generate(**decoder, {{92, 20}, {91, 13, 14}}, {.max_new_tokens = 5});
  EXPECT_EQ(answers[0], (std::vector<int32_t>{22, 24, 26, 28, 30}));
  EXPECT_EQ(answers[1], (std::vector<int32_t>{15, 16, 17, 18, 19}));
}

TEST_F(TrainRun, packing_checkpointing_and_accumulation_do_not_change_losses) {
  config_["max_steps"] = 6;
  ASSERT_TRUE(run(config_));
  const std::vector<double> expected = losses_of(folder() / "out");
  const auto same = [&](const char* name, nlohmann::json changes) {
    nlohmann::json config = config_;
    config["out"] = (folder() / name).string();
    config.update(changes);
    const auto report = run(config);
    ASSERT_TRUE(report) << report.error().message;
    const std::vector<double> losses = losses_of(folder() / name);
    ASSERT_EQ(losses.size(), expected.size());
    for (size_t i = 0; i < losses.size(); ++i)
      EXPECT_NEAR(losses[i], expected[i], 2e-5) << name << " step " << i;
  };
  same("unpacked", {{"packing", false}});
  same("one_pass", {{"micro_tokens", 100000}});
  same("recomputed", {{"recompute", true}});
}

TEST_F(TrainRun, dropout_and_bf16_train) {
  config_["lora"]["dropout"] = 0.1;
  config_["type"] = "bf16";
  config_["max_steps"] = 30;
  const auto report = run(config_);
  ASSERT_TRUE(report) << report.error().message;
  const std::vector<double> losses = losses_of(folder() / "out");
  EXPECT_LT(losses.back(), losses.front() - 0.5);
  // The saved adapter is fp32, as PEFT's.
  auto files = WeightFiles::open_file(folder() / "out/last/adapter_model.safetensors");
  ASSERT_TRUE(files);
  const auto a =
      files->take("base_model.model.model.layers.0.self_attn.q_proj.lora_A.weight", {4, 32});
  ASSERT_TRUE(a) << a.error().message;
  EXPECT_EQ(a->scalar_type(), at::kFloat);
}

TEST_F(TrainRun, heads_learn_what_the_samples_say) {
  config_["max_steps"] = 150;
  config_["batch_size"] = 32;
  config_["micro_tokens"] = 4096;
  config_["validation"] = {(folder() / "val.safetensors").string()};
  config_["validate_every"] = 150;
  const auto loss_with = [&](const std::string& name, nlohmann::json head) {
    nlohmann::json config = config_;
    config["head"] = std::move(head);
    config["out"] = (folder() / name).string();
    const auto report = run(config);
    EXPECT_TRUE(report) << report.error().message;
    EXPECT_TRUE(fs::exists(folder() / name / "best/head.safetensors"));
    return report ? *report->best_validation : 1e9;
  };
  // Standardised squared errors: 1 is the best constant. Only the feature explains a tenth of it.
  EXPECT_LT(loss_with("regression", {{"kind", "regression"}, {"hidden", {16}}}), 0.15);
  EXPECT_LT(loss_with("hybrid", {{"kind", "hybrid"}, {"hidden", {16}}, {"pooling", "mean"}}), 0.1);
  EXPECT_LT(
      loss_with("quantile",
                {{"kind", "hybrid"}, {"hidden", {16}}, {"pooling", "mean"}, {"loss", "quantile"}}),
      0.1);
  EXPECT_LT(loss_with("class", {{"kind", "class"}}), 0.2);
  auto files = WeightFiles::open_file(folder() / "hybrid/best/head.safetensors");
  ASSERT_TRUE(files);
  EXPECT_EQ(files->metadata().at("kind"), "hybrid");
  EXPECT_TRUE(files->take("mlp.0.weight", {16, 33}));
  EXPECT_TRUE(files->take("mlp.2.bias", {12}));
  EXPECT_TRUE(files->take("feature_mean", {1}));
}

TEST_F(TrainRun, early_stopping_ends_a_run_that_gets_worse) {
  config_["validation"] = {(folder() / "val.safetensors").string()};
  config_["max_steps"] = 60;
  config_["validate_every"] = 2;
  config_["patience"] = 3;
  config_["learning_rate"] = 3.0;
  config_["clip"] = 0;
  const auto report = run(config_);
  ASSERT_TRUE(report) << report.error().message;
  EXPECT_EQ(report->end, TrainEnd::StoppedEarly);
  EXPECT_LT(report->steps, 60);
}

TEST_F(TrainRun, a_first_phase_of_language_modelling_comes_before) {
  config_["pretrain"] = {{"train", (folder() / "val.safetensors").string()}, {"max_steps", 2}};
  config_["max_steps"] = 3;
  const auto report = run(config_);
  ASSERT_TRUE(report) << report.error().message;
  std::string phases;
  for (const LogLine& line : log_of(folder() / "out"))
    phases += line.phase.substr(0, 1);
  EXPECT_EQ(phases, "ppttt");
}

TEST_F(TrainRun, wrong_input_is_named) {
  const auto error_of = [&](nlohmann::json changes) {
    nlohmann::json config = config_;
    config.update(changes);
    const auto report = run(config);
    return report ? std::string() : report.error().message;
  };
  EXPECT_NE(error_of({{"lora", {{"targets", {"qproj"}}}}}).find("'qproj' is no linear module"),
            std::string::npos);
  EXPECT_NE(error_of({{"base", "nowhere"}}).find("nowhere"), std::string::npos);
  EXPECT_NE(error_of({{"max_length", 3}}).find("no sample is left"), std::string::npos);
  EXPECT_NE(error_of({{"adapter", fixture("codegen").string()}}).find("another base"),
            std::string::npos);
  // A checkpoint of another configuration is not continued.
  ASSERT_TRUE(run(config_));
  EXPECT_NE(error_of({{"learning_rate", 0.5}}).find("another configuration"), std::string::npos);
}

// --- runs of kcast-train itself -------------------------------------------------------------

struct Child {
  pid_t pid = -1;
  fs::path words;  // what it said

  int wait() const {
    int status = 0;
    ::waitpid(pid, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 1000 + WTERMSIG(status);
  }
  std::string said() const { return *read_file(words); }
};

Child start(const fs::path& config, int rank, int world, int port) {
  static int count = 0;
  Child child;
  child.words = config.parent_path() / ("words-" + std::to_string(count++));
  child.pid = ::fork();
  if (child.pid != 0) return child;
  ::setenv("OMP_NUM_THREADS", "1", 1);
  ::setenv("RANK", std::to_string(rank).c_str(), 1);
  ::setenv("WORLD_SIZE", std::to_string(world).c_str(), 1);
  ::setenv("MASTER_ADDR", "127.0.0.1", 1);
  ::setenv("MASTER_PORT", std::to_string(port).c_str(), 1);
  if (std::freopen(child.words.c_str(), "w", stderr) == nullptr) ::_exit(99);
  ::dup2(2, 1);
  ::execl(KCAST_TRAIN, KCAST_TRAIN, "train", config.c_str(), nullptr);
  ::_exit(98);
}

int free_port() {
  static int next = 20000 + ::getpid() % 20000;
  return next++;
}

bool wait_for_step(const fs::path& out, size_t step) {
  for (int i = 0; i < 6000; ++i) {
    if (losses_of(out).size() >= step) return true;
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  return false;
}

std::vector<double> losses_with(const fs::path& config, const fs::path& out, int world) {
  std::vector<Child> children;
  const int port = free_port();
  for (int rank = 0; rank < world; ++rank)
    children.push_back(start(config, rank, world, port));
  for (const Child& child : children)
    EXPECT_EQ(child.wait(), 0) << child.said();
  return losses_of(out);
}

TEST_F(TrainRun, a_killed_run_goes_on_with_the_same_losses_to_the_last_bit) {
  config_["max_steps"] = 60;
  config_["lora"]["dropout"] = 0.1;
  const fs::path straight = write_config(folder(), config_, "straight.json");
  config_["out"] = (folder() / "killed").string();
  const fs::path killed = write_config(folder(), config_, "killed.json");
  const std::vector<double> expected = losses_with(straight, folder() / "out", 1);
  ASSERT_EQ(expected.size(), 60);

  const Child child = start(killed, 0, 1, 0);
  ASSERT_TRUE(wait_for_step(folder() / "killed", 17));
  ::kill(child.pid, SIGKILL);
  EXPECT_EQ(child.wait(), 1000 + SIGKILL);
  const Child restarted = start(killed, 0, 1, 0);
  EXPECT_EQ(restarted.wait(), 0) << restarted.said();
  EXPECT_NE(restarted.said().find("going on after step"), std::string::npos) << restarted.said();
  EXPECT_EQ(losses_of(folder() / "killed"), expected);
  const auto tensors = read_file(folder() / "out/last/adapter_model.safetensors");
  EXPECT_EQ(*tensors, *read_file(folder() / "killed/last/adapter_model.safetensors"));
}

// Changes a bit in the middle of a file.
void damage(const fs::path& file) {
  auto bytes = read_file(file);
  ASSERT_TRUE(bytes) << file;
  (*bytes)[bytes->size() / 2] ^= 4;
  ASSERT_TRUE(write_file(file, *bytes));
}

TEST_F(TrainRun, a_damaged_checkpoint_is_left_out_and_the_one_before_it_taken) {
  ASSERT_TRUE(run(config_));
  const fs::path out = folder() / "out";
  const std::vector<double> expected = losses_of(out);
  for (const char* file :
       {"state.json", "weights.safetensors", "rank-0.safetensors", "cut state.json"}) {
    std::vector<fs::path> checkpoints;
    for (const auto& entry : fs::directory_iterator(out)) {
      if (entry.path().filename().string().starts_with("checkpoint-"))
        checkpoints.push_back(entry.path());
    }
    std::sort(checkpoints.begin(), checkpoints.end());
    ASSERT_EQ(checkpoints.size(), 2U);
    const fs::path newest = checkpoints[0].string().size() > checkpoints[1].string().size()
                                ? checkpoints[0]
                                : checkpoints[1];
    if (std::string(file) == "cut state.json") {
      fs::resize_file(newest / "state.json", 40);
    } else {
      damage(newest / file);
    }
    std::string said;
    const auto parsed = parse_train_config(config_.dump(), folder());
    ASSERT_TRUE(parsed);
    const auto report = train(*parsed, {}, [&](const std::string& text) { said += text + "\n"; });
    ASSERT_TRUE(report) << report.error().message;
    EXPECT_NE(said.find("left out, " + newest.string()), std::string::npos) << said;
    EXPECT_NE(said.find("going on after step 10"), std::string::npos) << said;
    EXPECT_EQ(losses_of(out), expected);
  }
  for (const auto& entry : fs::directory_iterator(out)) {
    if (entry.path().filename().string().starts_with("checkpoint-"))
      damage(entry.path() / "weights.safetensors");
  }
  const auto report = run(config_);
  ASSERT_FALSE(report);
  EXPECT_NE(report.error().message.find("no older checkpoint is left"), std::string::npos);
}

TEST_F(TrainRun, a_folder_is_trained_in_by_one_run_at_a_time) {
  const auto lock = FolderLock::take(folder() / "out");
  ASSERT_TRUE(lock);
  const auto report = run(config_);
  ASSERT_FALSE(report);
  EXPECT_NE(report.error().message.find("another run of kcast is writing"), std::string::npos);
}

// --- answers in JSON --------------------------------------------------------------------------

// The tokens of the tiny model as characters; 96 ends an answer.
constexpr int32_t kEnd = 96;

std::vector<int32_t> as_tokens(const std::string& text) {
  std::vector<int32_t> tokens;
  for (const char c : text)
    tokens.push_back(c - ' ');
  return tokens;
}

std::string as_text(const std::vector<int32_t>& tokens) {
  std::string text;
  for (const int32_t token : tokens)
    text += static_cast<char>(' ' + token);
  return text;
}

std::string question(int64_t n) {
  return "grid " + std::to_string(n) + "?";
}

std::string json_answer(int64_t n) {
  return R"({"grid":)" + std::to_string(n) + R"(,"odd":)" + (n % 2 == 1 ? "true" : "false") + "}";
}

void write_json_shard(const fs::path& file) {
  auto writer = encode::ShardWriter::create(file, {.split = "train", .tokenizer = "characters"});
  ASSERT_TRUE(writer) << writer.error().message;
  Rng rng(5);
  for (int i = 0; i < 300; ++i) {
    const int64_t n = rng.between(10, 99);
    encode::ShardSample sample{.id = std::to_string(i), .tokens = as_tokens(question(n))};
    sample.answer = static_cast<int32_t>(sample.tokens.size());
    const std::vector<int32_t> answer = as_tokens(json_answer(n));
    sample.tokens.insert(sample.tokens.end(), answer.begin(), answer.end());
    sample.tokens.push_back(kEnd);
    ASSERT_TRUE(writer->add(sample));
  }
  ASSERT_TRUE(writer->finish());
}

TEST_F(TrainRun, a_tiny_model_learns_to_answer_in_json_and_a_kill_changes_nothing) {
  write_json_shard(folder() / "json.safetensors");
  config_["mode"] = "scratch";
  config_["train"] = {(folder() / "json.safetensors").string()};
  config_["max_steps"] = 300;
  config_["batch_size"] = 32;
  config_["micro_tokens"] = 2048;
  config_["weight_decay"] = 0.0;
  config_["save_every"] = 20;
  const fs::path straight = write_config(folder(), config_, "straight.json");
  config_["out"] = (folder() / "killed").string();
  const fs::path killed = write_config(folder(), config_, "killed.json");
  const std::vector<double> losses = losses_with(straight, folder() / "out", 1);
  ASSERT_EQ(losses.size(), 300);
  EXPECT_GT(losses.front(), 4);
  EXPECT_LT(losses.back(), 0.1);

  const Child child = start(killed, 0, 1, 0);
  ASSERT_TRUE(wait_for_step(folder() / "killed", 45));
  ::kill(child.pid, SIGKILL);
  child.wait();
  EXPECT_EQ(losses_with(killed, folder() / "killed", 1), losses);

  // Free answers, nothing forced: the model itself has learned the form, and what stands in it.
  const auto decoder = load_decoder(folder() / "killed/last", {});
  ASSERT_TRUE(decoder) << decoder.error().message;
  std::vector<std::vector<int32_t>> prompts;
  for (int64_t n = 10; n < 100; ++n)
    prompts.push_back(as_tokens(question(n)));
  const auto answers = generate(**decoder, prompts, {.max_new_tokens = 40, .stop_tokens = {kEnd}});
  int right = 0;
  for (size_t i = 0; i < answers.size(); ++i) {
    const std::string text = as_text(answers[i]);
    const auto json = nlohmann::json::parse(text, nullptr, false);
    EXPECT_TRUE(json.is_object() && json.contains("grid") && json.contains("odd")) << text;
    right += text == json_answer(static_cast<int64_t>(i) + 10) ? 1 : 0;
  }
  EXPECT_GE(right, 80) << "of " << answers.size();
}

TEST_F(TrainRun, two_and_three_processes_have_the_losses_of_one) {
  const auto with = [&](int world) {
    const std::string name = "world" + std::to_string(world);
    nlohmann::json config = config_;
    config["out"] = (folder() / name).string();
    return losses_with(write_config(folder(), config, name + ".json"), folder() / name, world);
  };
  const std::vector<double> one = with(1);
  ASSERT_EQ(one.size(), 12);
  for (const int world : {2, 3}) {
    const std::vector<double> losses = with(world);
    ASSERT_EQ(losses.size(), one.size());
    for (size_t i = 0; i < one.size(); ++i)
      EXPECT_NEAR(losses[i], one[i], 1e-4) << world << " processes, step " << i;
  }
}

TEST_F(TrainRun, a_killed_rank_ends_the_run_and_it_resumes) {
  config_["max_steps"] = 80;
  const fs::path straight = write_config(folder(), config_, "straight.json");
  config_["out"] = (folder() / "killed").string();
  const fs::path killed = write_config(folder(), config_, "killed.json");
  const std::vector<double> expected = losses_with(straight, folder() / "out", 2);

  const int port = free_port();
  const Child first = start(killed, 0, 2, port);
  const Child second = start(killed, 1, 2, port);
  ASSERT_TRUE(wait_for_step(folder() / "killed", 12));
  ::kill(second.pid, SIGKILL);
  EXPECT_EQ(first.wait(), 1);
  EXPECT_NE(first.said().find("lost the others"), std::string::npos) << first.said();
  second.wait();
  const std::vector<double> resumed = losses_with(killed, folder() / "killed", 2);
  ASSERT_EQ(resumed.size(), expected.size());
  for (size_t i = 0; i < expected.size(); ++i)
    EXPECT_NEAR(resumed[i], expected[i], 1e-5) << "step " << i;
}

}  // namespace
}  // namespace kcast::train
