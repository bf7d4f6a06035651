#include "workflow/corpus/find_duplicates.h"

#include <algorithm>
#include <filesystem>
#include <optional>
#include <set>
#include <utility>

#include "base/files.h"
#include "base/ordered_loop.h"
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
  std::set<fs::path> known_files;
  for (const std::string& file : files) {
    // A file that is named twice is no duplicate.
    std::error_code ignored;
    const fs::path place = fs::weakly_canonical(file, ignored);
    if (known_files.insert(place.empty() ? fs::path(file) : place).second) {
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

// Texts are made and hashed on all threads, and added in their order.
Status add_inputs(const std::vector<DedupeInput>& inputs, size_t jobs,
                  corpus::NearDuplicates& duplicates) {
  Progress progress("reading", inputs.size());
  std::vector<std::optional<Result<corpus::CodePrint>>> prints(inputs.size());
  OrderedLoop loop;
  loop.count = inputs.size();
  loop.jobs = jobs;
  loop.work = [&](size_t i) {
    auto text = dedupe_text(inputs[i]);
    if (text) {
      prints[i].emplace(duplicates.print(*text));
    } else {
      prints[i].emplace(std::move(text).error());
    }
  };
  loop.take = [&](size_t i) -> Status {
    KCAST_TRY(corpus::CodePrint print, *std::move(prints[i]));
    prints[i].reset();
    duplicates.add(inputs[i].name, inputs[i].family, std::move(print));
    return Unit{};
  };
  loop.worked = [&](size_t) { progress.advance(); };
  KCAST_TRY([[maybe_unused]] const size_t taken, run_ordered(loop));
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
