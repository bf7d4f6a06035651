// The models against transformers and peft, whose results are in tests/data/train
// (tests/reference/make_train_fixtures.py).
#include <filesystem>

#include "base/files.h"
#include "train/generate.h"
#include "train/model/decoder.h"
#include "train/model/lora.h"
#include "train/model/loss.h"
#include "train/model/weights.h"
#include "train/optimizer.h"

namespace kcast::train {
namespace {

// Largest difference; NaN counts as infinite.
double difference(const Tensor& a, const Tensor& b) {
  EXPECT_EQ(a.sizes(), b.sizes());
  const double d = (a.to(at::kDouble) - b.to(at::kDouble)).abs().max().item<double>();
  return std::isfinite(d) ? d : 1e30;
}

double relative_difference(const Tensor& a, const Tensor& b) {
  return difference(a, b) / (b.abs().max().item<double>() + 1e-12);
}

std::vector<std::vector<int32_t>> sequences_of(const Tensor& ids) {
  std::vector<std::vector<int32_t>> result;
  for (int64_t row = 0; row < ids.size(0); ++row) {
    result.emplace_back();
    for (int64_t t = 0; t < ids.size(1); ++t)
      result.back().push_back(static_cast<int32_t>(ids[row][t].item<int64_t>()));
  }
  return result;
}

class Parity : public testing::TestWithParam<const char*> {
 protected:
  void SetUp() override {
    folder_ = std::filesystem::path(KCAST_SOURCE_DIR) / "tests/data/train" / GetParam();
    auto decoder = load_decoder(folder_, {});
    ASSERT_TRUE(decoder) << decoder.error().message;
    decoder_ = *std::move(decoder);
    auto expected = WeightFiles::open_file(folder_ / "expected.safetensors");
    ASSERT_TRUE(expected) << expected.error().message;
    expected_.emplace(*std::move(expected));
    sequences_ = sequences_of(want("ids"));
  }

  Tensor want(const std::string& name) {
    auto tensor = expected_->take(name);
    EXPECT_TRUE(tensor) << tensor.error().message;
    return *tensor;
  }

  Stream stream() const {
    Stream result = make_stream(decoder_->config, sequences_, decoder_->embedding.value);
    result.exact = exact_;
    return result;
  }

  Tensor logits() const {
    const at::NoGradGuard no_grad;
    const Stream s = stream();
    return logits_of(*decoder_, forward(*decoder_, s));
  }

  // The mean over the tokens from position `answer` on.
  Tensor loss(int64_t answer) const {
    const Stream s = stream();
    std::vector<int64_t> ids;
    for (const auto& sequence : sequences_)
      ids.insert(ids.end(), sequence.begin(), sequence.end());
    const LossRows rows = loss_rows(ids, s.offsets, {answer, answer}, s.cos);
    return language_loss(*decoder_, forward(*decoder_, s), rows) / rows.count();
  }

  std::vector<Parameter*> adapters() {
    std::vector<Parameter*> parameters;
    for_each_lora(*decoder_, [&](Parameter& parameter) { parameters.push_back(&parameter); });
    return parameters;
  }

  Tensor ten_steps(Optimizer& optimizer, int64_t answer, double rate) const {
    std::vector<float> losses;
    for (int i = 0; i < 10; ++i) {
      optimizer.zero_gradients();
      const Tensor l = loss(answer);
      losses.push_back(l.item<float>());
      l.backward();
      optimizer.clip(1);
      optimizer.step(rate);
      optimizer.refresh_values();
    }
    return at::tensor(at::ArrayRef<float>(losses));
  }

  std::filesystem::path folder_;
  DecoderPtr decoder_;
  std::optional<WeightFiles> expected_;
  std::vector<std::vector<int32_t>> sequences_;
  bool exact_ = false;
};

TEST_P(Parity, logits_are_transformers) {
  EXPECT_LT(difference(logits(), want("logits").flatten(0, 1)), 1e-4);
}

TEST_P(Parity, adapters_of_peft_give_its_logits) {
  const auto config = load_lora(*decoder_, folder_);
  ASSERT_TRUE(config) << config.error().message;
  EXPECT_EQ(config->rank, 4);
  EXPECT_EQ(config->alpha, 12);
  EXPECT_LT(difference(logits(), want("lora_logits").flatten(0, 1)), 1e-4);
  EXPECT_GT(difference(logits(), want("logits").flatten(0, 1)), 1e-2);
}

TEST_P(Parity, loss_and_gradients_are_pefts) {
  ASSERT_TRUE(load_lora(*decoder_, folder_));
  const Optimizer optimizer(adapters(), {}, 0, 1);
  const Tensor l = loss(7);
  EXPECT_NEAR(l.item<double>(), want("loss").item<double>(), 1e-4);
  l.backward();
  int compared = 0;
  for (const Parameter* parameter : adapters()) {
    int64_t begin = 0;
    for (const Part& part : parameter->parts) {
      const Tensor gradient = parameter->master.grad().narrow(0, begin, part.rows);
      EXPECT_LT(relative_difference(gradient, want("grad." + part.name)), 1e-3) << part.name;
      begin += part.rows;
      ++compared;
    }
  }
  EXPECT_GE(compared, 12);
}

// What a GPU does with types that its kernels do not have.
TEST_P(Parity, attention_by_matrix_products_is_the_same) {
  ASSERT_TRUE(load_lora(*decoder_, folder_));
  const Optimizer optimizer(adapters(), {}, 0, 1);
  const Tensor expected = logits();
  loss(7).backward();
  const Tensor kept = optimizer.gradients().clone();
  optimizer.gradients().zero_();
  exact_ = true;
  EXPECT_LT(difference(logits(), expected), 1e-5);
  loss(7).backward();
  EXPECT_LT(relative_difference(optimizer.gradients(), kept), 1e-4);
}

TEST_P(Parity, recomputed_layers_give_the_same_gradients) {
  ASSERT_TRUE(load_lora(*decoder_, folder_));
  const Optimizer optimizer(adapters(), {}, 0, 1);
  loss(7).backward();
  const Tensor kept = optimizer.gradients().clone();
  optimizer.gradients().zero_();
  decoder_->recompute = true;
  loss(7).backward();
  EXPECT_TRUE(at::equal(optimizer.gradients(), kept));
  EXPECT_GT(kept.norm().item<double>(), 0);
}

TEST_P(Parity, ten_steps_of_adapters_have_pefts_losses) {
  ASSERT_TRUE(load_lora(*decoder_, folder_));
  Optimizer optimizer(adapters(), {.weight_decay = 0.1}, 0, 1);
  EXPECT_LT(difference(ten_steps(optimizer, 7, 1e-2), want("steps")), 1e-3);
}

TEST_P(Parity, ten_steps_of_all_weights_have_transformers_losses) {
  std::vector<Parameter*> all;
  for_each_parameter(*decoder_, [&](Parameter& parameter) { all.push_back(&parameter); });
  Optimizer optimizer(all, {}, 0, 1);
  EXPECT_LT(difference(ten_steps(optimizer, 1, 1e-3), want("full_steps")), 1e-3);
}

TEST_P(Parity, packed_sequences_do_not_see_each_other) {
  const Tensor together = logits();
  const std::vector<std::vector<int32_t>> both = sequences_;
  const int64_t length = static_cast<int64_t>(both[0].size());
  sequences_ = {both[1]};
  EXPECT_LT(difference(together.narrow(0, length, length), logits()), 1e-5);
  // Also when the lengths differ.
  sequences_ = {{both[0].begin(), both[0].begin() + 5}, both[1]};
  EXPECT_LT(difference(together.narrow(0, length, length), logits().narrow(0, 5, length)), 1e-5);
}

TEST_P(Parity, saved_adapters_are_read_back) {
  const auto config = load_lora(*decoder_, folder_);
  ASSERT_TRUE(config);
  auto dir = TempDir::make();
  ASSERT_TRUE(dir);
  ASSERT_TRUE(save_lora(*decoder_, *config, "a base", dir->path()));
  const Tensor before = logits();
  auto reloaded = load_decoder(folder_, {});
  ASSERT_TRUE(reloaded);
  decoder_ = *std::move(reloaded);
  const auto read = load_lora(*decoder_, dir->path());
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(read->rank, config->rank);
  EXPECT_TRUE(at::equal(logits(), before));
}

TEST_P(Parity, saved_weights_are_read_back) {
  auto dir = TempDir::make();
  ASSERT_TRUE(dir);
  ASSERT_TRUE(save_weights(*decoder_, dir->path() / "model.safetensors"));
  std::filesystem::copy_file(folder_ / "config.json", dir->path() / "config.json");
  const Tensor before = logits();
  auto reloaded = load_decoder(dir->path(), {});
  ASSERT_TRUE(reloaded) << reloaded.error().message;
  decoder_ = *std::move(reloaded);
  EXPECT_TRUE(at::equal(logits(), before));
}

TEST_P(Parity, greedy_answers_are_transformers) {
  const auto prompt = [&](size_t row, int n) {
    return std::vector<int32_t>(sequences_[row].begin(), sequences_[row].begin() + n);
  };
  const Tensor generated = want("generated");
  std::vector<int32_t> expected;
  for (int64_t i = 0; i < generated.numel(); ++i)
    expected.push_back(static_cast<int32_t>(generated[i].item<int64_t>()));
  // Beside other prompts, longer and shorter, and one that is done sooner.
  const auto alone = generate(*decoder_, {prompt(1, 5)}, {.max_new_tokens = 12});
  GenerateOptions options{.max_new_tokens = 12, .batch = 3};
  const auto together =
      generate(*decoder_, {prompt(1, 5), prompt(0, 8), prompt(1, 20), prompt(1, 1)}, options);
  EXPECT_EQ(together[1], expected);
  EXPECT_EQ(together[0], alone[0]);
  options.stop_tokens = {expected[4]};
  const auto stopped = generate(*decoder_, {prompt(0, 8), prompt(1, 5)}, options);
  EXPECT_LE(stopped[0].size(), 4);
  EXPECT_EQ(stopped[0],
            std::vector<int32_t>(expected.begin(), expected.begin() + std::ssize(stopped[0])));
}

TEST_P(Parity, a_guide_forces_and_restricts) {
  GenerateOptions options;
  options.guide.pieces = {{.forced = {3, 4, 5}},
                          {.allowed = {10, 11, 12}, .max_tokens = 2},
                          {.forced = {6}},
                          {.allowed = {20, 21, 22, 23}, .ends = {20, 21, 22, 23}}};
  const std::vector<std::vector<int32_t>> prompts = {{1, 2, 3}, {7, 8}};
  const auto answers = generate(*decoder_, prompts, options);
  for (size_t i = 0; i < prompts.size(); ++i) {
    const std::vector<int32_t>& answer = answers[i];
    ASSERT_EQ(answer.size(), 7);
    // What is chosen is the best of what is allowed, given everything in front of it.
    const auto best = [&](size_t at, int32_t low, int32_t high) {
      const at::NoGradGuard no_grad;
      std::vector<int32_t> text = prompts[i];
      text.insert(text.end(), answer.begin(), answer.begin() + static_cast<std::ptrdiff_t>(at));
      sequences_ = {text};
      return low + logits()[-1].slice(0, low, high + 1).argmax().item<int32_t>();
    };
    EXPECT_EQ(std::vector<int32_t>(answer.begin(), answer.begin() + 3),
              (std::vector<int32_t>{3, 4, 5}));
    EXPECT_EQ(answer[3], best(3, 10, 12));
    EXPECT_EQ(answer[4], best(4, 10, 12));
    EXPECT_EQ(answer[5], 6);
    EXPECT_EQ(answer[6], best(6, 20, 23));
  }
}

TEST_P(Parity, an_opening_counts_as_a_part_of_the_answer) {
  GenerateOptions options{.max_new_tokens = 8};
  const std::vector<int32_t> whole = generate(*decoder_, {{1, 2, 3}}, options)[0];
  // The model's own first tokens, given to it, change nothing.
  options.openings = {{whole.begin(), whole.begin() + 3}};
  EXPECT_EQ(generate(*decoder_, {{1, 2, 3}}, options)[0], whole);
  options.openings = {{9, 9}};
  options.guide.pieces = {{.forced = {4}}, {.allowed = {10, 11}, .max_tokens = 1}};
  const auto guided = generate(*decoder_, {{1, 2, 3}}, options)[0];
  EXPECT_EQ(std::vector<int32_t>(guided.begin(), guided.begin() + 3),
            (std::vector<int32_t>{9, 9, 4}));
  EXPECT_EQ(guided.size(), 4);
}

INSTANTIATE_TEST_SUITE_P(, Parity,
                         testing::Values("llama", "smollm", "qwen2", "codegen", "starcoder2"));

}  // namespace
}  // namespace kcast::train
