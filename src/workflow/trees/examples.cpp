#include "workflow/trees/examples.h"

#include "base/rng.h"
#include "dataset/splits.h"
#include "trees/launch_row.h"
#include "trees/tree_features.h"

namespace kcast::workflow {
namespace {

ExampleUse use_of(dataset::Side side, std::string_view family) {
  constexpr uint64_t kTenth = 10;
  if (side == dataset::Side::Test) return ExampleUse::Test;
  if (side == dataset::Side::Validation) return ExampleUse::Calibrate;
  const bool choose = stable_hash("trees choose " + std::string(family)) % kTenth == 0;
  return choose ? ExampleUse::Choose : ExampleUse::Fit;
}

}  // namespace

Result<std::vector<Example>> make_examples(const dataset::SampleSet& set,
                                           std::span<const ChosenRow> rows,
                                           const trees::RowTable& table) {
  constexpr double kSteadySpread = 0.1;
  if (table.names != trees::launch_row_names()) {
    return Error{ErrorCode::InvalidInput,
                 "the table of rows is of another version of the analysis; make it again"};
  }
  KCAST_TRY(const dataset::SplitRules rules, dataset::SplitRules::current());
  std::vector<Example> out;
  for (const ChosenRow& chosen : rows) {
    const dataset::Row& label = set.labels[chosen.label];
    const auto found = table.rows.find(row_key(label));
    if (found == table.rows.end() || found->second.values.empty()) continue;
    if (!(label.reading.values.time_us > 0)) continue;
    Example example;
    example.family = std::string(rules.original_of(label.kernel.family));
    example.use = use_of(chosen.side, example.family);
    example.source = std::string(dataset::family_parts(label.kernel.family).source);
    example.program = example.source == "auth";
    example.drawn = chosen.drawn;
    example.key = found->first;
    example.row = found->second.values;
    example.features = trees::tree_features(example.row);
    example.analytic = trees::analytic_in(example.row);
    example.measured = label.reading.values;
    example.has_counters = dataset::has_counters(label.reading.values);
    example.steady = set.numbers[chosen.label].spread <= kSteadySpread;
    out.push_back(std::move(example));
  }
  return out;
}

}  // namespace kcast::workflow
