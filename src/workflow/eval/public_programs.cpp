#include "workflow/eval/public_programs.h"

#include <functional>
#include <nlohmann/json.hpp>
#include <set>

#include "base/files.h"
#include "base/io/json_problem.h"
#include "base/text.h"

namespace kcast::workflow {
namespace {

namespace fs = std::filesystem;
using nlohmann::ordered_json;
using Texts = std::vector<std::string>;

constexpr const char* kPrograms = "programs.jsonl";
constexpr const char* kReadings = "readings.jsonl";

// Calls `take` for each line that is not empty; what it throws names the line.
Status each_line(const fs::path& file, const std::function<void(const ordered_json&)>& take) {
  KCAST_TRY(const std::string text, read_file(file));
  size_t number = 0;
  for (const std::string& line : split(text, '\n')) {
    ++number;
    if (trim(line).empty()) continue;
    try {
      take(ordered_json::parse(line));
    } catch (const ordered_json::exception& error) {
      return Error{ErrorCode::InvalidInput, file.string() + ":" + std::to_string(number) + ": " +
                                                json_problem(error.what())};
    }
  }
  return Unit{};
}

PublicProgram program_of(const ordered_json& line) {
  PublicProgram out;
  out.id = line.at("id").get<std::string>();
  out.repository = line.at("repository").get<std::string>();
  out.side = line.at("side").get<std::string>();
  out.language = line.at("language").get<std::string>();
  out.folder = line.value("folder", "");
  out.files = line.at("files").get<Texts>();
  out.kernel_files = line.value("kernel_files", Texts());
  out.flags = line.value("flags", Texts());
  out.arguments = line.value("arguments", Texts());
  out.beside = line.value("beside", Texts());
  return out;
}

std::string bytes_of(const std::string& hexadecimal) {
  std::string out;
  for (size_t i = 0; i + 1 < hexadecimal.size(); i += 2)
    out += static_cast<char>(parse_int("0x" + hexadecimal.substr(i, 2)).value_or(0));
  return out;
}

PublicArgument argument_of(const ordered_json& entry) {
  PublicArgument out;
  if (entry.contains("local")) {
    out.local_bytes = entry.at("local").get<int64_t>();
  } else if (entry.contains("bytes")) {
    out.value = bytes_of(entry.at("bytes").get<std::string>());
  } else {
    out.buffer_bytes = entry.at(entry.contains("image") ? "image" : "buffer").get<int64_t>();
  }
  return out;
}

void read_shape(const ordered_json& line, PublicReading& out) {
  if (!line.contains("global")) {
    out.grid = line.at("grid").get<std::array<int64_t, 3>>();
    out.block = line.at("block").get<std::array<int64_t, 3>>();
    return;
  }
  const auto global = line.at("global").get<std::array<int64_t, 3>>();
  out.block = line.at("local").get<std::array<int64_t, 3>>();
  for (size_t i = 0; i < 3; ++i) {
    out.block[i] = std::max<int64_t>(out.block[i], 1);
    out.grid[i] = (std::max<int64_t>(global[i], 1) + out.block[i] - 1) / out.block[i];
  }
}

PublicReading reading_of(const ordered_json& line) {
  PublicReading out;
  out.program = line.at("program").get<std::string>();
  out.kernel = line.at("kernel").get<std::string>();
  read_shape(line, out);
  for (const ordered_json& entry : line.value("arguments", ordered_json::array()))
    out.arguments.push_back(argument_of(entry));
  out.options = line.value("options", "");
  if (line.contains("left")) out.left_us = line.at("left").at("time_us").get<double>();
  if (!line.contains("cold")) return out;
  const ordered_json& cold = line.at("cold");
  out.cold.emplace();
  out.cold->time_us = cold.at("time_us").get<double>();
  out.has_counters = cold.contains("l1_bytes");
  for (const Metric& metric : metrics()) {
    if (metric.base == nullptr || !out.has_counters) continue;
    (*out.cold).*metric.base = cold.at(std::string(metric.name)).get<double>();
  }
  return out;
}

Status read_floors(const fs::path& file, eval::MetricValues& floors) {
  std::error_code ignored;
  if (!fs::exists(file, ignored)) return Unit{};
  KCAST_TRY(const std::string text, read_file(file));
  try {
    const ordered_json all = ordered_json::parse(text);
    for (const auto& [name, entry] : all.at("metrics").items()) {
      // The time is scored as it is.
      if (find_metric(name) == nullptr || name == "time_us") continue;
      floors[eval::metric_index(name)] = entry.at("absolute_p90").get<double>();
    }
  } catch (const ordered_json::exception& error) {
    return Error{ErrorCode::InvalidInput, file.string() + ": " + json_problem(error.what())};
  }
  return Unit{};
}

}  // namespace

bool is_public_suite(const fs::path& folder) {
  std::error_code ignored;
  return fs::exists(folder / kPrograms, ignored);
}

Result<PublicSuite> read_public_suite(const fs::path& folder) {
  PublicSuite out;
  std::set<std::string> ids;
  KCAST_OK(each_line(folder / kPrograms, [&](const ordered_json& line) {
    out.programs.push_back(program_of(line));
    ids.insert(out.programs.back().id);
  }));
  std::string unknown;
  KCAST_OK(each_line(folder / kReadings, [&](const ordered_json& line) {
    PublicReading reading = reading_of(line);
    if (!ids.contains(reading.program)) unknown = reading.program;
    out.readings[reading.program].push_back(std::move(reading));
  }));
  if (!unknown.empty()) {
    return Error{ErrorCode::InvalidInput, (folder / kReadings).string() +
                                              ": readings of program '" + unknown +
                                              "', which programs.jsonl lacks"};
  }
  KCAST_OK(read_floors(folder / "noise.json", out.floors));
  return out;
}

}  // namespace kcast::workflow
