// What training reads and decides before a tensor is touched.
#include <cmath>
#include <map>
#include <set>

#include "base/files.h"
#include "train/batches.h"
#include "train/model/model_config.h"
#include "train/process_group.h"
#include "train/run_log.h"
#include "train/train_config.h"
#include "train/train_test_data.h"

namespace kcast::train {
namespace {

std::string config_error(const std::string& text) {
  const auto config = parse_train_config(text, ".");
  return config ? "" : config.error().message;
}

TEST(TrainConfig, unknown_keys_are_errors_that_suggest) {
  const std::string good = R"("base":"b","out":"o","train":["t"])";
  EXPECT_EQ(config_error("{" + good + "}"), "");
  EXPECT_EQ(config_error("{" + good + R"(,"lerning_rate":1})"),
            "unknown key 'lerning_rate'; did you mean 'learning_rate'?");
  EXPECT_EQ(config_error("{" + good + R"(,"lora":{"r":1}})"), "unknown key 'lora.r'");
  EXPECT_EQ(config_error("{" + good + R"(,"head":{"kind":"rank"}})"),
            "'head.kind' is 'rank'; it can be class, hybrid, language, regression");
  EXPECT_EQ(config_error("{" + good + R"(,"epochs":"two"})"),
            "'epochs' has a value of the wrong kind");
  EXPECT_EQ(config_error(R"({"out":"o","train":["t"]})"),
            "'base' is missing: the folder of the model");
  EXPECT_EQ(config_error("{" + good + R"(,"batch_size":0})"), "'batch_size' must be positive");
  EXPECT_EQ(config_error("{" + good + R"(,"patience":2})"), "'patience' needs 'validation'");
  EXPECT_EQ(config_error("not json"), "not JSON");
}

TEST(TrainConfig, the_rate_rises_for_a_tenth_and_falls_as_a_cosine) {
  TrainConfig config;
  config.warmup = 0.1;
  EXPECT_DOUBLE_EQ(learning_rate_at(config, 1, 0, 100), 0.1);
  EXPECT_DOUBLE_EQ(learning_rate_at(config, 1, 9, 100), 1);
  EXPECT_DOUBLE_EQ(learning_rate_at(config, 1, 10, 100), 1);
  EXPECT_DOUBLE_EQ(learning_rate_at(config, 1, 55, 100), 0.5);
  EXPECT_NEAR(learning_rate_at(config, 1, 100, 100), 0, 1e-12);
  config.schedule = Schedule::Linear;
  EXPECT_DOUBLE_EQ(learning_rate_at(config, 1, 55, 100), 0.5);
  EXPECT_DOUBLE_EQ(learning_rate_at(config, 1, 82, 100), 0.2);
}

TEST(Batches, an_epoch_sees_every_sample_once_in_another_order) {
  std::multiset<size_t> samples_met;
  std::vector<size_t> first;
  for (size_t step = 0; step < steps_of_epoch(50, 8); ++step) {
    for (const size_t i : batch_of(50, 8, step, 7))
      samples_met.insert(i);
  }
  EXPECT_EQ(samples_met.size(), 50);
  for (size_t i = 0; i < 50; ++i)
    EXPECT_EQ(samples_met.count(i), 1);
  EXPECT_EQ(batch_of(50, 8, 3, 7), batch_of(50, 8, 3, 7));
  EXPECT_NE(batch_of(50, 8, 0, 7), batch_of(50, 8, steps_of_epoch(50, 8), 7));
  EXPECT_NE(batch_of(50, 8, 0, 7), batch_of(50, 8, 0, 8));
}

TEST(Batches, packs_hold_every_piece_within_the_limit) {
  std::vector<Piece> pieces;
  Rng rng(3);
  int64_t total = 0;
  for (uint32_t i = 0; i < 100; ++i) {
    pieces.push_back({.sample = i, .length = rng.between(5, 120)});
    total += pieces.back().length;
  }
  const auto passes = pack(pieces, {.micro_tokens = 512, .world = 3});
  std::set<uint32_t> samples_met;
  for (const MicroBatch& pass : passes) {
    int64_t tokens = 0;
    for (const Piece& piece : pass) {
      tokens += piece.length;
      samples_met.insert(piece.sample);
    }
    EXPECT_LE(tokens, 512);
  }
  EXPECT_EQ(samples_met.size(), 100);
  // Not many more than needed.
  EXPECT_LE(static_cast<int64_t>(passes.size()), total / 512 + 4);
  EXPECT_EQ(pack(pieces, {.packing = false}).size(), 100);
}

TEST(Batches, long_samples_are_dropped_or_split) {
  auto dir = TempDir::make();
  ASSERT_TRUE(dir);
  write_test_shard(dir->path() / "s", {.samples = 40});
  std::vector<encode::TokenShard> shards;
  auto shard = encode::TokenShard::open(dir->path() / "s");
  ASSERT_TRUE(shard) << shard.error().message;
  shards.push_back(*std::move(shard));
  const PieceList dropped = list_pieces(shards, {.max_length = 15});
  EXPECT_EQ(dropped.pieces.size() + dropped.too_long, 40);
  EXPECT_GT(dropped.too_long, 5);
  const PieceList split =
      list_pieces(shards, {.max_length = 15, .too_long = TooLong::Split, .everything = true});
  int64_t tokens = 0;
  int64_t with_loss = 0;
  for (const Piece& piece : split.pieces) {
    tokens += piece.length;
    with_loss += loss_tokens(piece);
  }
  int64_t all = 0;
  for (size_t s = 0; s < 40; ++s)
    all += static_cast<int64_t>(shards[0].tokens(s).size());
  // A piece of one token has nothing to predict.
  EXPECT_GE(tokens, all - 40);
  EXPECT_EQ(with_loss, tokens - static_cast<int64_t>(split.pieces.size()));
}

TEST(Batches, heads_do_not_see_the_answer) {
  auto dir = TempDir::make();
  ASSERT_TRUE(dir);
  write_test_shard(dir->path() / "s", {.samples = 40});
  std::vector<encode::TokenShard> shards;
  auto shard = encode::TokenShard::open(dir->path() / "s");
  ASSERT_TRUE(shard) << shard.error().message;
  shards.push_back(*std::move(shard));
  const PieceList list = list_pieces(shards, {.needs_answer = false, .prompt_alone = true});
  ASSERT_EQ(list.pieces.size(), 40);
  for (const Piece& piece : list.pieces) {
    const auto whole = static_cast<int64_t>(shards[0].tokens(piece.sample).size());
    ASSERT_LT(shards[0].answer(piece.sample), whole);
    EXPECT_EQ(piece.begin, 0);
    EXPECT_EQ(piece.length, shards[0].answer(piece.sample));
  }
}

TEST(ModelConfig, what_is_not_supported_is_named) {
  const auto error_of = [](const std::string& text) {
    const auto config = parse_model_config(text);
    return config ? std::string() : config.error().message;
  };
  EXPECT_EQ(error_of(R"({"model_type":"mamba"})"),
            "config.json: model_type 'mamba' is not supported; there are: llama, qwen2, codegen, "
            "starcoder2");
  EXPECT_NE(error_of(R"({"model_type":"llama"})").find("vocab_size"), std::string::npos);
  const std::string sizes =
      R"("vocab_size":9,"hidden_size":8,"num_hidden_layers":1,"num_attention_heads":2,)"
      R"("intermediate_size":8)";
  EXPECT_EQ(error_of(R"({"model_type":"llama",)" + sizes + "}"), "");
  EXPECT_EQ(error_of(R"({"model_type":"llama",)" + sizes + R"(,"rope_scaling":{"type":"yarn"}})"),
            "config.json: rope_type 'yarn' is not supported; there are: default, llama3");
  EXPECT_EQ(error_of(R"({"model_type":"llama",)" + sizes + R"(,"num_key_value_heads":3})"),
            "config.json: num_attention_heads must be a multiple of num_key_value_heads");
}

TEST(RankInfo, launchers_are_understood) {
  const auto info = [](std::map<std::string, std::string> variables) {
    return read_rank_info([=](const char* name) -> std::optional<std::string> {
      const auto found = variables.find(name);
      return found == variables.end() ? std::nullopt : std::optional(found->second);
    });
  };
  EXPECT_EQ(info({})->world, 1);
  const auto torchrun = info({{"RANK", "3"},
                              {"WORLD_SIZE", "8"},
                              {"LOCAL_RANK", "1"},
                              {"MASTER_ADDR", "node0"},
                              {"MASTER_PORT", "1234"}});
  ASSERT_TRUE(torchrun);
  EXPECT_EQ(torchrun->rank, 3);
  EXPECT_EQ(torchrun->world, 8);
  EXPECT_EQ(torchrun->local_rank, 1);
  EXPECT_EQ(torchrun->address, "node0");
  EXPECT_EQ(torchrun->port, 1234);
  const auto mpirun = info({{"OMPI_COMM_WORLD_RANK", "1"},
                            {"OMPI_COMM_WORLD_SIZE", "2"},
                            {"OMPI_COMM_WORLD_LOCAL_SIZE", "2"}});
  ASSERT_TRUE(mpirun) << mpirun.error().message;
  EXPECT_EQ(mpirun->rank, 1);
  EXPECT_EQ(mpirun->address, "127.0.0.1");
  const auto srun = info({{"SLURM_PROCID", "0"}, {"SLURM_NTASKS", "4"}, {"SLURM_NNODES", "2"}});
  ASSERT_FALSE(srun);
  EXPECT_NE(srun.error().message.find("MASTER_ADDR is not set"), std::string::npos);
  EXPECT_FALSE(info({{"RANK", "8"}, {"WORLD_SIZE", "8"}, {"MASTER_ADDR", "x"}}));
  EXPECT_FALSE(info({{"RANK", "x"}, {"WORLD_SIZE", "8"}, {"MASTER_ADDR", "x"}}));
}

TEST(RunLog, a_resumed_log_forgets_what_came_behind_the_checkpoint) {
  auto dir = TempDir::make();
  ASSERT_TRUE(dir);
  LogLine line{.phase = "train", .loss = 1.0 / 3, .tokens = 5};
  {
    auto log = RunLog::open(dir->path(), 0);
    ASSERT_TRUE(log);
    for (line.step = 1; line.step <= 5; ++line.step)
      ASSERT_TRUE(log->add(line));
  }
  // A line that a killed process did not finish.
  std::ofstream(dir->path() / "log.jsonl", std::ios::app) << "{\"step\":6,\"pha";
  auto log = RunLog::open(dir->path(), 3);
  ASSERT_TRUE(log);
  line.step = 4;
  line.validation_loss = 0.5;
  ASSERT_TRUE(log->add(line));
  ASSERT_TRUE(log->finish());
  std::ifstream file(dir->path() / "log.jsonl");
  std::vector<LogLine> lines;
  for (std::string text; std::getline(file, text);) {
    const auto parsed = parse_log_line(text);
    ASSERT_TRUE(parsed) << text;
    lines.push_back(*parsed);
  }
  ASSERT_EQ(lines.size(), 4);
  EXPECT_EQ(lines[3], line);
  EXPECT_EQ(lines[0].loss, 1.0 / 3);
  const auto page = read_file(dir->path() / "index.html");
  ASSERT_TRUE(page);
  EXPECT_NE(page->find("\"validation_loss\":0.5"), std::string::npos);
  EXPECT_EQ(page->find("http://"), std::string::npos);
  EXPECT_EQ(page->find("src="), std::string::npos);
}

}  // namespace
}  // namespace kcast::train
