#include "infer/ask.h"

#include <algorithm>
#include <chrono>

#include "encode/encode_texts.h"
#include "encode/targets.h"
#include "infer/vocabulary_tokenizer.h"

namespace kcast {
namespace {

using Clock = std::chrono::steady_clock;

// Tokens that are kept free for the answer.
constexpr size_t kAnswerTokens = 512;

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

Result<std::vector<int32_t>> prompt_tokens(const LanguageModel& model, encode::Template which,
                                           const encode::PromptInput& input, AskedAnswer& out) {
  const auto context = static_cast<size_t>(model.context());
  const size_t room = std::min(kAnswerTokens, context / 2);
  const VocabularyTokenizer tokenizer(model.vocabulary());
  const std::vector<encode::SampleText> texts = {{encode::prompt_of(which, input), ""}};
  KCAST_TRY(std::vector<encode::SampleTokens> encoded,
            encode::encode_texts(tokenizer, texts, context - room));
  if (encoded.front().tokens.empty()) {
    return Error{ErrorCode::InvalidInput, "the question does not fit into " +
                                              std::to_string(context - room) +
                                              " tokens; give a larger --context"};
  }
  out.cut = encoded.front().cut;
  out.prompt_tokens = encoded.front().tokens.size();
  return std::move(encoded.front().tokens);
}

// Base quantities by their names.
encode::AnswerValues values_of(const BaseQuantities& base) {
  encode::AnswerValues out;
  out.base = base;
  for (const Metric& metric : metrics()) {
    if (const auto value = metric_value(metric, base))
      out.metrics[std::string(metric.name)] = *value;
  }
  return out;
}

}  // namespace

Result<AskedAnswer> ask(LanguageModel& model, encode::Template which,
                        const encode::PromptInput& input, const Sampling& sampling) {
  const encode::AnswerSchema schema = encode::answer_schema(which, input.kernel, input.gpu);
  const std::vector<encode::AnswerStep> steps = encode::answer_steps(schema);
  if (steps.empty()) {
    return Error{ErrorCode::InvalidInput, "template " + std::string(encode::template_name(which)) +
                                              " is answered by a head; give --head"};
  }
  AskedAnswer out;
  KCAST_TRY(const std::vector<int32_t> tokens, prompt_tokens(model, which, input, out));
  const Clock::time_point start = Clock::now();
  KCAST_TRY([[maybe_unused]] const Unit evaluated, model.evaluate(tokens));
  out.prompt_seconds = seconds_since(start);
  const Clock::time_point answering = Clock::now();
  KCAST_TRY(const ConstrainedAnswer answer, constrained_answer(model, steps, sampling));
  out.answer_seconds = seconds_since(answering);
  out.text = answer.text;
  KCAST_TRY(out.values, encode::parse_answer(which, answer.text));
  return out;
}

Result<AskedAnswer> ask_head(LanguageModel& model, const AnswerHead& head, encode::Template which,
                             const encode::PromptInput& input) {
  if (!head.features().empty()) {
    return Error{ErrorCode::Unsupported,
                 "this head reads features of the analysis, which are not at hand here"};
  }
  AskedAnswer out;
  KCAST_TRY(const std::vector<int32_t> tokens, prompt_tokens(model, which, input, out));
  const Clock::time_point start = Clock::now();
  KCAST_TRY(const std::vector<float> hidden, model.hidden(tokens, head.pooling()));
  KCAST_TRY(const std::vector<float> values, head.apply(hidden, {}, {}));
  out.prompt_seconds = seconds_since(start);
  if (head.kind() == "class") {
    if (values.size() != 2) return Error{ErrorCode::InvalidInput, "a class head has two classes"};
    out.values.bound = values[1] > values[0] ? "compute" : "bandwidth";
    return out;
  }
  // The quantile nearest to the middle of each target that the head has.
  const size_t each = std::max<size_t>(head.quantiles().size(), 1);
  const auto distance = [](float quantile) { return std::abs(quantile - 0.5F); };
  const auto middle = static_cast<size_t>(std::ranges::min_element(head.quantiles(), {}, distance) -
                                          head.quantiles().begin());
  encode::Targets targets = encode::no_targets();
  const auto names = encode::target_names();
  for (size_t i = 0; i < head.targets().size(); ++i) {
    const auto found = std::ranges::find(names, head.targets()[i]);
    if (found == names.end()) {
      return Error{ErrorCode::InvalidInput, "no target '" + head.targets()[i] + "'"};
    }
    targets[static_cast<size_t>(found - names.begin())] =
        values[i * each + (each > 1 ? middle : 0)];
  }
  if (head.targets().size() == names.size()) {
    out.values = values_of(encode::quantities_of(targets));
    return out;
  }
  const BaseQuantities base = encode::quantities_of(targets);
  for (const std::string& name : head.targets()) {
    const Metric* metric = find_metric(name);
    if (metric != nullptr && metric->base != nullptr) out.values.metrics[name] = base.*metric->base;
  }
  return out;
}

}  // namespace kcast
