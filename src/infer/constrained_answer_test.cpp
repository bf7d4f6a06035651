#include "infer/constrained_answer.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <functional>

#include "base/files.h"
#include "encode/safetensors.h"
#include "infer/tiny_model.h"

namespace kcast::infer {
namespace {

using encode::AnswerField;
using encode::AnswerSchema;
using encode::SlotKind;

// Tokens that reach over the ends of values, which no tokenizer makes but a model may choose.
const std::vector<std::string> kOddTokens = {"12",   "007", "5,",   ".5",      "9.",
                                             "\",",  "\"}", "3\"",  "}\u010a", ",\"",
                                             "0,\"", "e+",  "Comp", "Band",    "\":"};

encode::AnswerField field(const std::string& key, encode::SlotKind kind, int decimals = 3,
                          bool quoted = false) {
  encode::AnswerField out;
  out.key = key;
  out.slot.kind = kind;
  out.slot.decimals = decimals;
  out.quoted = quoted;
  return out;
}

encode::AnswerSchema every_kind() {
  encode::AnswerSchema schema;
  schema.opening = "{";
  schema.separator = ", ";
  schema.colon = ": ";
  schema.closing = "}";
  schema.fields = {field("fixed", encode::SlotKind::Fixed),
                   field("quoted", encode::SlotKind::Fixed, 2, true),
                   field("integer", encode::SlotKind::Integer),
                   field("scientific", encode::SlotKind::Scientific),
                   field("decimal", encode::SlotKind::Decimal),
                   field("class", encode::SlotKind::Choice, 0, true)};
  schema.fields.back().slot.choices = {"Compute", "Bandwidth", "Comp"};
  return schema;
}

class ConstrainedAnswerTest : public testing::Test {
 protected:
  void SetUp() override {
    auto folder = TempDir::make();
    ASSERT_TRUE(folder);
    folder_.emplace(std::move(*folder));
    const auto gguf = make_tiny_gguf(folder_->path(), 7, kOddTokens);
    ASSERT_TRUE(gguf) << gguf.error().message;
    auto model =
        LanguageModel::load({.gguf = *gguf, .threads = 1, .context = 512, .exact_cache = true});
    ASSERT_TRUE(model) << model.error().message;
    model_.emplace(std::move(*model));
    prompt_ = *model_->vocabulary().tokenize("__global__ void f(float* a)\n");
  }

  ConstrainedAnswer answer(const std::vector<encode::AnswerStep>& steps, const Sampling& sampling) {
    EXPECT_TRUE(model_->evaluate(prompt_));
    auto out = constrained_answer(*model_, steps, sampling);
    EXPECT_TRUE(out) << out.error().message;
    return out ? std::move(*out) : ConstrainedAnswer{};
  }

  // The likeliest of all tokens for whose text `bytes_of` is not negative, and what it is.
  std::pair<int32_t, int> likeliest(const std::function<int(const std::string&)>& bytes_of) {
    std::pair<int32_t, int> best = {-1, 0};
    const auto logit = [&](int32_t t) { return model_->logits()[static_cast<size_t>(t)]; };
    for (int32_t token = 0; token < model_->vocabulary().size(); ++token) {
      const std::string& piece = model_->vocabulary().text(token);
      const int bytes = piece.empty() ? -1 : bytes_of(piece);
      if (bytes < 0 || (best.first >= 0 && logit(token) <= logit(best.first))) continue;
      best = {token, bytes};
    }
    return best;
  }

  std::optional<TempDir> folder_;
  std::optional<LanguageModel> model_;
  std::vector<int32_t> prompt_;
};

// A model of random weights says anything; its answer still has its form.
TEST_F(ConstrainedAnswerTest, parses_whatever_the_sampling) {
  const encode::AnswerSchema schema = every_kind();
  const auto steps = encode::answer_steps(schema);
  std::set<std::string> texts;
  for (uint64_t seed = 0; seed < 60; ++seed) {
    const double temperature = seed == 0 ? 0 : 0.3 + 0.1 * static_cast<double>(seed % 40);
    const ConstrainedAnswer out = answer(steps, {.temperature = temperature, .seed = seed});
    const auto json = nlohmann::ordered_json::parse(out.text, nullptr, false);
    ASSERT_TRUE(json.is_object()) << out.text;
    ASSERT_EQ(json.size(), schema.fields.size()) << out.text;
    size_t i = 0;
    for (const auto& [key, value] : json.items()) {
      EXPECT_EQ(key, schema.fields[i].key);
      EXPECT_TRUE(encode::fit_slot(schema.fields[i].slot, out.values[i]).whole) << out.text;
      EXPECT_EQ(value.is_string(), schema.fields[i].quoted) << out.text;
      ++i;
    }
    texts.insert(out.text);
    // What went to the model is the text; behind its end there may be more.
    EXPECT_TRUE(model_->vocabulary().text(out.tokens).starts_with(out.text)) << out.text;
  }
  EXPECT_GT(texts.size(), 50);
}

TEST_F(ConstrainedAnswerTest, most_likely_answer_is_the_same_every_time) {
  const auto steps = encode::answer_steps(every_kind());
  const ConstrainedAnswer first = answer(steps, {});
  EXPECT_EQ(answer(steps, {.seed = 5}).text, first.text);
  EXPECT_LE(first.log_probability, 0);
}

// How much of a token's text belongs to the value: -1 where it does not fit, 0 where it ends it.
int value_bytes(const std::string& piece, const std::string& value, const encode::AnswerSlot& slot,
                const std::string& behind, bool last) {
  for (int n = static_cast<int>(piece.size()); n >= 0; --n) {
    const std::string tail = piece.substr(static_cast<size_t>(n));
    const encode::SlotFit fit =
        encode::fit_slot(slot, value + piece.substr(0, static_cast<size_t>(n)));
    const bool ends = behind.starts_with(tail) || (last && tail.starts_with(behind));
    if (tail.empty() ? n > 0 && (fit.whole || fit.open) : fit.whole && ends) return n;
  }
  return -1;
}

// Against the slow way: every token alone, and at every choice every token of the vocabulary.
TEST_F(ConstrainedAnswerTest, equals_choosing_token_by_token) {
  const auto steps = encode::answer_steps(every_kind());
  const ConstrainedAnswer fast = answer(steps, {});
  ASSERT_TRUE(model_->evaluate(prompt_));
  const Vocabulary& vocabulary = model_->vocabulary();
  std::string text;
  size_t ahead = 0;
  for (size_t i = 0; i < steps.size(); ++i) {
    // The tokenizer of this model has a token for each character and no merges to speak of.
    for (size_t at = ahead; at < steps[i].forced.size(); ++at) {
      ASSERT_TRUE(model_->append(*vocabulary.tokenize(steps[i].forced.substr(at, 1))));
      text += steps[i].forced[at];
    }
    ahead = 0;
    if (!steps[i].slot) break;
    std::string value;
    while (ahead == 0) {
      // Behind a 0 only one text can follow; it is forced, too.
      const std::string zeros = ".000e+00";
      if (steps[i].slot->kind == encode::SlotKind::Scientific && value == "0") {
        for (const char c : zeros)
          ASSERT_TRUE(model_->append(*vocabulary.tokenize(std::string(1, c))));
        value += zeros;
        text += zeros;
        break;
      }
      const auto [best, bytes] = likeliest([&](const std::string& piece) {
        return value_bytes(piece, value, *steps[i].slot, steps[i + 1].forced,
                           i + 2 == steps.size());
      });
      ASSERT_GE(best, 0) << text;
      if (bytes == 0) break;
      const std::string& piece = vocabulary.text(best);
      value += piece.substr(0, static_cast<size_t>(bytes));
      text += piece;
      ahead = piece.size() - static_cast<size_t>(bytes);
      ASSERT_TRUE(model_->append(std::vector<int32_t>{best}));
    }
    EXPECT_EQ(value, fast.values[i]);
  }
  EXPECT_EQ(text.substr(0, fast.text.size()), fast.text);
}

TEST_F(ConstrainedAnswerTest, a_word_alone_is_an_answer) {
  encode::AnswerSchema schema;
  schema.fields = {field("", encode::SlotKind::Choice)};
  schema.fields[0].slot.choices = {"Compute", "Bandwidth"};
  const ConstrainedAnswer out = answer(encode::answer_steps(schema), {});
  EXPECT_TRUE(out.text == "Compute" || out.text == "Bandwidth") << out.text;
  // A number alone may end anywhere: the model ends its turn.
  schema.fields = {field("", encode::SlotKind::Integer)};
  for (uint64_t seed = 1; seed < 20; ++seed) {
    const ConstrainedAnswer number =
        answer(encode::answer_steps(schema), {.temperature = 1, .seed = seed});
    EXPECT_TRUE(encode::fit_slot(schema.fields[0].slot, number.text).whole) << number.text;
  }
}

// What is forced costs no question.
TEST_F(ConstrainedAnswerTest, asks_only_where_there_is_a_choice) {
  encode::AnswerSchema schema;
  schema.opening = "{";
  schema.closing = "}";
  schema.colon = ": ";
  schema.separator = ", ";
  schema.fields = {field("some_long_key_that_is_forced", encode::SlotKind::Fixed, 1)};
  const ConstrainedAnswer out = answer(encode::answer_steps(schema), {});
  EXPECT_LE(out.decisions, out.values[0].size());
  EXPECT_GT(out.tokens.size(), out.decisions + 20);
}

// A count of 0 is one decision, whatever its digits; others lose the sign of their exponent.
TEST_F(ConstrainedAnswerTest, a_zero_is_one_decision) {
  encode::AnswerSchema schema;
  schema.opening = "{";
  schema.closing = "}";
  schema.colon = ":";
  schema.fields = {field("n", encode::SlotKind::Scientific)};
  schema.fields[0].slot.whole = true;
  const auto steps = encode::answer_steps(schema);
  std::set<size_t> decisions;
  for (uint64_t seed = 1; seed < 60; ++seed) {
    const ConstrainedAnswer out = answer(steps, {.temperature = 2, .seed = seed});
    decisions.insert(out.decisions);
    if (out.values[0].starts_with("0")) {
      EXPECT_EQ(out.values[0], "0.000e+00");
      EXPECT_EQ(out.decisions, 1U);
    } else {
      EXPECT_NE(out.values[0].find("e+"), std::string::npos) << out.values[0];
      EXPECT_LE(out.decisions, 9U);
    }
  }
  EXPECT_TRUE(decisions.contains(1));
  EXPECT_GT(decisions.size(), 1U);
}

TEST_F(ConstrainedAnswerTest, keeps_the_common_beginning) {
  const Vocabulary& vocabulary = model_->vocabulary();
  const auto a = *vocabulary.tokenize("constant part, kernel A");
  const auto b = *vocabulary.tokenize("constant part, kernel B!");
  ASSERT_TRUE(model_->evaluate(a));
  ASSERT_TRUE(model_->evaluate(b));
  const std::vector<float> after(model_->logits().begin(), model_->logits().end());
  // From scratch.
  model_->rewind(0);
  ASSERT_TRUE(model_->evaluate(b));
  for (size_t i = 0; i < after.size(); ++i)
    EXPECT_NEAR(after[i], model_->logits()[i], 1e-4) << i;
  // The same again needs its last token only.
  ASSERT_TRUE(model_->evaluate(b));
  for (size_t i = 0; i < after.size(); ++i)
    EXPECT_NEAR(after[i], model_->logits()[i], 1e-4) << i;
}

TEST_F(ConstrainedAnswerTest, refuses_a_text_that_does_not_fit) {
  const std::vector<int32_t> many(2000, 1);
  const Status done = model_->evaluate(many);
  ASSERT_FALSE(done);
  EXPECT_NE(done.error().message.find("larger context"), std::string::npos);
}

// The last layer's output is what the output layer turns into logits; it is the embedding here.
TEST_F(ConstrainedAnswerTest, hidden_states_give_the_logits) {
  ASSERT_TRUE(model_->evaluate(prompt_));
  const std::vector<float> logits(model_->logits().begin(), model_->logits().end());
  const auto last = model_->hidden(prompt_, Pooling::Last);
  ASSERT_TRUE(last) << last.error().message;
  const auto mean = model_->hidden(prompt_, Pooling::Mean);
  ASSERT_TRUE(mean);
  std::vector<double> sums(last->size(), 0);
  for (size_t n = 1; n <= prompt_.size(); ++n) {
    const auto hidden = model_->hidden(std::span(prompt_).first(n), Pooling::Last);
    ASSERT_TRUE(hidden);
    for (size_t i = 0; i < sums.size(); ++i)
      sums[i] += static_cast<double>((*hidden)[i]);
  }
  for (size_t i = 0; i < sums.size(); ++i)
    EXPECT_NEAR((*mean)[i], sums[i] / static_cast<double>(prompt_.size()), 1e-4);
  const auto file = encode::SafetensorsFile::open(folder_->path() / "model.safetensors");
  ASSERT_TRUE(file);
  const auto embedding = *file->values<float>("model.embed_tokens.weight", "F32");
  for (size_t token = 0; token < logits.size(); ++token) {
    double sum = 0;
    for (size_t i = 0; i < last->size(); ++i) {
      sum += static_cast<double>(embedding[token * last->size() + i]) *
             static_cast<double>((*last)[i]);
    }
    EXPECT_NEAR(sum, logits[token], 1e-3) << token;
  }
}

}  // namespace
}  // namespace kcast::infer
