#include "collect/job.h"

#include <nlohmann/json.hpp>

#include "base/io/json_problem.h"
#include "schema/reading_json.h"
#include "schema/sample_json.h"

namespace kcast::collect {

KCAST_JSON(WorkerHello, gpu_name, driver, toolkit)

namespace {

using Json = nlohmann::ordered_json;

std::string one_line(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

Json numbers(const std::vector<std::pair<std::string, double>>& named) {
  Json json = Json::object();
  for (const auto& [name, value] : named)
    json[name] = value;
  return json;
}

std::vector<std::pair<std::string, double>> named_numbers(const Json& json) {
  std::vector<std::pair<std::string, double>> named;
  for (const auto& [name, value] : json.items())
    named.emplace_back(name, value.get<double>());
  return named;
}

Json to_json_line(const WorkerHello& hello) {
  return {{"worker", hello}};
}
Json to_json_line(const WorkerAt& at) {
  return {{"at", at.id}};
}
Json to_json_line(const WorkerReading& reading) {
  Json json = reading.reading;
  json["id"] = reading.id;
  json["raw"] = numbers(reading.reading.raw);
  return json;
}
Json to_json_line(const WorkerFailure& failure) {
  return {
      {"id", failure.id}, {"reason", failure.failure.reason}, {"error", failure.failure.detail}};
}
Json to_json_line(const WorkerStats& stats) {
  return {{"stats", numbers(stats.sums)}};
}

WorkerMessage message_of(const Json& json) {
  if (json.contains("worker")) return json.at("worker").get<WorkerHello>();
  if (json.contains("at")) return WorkerAt{json.at("at").get<int64_t>()};
  if (json.contains("stats")) return WorkerStats{named_numbers(json.at("stats"))};
  const int64_t id = json.at("id").get<int64_t>();
  if (json.contains("reason")) {
    return WorkerFailure{id, {json.at("reason").get<std::string>(), json.value("error", "")}};
  }
  WorkerReading message{id, json.get<LaunchReading>()};
  if (json.contains("raw")) message.reading.raw = named_numbers(json.at("raw"));
  return message;
}

}  // namespace

std::string job_line(const CollectJob& job) {
  Json launches = Json::array();
  for (const auto& [id, launch] : job.launches)
    launches.push_back({{"id", id}, {"launch", to_json_document(launch)}});
  Json json = {{"kernel", job.kernel.name},
               {"language", job.kernel.language},
               {"source", job.kernel.source},
               {"flags", job.kernel.flags},
               {"launches", std::move(launches)}};
  if (!job.kernel.zeroed.empty()) json["zeroed"] = job.kernel.zeroed;
  if (job.kernel.cooperative) json["cooperative"] = true;
  if (!job.ptx.empty()) json["ptx"] = job.ptx;
  return one_line(json);
}

Result<CollectJob> parse_job(std::string_view line) {
  try {
    const Json json = Json::parse(line);
    CollectJob job;
    job.kernel.name = json.at("kernel").get<std::string>();
    job.kernel.language = json.value("language", "cuda");
    job.kernel.source = json.at("source").get<std::string>();
    job.kernel.flags = json.value("flags", std::vector<std::string>{});
    job.kernel.zeroed = json.value("zeroed", std::vector<std::string>{});
    job.kernel.cooperative = json.value("cooperative", false);
    job.ptx = json.value("ptx", "");
    for (const Json& entry : json.at("launches")) {
      KCAST_TRY(Launch launch, launch_from_json(entry.at("launch")));
      job.launches.emplace_back(entry.at("id").get<int64_t>(), std::move(launch));
    }
    return job;
  } catch (const Json::exception& error) {
    return Error{ErrorCode::InvalidInput,
                 std::string("a job's line: ") + json_problem(error.what())};
  }
}

std::string message_line(const WorkerMessage& message) {
  return one_line(std::visit([](const auto& kind) { return to_json_line(kind); }, message));
}

Result<WorkerMessage> parse_message(std::string_view line) {
  try {
    return message_of(Json::parse(line));
  } catch (const Json::exception& error) {
    return Error{ErrorCode::InvalidInput,
                 std::string("a worker's line: ") + json_problem(error.what())};
  }
}

}  // namespace kcast::collect
