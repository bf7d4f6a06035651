#include "schema/gpu_json.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>
#include <set>
#include <type_traits>
#include <utility>

#include <nlohmann/json.hpp>

#include "base/files.h"
#include "base/text.h"
#include "schema/gpu_figures.h"

namespace kcast {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::string_view kSourceKinds[] = {"vendor",      "driver",  "measured",
                                             "third-party", "derived", "estimate"};

// A file of a few kilobytes; anything beyond this is not one.
constexpr size_t kMaxFileBytes = size_t{1} << 20;

template <typename T>
struct IsOptional : std::false_type {};
template <typename T>
struct IsOptional<std::optional<T>> : std::true_type {};

// Reads one object and keeps the first error; later calls then do nothing.
class Reader {
 public:
  Reader(std::string_view file, const Json& root) : file_(file), root_(root) {}

  bool failed() const { return error_.has_value(); }
  // Only after failed().
  Error take_error() { return error_.value_or(Error{ErrorCode::Internal, "no error"}); }

  void fail(std::string_view field, std::string_view problem) {
    if (error_) return;
    error_ = Error{ErrorCode::InvalidInput, "gpu file " + std::string(file_) + ": " +
                                                std::string(field) + ": " + std::string(problem)};
  }

  // The member of `object`, or null when it is absent or null.
  static const Json* member(const Json& object, std::string_view key) {
    const auto found = object.find(key);
    return found == object.end() || found->is_null() ? nullptr : &*found;
  }

  std::string text(const Json& object, std::string_view path, std::string_view key, bool required) {
    const std::string field =
        path.empty() ? std::string(key) : std::string(path) + "." + std::string(key);
    const Json* value = member(object, key);
    if (value == nullptr) {
      if (required) fail(field, "missing");
      return "";
    }
    if (!value->is_string()) {
      fail(field, "must be a text");
      return "";
    }
    auto result = value->get<std::string>();
    if (required && result.empty()) fail(field, "must not be empty");
    return result;
  }

  // `object` may hold these keys and no others.
  void only_keys(const Json& object, std::string_view path, const std::set<std::string>& known) {
    for (const auto& item : object.items()) {
      if (known.contains(item.key())) continue;
      fail(path.empty() ? item.key() : std::string(path) + "." + item.key(), "unknown key");
    }
  }

  // An object member; empty when absent. `required` members must be there.
  const Json& object(const Json& parent, std::string_view path, std::string_view key,
                     bool required) {
    static const Json empty = Json::object();
    const std::string field =
        path.empty() ? std::string(key) : std::string(path) + "." + std::string(key);
    const Json* value = member(parent, key);
    if (value == nullptr) {
      if (required) fail(field, "missing");
      return empty;
    }
    if (!value->is_object()) {
      fail(field, "must be an object");
      return empty;
    }
    return *value;
  }

  template <typename T>
  void figure(Gpu& gpu, const FigureSpec& spec, T& target);

  void number(const Json& value, std::string_view field, bool zero_allowed, int64_t& target) {
    if (!value.is_number_integer()) return fail(field, "must be an integer");
    const bool fits =
        !value.is_number_unsigned() || value.get<uint64_t>() <= static_cast<uint64_t>(INT64_MAX);
    if (!fits) return fail(field, "is too large");
    target = value.get<int64_t>();
    check_sign(static_cast<double>(target), field, zero_allowed);
  }

  void number(const Json& value, std::string_view field, bool zero_allowed, double& target) {
    if (!value.is_number()) return fail(field, "must be a number");
    target = value.get<double>();
    if (!std::isfinite(target)) return fail(field, "is too large");
    check_sign(target, field, zero_allowed);
  }

  const std::set<std::string>& used_sources() const { return used_sources_; }
  const std::set<std::string>& figures(const std::string& section) { return figures_[section]; }
  void use_source(const std::string& key) { used_sources_.insert(key); }

 private:
  void check_sign(double value, std::string_view field, bool zero_allowed) {
    if (value < 0) return fail(field, "must not be negative");
    if (value == 0 && !zero_allowed) fail(field, "must not be zero");
  }

  void value_of(const Json& value, const FigureSpec& spec, std::string_view field, bool& target) {
    (void)spec;
    if (!value.is_boolean()) return fail(field, "must be true or false");
    target = value.get<bool>();
  }

  void value_of(const Json& value, const FigureSpec& spec, std::string_view field,
                std::string& target) {
    (void)spec;
    if (!value.is_string()) return fail(field, "must be a text");
    target = value.get<std::string>();
  }

  template <typename T>
    requires(std::is_same_v<T, int64_t> || std::is_same_v<T, double>)
  void value_of(const Json& value, const FigureSpec& spec, std::string_view field, T& target) {
    number(value, field, spec.zero_allowed, target);
  }

  template <typename T>
  void value_of(const Json& value, const FigureSpec& spec, std::string_view field,
                std::optional<T>& target) {
    number(value, field, spec.zero_allowed, target.emplace());
  }

  void value_of(const Json& value, const FigureSpec& spec, std::string_view field,
                std::vector<int64_t>& target) {
    if (!value.is_array() || value.empty()) return fail(field, "must be a list of integers");
    for (const Json& element : value) {
      number(element, field, spec.zero_allowed, target.emplace_back());
    }
  }

  void value_of(const Json& value, const FigureSpec& spec, std::string_view field,
                std::array<int64_t, 3>& target) {
    if (!value.is_array() || value.size() != 3) return fail(field, "must be three integers");
    for (size_t i = 0; i < 3; ++i)
      number(value[i], field, spec.zero_allowed, target[i]);
  }

  std::string_view file_;
  const Json& root_;
  std::optional<Error> error_;
  std::set<std::string> used_sources_;
  std::map<std::string, std::set<std::string>> figures_;  // keys by section
};

template <typename T>
void Reader::figure(Gpu& gpu, const FigureSpec& spec, T& target) {
  const std::string section(spec.section);
  const std::string key(spec.key);
  const std::string field = section + "." + key;
  figures_[section].insert(key);
  if (failed()) return;
  const Json* found = member(object(root_, "", spec.section, false), key);
  if (found == nullptr) {
    if (!IsOptional<T>::value) fail(field, "missing");
    return;
  }
  if (!found->is_object()) {
    return fail(field, R"(has no source; write {"value": ..., "source": "key"})");
  }
  only_keys(*found, field, {"value", "source", "note"});
  const Json* value = member(*found, "value");
  if (value == nullptr) return fail(field, "has no value; leave it out if it is unknown");
  if (member(*found, "source") == nullptr) {
    return fail(field, R"(has no source; write {"value": ..., "source": "key"})");
  }
  value_of(*value, spec, field, target);
  const FigureSource from{text(*found, field, "source", true), text(*found, field, "note", false)};
  if (!failed() && member(object(root_, "", "sources", true), from.source) == nullptr) {
    fail(field, "names the source '" + from.source + "', which \"sources\" does not hold");
  }
  use_source(from.source);
  gpu.figure_sources[field] = from;
}

void read_header(Reader& reader, const Json& root, Gpu& gpu) {
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

  const Json* validated = Reader::member(root, "validated");
  if (validated == nullptr) return reader.fail("validated", "missing");
  if (!validated->is_boolean()) return reader.fail("validated", "must be true or false");
  gpu.validated = validated->get<bool>();

  const Json* aliases = Reader::member(root, "aliases");
  if (aliases == nullptr) return;
  if (!aliases->is_array()) return reader.fail("aliases", "must be a list of texts");
  for (const Json& alias : *aliases) {
    if (!alias.is_string()) return reader.fail("aliases", "must be a list of texts");
    gpu.aliases.push_back(alias.get<std::string>());
  }
}

void read_sources(Reader& reader, const Json& root, Gpu& gpu) {
  const Json& sources = reader.object(root, "", "sources", true);
  for (const auto& item : sources.items()) {
    const std::string path = "sources." + item.key();
    const Json& entry = reader.object(sources, "sources", item.key(), true);
    reader.only_keys(entry, path, {"title", "kind", "where", "note"});
    GpuSource source;
    source.title = reader.text(entry, path, "title", true);
    source.kind = reader.text(entry, path, "kind", true);
    source.where = reader.text(entry, path, "where", false);
    source.note = reader.text(entry, path, "note", false);
    if (std::find(std::begin(kSourceKinds), std::end(kSourceKinds), source.kind) ==
        std::end(kSourceKinds)) {
      reader.fail(path + ".kind",
                  "must be vendor, driver, measured, third-party, derived or estimate");
    }
    gpu.sources[item.key()] = std::move(source);
  }
}

void read_instructions(Reader& reader, const Json& section, const Gpu& gpu, Measured& measured) {
  const std::string path = "measured.instructions";
  const Json& instructions = reader.object(section, "measured", "instructions", false);
  for (const auto& item : instructions.items()) {
    const std::string field = path + "." + item.key();
    const Json& entry = reader.object(instructions, path, item.key(), true);
    reader.only_keys(entry, field, {"per_clock", "latency_cycles", "source"});
    InstructionTiming timing;
    if (const Json* value = Reader::member(entry, "per_clock")) {
      reader.number(*value, field + ".per_clock", false, timing.per_clock.emplace());
    }
    if (const Json* value = Reader::member(entry, "latency_cycles")) {
      reader.number(*value, field + ".latency_cycles", false, timing.latency_cycles.emplace());
    }
    timing.source = reader.text(entry, field, "source", true);
    if (!reader.failed() && !gpu.sources.contains(timing.source)) {
      reader.fail(field,
                  "names the source '" + timing.source + "', which \"sources\" does not hold");
    }
    reader.use_source(timing.source);
    measured.instructions[item.key()] = std::move(timing);
  }
}

void read_measured(Reader& reader, const Json& root, Gpu& gpu) {
  if (Reader::member(root, "measured") == nullptr) return;
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
  visit_measured(measured,
                 [&](const FigureSpec& spec, auto& target) { reader.figure(gpu, spec, target); });
  std::set<std::string> known = reader.figures("measured");
  known.insert({"provenance", "instructions"});
  reader.only_keys(section, "measured", known);
  read_instructions(reader, section, gpu, measured);
  gpu.measured = std::move(measured);
}

// No key that the format does not know, in the file and in its sections.
void check_keys(Reader& reader, const Json& root) {
  std::set<std::string> known = {"id",     "name", "aliases", "vendor",   "architecture",
                                 "target", "note", "sources", "measured", "validated"};
  Gpu model;
  visit_figures(model, [&](const FigureSpec& spec, auto&) { known.emplace(spec.section); });
  reader.only_keys(root, "", known);
  std::string last;
  visit_figures(model, [&](const FigureSpec& spec, auto&) {
    if (last == spec.section) return;
    last = spec.section;
    reader.only_keys(reader.object(root, "", last, false), last, reader.figures(last));
  });
}

// What must hold within one file whatever the GPU is.
void check_consistency(Reader& reader, const Gpu& gpu) {
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
  if (gpu.l2.line_bytes % gpu.l2.sector_bytes != 0) {
    reader.fail("l2.line_bytes", "is no multiple of sector_bytes");
  }
  for (const auto& [key, source] : gpu.sources) {
    if (!reader.used_sources().contains(key)) reader.fail("sources." + key, "is not used");
  }
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
  for (const auto& [key, source] : gpu.sources) {
    result["sources"][key] = {{"title", source.title},
                              {"kind", source.kind},
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
                 "gpu file " + std::string(file) + ": not JSON: " + error.what()};
  }
  Reader reader(file, root);
  if (!root.is_object()) {
    reader.fail("file", "must be one JSON object");
    return reader.take_error();
  }
  Gpu gpu;
  read_header(reader, root, gpu);
  read_sources(reader, root, gpu);
  visit_figures(gpu,
                [&](const FigureSpec& spec, auto& target) { reader.figure(gpu, spec, target); });
  read_measured(reader, root, gpu);
  check_keys(reader, root);
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
