#include "predict/report_json.h"

#include <cmath>
#include <nlohmann/json.hpp>

#include "base/io/json_at.h"
#include "predict/classify.h"
#include "schema/gpu/gpu_json.h"
#include "schema/sample_json.h"

namespace kcast::predict {

namespace {

using Json = nlohmann::ordered_json;

Json metrics_json(const LaunchPrediction& entry, const Gpu& gpu) {
  Json out = Json::object();
  for (const Metric& metric : metrics()) {
    const std::string name(metric.name);
    const auto value = metric_value(metric, entry);
    const auto ends = metric_interval(metric, entry, gpu);
    if (!value || !ends) {
      out[name] = nullptr;
      continue;
    }
    out[name] = {{"value", *value}, {"low", ends->low}, {"high", ends->high}};
  }
  return out;
}

Json occupancy_json(const OccupancyFeatures& o) {
  return {{"registers_per_thread", o.registers},
          {"registers_exact", o.registers_exact},
          {"shared_bytes_per_block", o.shared_bytes},
          {"blocks_per_unit", o.blocks_per_unit},
          {"warps_per_block", o.warps_per_block},
          {"occupancy", o.occupancy},
          {"limiter", to_text(o.limiter)},
          {"waves", o.waves},
          {"tail_share", o.tail_share}};
}

Json counts_json(const Features& f) {
  const MemoryFeatures& m = f.memory;
  return {{"warp_instructions", f.operations.warp_instructions},
          {"global_load_requests", m.global_load_requests},
          {"global_store_requests", m.global_store_requests},
          {"atomic_requests", m.atomic_requests},
          {"sectors_per_load", m.sectors_per_load},
          {"sectors_per_store", m.sectors_per_store},
          {"l2_sm_bytes", m.l2_sm_bytes},
          {"unique_read_bytes", m.unique_read_bytes},
          {"unique_write_bytes", m.unique_write_bytes},
          {"shared_requests", m.shared_requests},
          {"shared_bank_conflicts", std::max(0.0, m.shared_wavefronts - m.shared_requests)},
          {"same_address_atomics", m.same_address_atomics},
          {"branches", f.control.branches},
          {"divergent_branches", f.control.divergent_branches},
          {"barriers", f.control.barriers},
          {"active_lanes", f.control.active_lanes},
          {"estimated_share", f.control.estimated_share}};
}

Json model_json(const ModelNote& note) {
  const auto name = [](const std::string& text) { return text.empty() ? Json() : Json(text); };
  return {{"name", note.model},           {"adapter", name(note.adapter)},
          {"head", name(note.head)},      {"template", note.form},
          {"answer", name(note.answer)},  {"prompt_tokens", note.prompt_tokens},
          {"prompt_cut", note.prompt_cut}};
}

Json assumed_json(const Assumptions& assumed) {
  return {{"launch", assumed.launch},       {"off_path", assumed.off_path},
          {"grid", assumed.grid},           {"block", assumed.block},
          {"shared", assumed.shared},       {"scalars", assumed.scalars},
          {"sizes", assumed.sizes},         {"contents", assumed.contents},
          {"host", assumed.host},           {"estimates", assumed.estimates},
          {"templates", assumed.templates}, {"macros", assumed.macros}};
}

Json launch_json(const LaunchPrediction& entry, std::span<const Gpu> gpus) {
  const Prediction& p = entry.prediction;
  const Gpu* gpu = find_gpu(gpus, p.gpu);
  const Gpu unknown;
  Json json;
  json["kernel"] = entry.name;
  json["symbol"] = p.kernel;
  json["file"] = entry.file;
  json["line"] = entry.line;
  json["gpu"] = p.gpu;
  json["validated"] = entry.validated;
  json["l2"] = to_text(entry.conditions.l2);
  json["timing"] = to_text(entry.conditions.timing);
  json["settings"] = Json::object();
  for (const auto& [name, value] : entry.settings)
    json["settings"][name] = value;
  json["launch"] = to_json_document(entry.launch);
  json["launch_file"] = entry.launch_file;
  json["launch_line"] = entry.launch_line;
  json["count"] = entry.count;
  json["in_program"] = entry.in_program;
  json["assumed"] = assumed_json(entry.launch.assumed);
  json["time_share"] = entry.time_share;
  json["source"] = to_text(p.source);
  json["coverage"] = p.coverage;
  json["class"] = p.bound == Bound::None ? Json() : Json(to_text(p.bound) + "-bound");
  json["near_ridge"] = p.near_ridge;
  json["metrics"] = metrics_json(entry, gpu != nullptr ? *gpu : unknown);
  const Json whole = to_json_document(p);
  json["bottleneck"] = whole["bottleneck"];
  json["warp_time"] = whole["warp_time"];
  // A model that reads the text alone counts nothing.
  const bool analysed = p.source != PredictionSource::Text;
  json["occupancy"] = analysed ? occupancy_json(entry.features.occupancy) : Json();
  json["counts"] = analysed ? counts_json(entry.features) : Json();
  json["reasons"] = whole["reasons"];
  json["notes"] = p.notes;
  json["estimated"] = entry.features.estimated;
  if (entry.model) json["model"] = model_json(*entry.model);
  return json;
}

const char* severity_name(Severity severity) {
  switch (severity) {
    case Severity::Note:
      return "note";
    case Severity::Warning:
      return "warning";
    case Severity::Error:
      return "error";
  }
  return "error";
}

Json diagnostics_json(std::span<const Diagnostic> diagnostics) {
  Json out = Json::array();
  for (const Diagnostic& d : diagnostics) {
    out.push_back({{"severity", severity_name(d.severity)},
                   {"file", d.file},
                   {"line", d.line},
                   {"column", d.column},
                   {"message", d.message}});
  }
  return out;
}

// What a base quantity leaves open is NaN again; a derived metric that does not follow from the
// others was stated.
void read_metrics(const JsonAt<Json>& json, LaunchPrediction& entry) {
  Prediction& out = entry.prediction;
  for (const Metric& metric : metrics()) {
    const JsonAt<Json> value = json.at(std::string(metric.name));
    if (metric.base == nullptr) continue;
    if (value.is_null()) {
      out.values.*metric.base = out.low.*metric.base = out.high.*metric.base = std::nan("");
      continue;
    }
    out.values.*metric.base = value.at("value").get<double>();
    out.low.*metric.base = value.at("low").get<double>();
    out.high.*metric.base = value.at("high").get<double>();
  }
  for (const Metric& metric : metrics()) {
    const JsonAt<Json> value = json.at(std::string(metric.name));
    if (value.is_null() || metric_value(metric, out.values)) continue;
    entry.stated.emplace(metric.name, value.at("value").get<double>());
  }
}

// Reports of earlier versions know one state and one time.
Conditions read_conditions(const JsonAt<Json>& json) {
  Conditions out;
  const auto l2 = l2_state_named(json.value("l2", to_text(out.l2)));
  if (!l2) json.at("l2").wrong(l2.error().message);
  const auto timing = timing_named(json.value("timing", to_text(out.timing)));
  if (!timing) json.at("timing").wrong(timing.error().message);
  return {*l2, *timing};
}

LaunchPrediction read_launch(const JsonAt<Json>& json) {
  LaunchPrediction out;
  out.name = json.at("kernel").get<std::string>();
  out.prediction.kernel = json.at("symbol").get<std::string>();
  out.file = json.at("file").get<std::string>();
  out.line = json.at("line").get<int64_t>();
  out.prediction.gpu = json.at("gpu").get<std::string>();
  out.validated = json.at("validated").get<bool>();
  out.conditions = read_conditions(json);
  for (const auto& [name, value] : json.at("settings").members())
    out.settings.emplace_back(name, value.get<std::string>());
  out.launch.kernel = out.prediction.kernel;
  out.launch.grid = json.at("launch").at("grid").get<std::array<int64_t, 3>>();
  out.launch.block = json.at("launch").at("block").get<std::array<int64_t, 3>>();
  out.launch_file = json.at("launch_file").get<std::string>();
  out.launch_line = json.at("launch_line").get<int64_t>();
  out.count = json.at("count").get<int64_t>();
  out.in_program = json.value("in_program", true);
  out.time_share = json.at("time_share").get<double>();
  if (!json.at("class").is_null()) {
    const std::string text = json.at("class").get<std::string>();
    const std::optional<Bound> bound = bound_named(text.substr(0, text.find('-')));
    if (!bound) json.at("class").wrong("is no class: '" + text + "'");
    out.prediction.bound = *bound;
  }
  out.prediction.near_ridge = json.at("near_ridge").get<bool>();
  out.prediction.coverage = json.at("coverage").get<double>();
  read_metrics(json.at("metrics"), out);
  return out;
}

}  // namespace

std::string report_to_json(const PredictReport& report, std::span<const Gpu> gpus) {
  Json json;
  json["format"] = kReportFormat;
  json["predictions"] = Json::array();
  for (const LaunchPrediction& entry : report.predictions)
    json["predictions"].push_back(launch_json(entry, gpus));
  json["skipped"] = Json::array();
  for (const SkippedKernel& entry : report.skipped)
    json["skipped"].push_back({{"kernel", entry.name}, {"reason", entry.reason}});
  json["diagnostics"] = diagnostics_json(report.diagnostics);
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string diagnostics_to_json(std::span<const Diagnostic> diagnostics) {
  return diagnostics_json(diagnostics).dump(2, ' ', false, Json::error_handler_t::replace);
}

Result<PredictReport> report_from_json(std::string_view text, std::string_view file) {
  const auto wrong = [&](const std::string& why) {
    return Error{ErrorCode::InvalidInput, std::string(file) + ": " + why};
  };
  const Json json = Json::parse(text, nullptr, false);
  try {
    if (!json.is_object() || JsonAt(json).value("format", "") != kReportFormat) {
      return wrong("no prediction report; make one with kcast predict --json");
    }
    PredictReport report;
    for (const JsonAt<Json>& entry : JsonAt(json).at("predictions").items())
      report.predictions.push_back(read_launch(entry));
    return report;
  } catch (const JsonError& error) {
    return wrong(error.what());
  }
}

}  // namespace kcast::predict
