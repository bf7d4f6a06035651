// kcast corpus stats: what a plan's launches are like.
#include <cstdio>
#include <filesystem>
#include <iostream>
#include <memory>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "base/files.h"
#include "base/text.h"
#include "cli/lab/subcommands.h"
#include "plan/corpus_stats.h"
#include "predict/gpus.h"

#include <nlohmann/json.hpp>

namespace kcast::cli {
namespace {

struct StatsOptions {
  std::vector<std::string> plans;
  std::vector<std::string> against;
  std::string svg;
  std::string gpu;
  bool json = false;
  bool motifs = false;
};

// Folders of `corpus generate`, or their plan.tsv.
Result<std::vector<plan::PlannedLaunch>> read_plans(const std::vector<std::string>& paths) {
  std::vector<plan::PlannedLaunch> out;
  for (const std::string& path : paths) {
    const std::string file = std::filesystem::is_directory(path) ? path + "/plan.tsv" : path;
    KCAST_TRY(const std::string text, read_file(file));
    auto rows = plan::parse_plan(text);
    if (!rows) return std::move(rows).error().context(file);
    out.insert(out.end(), rows->begin(), rows->end());
  }
  return out;
}

// Sizes of the texts, where a folder has them.
std::vector<plan::FeatureSummary> read_sizes(const std::vector<std::string>& paths) {
  std::string all;
  for (const std::string& path : paths) {
    const auto text = read_file(path + "/kernels.tsv");
    if (text) all += *text;
  }
  return all.empty() ? std::vector<plan::FeatureSummary>{} : plan::text_sizes(all);
}

std::string percent_text(double share) {
  if (share < 0) return "-";
  char text[16];
  std::snprintf(text, sizeof text, "%.1f %%", 100 * share);
  return text;
}

std::string figure(double value) {
  char text[24];
  std::snprintf(text, sizeof text, "%.3g", value);
  return text;
}

void print_stats(const plan::CorpusStats& stats, bool motifs) {
  const auto share = [&](size_t part) {
    return percent_text(static_cast<double>(part) /
                        static_cast<double>(std::max<size_t>(stats.launches, 1)));
  };
  std::cout << stats.kernels << " kernels of " << stats.families << " families, " << stats.launches
            << " launches\n\n";
  for (const auto& [name, count] : stats.kernels_by_source)
    std::cout << "  " << pad_right(name, 26) << count << " kernels\n";
  for (const auto& [name, count] : stats.launches_by_language)
    std::cout << "  " << pad_right(name, 26) << count << " launches\n";
  if (motifs) {
    for (const auto& [name, count] : stats.kernels_by_motif)
      std::cout << "    " << pad_right(name, 24) << count << "\n";
  }
  for (const launch::Regime regime : launch::kRegimes) {
    std::cout << "  " << pad_right(std::string(launch::regime_name(regime)), 26)
              << share(stats.by_regime[static_cast<size_t>(regime)]) << "\n";
  }
  std::cout << "  memory over the L2        " << share(stats.over_l2) << "\n"
            << "  memory over 512 MiB       " << share(stats.over_512_mib) << "\n"
            << "  predicted under 1 ms      " << share(stats.under_1_ms) << "\n"
            << "  chosen for their time     " << share(stats.rebalanced) << "\n"
            << "  compute-bound             " << share(stats.compute_bound) << "\n\n"
            << pad_right("", 34);
  for (const char* name : {"5 %", "25 %", "50 %", "75 %", "95 %"})
    std::cout << pad_left(name, 11);
  std::cout << "\n";
  for (const plan::FeatureSummary& feature : stats.features) {
    std::cout << "  " << pad_right(std::string(feature.name), 24)
              << pad_right(std::string(feature.unit), 8);
    for (const double value : feature.quantiles)
      std::cout << pad_left(figure(value), 11);
    std::cout << "\n";
  }
}

void print_coverage(const std::vector<plan::Coverage>& coverage, size_t others) {
  std::cout << "\nshare of the other plan's " << others << " launches inside the range\n"
            << pad_right("", 34) << pad_left("all", 11);
  for (const launch::Regime regime : launch::kRegimes)
    std::cout << pad_left(std::string(launch::regime_name(regime)), 16);
  std::cout << "\n";
  for (const plan::Coverage& row : coverage) {
    std::cout << "  " << pad_right(std::string(row.feature), 32)
              << pad_left(percent_text(row.share), 11);
    for (const double share : row.by_regime)
      std::cout << pad_left(percent_text(share), 16);
    std::cout << "\n";
  }
}

nlohmann::json stats_json(const plan::CorpusStats& stats,
                          const std::vector<plan::Coverage>& coverage) {
  nlohmann::json out = {{"kernels", stats.kernels},
                        {"families", stats.families},
                        {"launches", stats.launches},
                        {"kernels_by_source", stats.kernels_by_source},
                        {"kernels_by_motif", stats.kernels_by_motif},
                        {"launches_by_language", stats.launches_by_language},
                        {"launches_by_regime", stats.by_regime},
                        {"over_l2", stats.over_l2},
                        {"over_512_mib", stats.over_512_mib},
                        {"under_1_ms", stats.under_1_ms},
                        {"compute_bound", stats.compute_bound}};
  for (const plan::FeatureSummary& feature : stats.features) {
    const std::string name = std::string(feature.name) + " " + std::string(feature.unit);
    out["features"][name] = feature.quantiles;
  }
  for (const plan::Coverage& row : coverage)
    out["coverage"][std::string(row.feature)] = row.share;
  return out;
}

Status stats(const StatsOptions& options) {
  KCAST_TRY(const std::vector<Gpu> gpus, predict::gpus_named(options.gpu));
  KCAST_TRY(const std::vector<plan::PlannedLaunch> rows, read_plans(options.plans));
  KCAST_TRY(const std::vector<plan::PlannedLaunch> others, read_plans(options.against));
  plan::CorpusStats summary = plan::corpus_stats(rows, gpus.at(0));
  const std::vector<plan::FeatureSummary> sizes = read_sizes(options.plans);
  summary.features.insert(summary.features.begin(), sizes.begin(), sizes.end());
  std::vector<plan::Coverage> coverage;
  if (!others.empty()) coverage = plan::coverage_of(others, rows, gpus.at(0));
  if (options.json) {
    std::cout << stats_json(summary, coverage).dump(2) << "\n";
  } else {
    print_stats(summary, options.motifs);
    if (!coverage.empty()) print_coverage(coverage, others.size());
  }
  if (options.svg.empty()) return Unit{};
  const std::string title =
      std::to_string(rows.size()) + " launches of " + std::to_string(summary.kernels) + " kernels";
  return write_file(options.svg, plan::histograms_svg(rows, others, title));
}

}  // namespace

void add_corpus_stats(CLI::App& app, Action& action) {
  CLI::App* command = app.add_subcommand("stats", "distributions of a plan's launches");
  const auto options = std::make_shared<StatsOptions>();
  command->add_option("PLAN", options->plans, "folders of kcast corpus generate, or plan.tsv files")
      ->required();
  command->add_option("--against", options->against,
                      "kernels to compare with: how far the plan covers them");
  command->add_option("--svg", options->svg, "write histograms to this SVG file");
  command->add_option("--gpu", options->gpu,
                      "GPU whose number of units and L2 size are used (default h200)");
  command->add_flag("--motifs", options->motifs, "count kernels by motif");
  command->add_flag("--json", options->json, "print JSON");
  command->callback([options, &action] { action = [options] { return stats(*options); }; });
}

}  // namespace kcast::cli
