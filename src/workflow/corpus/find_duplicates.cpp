#include "workflow/corpus/find_duplicates.h"

#include <algorithm>
#include <filesystem>
#include <optional>
#include <set>
#include <utility>

#include "base/files.h"
#include "base/parallel.h"
#include "base/progress.h"
#include "corpus/kernel_maker.h"
#include "workflow/dataset/kernel_files.h"

namespace kcast::workflow {
namespace {

namespace fs = std::filesystem;

// A kernel that is to be read or made.
struct DedupeInput {
  std::string name;  // the file, or the recipe
  std::string family;
  std::optional<corpus::KernelRecipe> recipe;
  std::string stated_at;  // "list.txt:7" of a recipe
};

Result<std::vector<DedupeInput>> file_inputs(const std::vector<std::string>& paths) {
  std::vector<std::string> files;
  for (const std::string& path : paths) {
    std::error_code ignored;
    if (!fs::is_directory(path, ignored)) {
      files.push_back(path);
      continue;
    }
    KCAST_TRY(const std::vector<std::string> found, kernel_files_under(path));
    files.insert(files.end(), found.begin(), found.end());
  }
  std::vector<DedupeInput> inputs;
  std::set<fs::path> seen;
  for (const std::string& file : files) {
    // A file that is named twice is no duplicate.
    std::error_code ignored;
    const fs::path place = fs::weakly_canonical(file, ignored);
    if (seen.insert(place.empty() ? fs::path(file) : place).second) {
      inputs.push_back({.name = file, .family = file});
    }
  }
  return inputs;
}

Result<std::vector<DedupeInput>> dedupe_inputs(const DedupeInputs& from) {
  KCAST_TRY(std::vector<DedupeInput> inputs, file_inputs(from.paths));
  for (const std::string& list : from.recipe_lists) {
    KCAST_TRY(const std::vector<ListedRecipe> listed, read_recipe_list(list));
    for (const auto& [recipe, place] : listed)
      inputs.push_back({corpus::recipe_text(recipe), corpus::recipe_family(recipe), recipe, place});
  }
  if (inputs.empty()) {
    return Error{ErrorCode::InvalidInput,
                 "no kernels; name files, folders or a list of recipes (--recipes FILE)"};
  }
  return inputs;
}

Result<std::string> dedupe_text(const DedupeInput& input) {
  if (!input.recipe) return read_file(input.name, size_t{8} << 20U);
  auto source = corpus::source_of_recipe(*input.recipe, corpus::Language::Cuda, false);
  if (!source) return std::move(source).error().context(input.stated_at);
  return std::move(source->source);
}

// Texts are made and hashed on all threads, some thousand at a time, and added in their order.
Status add_inputs(const std::vector<DedupeInput>& inputs, size_t jobs,
                  corpus::NearDuplicates& duplicates) {
  constexpr size_t kAtOnce = 1024;
  Progress progress("reading", inputs.size());
  std::vector<std::optional<Result<corpus::CodePrint>>> prints;
  for (size_t begin = 0; begin < inputs.size(); begin += kAtOnce) {
    const size_t count = std::min(kAtOnce, inputs.size() - begin);
    prints.assign(count, std::nullopt);
    parallel_for(jobs, count, 8, [&](size_t i) {
      auto text = dedupe_text(inputs[begin + i]);
      if (text) {
        prints[i].emplace(duplicates.print(*text));
      } else {
        prints[i].emplace(std::move(text).error());
      }
    });
    for (size_t i = 0; i < count; ++i) {
      const DedupeInput& input = inputs[begin + i];
      KCAST_TRY(corpus::CodePrint print, *std::move(prints[i]));
      duplicates.add(input.name, input.family, std::move(print));
    }
    progress.advance(count);
  }
  return Unit{};
}

}  // namespace

Result<corpus::NearDuplicateReport> find_duplicates(const DedupeInputs& from, size_t jobs,
                                                    corpus::NearDuplicates& duplicates) {
  KCAST_TRY(const std::vector<DedupeInput> inputs, dedupe_inputs(from));
  KCAST_OK(add_inputs(inputs, jobs, duplicates));
  std::optional<Progress> progress;
  return duplicates.report(jobs, [&](size_t, size_t steps) {
    if (!progress) progress.emplace("comparing", steps);
    progress->advance();
  });
}

}  // namespace kcast::workflow
