#include "workflow/project/compile_commands.h"

#include <filesystem>
#include <nlohmann/json.hpp>

#include "base/text.h"

namespace kcast::workflow {

namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

std::string text_of(const Json& entry, const char* field) {
  const auto found = entry.find(field);
  return found != entry.end() && found->is_string() ? found->get<std::string>() : "";
}

std::vector<std::string> words_of(const Json& entry) {
  const auto arguments = entry.find("arguments");
  if (arguments == entry.end() || !arguments->is_array()) {
    return split_words(text_of(entry, "command"));
  }
  std::vector<std::string> words;
  for (const Json& word : *arguments) {
    if (word.is_string()) words.push_back(word.get<std::string>());
  }
  return words;
}

// Names of one file through different links are one.
fs::path same_for_all(const fs::path& path) {
  std::error_code error;
  const fs::path real = fs::weakly_canonical(path, error);
  return error ? path.lexically_normal() : real;
}

}  // namespace

Result<std::vector<CompileCommand>> read_compile_commands(std::string_view text,
                                                          const std::string& dir,
                                                          const std::string& name) {
  const Json json = Json::parse(text, nullptr, /*allow_exceptions=*/false);
  if (!json.is_array()) {
    return Error{ErrorCode::InvalidInput, name +
                                              ": no list of compile commands; cmake "
                                              "-DCMAKE_EXPORT_COMPILE_COMMANDS=ON writes one"};
  }
  std::vector<CompileCommand> commands;
  for (const Json& entry : json) {
    if (!entry.is_object() || text_of(entry, "file").empty()) continue;
    CompileCommand command;
    const fs::path directory = fs::path(dir) / text_of(entry, "directory");
    command.directory = directory.lexically_normal().string();
    command.file = (directory / text_of(entry, "file")).lexically_normal().string();
    command.words = words_of(entry);
    commands.push_back(std::move(command));
  }
  return commands;
}

const CompileCommand* command_for(const std::vector<CompileCommand>& commands,
                                  const std::string& file) {
  const fs::path wanted = same_for_all(file);
  const CompileCommand* beside = nullptr;
  bool same_ending = false;
  for (const CompileCommand& command : commands) {
    if (fs::path(command.file).filename() == wanted.filename() &&
        same_for_all(command.file) == wanted) {
      return &command;
    }
    if (fs::path(command.file).parent_path() != wanted.parent_path()) continue;
    const bool alike = fs::path(command.file).extension() == wanted.extension();
    if (beside == nullptr || (alike && !same_ending)) beside = &command;
    same_ending |= alike;
  }
  return beside;
}

}  // namespace kcast::workflow
