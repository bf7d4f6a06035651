#include "workflow/trees/train_trees.h"

#include <cstdio>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <span>
#include <vector>

#include "base/files.h"
#include "base/process/interrupt.h"
#include "base/sha256.h"
#include "base/version.h"
#include "dataset/sample_set.h"
#include "frontend/frontend.h"
#include "predict/gpus.h"
#include "schema/feature_vector.h"
#include "trees/lightgbm.h"
#include "trees/row_table.h"
#include "workflow/trees/examples.h"
#include "workflow/trees/family_errors.h"
#include "workflow/trees/fit_model.h"
#include "workflow/trees/make_rows.h"
#include "workflow/trees/row_choice.h"
#include "workflow/trees/tree_scores.h"
#include "workflow/trees/trees_config.h"

namespace kcast::workflow {
namespace {

using Json = nlohmann::ordered_json;

Result<MadeRows> analyse(const TrainTreesOptions& options, const Gpu& gpu,
                         frontend::Frontend& frontend, std::span<const std::string> keys) {
  const launch::Inspect inspect = [&](const frontend::InspectRequest& request) {
    return frontend.inspect(request, &InterruptGuard::interrupted());
  };
  return make_rows(keys, inspect, gpu, {options.table, options.jobs, options.seconds});
}

std::string made_text(const MadeRows& made) {
  std::string text = std::to_string(made.rows) + " launches analysed";
  if (made.without > 0)
    text += ", " + std::to_string(made.without) + " of them without a prediction";
  if (made.missing > 0) text += ", " + std::to_string(made.missing) + " left for want of time";
  return text + "\n";
}

std::vector<std::string> keys_of(const dataset::SampleSet& set, std::span<const ChosenRow> rows) {
  std::vector<std::string> out;
  out.reserve(rows.size());
  for (const ChosenRow& row : rows)
    out.push_back(row_key(set.labels[row.label]));
  return out;
}

std::string percent(double share) {
  char text[32];
  std::snprintf(text, sizeof text, "%.1f %%", 100 * share);
  return text;
}

double rounded(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.4g", value);
  return std::stod(text);
}

Json score_json(const TreeScore& score) {
  return {{"part", score.part},
          {"launches", score.launches},
          {"analytic_mape", rounded(score.analytic_mape)},
          {"hybrid_mape", rounded(score.hybrid_mape)},
          {"analytic_median", rounded(score.analytic_median)},
          {"hybrid_median", rounded(score.hybrid_median)},
          {"covered", rounded(score.covered)},
          {"width", rounded(score.width)},
          {"unlike", rounded(score.unlike)}};
}

std::string score_text(const TreeScore& score) {
  char width[32];
  std::snprintf(width, sizeof width, "%.2f", score.width);
  return "  " + score.part + ": " + std::to_string(score.launches) + " launches, time MAPE " +
         percent(score.analytic_mape) + " -> " + percent(score.hybrid_mape) + ", median " +
         percent(score.analytic_median) + " -> " + percent(score.hybrid_median) +
         ", intervals hold " + percent(score.covered) + ", as wide as a factor of " + width + "\n";
}

std::string choice_text(const QuantityChoice& choice) {
  char errors[64];
  std::snprintf(errors, sizeof errors, "%.3f -> %.3f", choice.error_before, choice.error_after);
  return "  " + choice.name + ", " + choice.where + ": " + std::to_string(choice.launches) +
         " launches, error " + errors + ", within 10 % " + percent(choice.within_before) + " -> " +
         percent(choice.within_after) + (choice.used ? ": corrected\n" : ": left alone\n");
}

Json choice_json(const QuantityChoice& choice) {
  return {{"quantity", choice.name},
          {"where", choice.where},
          {"launches", choice.launches},
          {"error", {rounded(choice.error_before), rounded(choice.error_after)}},
          {"within_10_pct", {rounded(choice.within_before), rounded(choice.within_after)}},
          {"corrected", choice.used}};
}

std::map<std::string, size_t> counts_of(std::span<const Example> examples) {
  std::map<std::string, size_t> out;
  for (const Example& example : examples) {
    constexpr const char* kUses[] = {"fit", "choose", "calibrate", "test"};
    ++out[kUses[static_cast<size_t>(example.use)]];
  }
  return out;
}

// Fits, scores, and says both; the model knows where it came from.
Result<std::string> fit_and_score(const TreesConfig& config, const TrainTreesOptions& options,
                                  const Gpu& gpu, std::span<const Example> examples,
                                  trees::Model& model) {
  KCAST_TRY(const trees::LightGbm library, trees::LightGbm::load(executable_dir()));
  FitSettings settings = config.fit;
  settings.jobs = options.jobs;
  KCAST_TRY(FittedModel fitted, fit_model(examples, gpu.id, settings, library));
  Json provenance;
  provenance["set"] = config.set;
  provenance["gpu"] = gpu.id;
  provenance["analysis"] = kAnalysisVersion;
  provenance["kcast"] = program_version();
  provenance["config_sha256"] = sha256_hex(config.text);
  provenance["library"] = "LightGBM 4.7.0";
  std::string text;
  for (const auto& [use, count] : counts_of(examples)) {
    provenance["launches"][use] = count;
    text += std::to_string(count) + " launches to " + use + "\n";
  }
  for (const QuantityChoice& choice : fitted.choices) {
    provenance["choices"].push_back(choice_json(choice));
    text += choice_text(choice);
  }
  for (const auto& [use, name] :
       {std::pair(ExampleUse::Calibrate, "validation"), std::pair(ExampleUse::Test, "test")}) {
    for (const TreeScore& score : tree_scores(fitted.model, gpu, examples, use, name)) {
      provenance["scores"].push_back(score_json(score));
      text += score_text(score);
    }
  }
  model = std::move(fitted.model);
  model.provenance = provenance.dump();
  return text;
}

}  // namespace

Result<std::string> train_trees(const TrainTreesOptions& given) {
  TrainTreesOptions options = given;
  KCAST_TRY(const TreesConfig config, read_trees_config(options.config));
  KCAST_TRY(const std::vector<Gpu> gpus, predict::gpus_named(config.gpu));
  const Gpu& gpu = gpus.at(0);
  KCAST_TRY(const std::unique_ptr<frontend::Frontend> frontend, frontend::Frontend::start());
  std::optional<TempDir> fresh;
  if (options.table.empty()) {
    KCAST_TRY(TempDir made, TempDir::make());
    fresh.emplace(std::move(made));
    options.table = fresh->path().string();
  }
  if (!options.rows.empty()) {
    KCAST_TRY(const std::vector<std::string> keys, read_row_list(options.rows));
    KCAST_TRY(const MadeRows made, analyse(options, gpu, *frontend, keys));
    return made_text(made);
  }
  KCAST_TRY(const dataset::SampleSet set, dataset::read_samples(config.set, executable_dir()));
  KCAST_TRY(const std::vector<ChosenRow> rows, choose_rows(set, gpu.id, config.rows));
  if (!options.list.empty()) {
    KCAST_OK(write_row_list(options.list, set, rows));
    return std::to_string(rows.size()) + " launches in " + options.list + "\n";
  }
  std::string text;
  if (!options.only_table) {
    KCAST_TRY(const MadeRows made, analyse(options, gpu, *frontend, keys_of(set, rows)));
    text += made_text(made);
  }
  KCAST_TRY(const trees::RowTable table, trees::read_row_table(options.table));
  KCAST_TRY(const std::vector<Example> examples, make_examples(set, rows, table));
  trees::Model model;
  KCAST_TRY(const std::string scores, fit_and_score(config, options, gpu, examples, model));
  const std::string bytes = trees::write_model(model);
  text += scores;
  if (!options.families.empty())
    KCAST_OK(write_file(options.families, family_table(family_errors(model, gpu, examples))));
  if (options.out.empty()) return text;
  KCAST_OK(write_file(options.out, bytes));
  return text + options.out + ": " + std::to_string(bytes.size()) + " bytes\n";
}

}  // namespace kcast::workflow
