#include "eval/score/score_counters.h"

#include <array>
#include <cmath>
#include <functional>
#include <string>

#include "eval/noise.h"

namespace kcast::eval {
namespace {

constexpr std::string_view kScored[] = {"l1_hit_rate_pct",
                                        "l2_hit_rate_pct",
                                        "l1_bandwidth_gbs",
                                        "l2_bandwidth_gbs",
                                        "hbm_read_bandwidth_gbs",
                                        "hbm_write_bandwidth_gbs",
                                        "l1_arithmetic_intensity",
                                        "l2_arithmetic_intensity",
                                        "hbm_arithmetic_intensity",
                                        "gflops",
                                        "time_us"};

constexpr int kTolerancesPct[] = {2, 4, 6, 8, 10};

Statistic mean_of_all(std::vector<Statistic> parts) {
  return [parts = std::move(parts)](const Draw& draw) {
    double sum = 0;
    size_t count = 0;
    for (const Statistic& part : parts) {
      const double value = part(draw);
      if (std::isnan(value)) continue;
      sum += value;
      ++count;
    }
    return count > 0 ? sum / static_cast<double>(count) : kNoNumber;
  };
}

// Gets predicted and true value; NaN leaves the row out.
using Judge = std::function<double(double, double)>;

class CounterTable {
 public:
  CounterTable(const char* table, const Truth& truth, std::span<const Answer> answers,
               FigureList& list)
      : table_(table), truth_(truth), answers_(answers), list_(list) {}

  // `is_right` gets predicted and true value and the tolerance.
  void add_shares(size_t metric, const std::function<bool(double, double, double)>& is_right) {
    for (size_t t = 0; t < std::size(kTolerancesPct); ++t) {
      const double tolerance = kTolerancesPct[t] / 100.0;
      const Column column = judged(metric, [&](double predicted, double right) {
        return is_right(predicted, right, tolerance) ? 1.0 : 0.0;
      });
      const Statistic share = mean_of(column.values, truth_.families, list_.sums());
      if (metrics()[metric].name != "time_us" && column.rows > 0) parts_[t].push_back(share);
      add(metric, share_name(t), share, column.rows);
    }
  }

  void add_mean(size_t metric, const char* name, const Judge& judge) {
    const Column column = judged(metric, judge);
    add(metric, name, mean_of(column.values, truth_.families, list_.sums()), column.rows);
  }

  void add_median(size_t metric, const char* name, const Judge& judge) {
    const Column column = judged(metric, judge);
    add(metric, name, median_of(column.values, truth_.families, list_.sums()), column.rows);
  }

  // The mean over the counters, without the time.
  void finish() {
    for (size_t t = 0; t < parts_.size(); ++t) {
      list_.add(table_, "mean of counters", share_name(t), mean_of_all(std::move(parts_[t])),
                truth_.rows());
    }
  }

 private:
  struct Column {
    std::vector<double> values;
    size_t rows = 0;  // that count
  };

  static std::string share_name(size_t tolerance) {
    return "within_" + std::to_string(kTolerancesPct[tolerance]);
  }

  Column judged(size_t metric, const Judge& judge) const {
    Column out;
    const bool is_time = metrics()[metric].name == "time_us";
    for (size_t i = 0; i < truth_.rows(); ++i) {
      const double right = truth_.values[i][metric];
      const Subjects& subjects = answers_[i].subjects;
      const bool counts = answers_[i].counted && (is_time ? subjects.time : subjects.counters) &&
                          !std::isnan(right);
      out.values.push_back(counts ? judge(answers_[i].values[metric], right) : kNoNumber);
      out.rows += std::isnan(out.values.back()) ? 0 : 1;
    }
    return out;
  }

  void add(size_t metric, const std::string& column, Statistic statistic, size_t rows) {
    list_.add(table_, std::string(metrics()[metric].name), column, std::move(statistic), rows);
  }

  const char* table_;
  const Truth& truth_;
  std::span<const Answer> answers_;
  FigureList& list_;
  std::array<std::vector<Statistic>, std::size(kTolerancesPct)> parts_;
};

}  // namespace

std::span<const std::string_view> scored_metrics() {
  return kScored;
}

double relative_error(double predicted, double truth) {
  if (truth == 0) return predicted == 0 ? 0 : INFINITY;
  return std::abs(predicted - truth) / std::abs(truth);
}

bool is_within(double predicted, double truth, double tolerance, double floor) {
  if (std::isnan(predicted)) return false;
  if (truth < floor) return std::abs(predicted - truth) <= floor;
  return relative_error(predicted, truth) <= tolerance;
}

void add_counter_figures(const Truth& truth, std::span<const Answer> answers,
                         const ScoreSettings& settings, FigureList& list) {
  CounterTable raw("counters", truth, answers, list);
  CounterTable rounded("rounded", truth, answers, list);
  for (const std::string_view name : kScored) {
    const size_t metric = metric_index(name);
    const double floor = settings.floors[metric];
    const double ceiling = settings.ceilings[metric];
    raw.add_shares(metric, [&](double predicted, double right, double tolerance) {
      return is_within(predicted, right, tolerance, floor);
    });
    raw.add_median(metric, "median_ape", [&](double predicted, double right) {
      return right > 0 && right >= floor ? relative_error(predicted, right) : kNoNumber;
    });
    raw.add_mean(metric, "under_floor",
                 [&](double, double right) { return right < floor ? 1.0 : 0.0; });
    if (std::isnan(ceiling)) continue;
    rounded.add_shares(metric, [&](double predicted, double right, double tolerance) {
      return is_within(round_to_ceiling(predicted, ceiling), round_to_ceiling(right, ceiling),
                       tolerance, 0);
    });
  }
  raw.finish();
  rounded.finish();
}

}  // namespace kcast::eval
