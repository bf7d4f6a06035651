// Numbers with their 95 % interval, by drawing families (not rows) with replacement: rows of one
// family are alike, so that rows would make every interval too narrow.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

namespace kcast::eval {

constexpr double kNoNumber = std::numeric_limits<double>::quiet_NaN();

struct Estimate {
  double value = kNoNumber;  // NaN: no row to compute it from
  double low = kNoNumber;    // 2.5 % of the draws lie below
  double high = kNoNumber;   // 2.5 % above
  size_t rows = 0;           // that it rests on
};

// Which family each row is of, as a number below `families`.
struct FamilyIndex {
  std::vector<uint32_t> of_row;
  size_t families = 0;
};
FamilyIndex index_families(std::span<const std::string> names);

// Sums over the rows of each family, made once. A draw of families then needs one pass over them.
class SumTable {
 public:
  explicit SumTable(size_t families) : families_(families) {}

  // The number of a column with these values; rows whose value is NaN count for nothing. A column
  // that is there already is used again.
  size_t add(std::span<const double> values, const FamilyIndex& index);

  size_t families() const { return families_; }
  size_t columns() const { return columns_.size(); }

  // All sums, where the rows of family f count weights[f] times.
  std::vector<double> weighted(std::span<const float> weights) const;

 private:
  friend class DrawSums;
  size_t families_;
  std::vector<std::vector<float>> columns_;
  std::unordered_multimap<uint64_t, size_t> by_hash_;
};

// The same for many draws, in floats: a pass over the families serves several of them.
class DrawSums {
 public:
  explicit DrawSums(const SumTable& table);
  std::vector<std::vector<double>> weighted(std::span<const std::vector<float>> draws) const;

 private:
  size_t columns_;
  size_t width_;             // columns, rounded up
  std::vector<float> sums_;  // [family * width_ + column]
};

// Some of the families, each with its weight, and the sums of their rows.
struct Draw {
  std::span<const float> weights;
  std::span<const double> sums;  // of the columns of a SumTable
};

// A number that is made of a draw.
using Statistic = std::function<double(const Draw&)>;

// Rows whose value is NaN do not count, in all of these.
Statistic mean_of(std::span<const double> values, const FamilyIndex& index, SumTable& table);
Statistic median_of(std::span<const double> values, const FamilyIndex& index, SumTable& table);

// `category` of each row, below `categories`, or negative: does not count. `figure` makes the
// number of the weighted counts.
Statistic figure_of_counts(std::span<const int> category, size_t categories,
                           std::function<double(std::span<const double> counts)> figure,
                           const FamilyIndex& index, SumTable& table);

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
std::vector<Estimate> bootstrap(std::span<const Statistic> statistics, const SumTable& table,
                                const BootstrapOptions& options);

}  // namespace kcast::eval
