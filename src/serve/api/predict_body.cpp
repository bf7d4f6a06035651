#include "serve/api/predict_body.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

#include "base/text.h"
#include "predict/gpus.h"
#include "predict/grammar.h"
#include "schema/gpu/gpu_json.h"

namespace kcast::api {

namespace {

constexpr size_t kMaxFiles = 256;
constexpr size_t kMaxNameBytes = 255;
constexpr int64_t kMaxSharedBytes = int64_t{1} << 30;
constexpr std::string_view kLanguages[] = {"cuda", "hip", "opencl", "openmp"};

std::string at(std::string_view list, size_t i) {
  return std::string(list) + "[" + std::to_string(i) + "]";
}

// Why a name cannot be a file's; empty where it can. Names are below the request's own folder,
// which is no folder of this machine.
std::string name_fault(const std::string& name) {
  if (name.empty()) return "is empty";
  if (name.size() > kMaxNameBytes) return "is longer than 255 bytes";
  for (const char c : name) {
    if (static_cast<unsigned char>(c) < 0x20 || c == '\\' || c == 0x7f) {
      return "holds a character that no file name should";
    }
  }
  for (const std::string& part : split(name, '/')) {
    if (part.empty() || part == "." || part == "..") {
      return "must be a plain relative name, as in \"saxpy.cu\" or \"include/util.h\"";
    }
  }
  return "";
}

void read_file_entry(const Json& json, const std::string& path, std::optional<Problem>& problem,
                     std::vector<frontend::SourceFile>& out) {
  Fields fields(json, path, problem);
  frontend::SourceFile file;
  if (fields.need("name") != nullptr) file.name = fields.text("name").value_or("");
  if (fields.need("text") != nullptr) file.text = fields.text("text").value_or("");
  fields.nothing_else();
  if (!fields.sound()) return;
  if (const std::string fault = name_fault(file.name); !fault.empty()) fields.wrong("name", fault);
  for (const frontend::SourceFile& other : out) {
    if (other.name == file.name) fields.wrong("name", "another file has this name");
  }
  out.push_back(std::move(file));
}

void read_files(Fields& fields, PredictBody& out) {
  const Json* files = fields.find("files");
  const auto source = fields.text("source");
  if (source && files != nullptr && files->is_array())
    fields.wrong("source", "is for requests without 'files'");
  if (source) {
    const std::string& language = out.request.source.language;
    out.request.source.files = {{language == "opencl"   ? "kernel.cl"
                                 : language == "hip"    ? "kernel.hip"
                                 : language == "openmp" ? "kernel.cpp"
                                                        : "kernel.cu",
                                 *source}};
  }
  if (files == nullptr) return;
  if (!files->is_array() || files->empty() || files->size() > kMaxFiles) {
    return fields.wrong("files", "must be a list of 1 to 256 objects with 'name' and 'text'");
  }
  out.request.source.files.clear();
  for (size_t i = 0; i < files->size(); ++i) {
    read_file_entry((*files)[i], fields.path(at("files", i)), fields.problem(),
                    out.request.source.files);
  }
}

// A number as the command line takes it: 4096, 2.5, "1<<24", "16M".
std::string number_text(const Json& json) {
  if (json.is_string()) return json.get<std::string>();
  if (json.is_number_integer()) return json.dump();
  if (!json.is_number_float()) return "";
  const double value = json.get<double>();
  constexpr double kExact = 9007199254740992.0;  // beyond it, doubles skip integers
  char text[40];
  const bool whole = std::floor(value) == value && std::fabs(value) <= kExact;
  std::snprintf(text, sizeof text, whole ? "%.0f" : "%.17g", value);
  return text;
}

std::optional<std::array<int64_t, 3>> read_dims(Fields& fields, std::string_view name) {
  const Json* value = fields.find(name);
  if (value == nullptr) return std::nullopt;
  std::string text = number_text(*value);
  if (value->is_array() && !value->empty() && value->size() <= 3) {
    std::vector<std::string> parts;
    for (const Json& part : *value)
      parts.push_back(part.is_number_integer() ? part.dump() : "?");
    text = join(parts, "x");
  }
  const auto dims = predict::parse_dims(text);
  if (dims) return *dims;
  fields.wrong(name, "must be one to three positive integers: 256, [16, 16] or \"16x16\"");
  return std::nullopt;
}

void read_launch_fields(Fields& outer, predict::LaunchOverrides& out) {
  const Json* launch = outer.find("launch");
  if (launch == nullptr) return;
  Fields fields(*launch, outer.path("launch"), outer.problem());
  if (const auto grid = read_dims(fields, "grid")) out.grid = grid;
  if (const auto block = read_dims(fields, "block")) out.block = block;
  if (const auto shared = fields.integer("shared", 0, kMaxSharedBytes)) out.shared_bytes = shared;
  fields.nothing_else();
}

// Calls take(name, text) for the members of an object of numbers or texts.
template <typename Take>
void read_bindings(Fields& outer, std::string_view name, const char* what, Take take) {
  const Json* object = outer.find(name);
  if (object == nullptr) return;
  if (!object->is_object()) return outer.wrong(name, std::string("must be an object of ") + what);
  for (const auto& [key, value] : object->items()) {
    const std::string field = std::string(name) + "." + key;
    if (key.empty()) return outer.wrong(name, "has a member without a name");
    const std::string text = number_text(value);
    if (!value.is_string() && !value.is_number()) {
      return outer.wrong(field, std::string("must be one of ") + what);
    }
    const Status taken = take(key, text);
    if (!taken) return outer.wrong(field, taken.error().message);
  }
}

template <typename Value>
void put(std::vector<std::pair<std::string, Value>>& list, const std::string& name, Value value) {
  for (auto& [key, old] : list) {
    if (key == name) {
      old = std::move(value);
      return;
    }
  }
  list.emplace_back(name, std::move(value));
}

void read_values(Fields& fields, PredictBody& out) {
  predict::LaunchOverrides& launch = out.request.launch;
  read_bindings(fields, "arguments", "numbers: {\"n\": 1000000}",
                [&](const std::string& name, const std::string& text) -> Status {
                  KCAST_TRY(const predict::Number number, predict::parse_number(text));
                  put(launch.arguments, name, number);
                  return Unit{};
                });
  read_bindings(fields, "fills", "strings: {\"x\": \"uniform:0,1\"}",
                [&](const std::string& name, const std::string& text) -> Status {
                  KCAST_TRY(auto fill, predict::parse_fill(name + "=" + text));
                  put(launch.fills, fill.first, fill.second);
                  return Unit{};
                });
  read_bindings(fields, "defines", "strings or numbers: {\"N\": \"1024\"}",
                [&](const std::string& name, const std::string& text) -> Status {
                  put(out.request.source.defines, name, text);
                  return Unit{};
                });
}

void read_sweeps(Fields& outer, PredictBody& out) {
  const Json* object = outer.find("sweep");
  if (object == nullptr) return;
  const char* form = "must be an object of lists or ranges: {\"block\": [128, 256]}";
  if (!object->is_object()) return outer.wrong("sweep", form);
  out.request.sweeps.clear();
  for (const auto& [name, values] : object->items()) {
    const std::string field = "sweep." + name;
    std::vector<std::string> texts;
    if (!values.is_array()) texts.push_back(number_text(values));
    for (size_t i = 0; values.is_array() && i < values.size(); ++i) {
      texts.push_back(number_text(values[i]));
      if (texts.back().empty() || texts.back().find(',') != std::string::npos) {
        return outer.wrong(at(field, i), "must be a number, or dimensions like \"16x16\"");
      }
    }
    auto sweep = predict::parse_sweep(name + "=" + join(texts, ","));
    if (!sweep) return outer.wrong(field, sweep.error().message);
    out.request.sweeps.push_back(*std::move(sweep));
  }
}

void add_gpu(Fields& fields, std::string_view field, const std::string& name,
             std::span<const Gpu> known, std::vector<Gpu>& out) {
  const Gpu* gpu = find_gpu(known, name);
  if (gpu != nullptr) {
    const bool there =
        std::any_of(out.begin(), out.end(), [&](const Gpu& other) { return other.id == gpu->id; });
    if (!there) out.push_back(*gpu);
    return;
  }
  std::vector<std::string> ids;
  for (const Gpu& other : known)
    ids.push_back(other.id);
  const auto guess = nearest(to_lower(name), ids);
  fields.wrong(field, guess ? "no GPU '" + name + "'; did you mean '" + *guess + "'?"
                            : "no GPU '" + name + "'; there are " + join(ids, ", "));
}

void read_gpus(Fields& fields, std::span<const Gpu> known, PredictBody& out) {
  const auto one = fields.text("gpu");
  const Json* given = fields.find("gpus");
  const std::vector<std::string> many = fields.texts("gpus");
  if (one && given != nullptr) fields.wrong("gpus", "is for requests without 'gpu'");
  if (given != nullptr && many.empty()) fields.wrong("gpus", "names no GPU");
  if (one || !many.empty()) out.request.gpus.clear();
  if (one) add_gpu(fields, "gpu", *one, known, out.request.gpus);
  if (many.size() == 1 && many[0] == "all") {
    out.request.gpus.assign(known.begin(), known.end());
    return;
  }
  for (size_t i = 0; i < many.size(); ++i)
    add_gpu(fields, at("gpus", i), many[i], known, out.request.gpus);
}

void read_language(Fields& fields, frontend::InspectRequest& out) {
  if (const auto language = fields.text("language")) {
    out.language = *language;
    if (std::find(std::begin(kLanguages), std::end(kLanguages), *language) ==
        std::end(kLanguages)) {
      fields.wrong("language", "must be cuda, hip, opencl or openmp");
    }
  }
  if (const auto standard = fields.text("standard")) out.standard = *standard;
  if (const auto kernel = fields.text("kernel")) out.kernel = *kernel;
  if (const Json* flags = fields.find("flags")) {
    out.flags = flags->is_string() ? split_words(flags->get<std::string>()) : fields.texts("flags");
  }
  if (fields.find("argv") != nullptr) out.argv = fields.texts("argv");
}

void read_predictor(Fields& fields, PredictBody& out) {
  const auto name = fields.text("predictor");
  if (!name) return;
  const auto kind = predict::predictor_named(*name);
  if (!kind) return fields.wrong("predictor", kind.error().message);
  out.request.predictor = *kind;
}

void read_conditions(Fields& fields, PredictBody& out) {
  predict::Conditions& conditions = out.request.conditions;
  if (const auto name = fields.text("l2")) {
    const auto state = predict::l2_state_named(*name);
    if (!state) return fields.wrong("l2", state.error().message);
    conditions.l2 = *state;
  }
  if (const auto name = fields.text("timing")) {
    const auto timing = predict::timing_named(*name);
    if (!timing) return fields.wrong("timing", timing.error().message);
    conditions.timing = *timing;
  }
}

}  // namespace

void read_predict_fields(Fields& fields, std::span<const Gpu> known, PredictBody& out) {
  read_language(fields, out.request.source);
  read_files(fields, out);
  read_launch_fields(fields, out.request.launch);
  read_values(fields, out);
  read_sweeps(fields, out);
  read_gpus(fields, known, out);
  read_predictor(fields, out);
  read_conditions(fields, out);
}

PredictBody read_predict_body(const Json& json, const std::string& path, std::span<const Gpu> known,
                              std::optional<Problem>& problem) {
  Fields fields(json, path, problem);
  PredictBody out;
  read_predict_fields(fields, known, out);
  if (out.request.source.files.empty()) fields.wrong("files", "is missing");
  if (out.request.gpus.empty())
    add_gpu(fields, "gpu", predict::kDefaultGpu, known, out.request.gpus);
  fields.nothing_else();
  return out;
}

Json with_fields(const Json& common, const Json& own, const std::vector<std::string>& without) {
  Json out = common;
  for (const auto& [first, second] : {std::pair("files", "source"), std::pair("gpu", "gpus")}) {
    if (!own.contains(first) && !own.contains(second)) continue;
    out.erase(first);
    out.erase(second);
  }
  for (const auto& [name, value] : own.items()) {
    if (std::find(without.begin(), without.end(), name) == without.end()) out[name] = value;
  }
  return out;
}

}  // namespace kcast::api
