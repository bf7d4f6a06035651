#include "serve/lsp/launch_file.h"

#include "base/text.h"
#include "serve/launch_settings.h"
#include "serve/lsp/kernel_places.h"

namespace kcast::lsp {

namespace {

using rpc::Json;

Result<Json> parsed(std::string_view text) {
  if (trim(text).empty()) return Json::object();
  Json json = Json::parse(text, nullptr, false);
  if (json.is_discarded() || !json.is_object()) {
    return Error{ErrorCode::InvalidInput, std::string(kLaunchFileName) + " is no JSON object"};
  }
  return json;
}

Error in_launch_file(Error error) {
  return std::move(error).context(kLaunchFileName);
}

}  // namespace

Result<FileLaunches> launches_of_file(std::string_view text, const std::string& name) {
  FileLaunches out;
  KCAST_TRY(const Json json, parsed(text));
  const Json& entry = rpc::field(rpc::field(json, "files"), name);
  if (entry.is_null()) return out;
  const auto defines = serve::read_bindings(rpc::field(entry, "defines"), "defines");
  if (!defines) return in_launch_file(defines.error());
  for (const auto& [key, value] : *defines)
    out.defines.push_back(key + "=" + value);
  out.has_argv = rpc::field(entry, "argv").is_string();
  out.argv = rpc::string_field(entry, "argv");
  out.flags = rpc::string_field(entry, "flags");
  const Json& kernels = rpc::field(entry, "kernels");
  if (!kernels.is_object()) return out;
  for (const auto& [kernel, value] : kernels.items()) {
    auto launch = serve::read_launch_settings(value);
    if (!launch) return in_launch_file(std::move(launch).error().context(kernel));
    out.kernels.emplace(plain_kernel_name(kernel), *std::move(launch));
  }
  return out;
}

Json kernel_entry(std::string_view text, const std::string& name, const std::string& kernel) {
  const auto json = parsed(text);
  if (!json) return Json::object();
  const Json& kernels = rpc::field(rpc::field(rpc::field(*json, "files"), name), "kernels");
  const Json& entry = rpc::field(kernels, plain_kernel_name(kernel));
  return entry.is_object() ? entry : Json::object();
}

Result<std::string> with_kernel_entry(std::string_view text, const std::string& name,
                                      const std::string& kernel, const Json& entry) {
  KCAST_TRY(Json json, parsed(text));
  if (!entry.is_null()) {
    const auto launch = serve::read_launch_settings(entry);
    if (!launch) return launch.error();
  }
  const std::string word = plain_kernel_name(kernel);
  if (!rpc::field(json, "files").is_object()) json["files"] = Json::object();
  Json& file = json["files"][name];
  if (!file.is_object()) file = Json::object();
  if (!rpc::field(file, "kernels").is_object()) file["kernels"] = Json::object();
  if (entry.is_null()) {
    file["kernels"].erase(word);
    if (file["kernels"].empty()) file.erase("kernels");
    if (file.empty()) json["files"].erase(name);
  } else {
    file["kernels"][word] = entry;
  }
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace kcast::lsp
