// Numbers with their 95 % interval, by drawing families (not rows) with replacement: rows of one
// family are alike, so that rows would make every interval too narrow.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <span>
#include <string>
#include <vector>

namespace kcast::eval {

constexpr double kNoNumber = std::numeric_limits<double>::quiet_NaN();

struct Estimate {
  double value = kNoNumber;  // NaN: no row to compute it from
  double low = kNoNumber;    // 2.5 % of the draws lie below
  double high = kNoNumber;   // 2.5 % above
  size_t rows = 0;           // that it rests on
};

// A number of all rows, where the rows of family f count weights[f] times. The functions below
// make such numbers of what is summed once; a draw then costs a pass over the families, or over
// the rows in an order that is known.
using Statistic = std::function<double(std::span<const float> weights)>;

// Which family each row is of, as a number below `families`.
struct FamilyIndex {
  std::vector<uint32_t> of_row;
  size_t families = 0;
};
FamilyIndex index_families(std::span<const std::string> names);

// Rows whose value is NaN do not count, in all of these.
Statistic mean_of(std::span<const double> values, const FamilyIndex& index);
Statistic median_of(std::span<const double> values, const FamilyIndex& index);

// `category` of each row, below `categories`, or negative: does not count. `figure` makes the
// number of the weighted counts.
Statistic figure_of_counts(std::span<const int> category, size_t categories,
                           std::function<double(std::span<const double> counts)> figure,
                           const FamilyIndex& index);

// Spearman's rank correlation; ties get the mean of their ranks.
Statistic rank_correlation(std::span<const double> a, std::span<const double> b,
                           const FamilyIndex& index);

// Rank correlation of plain numbers; NaN where one side has no order.
double rank_correlation(std::span<const double> a, std::span<const double> b);

struct BootstrapOptions {
  size_t resamples = 1000;  // 0: no intervals
  uint64_t seed = 1;
  size_t jobs = 1;
};

// Fewer families than this say nothing about others: no interval is given.
constexpr size_t kFewestFamilies = 5;

// The same for any number of jobs. `rows` of the estimates is left to the caller.
std::vector<Estimate> bootstrap(std::span<const Statistic> statistics, size_t families,
                                const BootstrapOptions& options);

}  // namespace kcast::eval
