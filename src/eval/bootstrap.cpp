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

// Columns are summed in groups of so many: compilers make vector code of a count that is known.
constexpr size_t kGroup = 16;
// Draws that share a pass over the families.
constexpr size_t kDrawsAtOnce = 8;

void add_scaled(const float* row, float weight, size_t width, float* totals) {
  for (size_t at = 0; at < width; at += kGroup) {
    for (size_t i = 0; i < kGroup; ++i)
      totals[at + i] += weight * row[at + i];
  }
}

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

size_t SumTable::add(std::span<const double> values, const FamilyIndex& index) {
  std::vector<float> sums(families_);
  for (size_t i = 0; i < values.size(); ++i) {
    if (!std::isnan(values[i])) sums[index.of_row[i]] += static_cast<float>(values[i]);
  }
  const uint64_t hash =
      stable_hash({reinterpret_cast<const char*>(sums.data()), sums.size() * sizeof(float)});
  const auto [first, last] = by_hash_.equal_range(hash);
  for (auto it = first; it != last; ++it) {
    if (columns_[it->second] == sums) return it->second;
  }
  by_hash_.emplace(hash, columns_.size());
  columns_.push_back(std::move(sums));
  return columns_.size() - 1;
}

std::vector<double> SumTable::weighted(std::span<const float> weights) const {
  std::vector<double> out;
  for (const std::vector<float>& column : columns_) {
    double sum = 0;
    for (size_t family = 0; family < families_; ++family)
      sum += static_cast<double>(weights[family]) * static_cast<double>(column[family]);
    out.push_back(sum);
  }
  return out;
}

DrawSums::DrawSums(const SumTable& table)
    : columns_(table.columns()),
      width_((columns_ + kGroup - 1) / kGroup * kGroup),
      sums_(table.families() * width_) {
  for (size_t column = 0; column < columns_; ++column) {
    for (size_t family = 0; family < table.families(); ++family)
      sums_[family * width_ + column] = table.columns_[column][family];
  }
}

std::vector<std::vector<double>> DrawSums::weighted(
    std::span<const std::vector<float>> draws) const {
  std::vector<std::vector<float>> totals(draws.size(), std::vector<float>(width_));
  for (size_t at = 0, family = 0; at < sums_.size(); at += width_, ++family) {
    for (size_t draw = 0; draw < draws.size(); ++draw) {
      if (draws[draw][family] == 0) continue;
      add_scaled(sums_.data() + at, draws[draw][family], width_, totals[draw].data());
    }
  }
  std::vector<std::vector<double>> out;
  for (const std::vector<float>& of_draw : totals)
    out.emplace_back(of_draw.begin(), of_draw.begin() + static_cast<ptrdiff_t>(columns_));
  return out;
}

Statistic mean_of(std::span<const double> values, const FamilyIndex& index, SumTable& table) {
  std::vector<double> counts(values.size());
  for (size_t i = 0; i < values.size(); ++i)
    counts[i] = std::isnan(values[i]) ? 0 : 1;
  const size_t sum = table.add(values, index);
  const size_t count = table.add(counts, index);
  return [sum, count](const Draw& draw) {
    return draw.sums[count] > 0 ? draw.sums[sum] / draw.sums[count] : kNoNumber;
  };
}

Statistic median_of(std::span<const double> values, const FamilyIndex& index, SumTable& table) {
  std::vector<std::pair<double, uint32_t>> sorted;  // value, row
  for (uint32_t i = 0; i < values.size(); ++i) {
    if (!std::isnan(values[i])) sorted.emplace_back(values[i], i);
  }
  std::sort(sorted.begin(), sorted.end());
  // Few draws move the median by a twentieth of the rows, so that what lies below can be summed
  // as a whole.
  const size_t near_middle = sorted.size() * 9 / 20;
  std::vector<double> counts(values.size());
  for (size_t i = 0; i < near_middle; ++i)
    counts[sorted[i].second] = 1;
  const size_t below_column = table.add(counts, index);
  for (size_t i = near_middle; i < sorted.size(); ++i)
    counts[sorted[i].second] = 1;
  const size_t all_column = table.add(counts, index);
  for (auto& [value, row] : sorted)
    row = index.of_row[row];  // from here on: value, family
  return [sorted = std::move(sorted), near_middle, below_column, all_column](const Draw& draw) {
    const double total = draw.sums[all_column];
    if (total <= 0) return kNoNumber;
    const bool starts_near = 2 * draw.sums[below_column] < total;
    double below = starts_near ? draw.sums[below_column] : 0;
    // The values at and after the middle; they differ only where it falls between two.
    double lower = kNoNumber;
    for (size_t i = starts_near ? near_middle : 0; i < sorted.size(); ++i) {
      const auto weight = static_cast<double>(draw.weights[sorted[i].second]);
      if (weight == 0) continue;
      if (!std::isnan(lower)) return (lower + sorted[i].first) / 2;
      below += weight;
      if (2 * below > total) return sorted[i].first;
      if (2 * below == total) lower = sorted[i].first;
    }
    return lower;
  };
}

Statistic figure_of_counts(std::span<const int> category, size_t categories,
                           std::function<double(std::span<const double> counts)> figure,
                           const FamilyIndex& index, SumTable& table) {
  std::vector<size_t> columns;
  std::vector<double> is_in(category.size());
  for (size_t wanted = 0; wanted < categories; ++wanted) {
    for (size_t i = 0; i < category.size(); ++i)
      is_in[i] = category[i] == static_cast<int>(wanted) ? 1 : 0;
    columns.push_back(table.add(is_in, index));
  }
  return [columns = std::move(columns), figure = std::move(figure)](const Draw& draw) {
    std::vector<double> counts;
    for (const size_t column : columns)
      counts.push_back(draw.sums[column]);
    return figure(counts);
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
  return [by_x = Ordered(x), by_y = Ordered(y), family = std::move(family)](const Draw& draw) {
    std::vector<double> weight(family.size());
    for (size_t i = 0; i < family.size(); ++i)
      weight[i] = static_cast<double>(draw.weights[family[i]]);
    return weighted_correlation(by_x, by_y, weight);
  };
}

double rank_correlation(std::span<const double> a, std::span<const double> b) {
  const std::vector<double> once(a.size(), 1.0);
  return weighted_correlation(Ordered(a), Ordered(b), once);
}

std::vector<Estimate> bootstrap(std::span<const Statistic> statistics, const SumTable& table,
                                const BootstrapOptions& options) {
  std::vector<Estimate> out(statistics.size());
  const std::vector<float> once(table.families(), 1.0F);
  const std::vector<double> whole = table.weighted(once);
  for (size_t i = 0; i < out.size(); ++i)
    out[i].value = statistics[i]({once, whole});
  const size_t draws = table.families() < kFewestFamilies ? 0 : options.resamples;
  std::vector<std::vector<double>> drawn(statistics.size(), std::vector<double>(draws));
  const DrawSums draw_sums(table);
  parallel_for(options.jobs, (draws + kDrawsAtOnce - 1) / kDrawsAtOnce, 1, [&](size_t block) {
    const size_t first = block * kDrawsAtOnce;
    std::vector<std::vector<float>> weights(std::min(kDrawsAtOnce, draws - first), once);
    for (size_t i = 0; i < weights.size(); ++i)
      draw_families(options.seed, first + i, weights[i]);
    const std::vector<std::vector<double>> sums = draw_sums.weighted(weights);
    for (size_t i = 0; i < weights.size(); ++i) {
      for (size_t n = 0; n < statistics.size(); ++n)
        drawn[n][first + i] = statistics[n]({weights[i], sums[i]});
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
