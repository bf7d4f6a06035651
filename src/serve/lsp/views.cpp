#include "serve/lsp/views.h"

#include <algorithm>
#include <cmath>

#include "predict/classify.h"
#include "predict/gpus.h"
#include "predict/report_json.h"
#include "predict/roofline.h"
#include "report/summary_line.h"
#include "schema/gpu/gpu_json.h"

namespace kcast::lsp {

namespace {

Json roofline_json(const predict::Roofline& roofline) {
  Json json = {{"unit", roofline.unit},
               {"gops", number_json(roofline.gops)},
               {"gopsLow", number_json(roofline.gops_low)},
               {"gopsHigh", number_json(roofline.gops_high)}};
  json["points"] = Json::array();
  for (const predict::RooflinePoint& point : roofline.points) {
    json["points"].push_back({{"level", point.level},
                              {"intensity", number_json(point.intensity)},
                              {"intensityLow", number_json(point.intensity_low)},
                              {"intensityHigh", number_json(point.intensity_high)}});
  }
  json["roofs"] = Json::array();
  for (const predict::Roof& roof : roofline.roofs) {
    json["roofs"].push_back(
        {{"name", roof.name}, {"gbs", roof.gbs}, {"gops", roof.gops}, {"measured", roof.measured}});
  }
  return json;
}

size_t index_of(const predict::PredictReport& report, const predict::LaunchPrediction& entry) {
  const auto found = std::find(report.predictions.begin(), report.predictions.end(), entry);
  return static_cast<size_t>(found - report.predictions.begin());
}

Json change_json(const predict::LaunchChange& change) {
  Json out = Json::object();
  for (const Metric& metric : metrics()) {
    const auto before = predict::metric_value(metric, change.before);
    const auto after = predict::metric_value(metric, change.after);
    if (!before || !after) continue;
    const auto relative = predict::relative_change(*before, *after);
    out[std::string(metric.name)] = {{"before", number_json(*before)},
                                     {"after", number_json(*after)},
                                     {"change", relative ? number_json(*relative) : Json()}};
  }
  return out;
}

void append_argument(const LaunchArgument& argument, Json& out) {
  if (!argument.members.empty()) {
    for (const LaunchArgument& member : argument.members)
      append_argument(member, out);
    return;
  }
  Json json = {{"name", argument.name}, {"type", argument.element_type}};
  if (argument.elements > 0) {
    json["kind"] = "buffer";
    json["value"] = argument.elements;
    json["fill"] = fill_text(argument.fill);
  } else if (argument.local_bytes > 0) {
    json["kind"] = "local";
    json["value"] = argument.local_bytes;
  } else {
    json["kind"] = "scalar";
    json["value"] = argument.real ? number_json(*argument.real)
                                  : (argument.integer ? Json(*argument.integer) : Json());
  }
  out.push_back(std::move(json));
}

}  // namespace

Json kernel_status_json(const Shown& shown, const ShownKernel& kernel) {
  const predict::LaunchPrediction* main = main_prediction(shown, kernel);
  Json json = {{"name", kernel.name},
               {"symbol", kernel.symbol},
               {"range", to_json(kernel.place.range)},
               {"selectionRange", to_json(kernel.place.selection)},
               {"summary", kernel.summary},
               {"gpu", shown.gpus.empty() ? "" : shown.gpus[0].id}};
  for (const char* name : {"time_us", "low_us", "high_us", "bound", "busiest", "busy_share"})
    json[name] = nullptr;
  json["launches"] = kernel.predictions.size() / std::max<size_t>(1, shown.gpus.size());
  json["assumed"] = false;
  json["kept"] = kernel.kept;
  if (!kernel.skipped.empty()) json["skipped"] = kernel.skipped;
  if (main == nullptr) return json;
  const Prediction& p = main->prediction;
  json["time_us"] = number_json(p.values.time_us);
  json["low_us"] = number_json(p.low.time_us);
  json["high_us"] = number_json(p.high.time_us);
  if (p.bound != Bound::None) json["bound"] = to_text(p.bound);
  if (!p.bottleneck.empty()) {
    json["busiest"] = to_text(p.bottleneck[0].part);
    json["busy_share"] = number_json(p.bottleneck[0].share);
  }
  json["assumed"] = main->launch.assumed.any();
  return json;
}

Json kernels_json(const Shown& shown) {
  Json out = Json::array();
  for (const ShownKernel& kernel : shown.kernels)
    out.push_back(kernel_status_json(shown, kernel));
  return out;
}

Json report_json(const predict::PredictReport& report, const std::vector<Gpu>& gpus) {
  return Json::parse(predict::report_to_json(report, gpus));
}

Json rooflines_json(const predict::PredictReport& report, const std::vector<Gpu>& gpus) {
  Json out = Json::array();
  for (size_t i = 0; i < report.predictions.size(); ++i) {
    const predict::LaunchPrediction& entry = report.predictions[i];
    const Gpu* gpu = find_gpu(gpus, entry.prediction.gpu);
    if (gpu == nullptr) continue;
    const auto roofline = predict::make_roofline(entry, *gpu);
    if (!roofline) continue;
    Json json = {
        {"prediction", i}, {"kernel", entry.name}, {"gpu", gpu->id}, {"gpuName", gpu->name}};
    json.update(roofline_json(*roofline));
    out.push_back(std::move(json));
  }
  return out;
}

Json line_shares_json(const Shown& shown, const std::string& kernel) {
  Json out = Json::array();
  for (const ShownLine& line : shown.lines) {
    if (!kernel.empty() && line.kernel != kernel) continue;
    out.push_back({{"line", line.position.line},
                   {"kernel", line.kernel},
                   {"share", number_json(line.share)},
                   {"text", line.text}});
  }
  return out;
}

predict::PredictReport only_kernel(const predict::PredictReport& report,
                                   const std::string& kernel) {
  if (kernel.empty()) return report;
  predict::PredictReport out = report;
  std::erase_if(out.predictions, [&](const auto& entry) { return entry.name != kernel; });
  std::erase_if(out.skipped, [&](const auto& entry) { return entry.name != kernel; });
  return out;
}

Json diff_json(const predict::PredictReport& before, const predict::PredictReport& after,
               const std::vector<Gpu>& gpus) {
  const predict::Comparison comparison = predict::compare(before, after);
  Json changes = Json::array();
  for (const predict::LaunchChange& change : comparison.changes) {
    changes.push_back({{"before", index_of(before, change.before)},
                       {"after", index_of(after, change.after)},
                       {"kernel", change.after.name},
                       {"gpu", change.after.prediction.gpu},
                       {"summary", report::change_line(change.before.prediction.values.time_us,
                                                       change.after.prediction.values.time_us)},
                       {"metrics", change_json(change)}});
  }
  return {{"before", report_json(before, gpus)},
          {"after", report_json(after, gpus)},
          {"beforeRooflines", rooflines_json(before, gpus)},
          {"afterRooflines", rooflines_json(after, gpus)},
          {"changes", std::move(changes)},
          {"onlyBefore", comparison.only_before},
          {"onlyAfter", comparison.only_after}};
}

Json gpus_json() {
  Json out = Json::array();
  std::string standard;
  if (const auto gpu = predict::gpus_named("")) standard = (*gpu)[0].id;
  if (const auto all = predict::gpus_named("all")) {
    for (const Gpu& gpu : *all) {
      out.push_back({{"id", gpu.id},
                     {"name", gpu.name},
                     {"shortName", report::short_gpu_name(gpu)},
                     {"vendor", gpu.vendor},
                     {"validated", gpu.validated}});
    }
  }
  return {{"default", standard}, {"gpus", std::move(out)}};
}

Json launch_json(const predict::LaunchPrediction& entry) {
  Json json = {{"kernel", entry.name},
               {"grid", entry.launch.grid},
               {"block", entry.launch.block},
               {"shared", entry.launch.shared_bytes}};
  json["arguments"] = Json::array();
  for (const LaunchArgument& argument : entry.launch.arguments)
    append_argument(argument, json["arguments"]);
  json["assumed"] = entry.prediction.notes;
  return json;
}

}  // namespace kcast::lsp
