#include "workflow/eval/suite_file.h"

#include <filesystem>
#include <nlohmann/json.hpp>
#include <set>

#include "base/files.h"
#include "base/io/json_at.h"
#include "base/text.h"

namespace kcast::workflow {
namespace {

using nlohmann::ordered_json;

Error suite_error(const std::string& file, const std::string& what) {
  return {ErrorCode::InvalidInput, file + ": " + what};
}

// Folders and files that a compiler would look into.
Status check_flags(const std::string& folder, const std::string& flags) {
  const std::vector<std::string> words = split_words(flags);
  for (size_t i = 0; i < words.size(); ++i) {
    for (const std::string_view option :
         {"-I", "-isystem", "-iquote", "-include", "--include-path", "--pre-include"}) {
      if (!words[i].starts_with(option)) continue;
      std::string value = words[i].substr(option.size());
      if (value.empty() && i + 1 < words.size()) value = words[i + 1];
      if (value.starts_with('=')) value.erase(0, 1);
      KCAST_TRY([[maybe_unused]] const std::filesystem::path inside, path_inside(folder, value));
      break;
    }
  }
  return Unit{};
}

Result<SuiteProgram> parse_program(const std::string& folder, const JsonAt<ordered_json>& json) {
  static const std::set<std::string> known = {"file",   "files", "argv",
                                              "kernel", "flags", "defines"};
  SuiteProgram out;
  for (const auto& [key, value] : json.members()) {
    if (!known.contains(key)) json.wrong("has an unknown key '" + key + "'");
  }
  out.file = json.at("file").get<std::string>();
  out.files = json.value("files", std::vector<std::string>());
  out.argv = json.value("argv", "");
  out.kernel = json.value("kernel", "");
  out.flags = json.value("flags", "");
  if (json.contains("defines")) {
    for (const auto& [name, value] : json.at("defines").members())
      out.defines.emplace_back(name, value.template get<std::string>());
  }
  KCAST_TRY([[maybe_unused]] const std::filesystem::path file, path_inside(folder, out.file));
  for (const std::string& name : out.files) {
    KCAST_TRY([[maybe_unused]] const std::filesystem::path further, path_inside(folder, name));
  }
  KCAST_OK(check_flags(folder, out.flags));
  return out;
}

Result<std::vector<SuiteProgram>> parse_suite(const std::string& folder, const ordered_json& json) {
  std::vector<SuiteProgram> out;
  for (const JsonAt<ordered_json>& program : JsonAt(json).at("programs").items()) {
    Result<SuiteProgram> parsed = parse_program(folder, program);
    if (!parsed) return std::move(parsed).error().context(program.path());
    out.push_back(*std::move(parsed));
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
  try {
    Result<std::vector<SuiteProgram>> out = parse_suite(folder, json);
    if (!out) return std::move(out).error().context(file);
    if (out->empty()) return suite_error(file, "has no programs");
    return out;
  } catch (const JsonError& error) {
    return suite_error(file, error.what());
  }
}

}  // namespace kcast::workflow
