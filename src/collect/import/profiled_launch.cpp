#include "collect/import/profiled_launch.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/files.h"
#include "base/io/json_problem.h"
#include "base/quantile.h"
#include "base/text.h"
#include "schema/json_codec.h"

namespace kcast::collect {

namespace {

using Json = nlohmann::ordered_json;
using Named = std::vector<std::pair<std::string, double>>;

Json object_of(const Named& named) {
  Json json = Json::object();
  for (const auto& [name, value] : named)
    json[name] = value;
  return json;
}

Named named_in(const Json& json) {
  Named named;
  for (const auto& [name, value] : json.items())
    named.emplace_back(name, value.get<double>());
  return named;
}

void write_reading(const LaunchReading& reading, Json& json) {
  Json& values = json["values"] = Json::object();
  for (const Metric& metric : metrics()) {
    if (metric.base != nullptr) values[std::string(metric.name)] = reading.values.*metric.base;
  }
  json["times_us"] = reading.times_us;
  json["sm_clock_mhz"] = reading.sm_clock_mhz;
  json["memory_clock_mhz"] = reading.memory_clock_mhz;
  json["registers"] = reading.registers;
  json["static_shared_bytes"] = reading.static_shared_bytes;
  json["local_bytes"] = reading.local_bytes;
  json["raw"] = object_of(reading.raw);
}

LaunchReading read_reading(const Json& json) {
  LaunchReading reading;
  for (const Metric& metric : metrics()) {
    if (metric.base == nullptr) continue;
    reading.values.*metric.base = json.at("values").at(std::string(metric.name)).get<double>();
  }
  json.at("times_us").get_to(reading.times_us);
  reading.sm_clock_mhz = json.value("sm_clock_mhz", 0.0);
  reading.memory_clock_mhz = json.value("memory_clock_mhz", 0.0);
  reading.registers = json.value("registers", int64_t{0});
  reading.static_shared_bytes = json.value("static_shared_bytes", int64_t{0});
  reading.local_bytes = json.value("local_bytes", int64_t{0});
  if (json.contains("raw")) reading.raw = named_in(json.at("raw"));
  return reading;
}

ProfiledLaunch launch_in(const Json& json) {
  ProfiledLaunch launch;
  json.at("collector").get_to(launch.collector);
  json.at("kernel").get_to(launch.kernel);
  launch.gpu_target = json.value("gpu_target", "");
  launch.gpu_name = json.value("gpu_name", "");
  launch.definition = json.value("definition", "");
  launch.occurrence = json.value("occurrence", int64_t{0});
  launch.blocks = json.value("blocks", int64_t{0});
  launch.threads_per_block = json.value("threads_per_block", int64_t{0});
  if (json.contains("grid")) json.at("grid").get_to(launch.grid);
  if (json.contains("block")) json.at("block").get_to(launch.block);
  if (json.contains("launch")) launch.launch = json.at("launch").get<int64_t>();
  if (json.contains("dynamic_shared_bytes")) {
    launch.dynamic_shared_bytes = json.at("dynamic_shared_bytes").get<int64_t>();
  }
  if (json.contains("notes")) json.at("notes").get_to(launch.notes);
  if (json.contains("reason")) {
    launch.failure = ReadingFailure{json.at("reason").get<std::string>(), json.value("error", "")};
    return launch;
  }
  launch.reading = read_reading(json);
  if (json.contains("tool_metrics")) launch.tool_metrics = named_in(json.at("tool_metrics"));
  return launch;
}

}  // namespace

void set_times(std::vector<double> times_us, LaunchReading& reading) {
  reading.times_us = times_us;
  std::sort(times_us.begin(), times_us.end());
  reading.values.time_us = quantile_of(times_us, 0.5);
}

std::string profiled_launch_line(const ProfiledLaunch& launch) {
  Json json = {{"collector", launch.collector},
               {"kernel", launch.kernel},
               {"gpu_target", launch.gpu_target},
               {"gpu_name", launch.gpu_name},
               {"occurrence", launch.occurrence},
               {"blocks", launch.blocks},
               {"threads_per_block", launch.threads_per_block},
               {"grid", launch.grid},
               {"block", launch.block}};
  if (launch.launch) json["launch"] = *launch.launch;
  if (launch.dynamic_shared_bytes) json["dynamic_shared_bytes"] = *launch.dynamic_shared_bytes;
  if (launch.failure) {
    json["reason"] = launch.failure->reason;
    json["error"] = launch.failure->detail;
  } else {
    write_reading(launch.reading, json);
    json["tool_metrics"] = object_of(launch.tool_metrics);
  }
  json["definition"] = launch.definition;
  json["notes"] = launch.notes;
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

Result<ProfiledLaunch> parse_profiled_launch(std::string_view line) {
  try {
    return launch_in(Json::parse(line));
  } catch (const Json::exception& error) {
    return Error{ErrorCode::InvalidInput,
                 std::string("a line of a profiled launch: ") + json_problem(error.what())};
  }
}

Result<std::vector<ProfiledLaunch>> read_profiled_launches(const std::filesystem::path& file) {
  KCAST_TRY(const std::string text, read_file(file));
  std::vector<ProfiledLaunch> out;
  size_t number = 0;
  for (const std::string& line : split(text, '\n')) {
    ++number;
    if (trim(line).empty()) continue;
    auto launch = parse_profiled_launch(line);
    if (!launch) {
      return std::move(launch).error().context(file.string() + ":" + std::to_string(number));
    }
    out.push_back(*std::move(launch));
  }
  return out;
}

}  // namespace kcast::collect
