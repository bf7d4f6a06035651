#include "encode/report/report_answer.h"

#include <nlohmann/json.hpp>
#include <string>

namespace kcast::encode {
namespace {

using nlohmann::json;

constexpr std::string_view kFormat = R"("format":"kcast-prediction-)";

// NaN: there is none.
double number_at(const json& object, const json::json_pointer& at) {
  const json found = object.value(at, json());
  return found.is_number() ? found.get<double>() : std::numeric_limits<double>::quiet_NaN();
}

const json* longest_of(const json& predictions) {
  const json* out = nullptr;
  double most = -1;
  for (const json& prediction : predictions) {
    if (!prediction.is_object()) continue;
    const double share = number_at(prediction, json::json_pointer("/time_share"));
    if (out == nullptr || share > most) {
      out = &prediction;
      most = share;
    }
  }
  return out;
}

Bound bound_named(std::string_view name) {
  for (const Bound bound : {Bound::Compute, Bound::Bandwidth}) {
    if (name.starts_with(to_text(bound))) return bound;
  }
  return Bound::None;
}

}  // namespace

std::optional<AnswerValues> values_of_report(std::string_view text) {
  if (text.find(kFormat) == std::string_view::npos) return std::nullopt;
  const json report = json::parse(text, nullptr, false);
  if (!report.is_object()) return std::nullopt;
  const json predictions = report.value("predictions", json::array());
  const json* prediction = predictions.is_array() ? longest_of(predictions) : nullptr;
  if (prediction == nullptr) return std::nullopt;
  AnswerValues out;
  BaseQuantities base;
  bool has_all = true;
  for (const Metric& metric : metrics()) {
    const std::string name(metric.name);
    const double value = number_at(*prediction, json::json_pointer("/metrics/" + name + "/value"));
    if (value >= 0) out.metrics[name] = value;
    if (metric.base == nullptr) continue;
    base.*metric.base = value;
    has_all = has_all && value >= 0;
  }
  if (has_all) out.base = base;
  const json bound = prediction->value("class", json());
  if (bound.is_string()) out.bound = bound_named(bound.get_ref<const std::string&>());
  return out;
}

}  // namespace kcast::encode
