#include "serve/mcp/calls.h"

#include <algorithm>
#include <cmath>

#include "base/text.h"
#include "predict/classify.h"
#include "predict/compare.h"
#include "predict/gpus.h"
#include "predict/report_json.h"
#include "report/causes.h"
#include "report/predict_tables.h"
#include "report/predict_view.h"
#include "report/si_text.h"
#include "report/summary_line.h"
#include "schema/gpu/gpu_json.h"
#include "serve/mcp/tool_request.h"
#include "serve/option_words.h"
#include "workflow/project/first_lines.h"
#include "workflow/sources.h"

namespace kcast::mcp {

namespace {

// A short answer names so many launches; the rest is counted.
constexpr size_t kMostShort = 40;
constexpr size_t kMostNotes = 6;
constexpr size_t kMostReasons = 8;
constexpr size_t kMostCandidates = 64;

struct Call {
  predict::Predictor& predictor;
  const Json& arguments;
  const std::atomic<bool>& cancelled;
};

// With sentences that name the arguments of the tools.
Result<predict::PredictReport> predict_for(const Call& call,
                                           const predict::PredictRequest& request) {
  return serve::with_fields(call.predictor.predict(request, &call.cancelled), serve::kToolFields);
}

Json number(double value) {
  return std::isfinite(value) ? Json(value) : Json();
}

std::vector<std::string> names(std::initializer_list<std::vector<std::string>> lists) {
  std::vector<std::string> out;
  for (const auto& list : lists)
    out.insert(out.end(), list.begin(), list.end());
  return out;
}

std::string launch_words(const predict::LaunchPrediction& entry) {
  return report::blocks_of_threads(entry.launch) +
         (entry.launch_file.empty() ? ", assumed" : ", line " + std::to_string(entry.launch_line)) +
         (entry.count > 1 ? ", " + std::to_string(entry.count) + " times" : "");
}

std::string summary_of(const predict::LaunchPrediction& entry, const std::vector<Gpu>& gpus) {
  const Gpu* gpu = find_gpu(gpus, entry.prediction.gpu);
  return gpu != nullptr ? report::summary_line(entry, *gpu) : "";
}

Json short_launch(const predict::LaunchPrediction& entry, const std::vector<Gpu>& gpus) {
  const Prediction& p = entry.prediction;
  Json json = {{"kernel", entry.name},
               {"gpu", p.gpu},
               {"time_us", number(p.values.time_us)},
               {"low_us", number(p.low.time_us)},
               {"high_us", number(p.high.time_us)},
               {"class", p.bound == Bound::None ? Json() : Json(to_text(p.bound) + "-bound")},
               {"summary", summary_of(entry, gpus)},
               {"launch", launch_words(entry)},
               {"assumed", entry.launch.assumed.any()}};
  if (!entry.settings.empty()) {
    json["settings"] = Json::object();
    for (const auto& [name, value] : entry.settings)
      json["settings"][name] = value;
  }
  return json;
}

std::string short_line(const predict::LaunchPrediction& entry, const std::vector<Gpu>& gpus) {
  std::vector<std::string> words;
  for (const auto& [name, value] : entry.settings)
    words.push_back(name + "=" + value);
  const Prediction& p = entry.prediction;
  return entry.name + (words.empty() ? "" : " [" + join(words, " ") + "]") + ": " +
         summary_of(entry, gpus) + " (90 % interval " +
         report::interval_text(p.low.time_us, p.high.time_us, "us") + "; " + launch_words(entry) +
         ")\n";
}

Json skipped_json(const std::vector<predict::SkippedKernel>& skipped) {
  Json out = Json::array();
  for (const predict::SkippedKernel& entry : skipped)
    out.push_back({{"kernel", entry.name}, {"reason", entry.reason}});
  return out;
}

std::string skipped_lines(const std::vector<predict::SkippedKernel>& skipped) {
  std::string out;
  for (const predict::SkippedKernel& entry : skipped)
    out += "not predicted: " + entry.name + ": " + entry.reason + "\n";
  return out;
}

Result<ToolResult> predict_call(const Call& call) {
  KCAST_OK(
      only_known(call.arguments, names({source_names(), launch_names(), {"sweep", "detail"}})));
  KCAST_TRY(predict::PredictRequest request, tool_request(call.arguments, call.arguments));
  const Json& sweeps = rpc::field(call.arguments, "sweep");
  if (!sweeps.is_null() && !sweeps.is_array()) {
    return Error{ErrorCode::InvalidInput, "'sweep' must be a list: [\"block=64,128,256\"]"};
  }
  for (const Json& item : sweeps) {
    if (!item.is_string()) return Error{ErrorCode::InvalidInput, "'sweep' must be a list of texts"};
    KCAST_TRY(predict::Sweep sweep, predict::parse_sweep(item.get<std::string>()));
    request.sweeps.push_back(std::move(sweep));
  }
  const std::string detail = rpc::string_field(call.arguments, "detail");
  KCAST_TRY(const predict::PredictReport report, predict_for(call, request));
  ToolResult out;
  out.structured = {{"predictions", Json::array()}, {"skipped", skipped_json(report.skipped)}};
  const size_t shown = std::min(report.predictions.size(), kMostShort);
  for (size_t i = 0; i < shown; ++i) {
    out.structured["predictions"].push_back(short_launch(report.predictions[i], request.gpus));
    out.text += short_line(report.predictions[i], request.gpus);
  }
  const size_t left = report.predictions.size() - shown;
  out.structured["left_out"] = left;
  if (left > 0) out.text += "... " + std::to_string(left) + " more launches (detail: full)\n";
  out.text += skipped_lines(report.skipped);
  Json notes = Json::array();
  for (const std::string& line : workflow::first_lines(report, request.source)) {
    if (notes.size() == kMostNotes) break;
    notes.push_back(line);
    out.text += line + "\n";
  }
  out.structured["notes"] = std::move(notes);
  if (detail == "full") {
    out.structured["report"] = Json::parse(predict::report_to_json(report, request.gpus));
    out.text += out.structured["report"].dump() + "\n";
  }
  return out;
}

// The launch that an explanation is about: the longest on the first GPU.
const predict::LaunchPrediction* longest(const predict::PredictReport& report, const Gpu& gpu) {
  const predict::LaunchPrediction* best = nullptr;
  for (const predict::LaunchPrediction& entry : report.predictions) {
    if (entry.prediction.gpu != gpu.id) continue;
    if (best == nullptr || entry.time_share > best->time_share) best = &entry;
  }
  return best;
}

Json place_json(int64_t line, const std::string& source, const std::string& text) {
  Json json = Json::object();
  if (line > 0) json["line"] = line;
  if (!source.empty()) json["source"] = source;
  json["text"] = text;
  return json;
}

std::string place_text(int64_t line, const std::string& source, const std::string& text) {
  return (line > 0 ? "line " + std::to_string(line) : std::string("launch")) +
         (source.empty() ? "" : " `" + source + "`") + ": " + text + "\n";
}

void add_reasons(const predict::LaunchPrediction& entry, const Gpu& gpu,
                 const report::SourceLine& lines, ToolResult& out) {
  const Prediction& p = entry.prediction;
  out.structured["busy"] = Json::array();
  std::vector<std::string> busy;
  for (const BottleneckTerm& term : p.bottleneck) {
    if (term.share < 0.05) continue;
    out.structured["busy"].push_back({{"part", to_text(term.part)},
                                      {"share", number(term.share)},
                                      {"time_us", number(term.time_us)}});
    busy.push_back(to_text(term.part) + " " + format_number(100 * term.share, 0) + " %");
  }
  out.text += "busy (parts overlap): " + join(busy, ", ") + "\n";
  out.structured["reasons"] = Json::array();
  for (size_t i = 0; i < std::min(p.reasons.size(), kMostReasons); ++i) {
    const Reason& reason = p.reasons[i];
    const std::string source = lines(reason.file, reason.line);
    out.structured["reasons"].push_back(place_json(reason.line, source, reason.text));
    out.text += place_text(reason.line, source, reason.text);
  }
  out.structured["causes"] = Json::array();
  for (const report::Cause& cause : report::find_causes(entry, gpu)) {
    const std::string source = lines(cause.file, cause.line);
    Json json = place_json(cause.line, source, cause.message);
    json["code"] = cause.code;
    out.structured["causes"].push_back(std::move(json));
    out.text += "improve, " + place_text(cause.line, source, cause.message);
  }
}

Result<ToolResult> explain_call(const Call& call) {
  KCAST_OK(only_known(call.arguments, names({source_names(), launch_names()})));
  KCAST_TRY(const predict::PredictRequest request, tool_request(call.arguments, call.arguments));
  KCAST_TRY(const predict::PredictReport report, predict_for(call, request));
  const Gpu& gpu = request.gpus[0];
  const predict::LaunchPrediction* entry = longest(report, gpu);
  if (entry == nullptr) return Error{ErrorCode::NotFound, "nothing was predicted for " + gpu.id};
  ToolResult out;
  out.structured = {
      {"kernel", entry->name}, {"gpu", gpu.id}, {"summary", summary_of(*entry, request.gpus)}};
  out.text = short_line(*entry, request.gpus);
  add_reasons(*entry, gpu, workflow::source_lines(request), out);
  const OccupancyFeatures& occupancy = entry->features.occupancy;
  out.structured["occupancy"] = {{"share", number(occupancy.occupancy)},
                                 {"limited_by", to_text(occupancy.limiter)},
                                 {"registers", occupancy.registers},
                                 {"shared_bytes", occupancy.shared_bytes},
                                 {"waves", number(occupancy.waves)}};
  out.text += "occupancy " + format_number(100 * occupancy.occupancy, 0) + " %, limited by " +
              to_text(occupancy.limiter) + ", " + std::to_string(occupancy.registers) +
              " registers a thread\n";
  out.structured["assumed"] = entry->prediction.notes;
  for (const std::string& note : entry->prediction.notes)
    out.text += "assumed or estimated: " + note + "\n";
  return out;
}

struct Candidate {
  std::string label;
  predict::LaunchPrediction entry;
};

// Predicts each candidate; one that cannot be predicted is skipped.
Result<std::vector<Candidate>> predict_candidates(const Call& call, const Json& list,
                                                  std::vector<Gpu>& gpus,
                                                  std::vector<predict::SkippedKernel>& skipped) {
  std::vector<Candidate> out;
  for (size_t i = 0; i < list.size(); ++i) {
    KCAST_OK(only_known(list[i], names({source_names(), {"label"}})));
    std::string label = rpc::string_field(list[i], "label");
    if (label.empty()) label = rpc::string_field(list[i], "path");
    if (label.empty()) label = "candidate " + std::to_string(i + 1);
    const auto request = tool_request(list[i], call.arguments);
    if (!request) {
      skipped.push_back({label, request.error().message});
      continue;
    }
    gpus = request->gpus;
    auto report = predict_for(call, *request);
    if (call.cancelled) return Error{ErrorCode::External, "cancelled"};
    if (!report) {
      skipped.push_back({label, report.error().message});
      continue;
    }
    for (predict::SkippedKernel& entry : report->skipped)
      skipped.push_back({label + ": " + entry.name, std::move(entry.reason)});
    for (predict::LaunchPrediction& entry : report->predictions)
      out.push_back({label, std::move(entry)});
  }
  return out;
}

Result<ToolResult> rank_call(const Call& call) {
  KCAST_OK(only_known(call.arguments, names({launch_names(), {"candidates", "by"}})));
  const Json& list = rpc::field(call.arguments, "candidates");
  if (!list.is_array() || list.empty() || list.size() > kMostCandidates) {
    return Error{ErrorCode::InvalidInput, "'candidates' must be a list of 1 to 64 sources"};
  }
  const std::string by = rpc::string_field(call.arguments, "by");
  const Metric* metric = find_metric(by.empty() ? "time_us" : by);
  if (metric == nullptr) return Error{ErrorCode::InvalidInput, "no metric '" + by + "'"};
  std::vector<Gpu> gpus;
  std::vector<predict::SkippedKernel> skipped;
  KCAST_TRY(std::vector<Candidate> candidates, predict_candidates(call, list, gpus, skipped));
  if (candidates.empty()) {
    return Error{ErrorCode::InvalidInput, skipped[0].name + ": " + skipped[0].reason};
  }
  // Sorted as kcast rank sorts; labels travel in the name of the file.
  predict::PredictReport report;
  for (size_t i = 0; i < candidates.size(); ++i) {
    candidates[i].entry.file = std::to_string(i);
    report.predictions.push_back(candidates[i].entry);
  }
  report::sort_by_metric(report, *metric);
  ToolResult out;
  out.structured = {
      {"by", metric->name}, {"ranking", Json::array()}, {"skipped", skipped_json(skipped)}};
  for (const predict::LaunchPrediction& entry : report.predictions) {
    const std::string& label = candidates[static_cast<size_t>(std::stoul(entry.file))].label;
    const auto value = predict::metric_value(*metric, entry);
    Json json = {{"label", label}, {"value", value ? number(*value) : Json()}};
    json.update(short_launch(entry, gpus));
    out.structured["ranking"].push_back(std::move(json));
    if (out.structured["ranking"].size() <= kMostShort) {
      out.text += std::to_string(out.structured["ranking"].size()) + ". " + label + ": " +
                  short_line(entry, gpus);
    }
  }
  out.text += skipped_lines(skipped);
  return out;
}

Result<ToolResult> diff_call(const Call& call) {
  KCAST_OK(only_known(call.arguments, names({launch_names(), {"before", "after"}})));
  predict::PredictReport reports[2];
  for (size_t i = 0; i < 2; ++i) {
    const char* side = i == 0 ? "before" : "after";
    const Json& source = rpc::field(call.arguments, side);
    KCAST_OK(only_known(source, source_names()));
    auto request = tool_request(source, call.arguments);
    if (!request) return std::move(request).error().context(side);
    auto report = predict_for(call, *request);
    if (!report) return std::move(report).error().context(side);
    reports[i] = *std::move(report);
  }
  const predict::Comparison comparison = predict::compare(reports[0], reports[1]);
  if (comparison.changes.empty()) {
    return Error{ErrorCode::NotFound, "both versions have no kernel in common"};
  }
  ToolResult out;
  out.structured = {{"changes", Json::array()},
                    {"only_before", comparison.only_before},
                    {"only_after", comparison.only_after}};
  for (const predict::LaunchChange& change : comparison.changes) {
    const double before = change.before.prediction.values.time_us;
    const double after = change.after.prediction.values.time_us;
    const auto relative = predict::relative_change(before, after);
    const std::string summary = report::change_line(before, after);
    Json json = {{"kernel", change.after.name},
                 {"gpu", change.after.prediction.gpu},
                 {"before_us", number(before)},
                 {"after_us", number(after)},
                 {"change_percent", relative ? number(100 * *relative) : Json()},
                 {"summary", summary}};
    json["metrics"] = Json::object();
    out.text += change.after.name + " on " + change.after.prediction.gpu + ": " + summary + "\n";
    for (const Metric& metric : metrics()) {
      const auto x = predict::metric_value(metric, change.before);
      const auto y = predict::metric_value(metric, change.after);
      if (!x || !y) continue;
      const auto moved = predict::relative_change(*x, *y);
      if (moved && std::abs(*moved) < 0.01) continue;
      json["metrics"][std::string(metric.name)] = {{"before", number(*x)}, {"after", number(*y)}};
      out.text += "  " + std::string(metric.name) + ": " + report::si_text(*x, metric.unit) +
                  " -> " + report::si_text(*y, metric.unit) + "\n";
    }
    out.structured["changes"].push_back(std::move(json));
  }
  return out;
}

Result<ToolResult> gpus_call(const Call& call) {
  KCAST_OK(only_known(call.arguments, {}));
  KCAST_TRY(const std::vector<Gpu> gpus, predict::gpus_named("all"));
  ToolResult out;
  out.structured = {{"gpus", Json::array()}};
  for (const Gpu& gpu : gpus) {
    out.structured["gpus"].push_back({{"id", gpu.id},
                                      {"name", gpu.name},
                                      {"vendor", gpu.vendor},
                                      {"validated", gpu.validated},
                                      {"dram_gbs", gpu.bandwidth.dram_gbs},
                                      {"fp32_gflops", gpu.peaks.fp32_gflops}});
    out.text += gpu.id + ": " + gpu.name + ", " + report::si_text(gpu.bandwidth.dram_gbs, "GB/s") +
                " DRAM, " + report::si_text(gpu.peaks.fp32_gflops, "GFLOP/s") + " fp32" +
                (gpu.validated ? "" : ", never validated on hardware") + "\n";
  }
  return out;
}

}  // namespace

Result<ToolResult> call_tool(predict::Predictor& predictor, const std::string& name,
                             const Json& arguments, const std::atomic<bool>& cancelled) {
  const Call call{predictor, arguments, cancelled};
  if (name == "predict") return predict_call(call);
  if (name == "explain") return explain_call(call);
  if (name == "rank") return rank_call(call);
  if (name == "diff") return diff_call(call);
  if (name == "gpus") return gpus_call(call);
  return Error{ErrorCode::NotFound, "no tool '" + name + "'"};
}

}  // namespace kcast::mcp
