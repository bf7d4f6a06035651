// kcast corpus dedupe: which kernels are near-duplicates of each other.
#include <algorithm>
#include <iostream>
#include <memory>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include "base/parallel.h"
#include "base/text.h"
#include "cli/lab/subcommands.h"
#include "corpus/dedupe/near_duplicates.h"
#include "workflow/corpus/find_duplicates.h"

namespace kcast::cli {

using nlohmann::ordered_json;

namespace {

struct DedupeOptions {
  workflow::DedupeInputs inputs;
  double threshold = corpus::kNearDuplicateThreshold;
  size_t jobs = hardware_jobs();
  bool json = false;
  bool all = false;
};

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
  corpus::NearDuplicates duplicates(options.threshold);
  KCAST_TRY(const corpus::NearDuplicateReport report,
            workflow::find_duplicates(options.inputs, options.jobs, duplicates));
  if (options.json) {
    print_duplicates_json(duplicates, report, options.threshold);
  } else {
    print_duplicates(duplicates, report, options.all);
  }
  return Unit{};
}

}  // namespace

void add_corpus_dedupe(CLI::App& app, Action& action) {
  CLI::App* command = app.add_subcommand("dedupe", "find kernels that are nearly the same");
  const auto options = std::make_shared<DedupeOptions>();
  command->add_option("PATHS", options->inputs.paths,
                      "source files, or folders of *.cu, *.hip, *.cl");
  command->add_option("--recipes", options->inputs.recipe_lists, "files with one recipe a line");
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
