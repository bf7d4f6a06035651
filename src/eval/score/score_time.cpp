#include "eval/score/score_time.h"

#include <algorithm>
#include <cmath>
#include <string>

namespace kcast::eval {
namespace {

// One launch: both times, or nothing predicted (NaN).
struct TimePair {
  double predicted = kNoNumber;
  double measured = kNoNumber;
};

std::vector<TimePair> time_pairs(const Truth& truth, std::span<const Answer> answers) {
  const size_t time = metric_index("time_us");
  std::vector<TimePair> out(truth.rows());
  for (size_t i = 0; i < out.size(); ++i) {
    // A reading of no time at all cannot be compared with.
    if (!answers[i].counted || !answers[i].subjects.time) continue;
    if (!(truth.values[i][time] > 0)) continue;
    out[i].measured = truth.values[i][time];
    if (answers[i].values[time] > 0) out[i].predicted = answers[i].values[time];
  }
  return out;
}

// Mean logarithms of each kernel's times, so that a kernel counts once.
struct KernelTimes {
  std::vector<double> predicted;
  std::vector<double> measured;
};

KernelTimes kernel_times(const Truth& truth, std::span<const TimePair> pairs) {
  std::vector<double> count(truth.kernels());
  KernelTimes out{std::vector<double>(truth.kernels()), std::vector<double>(truth.kernels())};
  for (size_t i = 0; i < pairs.size(); ++i) {
    if (std::isnan(pairs[i].predicted)) continue;
    const size_t kernel = truth.kernel[i];
    out.predicted[kernel] += std::log2(pairs[i].predicted);
    out.measured[kernel] += std::log2(pairs[i].measured);
    count[kernel] += 1;
  }
  for (size_t kernel = 0; kernel < count.size(); ++kernel) {
    // Nothing by nothing is NaN: such a kernel does not count.
    out.predicted[kernel] /= count[kernel];
    out.measured[kernel] /= count[kernel];
  }
  return out;
}

// The order of each kernel's launches; NaN for kernels that have no two different ones.
std::vector<double> order_within(const Truth& truth, std::span<const TimePair> pairs) {
  std::vector<std::vector<double>> predicted(truth.kernels());
  std::vector<std::vector<double>> measured(truth.kernels());
  for (size_t i = 0; i < pairs.size(); ++i) {
    if (std::isnan(pairs[i].predicted)) continue;
    predicted[truth.kernel[i]].push_back(pairs[i].predicted);
    measured[truth.kernel[i]].push_back(pairs[i].measured);
  }
  std::vector<double> out;
  for (size_t kernel = 0; kernel < truth.kernels(); ++kernel)
    out.push_back(rank_correlation(predicted[kernel], measured[kernel]));
  return out;
}

size_t count_numbers(std::span<const double> values) {
  return static_cast<size_t>(
      std::count_if(values.begin(), values.end(), [](double value) { return !std::isnan(value); }));
}

class TimeTable {
 public:
  TimeTable(const Truth& truth, std::span<const Answer> answers, FigureList& list)
      : truth_(truth), answers_(answers), pairs_(time_pairs(truth, answers)), list_(list) {}

  void add_all() {
    std::vector<double> error;
    std::vector<double> log2_error;
    std::vector<double> log2_ratio;
    for (const TimePair& pair : pairs_) {
      // NaN where nothing was predicted.
      error.push_back(std::abs(pair.predicted - pair.measured) / pair.measured);
      log2_ratio.push_back(std::log2(pair.predicted / pair.measured));
      log2_error.push_back(std::abs(log2_ratio.back()));
    }
    const FamilyIndex& families = truth_.families;
    SumTable& sums = list_.sums();
    add("mape", mean_of(error, families, sums), error);
    add("median_ape", median_of(error, families, sums), error);
    add("log2_error", mean_of(log2_error, families, sums), log2_error);
    for (const int tolerance : {10, 25, 50})
      add_share(tolerance, error);
    add("bias_log2", median_of(log2_ratio, families, sums), log2_ratio);
    add_orders();
    add_intervals();
  }

 private:
  void add(const std::string& column, Statistic statistic, std::span<const double> values) {
    list_.add("time", "time_us", column, std::move(statistic), count_numbers(values));
  }

  void add_share(int tolerance_pct, std::span<const double> error) {
    std::vector<double> right;
    for (size_t i = 0; i < pairs_.size(); ++i) {
      const bool within = error[i] <= tolerance_pct / 100.0;
      right.push_back(std::isnan(pairs_[i].measured) ? kNoNumber : (within ? 1.0 : 0.0));
    }
    add("within_" + std::to_string(tolerance_pct), mean_of(right, truth_.families, list_.sums()),
        right);
  }

  void add_orders() {
    const KernelTimes times = kernel_times(truth_, pairs_);
    add("rho_kernels", rank_correlation(times.predicted, times.measured, truth_.kernel_families),
        times.predicted);
    const std::vector<double> within = order_within(truth_, pairs_);
    add("rho_within", mean_of(within, truth_.kernel_families, list_.sums()), within);
  }

  // Launches without an interval do not count: not every predictor states them.
  void add_intervals() {
    std::vector<double> inside;
    std::vector<double> width;
    for (size_t i = 0; i < pairs_.size(); ++i) {
      const Answer& answer = answers_[i];
      const bool stated = answer.time_low_us > 0 && !std::isnan(pairs_[i].predicted);
      const bool holds =
          answer.time_low_us <= pairs_[i].measured && pairs_[i].measured <= answer.time_high_us;
      inside.push_back(!stated ? kNoNumber : holds ? 1.0 : 0.0);
      width.push_back(stated ? answer.time_high_us / answer.time_low_us : kNoNumber);
    }
    if (count_numbers(inside) == 0) return;
    add("coverage_90", mean_of(inside, truth_.families, list_.sums()), inside);
    add("width_90", median_of(width, truth_.families, list_.sums()), width);
  }

  const Truth& truth_;
  std::span<const Answer> answers_;
  std::vector<TimePair> pairs_;
  FigureList& list_;
};

}  // namespace

void add_time_figures(const Truth& truth, std::span<const Answer> answers, FigureList& list) {
  TimeTable(truth, answers, list).add_all();
}

std::vector<Figure> score_time(const Truth& truth, std::span<const Answer> answers,
                               const BootstrapOptions& options) {
  FigureList list(truth.families.families);
  add_time_figures(truth, answers, list);
  return list.compute(options);
}

}  // namespace kcast::eval
