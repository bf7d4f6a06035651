#include "workflow/eval/suite_file.h"

#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "base/files.h"

namespace kcast::workflow {
namespace {

using nlohmann::ordered_json;

Error suite_error(const std::string& file, const std::string& what) {
  return {ErrorCode::InvalidInput, file + ": " + what};
}

Result<SuiteProgram> parse_program(const std::string& where, const ordered_json& json) {
  static const std::set<std::string> known = {"file",   "files", "argv",
                                              "kernel", "flags", "defines"};
  SuiteProgram out;
  try {
    for (const auto& [key, value] : json.items()) {
      if (!known.contains(key)) return suite_error(where, "unknown key '" + key + "'");
    }
    out.file = json.at("file").get<std::string>();
    out.files = json.value("files", std::vector<std::string>());
    out.argv = json.value("argv", "");
    out.kernel = json.value("kernel", "");
    out.flags = json.value("flags", "");
    const std::map<std::string, std::string> defines =
        json.value("defines", std::map<std::string, std::string>());
    out.defines.assign(defines.begin(), defines.end());
  } catch (const nlohmann::json::exception& error) {
    return suite_error(where, "a program of the suite: " + std::string(error.what()));
  }
  return out;
}

}  // namespace

Result<std::vector<SuiteProgram>> read_suite(const std::string& folder) {
  const std::string file = (std::filesystem::path(folder) / "suite.json").string();
  KCAST_TRY(const std::string text, read_file(file));
  const ordered_json json = ordered_json::parse(text, nullptr, false);
  if (!json.is_object() || !json.contains("programs") || !json.at("programs").is_array()) {
    return suite_error(file, "wants an object with a list of \"programs\"");
  }
  std::vector<SuiteProgram> out;
  for (const ordered_json& program : json.at("programs")) {
    KCAST_TRY(SuiteProgram parsed, parse_program(file, program));
    out.push_back(std::move(parsed));
  }
  if (out.empty()) return suite_error(file, "has no programs");
  return out;
}

}  // namespace kcast::workflow
