#include "workflow/dataset/kernel_files.h"

#include <algorithm>
#include <filesystem>
#include <string_view>
#include <system_error>

#include "base/files.h"
#include "base/text.h"

namespace kcast::workflow {

namespace fs = std::filesystem;

namespace {

bool is_kernel_file(const fs::path& path, bool openmp) {
  const std::string ending = path.extension().string();
  if (openmp && (ending == ".c" || ending == ".cpp")) return true;
  return ending == ".cu" || ending == ".hip" || ending == ".cl";
}

}  // namespace

Result<std::vector<std::string>> kernel_files_under(const std::string& folder, bool openmp) {
  std::vector<std::string> files;
  std::error_code error;
  for (fs::recursive_directory_iterator at(folder, error), end; !error && at != end;
       at.increment(error)) {
    std::error_code ignored;
    if (at->is_regular_file(ignored) && is_kernel_file(at->path(), openmp)) {
      files.push_back(at->path().string());
    }
  }
  if (error) return Error{ErrorCode::Io, "list " + folder + ": " + error.message()};
  if (files.empty()) {
    return Error{ErrorCode::InvalidInput, folder + " has no *.cu, *.hip or *.cl files"};
  }
  std::sort(files.begin(), files.end());
  return files;
}

Result<std::vector<ListedRecipe>> read_recipe_list(const std::string& file) {
  KCAST_TRY(const std::string text, read_file(file));
  std::vector<ListedRecipe> out;
  size_t number = 0;
  for (const std::string& line : split(text, '\n')) {
    ++number;
    const std::string_view word = trim(line);
    if (word.empty() || word.front() == '#') continue;
    const std::string place = file + ":" + std::to_string(number);
    auto recipe = corpus::parse_recipe(word);
    if (!recipe) return std::move(recipe).error().context(place);
    out.push_back({*std::move(recipe), place});
  }
  return out;
}

}  // namespace kcast::workflow
