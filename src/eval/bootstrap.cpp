#include "eval/bootstrap.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <unordered_map>
#include <utility>

#include "base/parallel.h"
#include "base/quantile.h"
#include "base/rng.h"

namespace kcast::eval {
namespace {

// Sums of a family, `width` numbers each. Floats: counts stay exact up to 16 million rows.
struct FamilySums {
  size_t width = 1;
  std::vector<float> sums;

  FamilySums(size_t families, size_t w) : width(w), sums(families * w) {}

  void add(size_t family, size_t column, double value) {
    sums[family * width + column] += static_cast<float>(value);
  }

  void weighted(std::span<const float> weights, std::span<double> totals) const {
    std::fill(totals.begin(), totals.end(), 0.0);
    const float* at = sums.data();
    for (const float weight : weights) {
      for (size_t i = 0; i < width; ++i)
        totals[i] += static_cast<double>(weight * at[i]);
      at += width;
    }
  }
};

// Items in the order of a value; items of one value are neighbours.
struct Ordered {
  std::vector<uint32_t> items;
  std::vector<uint32_t> group_ends;

  explicit Ordered(std::span<const double> values) : items(values.size()) {
    std::iota(items.begin(), items.end(), 0U);
    std::sort(items.begin(), items.end(), [&](uint32_t a, uint32_t b) {
      return std::pair(values[a], a) < std::pair(values[b], b);
    });
    for (size_t i = 1; i <= items.size(); ++i) {
      if (i == items.size() || values[items[i]] != values[items[i - 1]]) {
        group_ends.push_back(static_cast<uint32_t>(i));
      }
    }
  }

  // Ranks where each item stands for so many of its kind, less the mean of all ranks.
  std::vector<double> centred_ranks(std::span<const double> weight, double total) const {
    std::vector<double> ranks(items.size());
    double below = 0;
    size_t begin = 0;
    for (const uint32_t end : group_ends) {
      double group = 0;
      for (size_t i = begin; i < end; ++i)
        group += weight[items[i]];
      for (size_t i = begin; i < end; ++i)
        ranks[items[i]] = below + (group - total) / 2;
      below += group;
      begin = end;
    }
    return ranks;
  }
};

double weighted_correlation(const Ordered& a, const Ordered& b, std::span<const double> weight) {
  const double total = std::accumulate(weight.begin(), weight.end(), 0.0);
  const std::vector<double> x = a.centred_ranks(weight, total);
  const std::vector<double> y = b.centred_ranks(weight, total);
  double xy = 0;
  double xx = 0;
  double yy = 0;
  for (size_t i = 0; i < x.size(); ++i) {
    xy += weight[i] * x[i] * y[i];
    xx += weight[i] * x[i] * x[i];
    yy += weight[i] * y[i] * y[i];
  }
  return xx > 0 && yy > 0 ? xy / std::sqrt(xx * yy) : kNoNumber;
}

// Places of the rows that have both values.
std::vector<size_t> complete_pairs(std::span<const double> a, std::span<const double> b) {
  std::vector<size_t> rows;
  for (size_t i = 0; i < a.size(); ++i) {
    if (!std::isnan(a[i]) && !std::isnan(b[i])) rows.push_back(i);
  }
  return rows;
}

std::vector<double> values_at(std::span<const double> values, std::span<const size_t> rows) {
  std::vector<double> out;
  out.reserve(rows.size());
  for (const size_t row : rows)
    out.push_back(values[row]);
  return out;
}

void draw_families(uint64_t seed, size_t draw, std::span<float> weights) {
  Rng rng = Rng::for_name(seed, "draw " + std::to_string(draw));
  std::fill(weights.begin(), weights.end(), 0.0F);
  for (size_t i = 0; i < weights.size(); ++i)
    weights[rng.below(weights.size())] += 1;
}

}  // namespace

FamilyIndex index_families(std::span<const std::string> names) {
  FamilyIndex out;
  std::unordered_map<std::string_view, uint32_t> known;
  for (const std::string& name : names)
    out.of_row.push_back(known.emplace(name, static_cast<uint32_t>(known.size())).first->second);
  out.families = known.size();
  return out;
}

Statistic mean_of(std::span<const double> values, const FamilyIndex& index) {
  FamilySums sums(index.families, 2);
  for (size_t i = 0; i < values.size(); ++i) {
    if (std::isnan(values[i])) continue;
    sums.add(index.of_row[i], 0, values[i]);
    sums.add(index.of_row[i], 1, 1);
  }
  return [sums = std::move(sums)](std::span<const float> weights) {
    double totals[2];
    sums.weighted(weights, totals);
    return totals[1] > 0 ? totals[0] / totals[1] : kNoNumber;
  };
}

Statistic median_of(std::span<const double> values, const FamilyIndex& index) {
  std::vector<std::pair<double, uint32_t>> sorted;
  for (size_t i = 0; i < values.size(); ++i) {
    if (!std::isnan(values[i])) sorted.emplace_back(values[i], index.of_row[i]);
  }
  std::sort(sorted.begin(), sorted.end());
  return [sorted = std::move(sorted)](std::span<const float> weights) {
    double total = 0;
    for (const auto& [value, family] : sorted)
      total += static_cast<double>(weights[family]);
    if (total <= 0) return kNoNumber;
    // The values at and after the middle; they differ only where it falls between two.
    double below = 0;
    double lower = kNoNumber;
    for (const auto& [value, family] : sorted) {
      if (weights[family] == 0) continue;
      if (!std::isnan(lower)) return (lower + value) / 2;
      below += static_cast<double>(weights[family]);
      if (2 * below > total) return value;
      if (2 * below == total) lower = value;
    }
    return lower;
  };
}

Statistic figure_of_counts(std::span<const int> category, size_t categories,
                           std::function<double(std::span<const double> counts)> figure,
                           const FamilyIndex& index) {
  FamilySums sums(index.families, categories);
  for (size_t i = 0; i < category.size(); ++i) {
    if (category[i] >= 0) sums.add(index.of_row[i], static_cast<size_t>(category[i]), 1);
  }
  return [sums = std::move(sums), figure = std::move(figure)](std::span<const float> weights) {
    std::vector<double> totals(sums.width);
    sums.weighted(weights, totals);
    return figure(totals);
  };
}

Statistic rank_correlation(std::span<const double> a, std::span<const double> b,
                           const FamilyIndex& index) {
  const std::vector<size_t> rows = complete_pairs(a, b);
  std::vector<uint32_t> family;
  for (const size_t row : rows)
    family.push_back(index.of_row[row]);
  const std::vector<double> x = values_at(a, rows);
  const std::vector<double> y = values_at(b, rows);
  return [by_x = Ordered(x), by_y = Ordered(y),
          family = std::move(family)](std::span<const float> weights) {
    std::vector<double> weight(family.size());
    for (size_t i = 0; i < family.size(); ++i)
      weight[i] = static_cast<double>(weights[family[i]]);
    return weighted_correlation(by_x, by_y, weight);
  };
}

double rank_correlation(std::span<const double> a, std::span<const double> b) {
  const std::vector<double> once(a.size(), 1.0);
  return weighted_correlation(Ordered(a), Ordered(b), once);
}

std::vector<Estimate> bootstrap(std::span<const Statistic> statistics, size_t families,
                                const BootstrapOptions& options) {
  std::vector<Estimate> out(statistics.size());
  const std::vector<float> once(families, 1.0F);
  const size_t draws = families < kFewestFamilies ? 0 : options.resamples;
  std::vector<std::vector<double>> drawn(statistics.size(), std::vector<double>(draws));
  // Draw 0 is everything once; the others are what the intervals are made of.
  parallel_for(options.jobs, draws + 1, 1, [&](size_t draw) {
    std::vector<float> weights = once;
    if (draw > 0) draw_families(options.seed, draw, weights);
    for (size_t i = 0; i < statistics.size(); ++i) {
      const double value = statistics[i](weights);
      (draw == 0 ? out[i].value : drawn[i][draw - 1]) = value;
    }
  });
  for (size_t i = 0; i < out.size(); ++i) {
    std::erase_if(drawn[i], [](double value) { return std::isnan(value); });
    if (drawn[i].empty() || std::isnan(out[i].value)) continue;
    std::sort(drawn[i].begin(), drawn[i].end());
    out[i].low = quantile_of(drawn[i], 0.025);
    out[i].high = quantile_of(drawn[i], 0.975);
  }
  return out;
}

}  // namespace kcast::eval
