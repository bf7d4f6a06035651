#include "workflow/ask/model_prediction.h"

#include <algorithm>
#include <cmath>

#include "encode/answers.h"
#include "encode/targets.h"

namespace kcast::workflow {
namespace {

BaseQuantities nothing_known() {
  return encode::quantities_of(encode::no_targets());
}

void set_values(const BaseQuantities& values, Prediction& out) {
  out.values = out.low = out.high = values;
}

Status take_text(encode::Template which, const std::string& text,
                 predict::LaunchPrediction& entry) {
  KCAST_TRY(const encode::AnswerValues said, encode::parse_answer(which, text));
  BaseQuantities values = nothing_known();
  for (const auto& [name, value] : said.metrics) {
    const Metric* metric = find_metric(name);
    if (metric->base != nullptr) {
      values.*metric->base = value;
    } else {
      entry.stated.emplace(name, value);
    }
  }
  set_values(values, entry.prediction);
  entry.prediction.bound = said.bound;
  return Unit{};
}

// Where the quantiles are that stand for the value and for the ends of its interval.
struct QuantilePlaces {
  size_t low = 0, middle = 0, high = 0;
  double coverage = 0;
};

QuantilePlaces places_of(const std::vector<float>& quantiles) {
  QuantilePlaces out;
  if (quantiles.empty()) return out;
  const auto at = [&](auto found) { return static_cast<size_t>(found - quantiles.begin()); };
  const auto distance = [](float quantile) { return std::abs(quantile - 0.5F); };
  out.low = at(std::ranges::min_element(quantiles));
  out.high = at(std::ranges::max_element(quantiles));
  out.middle = at(std::ranges::min_element(quantiles, {}, distance));
  out.coverage = static_cast<double>(quantiles[out.high]) - static_cast<double>(quantiles[out.low]);
  return out;
}

Status take_outputs(const encode::HeadInfo& head, const std::vector<float>& outputs,
                    Prediction& out) {
  const size_t each = std::max<size_t>(head.quantiles.size(), 1);
  if (outputs.size() != head.targets.size() * each) {
    return Error{ErrorCode::External, "the head gave " + std::to_string(outputs.size()) +
                                          " numbers for " + std::to_string(head.targets.size()) +
                                          " targets"};
  }
  const QuantilePlaces places = places_of(head.quantiles);
  const auto names = encode::target_names();
  encode::Targets values = encode::no_targets();
  encode::Targets low = values;
  encode::Targets high = values;
  for (size_t i = 0; i < head.targets.size(); ++i) {
    const auto found = std::ranges::find(names, head.targets[i]);
    if (found == names.end()) {
      return Error{ErrorCode::InvalidInput, "the head predicts '" + head.targets[i] +
                                                "', which is no quantity of this version"};
    }
    const auto target = static_cast<size_t>(found - names.begin());
    values[target] = outputs[i * each + places.middle];
    low[target] = outputs[i * each + places.low];
    high[target] = outputs[i * each + places.high];
  }
  out.values = encode::quantities_of(values);
  out.low = encode::quantities_of(low);
  out.high = encode::quantities_of(high);
  out.coverage = places.coverage;
  return Unit{};
}

}  // namespace

Status take_answer(encode::Template which, const encode::HeadInfo* head,
                   const encode::ModelAnswer& answer, predict::LaunchPrediction& entry) {
  Prediction& prediction = entry.prediction;
  prediction.coverage = 0;
  prediction.source =
      head != nullptr && head->kind == "hybrid" ? PredictionSource::Hybrid : PredictionSource::Text;
  if (head == nullptr) return take_text(which, answer.text, entry);
  if (head->kind != "class") return take_outputs(*head, answer.outputs, prediction);
  if (answer.outputs.size() != 2) {
    return Error{ErrorCode::InvalidInput,
                 "a class head has two classes, not " + std::to_string(answer.outputs.size())};
  }
  set_values(nothing_known(), prediction);
  // The classes of a shard (encode::label_of): 0 bandwidth, 1 compute.
  prediction.bound = answer.outputs[1] > answer.outputs[0] ? Bound::Compute : Bound::Bandwidth;
  return Unit{};
}

}  // namespace kcast::workflow
