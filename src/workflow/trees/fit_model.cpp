#include "workflow/trees/fit_model.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <sstream>

#include "base/quantile.h"
#include "base/rng.h"
#include "trees/correct.h"
#include "trees/launch_row.h"
#include "trees/tree_features.h"
#include "workflow/trees/calibrate.h"

namespace kcast::workflow {
namespace {

// What is learnt, in this order. FLOPs are counted exactly and stay as they are.
struct QuantityPlan {
  const char* name;
  trees::Scale scale;
  float floor;
  bool any_gpu;
};
constexpr QuantityPlan kPlans[] = {
    {"time_us", trees::Scale::Ratio, 0, false},
    {"int_ops", trees::Scale::Ratio, 0, true},
    {"l1_bytes", trees::Scale::Ratio, 0, true},
    {"l2_bytes", trees::Scale::Ratio, 1e4F, false},
    {"hbm_read_bytes", trees::Scale::Ratio, 1e5F, false},
    {"hbm_write_bytes", trees::Scale::Ratio, 1e5F, false},
    {"l1_hit_rate_pct", trees::Scale::Points, 0, false},
    {"l2_hit_rate_pct", trees::Scale::Points, 0, false},
};

double of(const BaseQuantities& values, std::string_view name) {
  return values.*find_metric(name)->base;
}

// Whether the analysis was right, as far as anybody would ask.
bool is_right(const trees::QuantityModel& quantity, double residual) {
  constexpr double kPoints = 0.005;
  const double most = quantity.scale == trees::Scale::Points ? kPoints : std::log2(1.02);
  return std::abs(residual) <= most;
}

// Whether an example says anything about a quantity.
bool tells(const Example& example, const trees::QuantityModel& quantity) {
  if (quantity.name == "time_us") return example.analytic.time_us > 0;
  if (!example.has_counters) return false;
  const double analytic = of(example.analytic, quantity.name);
  return std::isfinite(of(example.measured, quantity.name)) &&
         (quantity.scale == trees::Scale::Points || quantity.floor > 0 || analytic > 0);
}

double label_of(const Example& example, const trees::QuantityModel& quantity) {
  return trees::residual_of(quantity, of(example.analytic, quantity.name),
                            of(example.measured, quantity.name));
}

// What a forest learns of a residual.
enum class Lesson : uint8_t { Residual, Doubt };

trees::LearningRows learning_rows(std::span<const Example> examples, ExampleUse use,
                                  const trees::QuantityModel& quantity, Lesson lesson,
                                  double program_weight) {
  trees::LearningRows out;
  for (const Example& example : examples) {
    if (example.use != use || !tells(example, quantity)) continue;
    out.features.insert(out.features.end(), example.features.begin(), example.features.end());
    const double residual = label_of(example, quantity);
    const double wrong = is_right(quantity, residual) ? 0 : 1;
    out.labels.push_back(static_cast<float>(lesson == Lesson::Doubt ? wrong : residual));
    out.weights.push_back(example.program ? static_cast<float>(program_weight) : 1.0F);
  }
  return out;
}

std::string parameters_of(const ForestSettings& settings, const std::string& objective,
                          size_t jobs) {
  std::ostringstream out;
  out << objective << " num_leaves=" << settings.leaves << " learning_rate=" << settings.rate
      << " min_data_in_leaf=" << settings.least_in_leaf << " feature_fraction=" << settings.features
      << " bagging_fraction=0.8 bagging_freq=1 max_bin=254 use_missing=false"
      << " feature_pre_filter=false deterministic=true force_row_wise=true seed=1 verbosity=-1"
      << " num_threads=" << jobs;
  return out.str();
}

class Fitter {
 public:
  Fitter(std::span<const Example> examples, const FitSettings& settings,
         const trees::LightGbm& library)
      : examples_(examples), settings_(settings), library_(library) {
    for (const Example& example : examples) {
      if (example.use == ExampleUse::Fit || example.use == ExampleUse::Choose) {
        bins_.features.insert(bins_.features.end(), example.features.begin(),
                              example.features.end());
      }
    }
  }

  Result<trees::LightGbmModel> fit(const trees::QuantityModel& quantity,
                                   const ForestSettings& forest, const std::string& objective,
                                   Lesson lesson = Lesson::Residual) const {
    const trees::LearningRows rows =
        learning_rows(examples_, ExampleUse::Fit, quantity, lesson, settings_.program_weight);
    const trees::LearningRows stop =
        learning_rows(examples_, ExampleUse::Choose, quantity, lesson, settings_.program_weight);
    if (rows.labels.empty() || stop.labels.empty()) {
      return Error{ErrorCode::InvalidInput, "no launches to learn " + quantity.name + " from"};
    }
    return library_.fit({.columns = trees::tree_feature_names().size(),
                         .bins = &bins_,
                         .fit = &rows,
                         .stop = &stop,
                         .parameters = parameters_of(forest, objective, settings_.jobs),
                         .rounds = forest.rounds,
                         .patience = forest.patience});
  }

 private:
  std::span<const Example> examples_;
  const FitSettings& settings_;
  const trees::LightGbm& library_;
  trees::LearningRows bins_;
};

// The forests of one quantity before their cuts are known.
struct RawQuantity {
  trees::QuantityModel quantity;
  // Center; for the time also low and high, for the others the doubt.
  std::vector<trees::LightGbmModel> forests;
};

Result<RawQuantity> fit_quantity(const Fitter& fitter, const QuantityPlan& plan,
                                 const FitSettings& settings) {
  RawQuantity out;
  out.quantity.name = plan.name;
  out.quantity.scale = plan.scale;
  out.quantity.floor = plan.floor;
  out.quantity.any_gpu = plan.any_gpu;
  const auto add = [&](const ForestSettings& forest, const std::string& objective,
                       Lesson lesson = Lesson::Residual) -> Status {
    KCAST_TRY(trees::LightGbmModel model, fitter.fit(out.quantity, forest, objective, lesson));
    out.forests.push_back(std::move(model));
    return Unit{};
  };
  KCAST_OK(add(settings.center, "objective=l1 metric=l1"));
  if (out.quantity.name != "time_us") {
    KCAST_OK(add(settings.bounds, "objective=binary metric=binary_logloss", Lesson::Doubt));
    return out;
  }
  const double tail = (1 - settings.coverage) / 2;
  for (const double alpha : {tail, 1 - tail}) {
    std::ostringstream objective;
    objective << "objective=quantile metric=quantile alpha=" << alpha;
    KCAST_OK(add(settings.bounds, objective.str()));
  }
  return out;
}

// Turns what the library fitted into forests, which must answer as the library does.
Status take_forests(RawQuantity& raw, std::span<const Example> examples, const trees::Cuts& cuts) {
  std::vector<trees::Forest> forests;
  for (const trees::LightGbmModel& model : raw.forests) {
    KCAST_TRY(trees::Forest forest, trees::make_forest(model.trees, cuts));
    size_t next = 0;
    for (const Example& example : examples) {
      if (example.use != ExampleUse::Choose || !tells(example, raw.quantity)) continue;
      const double answer = forest.sum(cuts.places(example.features));
      const bool same = next < model.answers.size() && answer == model.answers[next];
      ++next;
      if (!same) {
        return Error{ErrorCode::Internal, "the trees of " + raw.quantity.name +
                                              " do not answer as the library that fitted them"};
      }
    }
    forests.push_back(std::move(forest));
  }
  raw.quantity.center = std::move(forests[0]);
  if (forests.size() == 2) raw.quantity.doubt = trees::Doubt{.odds = std::move(forests[1])};
  if (forests.size() < 3) return Unit{};
  raw.quantity.low = std::move(forests[1]);
  raw.quantity.high = std::move(forests[2]);
  return Unit{};
}

// Errors of a quantity on the choosing families, where something was estimated or where nothing
// was.
QuantityChoice compare(const trees::QuantityModel& quantity, const trees::Cuts& cuts,
                       std::span<const Example> examples, bool estimated) {
  const double tenth = quantity.scale == trees::Scale::Points ? 0.01 : std::log2(1.1);
  QuantityChoice out;
  out.name = quantity.name;
  out.where = estimated ? "estimated" : "exact";
  for (const Example& example : examples) {
    if (example.use != ExampleUse::Choose || !tells(example, quantity)) continue;
    if (trees::is_estimated(example.row) != estimated) continue;
    const double before = std::abs(label_of(example, quantity));
    const trees::Spot spot = trees::spot_of(quantity, cuts.places(example.features));
    const double after = std::abs(label_of(example, quantity) - spot.center);
    ++out.launches;
    out.error_before += std::min(1.0, before);
    out.error_after += std::min(1.0, after);
    out.within_before += before <= tenth ? 1 : 0;
    out.within_after += after <= tenth ? 1 : 0;
  }
  const double n = static_cast<double>(std::max<size_t>(1, out.launches));
  for (double* value : {&out.error_before, &out.error_after, &out.within_before, &out.within_after})
    *value /= n;
  constexpr size_t kEnough = 100;
  constexpr double kGain = 0.97;
  out.used = out.launches >= kEnough && out.error_after < kGain * out.error_before &&
             out.within_after >= out.within_before;
  return out;
}

// How much doubt it takes to move a value: what brings most launches within a tenth. And what the
// doubts are whose intervals are calibrated apart: three tenths of the launches, and so on.
void set_doubt(trees::QuantityModel& quantity, const trees::Cuts& cuts,
               std::span<const Example> examples) {
  constexpr std::array kShares = {0.3, 0.6, 0.85};
  constexpr std::array kLogOdds = {-100.0F, -4.0F, -3.0F, -2.0F, -1.0F, 0.0F};
  trees::Doubt& doubt = *quantity.doubt;
  std::vector<double> odds;
  for (const Example& example : examples) {
    if (example.use == ExampleUse::Choose && tells(example, quantity))
      odds.push_back(doubt.odds.sum(cuts.places(example.features)));
  }
  std::sort(odds.begin(), odds.end());
  for (size_t i = 0; i < kShares.size(); ++i)
    doubt.edges[i] = static_cast<float>(quantile_of(odds, kShares[i]));
  double most = -1;
  float best = 0;
  for (const float below : kLogOdds) {
    doubt.leave_below = below;
    const QuantityChoice exact = compare(quantity, cuts, examples, false);
    const QuantityChoice estimated = compare(quantity, cuts, examples, true);
    const double within = exact.within_after * static_cast<double>(exact.launches) +
                          estimated.within_after * static_cast<double>(estimated.launches);
    if (within <= most) continue;
    most = within;
    best = below;
  }
  doubt.leave_below = best;
}

void choose(trees::QuantityModel& quantity, const trees::Cuts& cuts,
            std::span<const Example> examples, std::vector<QuantityChoice>& choices) {
  if (quantity.doubt) set_doubt(quantity, cuts, examples);
  const QuantityChoice exact = compare(quantity, cuts, examples, false);
  const QuantityChoice estimated = compare(quantity, cuts, examples, true);
  quantity.where_exact = exact.used;
  quantity.where_estimated = estimated.used;
  choices.push_back(exact);
  choices.push_back(estimated);
}

trees::Likeness likeness_of(std::span<const Example> examples) {
  constexpr double kNear = 0.99;
  std::vector<float> rows;
  size_t count = 0;
  for (const Example& example : examples) {
    if (example.use != ExampleUse::Fit) continue;
    rows.insert(rows.end(), example.features.begin(), example.features.end());
    ++count;
  }
  trees::Likeness out = trees::make_likeness(rows, count);
  std::vector<double> distances;
  for (const Example& example : examples) {
    if (example.use == ExampleUse::Calibrate) distances.push_back(out.distance(example.features));
  }
  std::sort(distances.begin(), distances.end());
  out.far = static_cast<float>(quantile_of(distances, kNear));
  return out;
}

// A few launches of each source, with what the library answers for them.
void add_references(std::span<const Example> examples, trees::Model& model) {
  constexpr size_t kOfSource = 6;
  std::map<std::string, std::vector<std::pair<uint64_t, const Example*>>> by_source;
  for (const Example& example : examples) {
    const bool all = example.use == ExampleUse::Choose && example.has_counters;
    if (all) by_source[example.source].emplace_back(stable_hash(example.key), &example);
  }
  for (auto& [source, list] : by_source) {
    std::sort(list.begin(), list.end());
    for (size_t i = 0; i < std::min(kOfSource, list.size()); ++i) {
      const Example& example = *list[i].second;
      trees::ReferenceLaunch reference{example.key, example.row, {}};
      const std::vector<uint8_t> places = model.cuts.places(example.features);
      for (const trees::Forest* forest : trees::forests_of(model))
        reference.answers.push_back(forest->sum(places));
      model.references.push_back(std::move(reference));
    }
  }
}

}  // namespace

Result<FittedModel> fit_model(std::span<const Example> examples, const std::string& gpu,
                              const FitSettings& settings, const trees::LightGbm& library) {
  const Fitter fitter(examples, settings, library);
  FittedModel out;
  trees::Model& model = out.model;
  model.gpu = gpu;
  model.row_names = trees::launch_row_names();
  model.feature_names = trees::tree_feature_names();
  model.cuts.of_feature.resize(model.feature_names.size());
  std::vector<RawQuantity> fitted;
  for (const QuantityPlan& plan : kPlans) {
    KCAST_TRY(RawQuantity raw, fit_quantity(fitter, plan, settings));
    for (const trees::LightGbmModel& forest : raw.forests)
      trees::add_cuts(forest.trees, model.cuts);
    fitted.push_back(std::move(raw));
  }
  for (RawQuantity& raw : fitted) {
    KCAST_OK(take_forests(raw, examples, model.cuts));
    choose(raw.quantity, model.cuts, examples, out.choices);
    if (!raw.quantity.corrects()) continue;
    calibrate(examples, model.cuts, settings.coverage, raw.quantity);
    model.quantities.push_back(std::move(raw.quantity));
  }
  model.likeness = likeness_of(examples);
  add_references(examples, model);
  return out;
}

}  // namespace kcast::workflow
