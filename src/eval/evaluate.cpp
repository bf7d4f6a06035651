#include "eval/evaluate.h"

#include <algorithm>
#include <functional>

#include "base/rng.h"
#include "eval/noise.h"
#include "eval/score/score.h"
#include "eval/truth.h"

namespace kcast::eval {
namespace {

// Rows, predictions and truth of a part of the input.
struct Part {
  RowNumbers numbers;
  Truth truth;
  std::vector<Answer> answers;
};

class Evaluation {
 public:
  Evaluation(const EvalInput& input, const EvalOptions& options)
      : input_(input),
        options_(options),
        all_(make_truth(input.rows, input.gpu)),
        sketches_(kernel_sketches()) {}

  Result<EvalReport> run() {
    const RowNumbers test = rows_on(Side::Test);
    if (test.empty()) {
      return Error{ErrorCode::InvalidInput,
                   "no launch is on the test side; take another split, or --split all"};
    }
    settings_.floors = noise_floors(repeat_pairs());
    settings_.ceilings = input_.ceilings;
    settings_.bootstrap = options_.bootstrap;
    RowNumbers steady;
    RowNumbers unsteady;
    for (const uint32_t row : test)
      (is_steady(row) ? steady : unsteady).push_back(row);
    describe(steady, unsteady);
    const Part part = part_of(steady);
    score_predictors(part);
    for (const std::string& by : options_.by)
      add_groups(by, steady);
    if (!unsteady.empty()) report_.unsteady_score = group_of("", "unsteady", unsteady);
    add_worst(part);
    return std::move(report_);
  }

 private:
  bool is_steady(uint32_t row) const {
    return input_.rows[row].time_spread <= options_.steady_spread;
  }

  RowNumbers rows_on(Side side) const {
    RowNumbers out;
    for (uint32_t row = 0; row < input_.rows.size(); ++row) {
      if (input_.sides[row] == side) out.push_back(row);
    }
    return out;
  }

  std::vector<std::optional<TokenSketch>> kernel_sketches() const {
    std::vector<std::optional<TokenSketch>> out;
    if (input_.sketches.empty()) return out;
    out.resize(all_.kernels());
    for (size_t row = 0; row < input_.rows.size(); ++row) {
      if (input_.sketches[row]) out[all_.kernel[row]] = input_.sketches[row];
    }
    return out;
  }

  std::vector<RepeatPair> repeat_pairs() const {
    std::vector<RepeatPair> out;
    for (size_t row = 0; row < input_.rows.size(); ++row) {
      if (!input_.second[row]) continue;
      out.push_back(
          {input_.rows[row].measured, *input_.second[row], input_.rows[row].has_counters});
    }
    return out;
  }

  void describe(const RowNumbers& steady, const RowNumbers& unsteady) {
    const Truth truth = select_rows(all_, steady);
    report_.gpu = input_.gpu.id;
    report_.launches = steady.size();
    report_.kernels = truth.kernels();
    report_.families = truth.families.families;
    report_.train_launches = rows_on(Side::Train).size();
    report_.halves = report_.train_launches == 0;
    report_.unsteady = unsteady.size();
    report_.repeats = repeat_pairs().size();
    report_.steady_spread = options_.steady_spread;
    report_.not_predicted = input_.not_predicted;
    report_.failures = input_.failures;
    report_.floors = settings_.floors;
    report_.ceilings_of = input_.ceilings_of;
  }

  Part part_of(const RowNumbers& rows) const {
    Part out;
    out.numbers = rows;
    out.truth = select_rows(all_, rows);
    for (const uint32_t row : rows)
      out.answers.push_back(input_.answers[row]);
    return out;
  }

  void score_predictors(const Part& part) {
    const auto add = [&](const std::string& name, const std::string& about,
                         const std::vector<Answer>& answers) {
      report_.predictors.push_back({name, about, score(part.truth, answers, settings_), {}});
    };
    add(input_.predictor, input_.about, part.answers);
    report_.predictors.back().not_predicted = input_.not_predicted;
    for (const Predictor& other : input_.others) {
      add(other.name, other.about, answers_of(other, part.numbers));
      report_.predictors.back().not_predicted = other.not_predicted;
    }
    if (std::any_of(part.numbers.begin(), part.numbers.end(),
                    [&](uint32_t row) { return input_.second[row].has_value(); })) {
      add("repeat", "the second reading of the same launch: the ceiling that the hardware sets",
          repeat_answers(part.numbers));
    }
    if (!options_.baselines) return;
    add("constant", "the best constant of each metric", fitted(part.numbers, answer_constant));
    add(std::string(kRoundedConstant), "the same for counters that are rounded as Omniwise does",
        fitted(part.numbers, answer_rounded_constant));
    add("launch only", "medians of the 15 nearest launches: blocks, threads, bytes, integers",
        fitted(part.numbers, answer_by_launch));
    if (!sketches_.empty()) {
      add("tokens", "the nearest launch of the 8 kernels whose tokens are most alike",
          fitted(part.numbers, answer_by_tokens));
    }
  }

  static std::vector<Answer> answers_of(const Predictor& predictor, const RowNumbers& rows) {
    std::vector<Answer> out;
    for (const uint32_t row : rows)
      out.push_back(predictor.answers[row]);
    return out;
  }

  std::vector<Answer> repeat_answers(const RowNumbers& rows) const {
    std::vector<Answer> out;
    for (const uint32_t row : rows) {
      if (input_.second[row]) {
        out.push_back(
            answer_of_repeat(*input_.second[row], input_.rows[row].has_counters, input_.gpu));
      } else {
        out.emplace_back();
        out.back().counted = false;
      }
    }
    return out;
  }

  using Baseline = std::vector<Answer> (*)(const BaselineData&, const RowNumbers&,
                                           const RowNumbers&);

  // Fitted on the train side; where there is none, each half of the families on the other.
  std::vector<Answer> fitted(const RowNumbers& test, Baseline baseline) const {
    const BaselineData data{all_,
                            input_.rows,
                            sketches_,
                            settings_.floors,
                            options_.bootstrap.jobs,
                            settings_.ceilings};
    if (!report_.halves) return baseline(data, rows_on(Side::Train), test);
    std::vector<Answer> out(test.size());
    for (const uint64_t half : {0U, 1U}) {
      RowNumbers known;
      RowNumbers unanswered;
      std::vector<size_t> places;
      for (size_t i = 0; i < test.size(); ++i) {
        if (stable_hash(input_.rows[test[i]].family) % 2 != half) {
          known.push_back(test[i]);
        } else {
          unanswered.push_back(test[i]);
          places.push_back(i);
        }
      }
      const std::vector<Answer> answers = baseline(data, known, unanswered);
      for (size_t i = 0; i < places.size(); ++i)
        out[places[i]] = answers[i];
    }
    return out;
  }

  const std::string& group_name(const std::string& by, uint32_t row) const {
    const ScoredRow& of = input_.rows[row];
    if (by == "motif") return of.motif;
    return by == "language" ? of.language : of.source;
  }

  GroupScore group_of(const std::string& by, const std::string& name,
                      const RowNumbers& rows) const {
    const Part part = part_of(rows);
    return {by, name, rows.size(), part.truth.families.families,
            score(part.truth, part.answers, settings_)};
  }

  void add_groups(const std::string& by, const RowNumbers& rows) {
    std::map<std::string, RowNumbers> groups;
    for (const uint32_t row : rows) {
      if (!group_name(by, row).empty()) groups[group_name(by, row)].push_back(row);
    }
    for (const auto& [name, list] : groups)
      report_.groups.push_back(group_of(by, name, list));
  }

  void add_worst(const Part& part) {
    std::vector<ScoredRow> rows;
    for (const uint32_t row : part.numbers)
      rows.push_back(input_.rows[row]);
    report_.worst_time = worst_by_time(rows, part.answers, options_.worst);
    report_.worst_counters =
        worst_by_counters(rows, part.answers, settings_.floors, options_.worst);
  }

  const EvalInput& input_;
  const EvalOptions& options_;
  Truth all_;
  std::vector<std::optional<TokenSketch>> sketches_;  // of each kernel
  ScoreSettings settings_;
  EvalReport report_;
};

}  // namespace

Result<EvalReport> evaluate(const EvalInput& input, const EvalOptions& options) {
  return Evaluation(input, options).run();
}

}  // namespace kcast::eval
