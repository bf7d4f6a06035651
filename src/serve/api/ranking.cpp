#include "serve/api/ranking.h"

#include <algorithm>
#include <set>

#include "base/text.h"
#include "predict/classify.h"
#include "report/predict_tables.h"
#include "schema/gpu/gpu_json.h"

namespace kcast::api {

namespace {

const Metric* read_metric(Fields& fields) {
  const std::string name = fields.text("by").value_or("time_us");
  const Metric* metric = find_metric(name);
  if (metric != nullptr) return metric;
  std::vector<std::string> names;
  for (const Metric& known : metrics())
    names.emplace_back(known.name);
  fields.wrong("by", "no metric '" + name + "'; there are " + join(names, ", "));
  return nullptr;
}

void read_candidates(Fields& outer, const Json& common, std::span<const Gpu> known, size_t most,
                     std::vector<Candidate>& out) {
  const Json* list = outer.need("candidates");
  if (list == nullptr) return;
  if (!list->is_array() || list->empty() || list->size() > most) {
    return outer.wrong("candidates", "must be a list of 1 to " + std::to_string(most) + " objects");
  }
  std::set<std::string> names;
  for (size_t i = 0; i < list->size(); ++i) {
    Candidate candidate;
    candidate.path = outer.path("candidates[" + std::to_string(i) + "]");
    Fields own((*list)[i], candidate.path, outer.problem());
    const auto name = own.text("name");
    if (!own.sound()) return;
    candidate.request = with_fields(common, (*list)[i], {"name"});
    const PredictBody body =
        read_predict_body(candidate.request, candidate.path, known, outer.problem());
    if (!own.sound()) return;
    candidate.name = name.value_or(body.request.source.files[0].name);
    candidate.gpus = body.request.gpus;
    if (!names.insert(candidate.name).second)
      own.wrong("name", "another candidate is called '" + candidate.name + "'");
    out.push_back(std::move(candidate));
  }
}

void add_launch(const predict::LaunchPrediction& launch, const Metric& by, const Gpu& gpu,
                Ranked& out) {
  const auto value = predict::metric_value(by, launch);
  const auto ends = predict::metric_interval(by, launch, gpu);
  if (!value || !ends) return;
  ++out.launches;
  if (by.name == "time_us") {
    const auto count = static_cast<double>(launch.count);
    out.value += *value * count;
    out.low += ends->low * count;
    out.high += ends->high * count;
  } else if (out.launches == 1) {  // reports have the longest launch first
    out.value = *value;
    out.low = ends->low;
    out.high = ends->high;
  }
}

// One entry for each GPU and combination of settings in a report.
void add_report(const Candidate& candidate, const predict::PredictReport& report, const Metric& by,
                std::vector<Ranked>& out) {
  const bool some_run =
      std::any_of(report.predictions.begin(), report.predictions.end(),
                  [](const predict::LaunchPrediction& launch) { return launch.in_program; });
  const size_t first = out.size();
  for (const predict::LaunchPrediction& launch : report.predictions) {
    const Gpu* gpu = find_gpu(candidate.gpus, launch.prediction.gpu);
    if (gpu == nullptr || (some_run && !launch.in_program)) continue;
    auto entry = std::find_if(
        out.begin() + static_cast<std::ptrdiff_t>(first), out.end(), [&](const Ranked& other) {
          return other.gpu == launch.prediction.gpu && other.settings == launch.settings;
        });
    if (entry == out.end()) {
      out.push_back({candidate.name, launch.prediction.gpu, launch.settings});
      entry = out.end() - 1;
    }
    add_launch(launch, by, *gpu, *entry);
  }
}

Json settings_json(const Ranked& entry) {
  Json out = Json::object();
  for (const auto& [name, value] : entry.settings)
    out[name] = value;
  return out;
}

}  // namespace

RankBody read_rank_body(const Json& json, std::span<const Gpu> known, size_t most,
                        std::optional<Problem>& problem) {
  Fields fields(json, "", problem);
  RankBody out;
  PredictBody common;
  read_predict_fields(fields, known, common);
  out.by = read_metric(fields);
  out.full = fields.boolean("full").value_or(false);
  fields.find("candidates");
  fields.nothing_else();
  if (!fields.sound()) return out;
  read_candidates(fields, with_fields(Json::object(), json, {"candidates", "by", "full"}), known,
                  most, out.candidates);
  return out;
}

std::vector<Ranked> rank(const RankBody& body, std::span<const Outcome> outcomes) {
  std::vector<Ranked> out;
  for (size_t i = 0; i < outcomes.size(); ++i) {
    if (outcomes[i].report) add_report(body.candidates[i], *outcomes[i].report, *body.by, out);
  }
  std::erase_if(out, [](const Ranked& entry) { return entry.launches == 0; });
  const bool ascending = report::less_is_better(*body.by);
  std::stable_sort(out.begin(), out.end(), [&](const Ranked& a, const Ranked& b) {
    return ascending ? a.value < b.value : a.value > b.value;
  });
  return out;
}

std::string ranking_body(const RankBody& body, std::span<const Outcome> outcomes) {
  Json json;
  json["format"] = "kcast-ranking-1";
  json["by"] = body.by->name;
  json["ranking"] = Json::array();
  for (const Ranked& entry : rank(body, outcomes)) {
    json["ranking"].push_back({{"name", entry.name},
                               {"gpu", entry.gpu},
                               {"settings", settings_json(entry)},
                               {"value", entry.value},
                               {"low", entry.low},
                               {"high", entry.high},
                               {"launches", entry.launches}});
  }
  json["skipped"] = Json::array();
  for (size_t i = 0; i < outcomes.size(); ++i) {
    if (outcomes[i].report) continue;
    json["skipped"].push_back({{"name", body.candidates[i].name}, {"reason", outcomes[i].reason}});
  }
  if (body.full) {
    json["reports"] = Json::object();
    for (size_t i = 0; i < outcomes.size(); ++i) {
      if (!outcomes[i].report) continue;
      json["reports"][body.candidates[i].name] = Json::parse(*outcomes[i].body);
    }
  }
  return json.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace kcast::api
