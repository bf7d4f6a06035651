// kcast corpus dedupe: which kernels are near-duplicates of each other.
#include <algorithm>
#include <filesystem>
#include <iostream>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include "base/files.h"
#include "base/ordered_loop.h"
#include "base/parallel.h"
#include "base/progress.h"
#include "base/text.h"
#include "cli/corpus_commands.h"
#include "corpus/dedupe/near_duplicates.h"
#include "corpus/kernel_maker.h"
#include "workflow/dataset/kernel_files.h"

namespace kcast::cli {

namespace fs = std::filesystem;
using nlohmann::ordered_json;

namespace {

struct DedupeOptions {
  std::vector<std::string> paths;
  std::vector<std::string> recipe_lists;
  double threshold = corpus::kNearDuplicateThreshold;
  size_t jobs = hardware_jobs();
  bool json = false;
  bool all = false;
};

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
    KCAST_TRY(const std::vector<std::string> found, workflow::kernel_files_under(path));
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

Result<std::vector<DedupeInput>> dedupe_inputs(const DedupeOptions& options) {
  KCAST_TRY(std::vector<DedupeInput> inputs, file_inputs(options.paths));
  for (const std::string& list : options.recipe_lists) {
    KCAST_TRY(const std::vector<workflow::ListedRecipe> listed, workflow::read_recipe_list(list));
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

std::string share_text(double share) {
  return format_number(100 * share, 2) + " %";
}

void print_cluster(const corpus::NearDuplicates& duplicates,
                   const corpus::NearDuplicateReport& report, const corpus::NearCluster& cluster,
                   size_t most) {
  const char* at_least = cluster.whole ? "" : "at least ";
  std::cout << "\n"
            << cluster.members.size() << " kernels of " << cluster.families
            << (cluster.families == 1 ? " family" : " families") << ", highest index " << at_least
            << format_number(cluster.highest, 3) << ", " << at_least << cluster.family_pairs
            << " pairs between families\n";
  for (size_t i = 0; i < std::min(most, cluster.members.size()); ++i) {
    const uint32_t member = cluster.members[i];
    const corpus::NearestItem& nearest = report.nearest[member];
    std::cout << "  " << duplicates.item(member).name;
    if (nearest.item != corpus::kNoItem) {
      std::cout << "  (" << format_number(nearest.jaccard, 3) << " with "
                << duplicates.item(nearest.item).name << ")";
    }
    std::cout << "\n";
  }
  if (most < cluster.members.size()) {
    std::cout << "  and " << cluster.members.size() - most << " more\n";
  }
}

void print_duplicates(const corpus::NearDuplicates& duplicates,
                      const corpus::NearDuplicateReport& report, bool all) {
  constexpr size_t kFew = 10;
  const size_t clusters = report.clusters.size();
  std::cout << "kernels                           " << report.items << "\n"
            << "families                          " << report.families << "\n"
            << "near-duplicates                   " << report.near_duplicates << " in " << clusters
            << (clusters == 1 ? " cluster\n" : " clusters\n")
            << "near-duplicates between families  " << report.between_families << " ("
            << share_text(report.share_between_families()) << ")\n";
  const size_t shown = all ? clusters : std::min(kFew, clusters);
  for (size_t i = 0; i < shown; ++i)
    print_cluster(duplicates, report, report.clusters[i], all ? SIZE_MAX : kFew);
  if (shown < clusters) {
    std::cout << "\nand " << clusters - shown << " smaller clusters; --all shows them\n";
  }
}

ordered_json cluster_json(const corpus::NearDuplicates& duplicates,
                          const corpus::NearDuplicateReport& report,
                          const corpus::NearCluster& cluster) {
  ordered_json out = {{"families", cluster.families},
                      {"highest", cluster.highest},
                      {"pairs_between_families", cluster.family_pairs},
                      {"all_pairs_compared", cluster.whole},
                      {"members", ordered_json::array()}};
  for (const uint32_t member : cluster.members) {
    ordered_json row = {{"name", duplicates.item(member).name},
                        {"family", duplicates.family_of(member)}};
    const corpus::NearestItem& nearest = report.nearest[member];
    if (nearest.item != corpus::kNoItem) {
      row["nearest"] = {{"name", duplicates.item(nearest.item).name}, {"jaccard", nearest.jaccard}};
    }
    out["members"].push_back(std::move(row));
  }
  return out;
}

void print_duplicates_json(const corpus::NearDuplicates& duplicates,
                           const corpus::NearDuplicateReport& report, double threshold) {
  ordered_json out = {{"threshold", threshold},
                      {"kernels", report.items},
                      {"families", report.families},
                      {"near_duplicates", report.near_duplicates},
                      {"between_families", report.between_families},
                      {"share_between_families", report.share_between_families()},
                      {"clusters", ordered_json::array()}};
  for (const corpus::NearCluster& cluster : report.clusters)
    out["clusters"].push_back(cluster_json(duplicates, report, cluster));
  // Names of files may hold any bytes.
  std::cout << out.dump(2, ' ', false, ordered_json::error_handler_t::replace) << "\n";
}

Status dedupe(const DedupeOptions& options) {
  KCAST_TRY(const std::vector<DedupeInput> inputs, dedupe_inputs(options));
  corpus::NearDuplicates duplicates(options.threshold);
  KCAST_OK(add_inputs(inputs, options.jobs, duplicates));
  std::optional<Progress> progress;
  const corpus::NearDuplicateReport report =
      duplicates.report(options.jobs, [&](size_t, size_t steps) {
        if (!progress) progress.emplace("comparing", steps);
        progress->advance();
      });
  progress.reset();
  if (options.json) {
    print_duplicates_json(duplicates, report, options.threshold);
  } else {
    print_duplicates(duplicates, report, options.all);
  }
  return Unit{};
}

}  // namespace

void add_corpus_dedupe(CLI::App& app, CorpusAction& action) {
  CLI::App* command = app.add_subcommand("dedupe", "find kernels that are nearly the same");
  const auto options = std::make_shared<DedupeOptions>();
  command->add_option("PATHS", options->paths, "source files, or folders of *.cu, *.hip, *.cl");
  command->add_option("--recipes", options->recipe_lists, "files with one recipe a line");
  command
      ->add_option("--threshold", options->threshold,
                   "least Jaccard similarity of two kernels, over 6-grams of their tokens")
      ->check(CLI::Range(0.3, 1.0))
      ->capture_default_str();
  command->add_option("--jobs", options->jobs, "threads (default: all cores)")
      ->check(CLI::Range(1, 1024));
  command->add_flag("--json", options->json, "print everything as JSON");
  command->add_flag("--all", options->all, "print all clusters with all their members");
  command->callback([options, &action] { action = [options] { return dedupe(*options); }; });
}

}  // namespace kcast::cli
