#include "workflow/ask/report_answer.h"

#include <algorithm>

#include "predict/report_json.h"

namespace kcast::workflow {

std::optional<encode::AnswerValues> values_of_report(std::string_view text) {
  const auto report = predict::report_from_json(text, "the answer");
  if (!report || report->predictions.empty()) return std::nullopt;
  const auto longest =
      std::ranges::max_element(report->predictions, {}, &predict::LaunchPrediction::time_share);
  encode::AnswerValues out;
  out.base = longest->prediction.values;
  out.bound = longest->prediction.bound;
  return out;
}

Result<encode::AnswerValues> read_answer(encode::Template which, std::string_view text) {
  if (auto report = values_of_report(text)) return *std::move(report);
  return encode::parse_answer(which, text);
}

}  // namespace kcast::workflow
