#include "collect/cuda/roofline/gpu_file.h"

#include <nlohmann/json.hpp>
#include <set>

#include "schema/gpu/gpu_json.h"

namespace kcast::collect {

namespace {

using Json = nlohmann::ordered_json;

constexpr const char* kSource = "roofline";

Json number(double value) {
  const auto whole = static_cast<int64_t>(value);
  return static_cast<double>(whole) == value ? Json(whole) : Json(value);
}

// {"value": 1, "source": "x"}, on one line.
void append_line(const Json& value, std::string& out) {
  if (value.is_object()) {
    out += "{";
    bool first = true;
    for (const auto& [key, member] : value.items()) {
      out += first ? "" : ", ";
      first = false;
      out += Json(key).dump() + ": ";
      append_line(member, out);
    }
    out += "}";
  } else if (value.is_array()) {
    out += "[";
    for (size_t i = 0; i < value.size(); ++i) {
      out += i == 0 ? "" : ", ";
      append_line(value[i], out);
    }
    out += "]";
  } else {
    out += value.dump();
  }
}

// Sections, sources and the provenance take a line per member.
bool is_tall(const Json& value, const std::string& path) {
  if (!value.is_object()) return false;
  if (path.empty() || path == "measured.provenance" || path.starts_with("sources")) return true;
  return path.find('.') == std::string::npos || path == "measured.instructions";
}

void append(const Json& value, const std::string& path, size_t depth, std::string& out) {
  if (!is_tall(value, path)) {
    append_line(value, out);
    return;
  }
  out += "{\n";
  size_t left = value.size();
  for (const auto& [key, member] : value.items()) {
    out += std::string(2 * (depth + 1), ' ') + Json(key).dump() + ": ";
    append(member, path.empty() ? key : path + "." + key, depth + 1, out);
    out += --left > 0 ? ",\n" : "\n";
  }
  out += std::string(2 * depth, ' ') + "}";
}

void collect_sources(const Json& value, std::set<std::string>& used) {
  if (!value.is_object()) return;
  if (value.contains("source") && value["source"].is_string()) {
    used.insert(value["source"].get<std::string>());
  }
  for (const auto& [key, member] : value.items()) {
    if (key != "sources") collect_sources(member, used);
  }
}

void put_figures(Json& measured, const RooflineReadings& readings) {
  for (const FigureReading& reading : readings.figures) {
    Json figure = {{"value", number(reading.value)}, {"source", kSource}};
    if (!reading.note.empty()) figure["note"] = reading.note;
    measured[reading.key] = figure;
  }
}

// An instruction of which nothing was believed keeps what it had.
void put_instructions(Json& measured, const RooflineReadings& readings) {
  Json& table = measured["instructions"];
  if (!table.is_object()) table = Json::object();
  for (const InstructionReading& reading : readings.instructions) {
    if (!reading.per_clock && !reading.latency_cycles) continue;
    Json row = Json::object();
    if (reading.per_clock) row["per_clock"] = number(*reading.per_clock);
    if (reading.latency_cycles) row["latency_cycles"] = number(*reading.latency_cycles);
    row["source"] = kSource;
    table[reading.name] = row;
  }
}

// The order of schema/gpu_json.h's writer, so that a new figure has its place.
Json ordered_like_the_schema(const Json& measured, std::string_view file_text) {
  Json result = Json::object();
  const auto gpu = gpu_from_json("gpu", file_text);
  if (!gpu) return measured;
  Gpu model = *gpu;
  if (!model.measured) model.measured = Measured{};
  const Json order = Json::parse(gpu_to_json(model)).at("measured");
  for (const auto& [key, ignored] : order.items()) {
    if (measured.contains(key)) result[key] = measured[key];
  }
  for (const auto& [key, value] : measured.items()) {
    if (!result.contains(key)) result[key] = value;
  }
  return result;
}

void put_sources(Json& document, const MeasuredFrom& from) {
  document["sources"][kSource] = {
      {"title", "micro-kernels of kcast roofline"},
      {"kind", "measured"},
      {"where", "driver " + from.driver + ", " + from.tool},
      {"note", "events and clock64; median of repeated launches, clocks left alone"}};
  std::set<std::string> used;
  collect_sources(document, used);
  Json kept = Json::object();
  std::set<std::string> names;
  for (const auto& [key, ignored] : document["sources"].items())
    names.insert(key);
  for (const std::string& key : names) {
    if (used.contains(key)) kept[key] = document["sources"][key];
  }
  document["sources"] = kept;
}

}  // namespace

std::string format_gpu_document(const Json& document) {
  std::string out;
  append(document, "", 0, out);
  return out + "\n";
}

Result<std::string> with_readings(std::string_view file_text, const RooflineReadings& readings,
                                  const MeasuredFrom& from) {
  Json document = Json::parse(file_text, nullptr, false);
  if (!document.is_object()) return Error{ErrorCode::InvalidInput, "the GPU's file is not JSON"};
  Json measured = document.contains("measured") ? document["measured"] : Json::object();
  if (!measured.is_object()) measured = Json::object();
  measured["provenance"] = {{"date", from.date},
                            {"driver", from.driver},
                            {"tool", from.tool},
                            {"clocks", from.clocks},
                            {"command", from.command}};
  put_figures(measured, readings);
  put_instructions(measured, readings);
  document["measured"] = ordered_like_the_schema(measured, file_text);
  put_sources(document, from);
  std::string text = format_gpu_document(document);
  // What is written must be readable.
  KCAST_TRY([[maybe_unused]] const Gpu gpu, gpu_from_json("the new file", text));
  return text;
}

}  // namespace kcast::collect
