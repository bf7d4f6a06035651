#include "infer/ask.h"

#include <gtest/gtest.h>

#include <cmath>

#include "base/files.h"
#include "base/rng.h"
#include "encode/encode_texts.h"
#include "encode/safetensors.h"
#include "infer/tiny_model.h"
#include "infer/vocabulary_tokenizer.h"

namespace kcast::infer {
namespace {

using Values = std::vector<float>;

struct NamedValues {
  std::string name;
  std::vector<int64_t> shape;
  Values values;
};

Values random_values(Rng& rng, size_t n) {
  Values out(n);
  for (float& value : out)
    value = static_cast<float>(2 * rng.unit() - 1);
  return out;
}

double gelu(double x) {
  return 0.5 * x * std::erfc(-x / std::sqrt(2.0));
}

// rows x columns, row by row.
std::vector<double> times(const Values& matrix, const std::vector<double>& vector,
                          const Values& bias) {
  std::vector<double> out(bias.begin(), bias.end());
  for (size_t i = 0; i < matrix.size(); ++i)
    out[i / vector.size()] += static_cast<double>(matrix[i]) * vector[i % vector.size()];
  return out;
}

class AskTest : public testing::Test {
 protected:
  void SetUp() override {
    auto folder = TempDir::make();
    ASSERT_TRUE(folder);
    folder_.emplace(std::move(*folder));
    const auto gguf = make_tiny_gguf(folder_->path(), 5);
    ASSERT_TRUE(gguf) << gguf.error().message;
    auto model =
        LanguageModel::load({.gguf = *gguf, .threads = 1, .context = 512, .exact_cache = true});
    ASSERT_TRUE(model) << model.error().message;
    model_.emplace(std::move(*model));
    question_.prompt = {{"user", "gpu h200\n", "__global__ void f(float* a) {}\n", "grid 1\n"}};
  }

  AnswerHead head(const std::map<std::string, std::string>& metadata,
                  const std::vector<NamedValues>& tensors) {
    std::vector<encode::SafetensorsWriter::Planned> planned;
    for (const NamedValues& tensor : tensors)
      planned.push_back({tensor.name, "F32", tensor.shape});
    const auto path = folder_->path() / "head.safetensors";
    auto writer = encode::SafetensorsWriter::create(path, planned, metadata);
    for (const NamedValues& tensor : tensors)
      EXPECT_TRUE(writer->write(std::as_bytes(std::span(tensor.values))));
    EXPECT_TRUE(writer->finish());
    auto out = AnswerHead::open(path);
    EXPECT_TRUE(out) << out.error().message;
    return std::move(*out);
  }

  // The prompt's hidden states, token by token.
  std::vector<double> hidden(Pooling pooling) {
    const VocabularyTokenizer tokenizer(model_->vocabulary());
    const std::vector<encode::SampleText> texts = {{question_.prompt, ""}};
    const auto tokens = encode::encode_texts(tokenizer, texts, 512)->front().tokens;
    std::vector<double> sum(static_cast<size_t>(model_->hidden_size()), 0);
    const size_t first = pooling == Pooling::Last ? tokens.size() : 1;
    for (size_t n = first; n <= tokens.size(); ++n) {
      const auto one = model_->hidden(std::span(tokens).first(n), Pooling::Last);
      for (size_t i = 0; i < sum.size(); ++i)
        sum[i] += static_cast<double>((*one)[i]) / static_cast<double>(tokens.size() - first + 1);
    }
    return sum;
  }

  std::optional<TempDir> folder_;
  std::optional<LanguageModel> model_;
  encode::ModelQuestion question_;
};

TEST_F(AskTest, hybrid_head_of_two_layers_and_quantiles) {
  const size_t width = hidden(Pooling::Mean).size();
  const auto inputs = static_cast<int64_t>(width) + 2;
  Rng rng(3);
  const Values first = random_values(rng, 3 * (width + 2));
  const Values first_bias = random_values(rng, 3);
  const Values second = random_values(rng, 4 * 3);
  const Values second_bias = random_values(rng, 4);
  const AnswerHead hybrid = head({{"kind", "hybrid"},
                                  {"pooling", "mean"},
                                  {"targets", "time_us,int_ops"},
                                  {"features", "a,b"},
                                  {"loss", "quantile"},
                                  {"quantiles", "0.1,0.9"}},
                                 {{"mlp.0.weight", {3, inputs}, first},
                                  {"mlp.0.bias", {3}, first_bias},
                                  {"mlp.2.weight", {4, 3}, second},
                                  {"mlp.2.bias", {4}, second_bias},
                                  {"feature_mean", {2}, {10, -1}},
                                  {"feature_scale", {2}, {4, 0.5}},
                                  {"target_mean", {2}, {0.5, -0.25}},
                                  {"target_scale", {2}, {2, 3}}});
  question_.features = {12, -2};
  question_.origin = {20, 30};
  const auto answer = answer_question(*model_, &hybrid, question_, {});
  ASSERT_TRUE(answer) << answer.error().message;
  std::vector<double> input = hidden(Pooling::Mean);
  input.insert(input.end(), {(12.0 - 10) / 4, (-2.0 + 1) / 0.5});
  std::vector<double> middle = times(first, input, first_bias);
  for (double& value : middle)
    value = gelu(value);
  const std::vector<double> raw = times(second, middle, second_bias);
  ASSERT_EQ(answer->outputs.size(), 4U);
  EXPECT_NEAR(answer->outputs[0], 20 + 0.5 + 2 * raw[0], 1e-4);
  EXPECT_NEAR(answer->outputs[1], 20 + 0.5 + 2 * raw[1], 1e-4);
  EXPECT_NEAR(answer->outputs[2], 30 - 0.25 + 3 * raw[2], 1e-4);
  EXPECT_NEAR(answer->outputs[3], 30 - 0.25 + 3 * raw[3], 1e-4);
  EXPECT_TRUE(answer->text.empty());
  question_.features = {12};
  EXPECT_FALSE(answer_question(*model_, &hybrid, question_, {}));
}

TEST_F(AskTest, regression_and_class_heads_read_the_last_token) {
  const std::vector<double> input = hidden(Pooling::Last);
  const auto width = static_cast<int64_t>(input.size());
  Rng rng(9);
  const Values weight = random_values(rng, 2 * input.size());
  const Values bias = {0.5F, -0.5F};
  const std::vector<double> raw = times(weight, input, bias);
  const std::vector<NamedValues> layer = {{"mlp.0.weight", {2, width}, weight},
                                          {"mlp.0.bias", {2}, bias}};
  std::vector<NamedValues> scaled = layer;
  scaled.push_back({"target_mean", {2}, {7, 8}});
  scaled.push_back({"target_scale", {2}, {3, 5}});
  const AnswerHead regression =
      head({{"kind", "regression"}, {"pooling", "last"}, {"targets", "time_us,l2_bytes"}}, scaled);
  const auto numbers = answer_question(*model_, &regression, question_, {});
  ASSERT_TRUE(numbers) << numbers.error().message;
  EXPECT_NEAR(numbers->outputs[0], 7 + 3 * raw[0], 1e-4);
  EXPECT_NEAR(numbers->outputs[1], 8 + 5 * raw[1], 1e-4);
  const AnswerHead classes = head({{"kind", "class"}, {"pooling", "last"}}, layer);
  const auto logits = answer_question(*model_, &classes, question_, {});
  ASSERT_TRUE(logits) << logits.error().message;
  EXPECT_NEAR(logits->outputs[0], raw[0], 1e-4);
  EXPECT_NEAR(logits->outputs[1], raw[1], 1e-4);
}

TEST_F(AskTest, a_text_has_its_form_and_a_long_kernel_loses_its_middle) {
  question_.steps = {{"{\"a\":", encode::AnswerSlot{encode::SlotKind::Fixed, 2, {}}},
                     {"}", std::nullopt}};
  const auto answer = answer_question(*model_, nullptr, question_, {.temperature = 3});
  ASSERT_TRUE(answer) << answer.error().message;
  EXPECT_TRUE(answer->text.starts_with("{\"a\":"));
  EXPECT_TRUE(answer->text.ends_with("}"));
  EXPECT_FALSE(answer->cut);
  EXPECT_LT(answer->log_probability, 0);
  question_.prompt[0].code = std::string(3000, 'x');
  const auto cut = answer_question(*model_, nullptr, question_, {});
  ASSERT_TRUE(cut) << cut.error().message;
  EXPECT_TRUE(cut->cut);
  EXPECT_LE(cut->prompt_tokens, 256);
  question_.prompt[0].before = std::string(3000, 'y');
  const auto none = answer_question(*model_, nullptr, question_, {});
  ASSERT_FALSE(none);
  EXPECT_NE(none.error().message.find("larger --context"), std::string::npos);
}

}  // namespace
}  // namespace kcast::infer
