#include "schema/gpu/gpu_json.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>
#include <set>
#include <type_traits>
#include <utility>

#include "base/files.h"
#include "base/io/json_problem.h"
#include "base/text.h"
#include "schema/gpu/figure_reader.h"
#include "schema/gpu/gpu_figures.h"
#include "schema/gpu/machine_constants.h"
#include "schema/gpu/machine_json.h"

namespace kcast {
namespace {

using Json = FigureJson;

// A file of a few kilobytes; anything beyond this is not one.
constexpr size_t kMaxFileBytes = size_t{1} << 20;

template <typename T>
struct IsOptional : std::false_type {};
template <typename T>
struct IsOptional<std::optional<T>> : std::true_type {};

// The keys of each section, as figures are read.
using SectionKeys = std::map<std::string, std::set<std::string>>;

template <typename T>
void read_figure(FigureReader& reader, SectionKeys& keys, Gpu& gpu, const FigureSpec& spec,
                 T& target) {
  const std::string section(spec.section);
  const std::string key(spec.key);
  const std::string field = section + "." + key;
  keys[section].insert(key);
  if (reader.failed()) return;
  const Json* found =
      FigureReader::member(reader.object(reader.root(), "", spec.section, false), key);
  if (found == nullptr) {
    if (!IsOptional<T>::value) reader.fail(field, "missing");
    return;
  }
  if (const auto from = reader.sourced(*found, field, spec.zero_allowed, target))
    gpu.figure_sources[field] = *from;
}

void read_header(FigureReader& reader, const Json& root, Gpu& gpu) {
  gpu.id = reader.text(root, "", "id", true);
  gpu.name = reader.text(root, "", "name", true);
  gpu.vendor = reader.text(root, "", "vendor", true);
  gpu.architecture = reader.text(root, "", "architecture", true);
  gpu.target = reader.text(root, "", "target", true);
  gpu.note = reader.text(root, "", "note", false);
  const bool plain_id = std::all_of(gpu.id.begin(), gpu.id.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-';
  });
  if (!plain_id) reader.fail("id", "must be lower-case letters, digits and '-'");

  const Json* validated = FigureReader::member(root, "validated");
  if (validated == nullptr) return reader.fail("validated", "missing");
  if (!validated->is_boolean()) return reader.fail("validated", "must be true or false");
  gpu.validated = validated->get<bool>();

  const Json* aliases = FigureReader::member(root, "aliases");
  if (aliases == nullptr) return;
  if (!aliases->is_array()) return reader.fail("aliases", "must be a list of texts");
  for (const Json& alias : *aliases) {
    if (!alias.is_string()) return reader.fail("aliases", "must be a list of texts");
    gpu.aliases.push_back(alias.get<std::string>());
  }
}

void read_instructions(FigureReader& reader, const Json& section, Measured& measured) {
  const std::string path = "measured.instructions";
  const Json& instructions = reader.object(section, "measured", "instructions", false);
  for (const auto& item : instructions.items()) {
    const std::string field = path + "." + item.key();
    const Json& entry = reader.object(instructions, path, item.key(), true);
    reader.only_keys(entry, field, {"per_clock", "latency_cycles", "source"});
    InstructionTiming timing;
    if (const Json* value = FigureReader::member(entry, "per_clock")) {
      reader.number(*value, field + ".per_clock", false, timing.per_clock.emplace());
    }
    if (const Json* value = FigureReader::member(entry, "latency_cycles")) {
      reader.number(*value, field + ".latency_cycles", false, timing.latency_cycles.emplace());
    }
    timing.source = reader.text(entry, field, "source", true);
    reader.use_source(field, timing.source);
    measured.instructions[item.key()] = std::move(timing);
  }
}

void read_measured(FigureReader& reader, const Json& root, SectionKeys& keys, Gpu& gpu) {
  if (FigureReader::member(root, "measured") == nullptr) return;
  const Json& section = reader.object(root, "", "measured", true);
  const Json& from = reader.object(section, "measured", "provenance", true);
  const std::string path = "measured.provenance";
  reader.only_keys(from, path, {"date", "driver", "tool", "clocks", "command"});
  Measured measured;
  measured.provenance.date = reader.text(from, path, "date", false);
  measured.provenance.driver = reader.text(from, path, "driver", false);
  measured.provenance.tool = reader.text(from, path, "tool", false);
  measured.provenance.clocks = reader.text(from, path, "clocks", false);
  measured.provenance.command = reader.text(from, path, "command", false);
  visit_measured(measured, [&](const FigureSpec& spec, auto& target) {
    read_figure(reader, keys, gpu, spec, target);
  });
  std::set<std::string> known = keys["measured"];
  known.insert({"provenance", "instructions"});
  reader.only_keys(section, "measured", known);
  read_instructions(reader, section, measured);
  gpu.measured = std::move(measured);
}

// No key that the format does not know, in the file and in its sections.
void check_keys(FigureReader& reader, const Json& root, SectionKeys& keys) {
  std::set<std::string> known = {"id",   "name",    "aliases",  "vendor",  "architecture", "target",
                                 "note", "sources", "measured", "machine", "validated"};
  Gpu model;
  visit_figures(model, [&](const FigureSpec& spec, auto&) { known.emplace(spec.section); });
  reader.only_keys(root, "", known);
  std::string last;
  visit_figures(model, [&](const FigureSpec& spec, auto&) {
    if (last == spec.section) return;
    last = spec.section;
    reader.only_keys(reader.object(root, "", last, false), last, keys[last]);
  });
}

// What must hold within one file whatever the GPU is.
void check_consistency(FigureReader& reader, const Gpu& gpu) {
  const auto& shared = gpu.shared_memory;
  if (gpu.occupancy.warps_per_unit * gpu.units.warp_width < gpu.occupancy.threads_per_unit) {
    reader.fail("occupancy.threads_per_unit", "is more than warps_per_unit can hold");
  }
  if (gpu.occupancy.threads_per_block > gpu.occupancy.threads_per_unit) {
    reader.fail("occupancy.threads_per_block", "is more than threads_per_unit");
  }
  if (shared.per_block_max_bytes > shared.per_unit_bytes) {
    reader.fail("shared_memory.per_block_max_bytes", "is more than per_unit_bytes");
  }
  if (!std::is_sorted(shared.carveout_bytes.begin(), shared.carveout_bytes.end()) ||
      shared.carveout_bytes.back() != shared.per_unit_bytes) {
    reader.fail("shared_memory.carveout_bytes", "must ascend and end with per_unit_bytes");
  }
  if (gpu.l1.line_bytes % gpu.l1.sector_bytes != 0) {
    reader.fail("l1.line_bytes", "is no multiple of sector_bytes");
  }
  for (const auto& [field, bytes] : {std::pair{"l1.sector_bytes", gpu.l1.sector_bytes},
                                     {"l2.sector_bytes", gpu.l2.sector_bytes}}) {
    if (bytes != 32 && bytes != 64 && bytes != 128) reader.fail(field, "must be 32, 64 or 128");
  }
  if (gpu.l2.line_bytes % gpu.l2.sector_bytes != 0) {
    reader.fail("l2.line_bytes", "is no multiple of sector_bytes");
  }
  reader.check_sources_used(gpu.sources);
}

Json to_json(double value) {
  // Whole numbers are written without a fraction, as people write them.
  const bool whole = std::floor(value) == value && std::abs(value) < 1e15;
  return whole ? Json(static_cast<int64_t>(value)) : Json(value);
}
Json to_json(int64_t value) {
  return value;
}
Json to_json(bool value) {
  return value;
}
Json to_json(const std::string& value) {
  return value;
}
Json to_json(const std::vector<int64_t>& value) {
  return value;
}
Json to_json(const std::array<int64_t, 3>& value) {
  return value;
}
template <typename T>
Json to_json(const std::optional<T>& value) {
  return value ? to_json(*value) : Json(nullptr);
}

Json text_or_null(const std::string& text) {
  return text.empty() ? Json(nullptr) : Json(text);
}

template <typename T>
Json figure_to_json(const Gpu& gpu, const FigureSpec& spec, const T& value) {
  const auto found =
      gpu.figure_sources.find(std::string(spec.section) + "." + std::string(spec.key));
  if (found == gpu.figure_sources.end()) return nullptr;
  Json figure = {{"value", to_json(value)}, {"source", found->second.source}};
  if (!found->second.note.empty()) figure["note"] = found->second.note;
  return figure;
}

Json measured_to_json(const Gpu& gpu, const Measured& measured) {
  const MeasuredProvenance& from = measured.provenance;
  Json result;
  result["provenance"] = {{"date", text_or_null(from.date)},
                          {"driver", text_or_null(from.driver)},
                          {"tool", text_or_null(from.tool)},
                          {"clocks", text_or_null(from.clocks)},
                          {"command", text_or_null(from.command)}};
  visit_measured(measured, [&](const FigureSpec& spec, const auto& value) {
    result[std::string(spec.key)] = figure_to_json(gpu, spec, value);
  });
  result["instructions"] = Json::object();
  for (const auto& [name, timing] : measured.instructions) {
    result["instructions"][name] = {{"per_clock", to_json(timing.per_clock)},
                                    {"latency_cycles", to_json(timing.latency_cycles)},
                                    {"source", timing.source}};
  }
  return result;
}

// The constants that the GPU states itself; empty when it states none.
Json machine_to_json(const Gpu& gpu) {
  Json result;
  visit_machine(gpu.machine, [&](const MachineKey& at, const auto& value) {
    const std::string group(at.group);
    const std::string key(at.key);
    Json constant = figure_to_json(gpu, {"machine", group + "." + key}, value);
    if (!constant.is_null()) result[group][key] = std::move(constant);
  });
  return result;
}

Json to_json(const Gpu& gpu) {
  Json result = {{"id", gpu.id},
                 {"name", gpu.name},
                 {"aliases", gpu.aliases},
                 {"vendor", gpu.vendor},
                 {"architecture", gpu.architecture},
                 {"target", gpu.target},
                 {"validated", gpu.validated},
                 {"note", text_or_null(gpu.note)}};
  visit_figures(gpu, [&](const FigureSpec& spec, const auto& value) {
    result[std::string(spec.section)][std::string(spec.key)] = figure_to_json(gpu, spec, value);
  });
  result["measured"] = gpu.measured ? measured_to_json(gpu, *gpu.measured) : Json(nullptr);
  Json machine = machine_to_json(gpu);
  if (!machine.is_null()) result["machine"] = std::move(machine);
  for (const auto& [key, source] : gpu.sources) {
    result["sources"][key] = {{"title", source.title},
                              {"kind", to_text(source.kind)},
                              {"where", text_or_null(source.where)},
                              {"note", text_or_null(source.note)}};
  }
  return result;
}

// A name without what people spell differently: "A100 80GB" and "a100-80gb" are one.
std::string plain_name(std::string_view name) {
  std::string result = to_lower(name);
  std::erase_if(result, [](char c) { return c == '-' || c == '_' || c == ' '; });
  return result;
}

std::vector<std::string> names_of(const Gpu& gpu) {
  std::vector<std::string> names = {gpu.id, gpu.name};
  names.insert(names.end(), gpu.aliases.begin(), gpu.aliases.end());
  return names;
}

Error unknown_gpu(std::span<const Gpu> gpus, std::string_view name) {
  std::vector<std::string> ids;
  std::vector<std::string> plain_names;
  for (const Gpu& gpu : gpus) {
    ids.push_back(gpu.id);
    for (const std::string& each : names_of(gpu))
      plain_names.push_back(plain_name(each));
  }
  std::string message = "unknown gpu '" + std::string(name) + "'";
  if (const auto near = nearest(plain_name(name), plain_names)) {
    message += ", did you mean '" + find_gpu(gpus, *near)->id + "'?";
  }
  message += "; known: " + join(ids, ", ") + ", or the path of a .json file";
  return Error{ErrorCode::NotFound, std::move(message)};
}

}  // namespace

Result<Gpu> gpu_from_json(std::string_view file, std::string_view text) {
  Json root;
  try {
    root = Json::parse(text);
  } catch (const Json::exception& error) {
    return Error{ErrorCode::InvalidInput,
                 "gpu file " + std::string(file) + ": " + json_problem(error.what())};
  }
  FigureReader reader("gpu", file, root);
  if (!root.is_object()) {
    reader.fail("file", "must be one JSON object");
    return reader.take_error();
  }
  Gpu gpu;
  KCAST_TRY(gpu.machine, reference_machine());
  SectionKeys keys;
  read_header(reader, root, gpu);
  gpu.sources = reader.sources();
  visit_figures(gpu, [&](const FigureSpec& spec, auto& target) {
    read_figure(reader, keys, gpu, spec, target);
  });
  read_measured(reader, root, keys, gpu);
  read_own_constants(reader, gpu);
  check_keys(reader, root, keys);
  if (!reader.failed()) check_consistency(reader, gpu);
  if (reader.failed()) return reader.take_error();
  return gpu;
}

std::string gpu_to_json(const Gpu& gpu) {
  return to_json(gpu).dump(2) + "\n";
}

std::string gpus_to_json(std::span<const Gpu> gpus) {
  Json list = Json::array();
  for (const Gpu& gpu : gpus)
    list.push_back(to_json(gpu));
  return list.dump(2) + "\n";
}

Result<std::vector<Gpu>> load_gpus(std::span<const NamedText> files) {
  std::vector<Gpu> gpus;
  std::map<std::string, std::string> taken;  // plain name -> id
  for (const NamedText& file : files) {
    KCAST_TRY(Gpu gpu, gpu_from_json(file.name, file.text));
    for (const std::string& name : names_of(gpu)) {
      const auto [place, fresh] = taken.emplace(plain_name(name), gpu.id);
      if (fresh || place->second == gpu.id) continue;
      return Error{ErrorCode::InvalidInput, "gpu file " + std::string(file.name) + ": the name '" +
                                                name + "' already means " + place->second};
    }
    const bool twice =
        std::any_of(gpus.begin(), gpus.end(), [&](const Gpu& other) { return other.id == gpu.id; });
    if (twice) {
      return Error{ErrorCode::InvalidInput,
                   "gpu file " + std::string(file.name) + ": the id '" + gpu.id + "' is taken"};
    }
    gpus.push_back(std::move(gpu));
  }
  std::sort(gpus.begin(), gpus.end(), [](const Gpu& a, const Gpu& b) { return a.id < b.id; });
  return gpus;
}

const Gpu* find_gpu(std::span<const Gpu> gpus, std::string_view name) {
  const std::string wanted = plain_name(name);
  for (const Gpu& gpu : gpus) {
    for (const std::string& each : names_of(gpu)) {
      if (plain_name(each) == wanted) return &gpu;
    }
  }
  return nullptr;
}

Result<Gpu> select_gpu(std::span<const Gpu> gpus, std::string_view name_or_path) {
  if (name_or_path.ends_with(".json")) {
    KCAST_TRY(const std::string text, read_file(std::string(name_or_path), kMaxFileBytes));
    return gpu_from_json(name_or_path, text);
  }
  if (const Gpu* gpu = find_gpu(gpus, name_or_path)) return *gpu;
  return unknown_gpu(gpus, name_or_path);
}

}  // namespace kcast
