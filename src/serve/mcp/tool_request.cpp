#include "serve/mcp/tool_request.h"

#include <algorithm>

#include "base/text.h"
#include "predict/gpus.h"
#include "serve/launch_settings.h"
#include "workflow/project/build_line.h"
#include "workflow/sources.h"

namespace kcast::mcp {

namespace {

constexpr size_t kMaxCodeBytes = size_t{8} << 20;

Result<std::string> text_argument(const Json& json, const char* name) {
  const Json& value = rpc::field(json, name);
  if (value.is_null() || value.is_string()) return rpc::string_field(json, name);
  return Error{ErrorCode::InvalidInput, "'" + std::string(name) + "' must be a text"};
}

// A file's ending that makes the front end read the code in its language.
std::string code_name(const std::string& language, const std::string& code) {
  if (language == "opencl") return "code.cl";
  if (language == "hip") return "code.hip";
  if (language == "openmp") return "code.cpp";
  if (!language.empty()) return "code.cu";
  const bool opencl = code.find("__kernel") != std::string::npos;
  const bool hip =
      code.find("hip_runtime") != std::string::npos || code.find("hipLaunch") != std::string::npos;
  const bool openmp = code.find("omp target") != std::string::npos;
  if (openmp && code.find("__global__") == std::string::npos) return "code.cpp";
  return opencl ? "code.cl" : (hip ? "code.hip" : "code.cu");
}

Status add_source(const Json& source, const std::string& flags, predict::PredictRequest& request) {
  KCAST_TRY(const std::string path, text_argument(source, "path"));
  KCAST_TRY(const std::string code, text_argument(source, "code"));
  KCAST_TRY(const std::string language, text_argument(source, "language"));
  if (path.empty() == code.empty()) {
    return Error{ErrorCode::InvalidInput, "give either 'path' or 'code'"};
  }
  if (!language.empty() && language != "cuda" && language != "hip" && language != "opencl" &&
      language != "openmp") {
    return Error{ErrorCode::InvalidInput, "'language' must be cuda, hip, opencl or openmp"};
  }
  if (!code.empty()) {
    if (code.size() > kMaxCodeBytes) {
      return Error{ErrorCode::InvalidInput, "'code' is longer than 8 MiB"};
    }
    request.source.files.push_back({code_name(language, code), code});
    workflow::BuildLine line = workflow::read_build_line(split_words(flags), "/");
    request.source.flags = std::move(line.flags);
  } else {
    if (path == "-") return Error{ErrorCode::InvalidInput, "'path' must name a file"};
    request.source.language = language;
    KCAST_OK(workflow::read_sources({path}, request.source));
    KCAST_OK(workflow::add_build({path}, "", flags, request.source, request.notes));
  }
  workflow::drop_architectures(request.source.flags);
  return Unit{};
}

}  // namespace

const std::vector<std::string>& source_names() {
  static const std::vector<std::string> names = {"path", "code", "language"};
  return names;
}

const std::vector<std::string>& launch_names() {
  static const std::vector<std::string> names = {"kernel",  "gpu",   "l2",     "timing",
                                                 "grid",    "block", "shared", "args",
                                                 "defines", "argv",  "flags",  "fills"};
  return names;
}

Status only_known(const Json& arguments, const std::vector<std::string>& known) {
  if (!arguments.is_object()) {
    return Error{ErrorCode::InvalidInput, "the arguments must be an object"};
  }
  for (const auto& [name, value] : arguments.items()) {
    if (std::find(known.begin(), known.end(), name) != known.end()) continue;
    std::string message = "there is no argument '" + name + "'";
    if (const auto guess = nearest(name, known)) message += "; did you mean '" + *guess + "'?";
    return Error{ErrorCode::InvalidInput, message};
  }
  return Unit{};
}

Result<predict::PredictRequest> tool_request(const Json& source, const Json& launch) {
  predict::PredictRequest request;
  KCAST_TRY(const std::string gpus, text_argument(launch, "gpu"));
  KCAST_TRY(request.gpus, predict::gpus_named(gpus));
  KCAST_TRY(const std::string l2, text_argument(launch, "l2"));
  if (!l2.empty()) {
    KCAST_TRY(request.conditions.l2, predict::l2_state_named(l2));
  }
  KCAST_TRY(const std::string timing, text_argument(launch, "timing"));
  if (!timing.empty()) {
    KCAST_TRY(request.conditions.timing, predict::timing_named(timing));
  }
  KCAST_TRY(const std::string flags, text_argument(launch, "flags"));
  KCAST_OK(add_source(source, flags, request));
  KCAST_TRY(request.source.kernel, text_argument(launch, "kernel"));
  Json settings = Json::object();
  for (const char* name : {"grid", "block", "shared", "args", "fills"}) {
    if (!rpc::field(launch, name).is_null()) settings[name] = rpc::field(launch, name);
  }
  KCAST_TRY(request.launch, serve::read_launch_settings(settings));
  KCAST_TRY(const auto defines, serve::read_bindings(rpc::field(launch, "defines"), "defines"));
  for (const auto& [name, value] : defines)
    workflow::add_define(name + "=" + value, request.source);
  if (rpc::field(launch, "argv").is_string()) {
    request.source.argv = split_words(rpc::string_field(launch, "argv"));
  }
  return request;
}

}  // namespace kcast::mcp
