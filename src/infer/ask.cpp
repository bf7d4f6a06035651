#include "infer/ask.h"

#include <algorithm>
#include <chrono>
#include <string>

#include "encode/encode_texts.h"
#include "infer/greedy_answer.h"
#include "infer/vocabulary_tokenizer.h"

namespace kcast::infer {
namespace {

using Clock = std::chrono::steady_clock;

// Tokens that are kept free for an answer.
constexpr size_t kAnswerTokens = 512;

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

// At most `room` of them.
Result<std::vector<int32_t>> prompt_tokens(const LanguageModel& model,
                                           const encode::ModelQuestion& question, size_t room,
                                           encode::ModelAnswer& out) {
  const VocabularyTokenizer tokenizer(model.vocabulary());
  const std::vector<encode::SampleText> texts = {{question.prompt, ""}};
  KCAST_TRY(std::vector<encode::SampleTokens> encoded,
            encode::encode_texts(tokenizer, texts, room));
  if (encoded.front().tokens.empty()) {
    return Error{ErrorCode::InvalidInput, "the question does not fit into " + std::to_string(room) +
                                              " tokens; give a larger --context"};
  }
  out.cut = encoded.front().cut;
  out.prompt_tokens = static_cast<int64_t>(encoded.front().tokens.size());
  return std::move(encoded.front().tokens);
}

Result<encode::ModelAnswer> answer_of_head(LanguageModel& model, const AnswerHead& head,
                                           const encode::ModelQuestion& question) {
  encode::ModelAnswer out;
  KCAST_TRY(const std::vector<int32_t> tokens,
            prompt_tokens(model, question, static_cast<size_t>(model.context()), out));
  const Clock::time_point start = Clock::now();
  KCAST_TRY(const std::vector<float> hidden, model.hidden(tokens, head.pooling()));
  out.prompt_seconds = seconds_since(start);
  KCAST_TRY(out.outputs, head.apply(hidden, question.features, question.origin));
  return out;
}

Result<encode::ModelAnswer> free_answer(LanguageModel& model,
                                        const encode::ModelQuestion& question) {
  encode::ModelAnswer out;
  const auto context = static_cast<size_t>(model.context());
  const size_t kept_free = std::min(static_cast<size_t>(question.free_tokens), context / 2);
  KCAST_TRY(const std::vector<int32_t> tokens,
            prompt_tokens(model, question, context - kept_free, out));
  const Clock::time_point start = Clock::now();
  KCAST_TRY(const std::vector<int32_t> said, greedy_answer(model, tokens, question.free_tokens));
  out.answer_seconds = seconds_since(start);
  out.text = model.vocabulary().text(said);
  out.answer_tokens = static_cast<int64_t>(said.size());
  return out;
}

}  // namespace

Result<encode::ModelAnswer> answer_question(LanguageModel& model, const AnswerHead* head,
                                            const encode::ModelQuestion& question,
                                            const Sampling& sampling) {
  if (head != nullptr) return answer_of_head(model, *head, question);
  if (question.free_tokens > 0) return free_answer(model, question);
  encode::ModelAnswer out;
  const auto context = static_cast<size_t>(model.context());
  KCAST_TRY(const std::vector<int32_t> tokens,
            prompt_tokens(model, question, context - std::min(kAnswerTokens, context / 2), out));
  const Clock::time_point start = Clock::now();
  KCAST_OK(model.evaluate(tokens));
  out.prompt_seconds = seconds_since(start);
  const Clock::time_point answering = Clock::now();
  KCAST_TRY(ConstrainedAnswer answer, constrained_answer(model, question.steps, sampling));
  out.answer_seconds = seconds_since(answering);
  out.text = std::move(answer.text);
  out.log_probability = answer.log_probability;
  return out;
}

}  // namespace kcast::infer
