#include "serve/api/difference.h"

#include "predict/report_json.h"

namespace kcast::api {

namespace {

DiffSide read_side(Fields& outer, const char* name, const Json& common,
                   std::span<const Gpu> known) {
  DiffSide side{outer.path(name), {}, std::nullopt};
  const Json* json = outer.need(name);
  if (json == nullptr) return side;
  Fields fields(*json, side.path, outer.problem());
  if (const Json* kept = fields.find("report")) {
    auto report = predict::report_from_json(kept->dump(), fields.path("report"));
    if (!report) {
      fields.wrong("report", "is no report of /v1/predict or kcast predict --json");
    } else {
      side.report = *std::move(report);
    }
    fields.nothing_else();
    return side;
  }
  if (!fields.sound()) return side;
  side.request = with_fields(common, *json, {});
  read_predict_body(side.request, side.path, known, outer.problem());
  return side;
}

}  // namespace

DiffBody read_diff_body(const Json& json, std::span<const Gpu> known,
                        std::optional<Problem>& problem) {
  Fields fields(json, "", problem);
  DiffBody out;
  PredictBody common;
  read_predict_fields(fields, known, common);
  const std::vector<std::string> rules = fields.texts("fail_if");
  for (size_t i = 0; i < rules.size(); ++i) {
    auto rule = predict::parse_fail_rule(rules[i]);
    if (!rule) {
      fields.wrong("fail_if[" + std::to_string(i) + "]", rule.error().message);
      break;
    }
    out.rules.push_back(*std::move(rule));
  }
  fields.find("before");
  fields.find("after");
  fields.nothing_else();
  if (!fields.sound()) return out;
  const Json both = with_fields(Json::object(), json, {"before", "after", "fail_if"});
  out.before = read_side(fields, "before", both, known);
  out.after = read_side(fields, "after", both, known);
  return out;
}

}  // namespace kcast::api
