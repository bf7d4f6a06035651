// Near-duplicates against all pairs compared one by one, and against numbers worked out by hand.
#include "corpus/dedupe/near_duplicates.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "base/rng.h"
#include "corpus/dedupe/near_duplicate_filter.h"
#include "corpus/kernel_maker.h"

namespace kcast::corpus {
namespace {

std::string made(Generator generator, uint64_t seed, std::optional<uint64_t> augmentation = {}) {
  KernelRecipe recipe;
  recipe.generator = generator;
  recipe.seed = seed;
  recipe.augmentation = augmentation;
  const auto kernel = make_kernel(recipe);
  return print_kernel(*kernel, Language::Cuda)->source;
}

double similarity(std::string_view a, std::string_view b) {
  return jaccard(six_grams(a), six_grams(b));
}

// Eight tokens have three 6-grams; a change of the last leaves two of four.
TEST(NearDuplicates, JaccardOfTinyTexts) {
  EXPECT_EQ(six_grams("a = b + c * d;").size(), 3U);
  EXPECT_EQ(similarity("a = b + c * d;", "x = 1 + y * z;"), 0.0 / 6);
  EXPECT_EQ(similarity("a = b + c * d;", "x = y + z * w;"), 1);
  EXPECT_EQ(similarity("a = b + c * d;", "a = b + c * d,"), 2.0 / 4);
  EXPECT_EQ(similarity("a = b + c * d;", "a = b + c * d"), 2.0 / 3);
  // ( , ( , ( , ...: two different 6-grams however long it gets.
  EXPECT_EQ(six_grams("(,(,(,(,(,(,(,(,").size(), 2U);
}

TEST(NearDuplicates, TextsOfFewerThanSixTokens) {
  EXPECT_EQ(similarity("", "// nothing"), 1);
  EXPECT_EQ(similarity("a + b;", "x+y;"), 1);
  EXPECT_EQ(similarity("a + b;", "a - b;"), 0);
  EXPECT_EQ(similarity("a + b;", ""), 0);
  EXPECT_EQ(similarity("a + b", "a + b + c"), 0);
}

TEST(NearDuplicates, ThresholdCounts) {
  const std::vector<uint64_t> a = {1, 2, 3, 4, 5, 6, 7, 8};
  const std::vector<uint64_t> b = {1, 2, 3, 4, 5, 6, 7, 9, 10};
  EXPECT_EQ(jaccard_from(0.7, a, b), 0.7);
  EXPECT_EQ(jaccard_from(0.7, b, a), 0.7);
  EXPECT_EQ(jaccard_from(0.71, a, b), std::nullopt);
  EXPECT_EQ(jaccard_from(1, a, a), 1);
  EXPECT_EQ(jaccard_from(0.1, a, std::vector<uint64_t>{20}), std::nullopt);
}

TEST(NearDuplicates, JaccardAgreesWithSetsOfTheStandardLibrary) {
  Rng rng(3);
  for (int trial = 0; trial < 2000; ++trial) {
    std::set<uint64_t> a = {0};
    std::set<uint64_t> b = {1};
    for (uint64_t range = 2 + rng.below(60), i = 0; i < 30; ++i) {
      a.insert(rng.below(range));
      b.insert(rng.below(range + rng.below(10)));
    }
    std::set<uint64_t> either = a;
    either.insert(b.begin(), b.end());
    const auto common = static_cast<double>(a.size() + b.size() - either.size());
    const double index = common / static_cast<double>(either.size());
    const std::vector<uint64_t> first(a.begin(), a.end());
    const std::vector<uint64_t> second(b.begin(), b.end());
    EXPECT_EQ(jaccard(first, second), index);
    EXPECT_EQ(jaccard_from(index, first, second), index);
    EXPECT_EQ(jaccard_from(index + 1e-9, first, second), std::nullopt);
  }
}

TEST(NearDuplicates, ShapesOfBandsMissLittle) {
  for (const double threshold : {0.3, 0.5, 0.7, 0.8, 0.95}) {
    const BandShape shape = band_shape(threshold);
    const double equal = std::pow(threshold, static_cast<double>(shape.rows));
    EXPECT_LE(std::pow(1 - equal, static_cast<double>(shape.bands)), 0.0002) << threshold;
  }
  EXPECT_EQ(band_shape(1).bands, 1U);
}

// Distinct operators in a row, so that every 6-gram occurs once: two texts that share a known
// number of them, right above the threshold.
std::string operators(Rng& rng, size_t count) {
  constexpr std::string_view kAll[] = {"+ ", "- ", "* ", "/ ", "% ", "< ", "> ", "= ",
                                       "^ ", "| ", "& ", "~ ", "? ", "( ", ") ", "[ "};
  std::string text;
  for (size_t i = 0; i < count; ++i)
    text += kAll[rng.below(std::size(kAll))];
  return text;
}

// The promise is 0.001 right at the threshold: 4,000 pairs should lose fewer than four, and
// twelve would happen once in ten thousand times.
TEST(NearDuplicates, PairsAtTheThresholdShareABand) {
  Rng rng(1);
  const BandShape shape = band_shape(0.7);
  for (const size_t common : {14U, 70U, 280U}) {
    size_t missed = 0;
    size_t pairs = 0;
    while (pairs < 4000) {
      const std::string text = operators(rng, common + 5);
      const CodePrint a = code_print(text + operators(rng, common * 3 / 14), shape);
      const CodePrint b = code_print(text + operators(rng, common * 3 / 14), shape);
      const double index = jaccard(a.grams, b.grams);
      if (index < 0.69 || index > 0.72) continue;
      ++pairs;
      bool shared = false;
      for (size_t band = 0; band < shape.bands; ++band)
        shared |= a.bands[band] == b.bands[band];
      missed += shared ? 0 : 1;
    }
    EXPECT_LT(missed, 12U) << common;
  }
}

struct Item {
  std::string name;
  std::string family;
  std::string text;
};

// Members by name; clusters of two and more, by all pairs.
struct Truth {
  std::set<std::set<std::string>> clusters;
  std::set<std::string> between_families;
  std::map<std::set<std::string>, double> highest;
  std::map<std::set<std::string>, size_t> family_pairs;
};

Truth all_pairs(const std::vector<Item>& items, double threshold) {
  std::vector<std::vector<uint64_t>> grams;
  for (const Item& item : items)
    grams.push_back(six_grams(item.text));
  std::vector<size_t> label(items.size());
  for (size_t i = 0; i < items.size(); ++i)
    label[i] = i;
  struct Pair {
    size_t a, b;
    double index;
  };
  std::vector<Pair> pairs;
  std::vector<bool> between_families(items.size());
  Truth truth;
  for (size_t a = 0; a < items.size(); ++a) {
    for (size_t b = 0; b < a; ++b) {
      const double index = jaccard(grams[a], grams[b]);
      if (index < threshold) continue;
      pairs.push_back({a, b, index});
      if (items[a].family != items[b].family) {
        between_families[a] = between_families[b] = true;
      }
      const size_t from = label[a];
      if (from != label[b]) std::replace(label.begin(), label.end(), from, label[b]);
    }
  }
  std::map<size_t, std::set<std::string>> members;
  for (size_t i = 0; i < items.size(); ++i) {
    members[label[i]].insert(items[i].name);
    if (between_families[i]) truth.between_families.insert(items[i].name);
  }
  std::map<size_t, double> highest;
  std::map<size_t, size_t> family_pairs;
  for (const Pair& pair : pairs) {
    const size_t cluster = label[pair.a];
    highest[cluster] = std::max(highest[cluster], pair.index);
    family_pairs[cluster] += items[pair.a].family != items[pair.b].family ? 1 : 0;
  }
  for (const auto& [cluster, index] : highest) {
    truth.clusters.insert(members[cluster]);
    truth.highest[members[cluster]] = index;
    truth.family_pairs[members[cluster]] = family_pairs[cluster];
  }
  return truth;
}

void expect_truth(const std::vector<Item>& items, double threshold, size_t jobs) {
  NearDuplicates found(threshold);
  for (const Item& item : items)
    found.add(item.name, item.family, item.text);
  const NearDuplicateReport report = found.report(jobs);
  const Truth truth = all_pairs(items, threshold);
  EXPECT_EQ(report.items, items.size());
  std::set<std::set<std::string>> clusters;
  size_t members = 0;
  for (const NearCluster& cluster : report.clusters) {
    std::set<std::string> names;
    for (const uint32_t member : cluster.members)
      names.insert(found.item(member).name);
    members += names.size();
    clusters.insert(names);
    ASSERT_TRUE(truth.highest.contains(names));
    if (!cluster.whole) continue;
    EXPECT_EQ(cluster.highest, truth.highest.at(names));
    EXPECT_EQ(cluster.family_pairs, truth.family_pairs.at(names));
  }
  EXPECT_EQ(clusters, truth.clusters);
  EXPECT_EQ(report.near_duplicates, members);
  std::set<std::string> between_families;
  for (uint32_t i = 0; i < report.nearest.size(); ++i) {
    const NearestItem& nearest = report.nearest[i];
    if (nearest.item == kNoItem) continue;
    between_families.insert(found.item(i).name);
    EXPECT_NE(found.family_of(i), found.family_of(nearest.item));
    EXPECT_EQ(nearest.jaccard, similarity(items[i].text, items[nearest.item].text));
  }
  EXPECT_EQ(between_families, truth.between_families);
  EXPECT_EQ(report.between_families, truth.between_families.size());
}

std::vector<Item> kernels(Generator generator, size_t seeds, size_t versions) {
  std::vector<Item> items;
  for (uint64_t seed = 0; seed < seeds; ++seed) {
    for (uint64_t version = 0; version < versions; ++version) {
      const std::string family = std::to_string(seed);
      items.push_back({family + "+" + std::to_string(version), family,
                       version == 0 ? made(generator, seed) : made(generator, seed, version)});
    }
  }
  return items;
}

TEST(NearDuplicates, AgreesWithAllPairsOfSyntheticKernels) {
  const std::vector<Item> items = kernels(Generator::Synthetic, 150, 3);
  for (const double threshold : {0.4, 0.7, 0.9})
    expect_truth(items, threshold, 2);
}

// Here a third of all pairs are near-duplicates.
TEST(NearDuplicates, AgreesWithAllPairsOfCrowds) {
  expect_truth(kernels(Generator::Omniwise, 300, 1), 0.7, 1);
  expect_truth(kernels(Generator::Omniwise, 120, 3), 0.85, 3);
  // Too many for all pairs of a cluster to be compared.
  expect_truth(kernels(Generator::Omniwise, 1200, 1), 0.7, 2);
}

TEST(NearDuplicates, SameAnswerForAnyNumberOfThreads) {
  NearDuplicates found;
  for (const Item& item : kernels(Generator::Omniwise, 1500, 1))
    found.add(item.name, item.family, item.text);
  const NearDuplicateReport one = found.report(1);
  const NearDuplicateReport four = found.report(4);
  ASSERT_EQ(one.clusters.size(), four.clusters.size());
  for (size_t i = 0; i < one.clusters.size(); ++i) {
    EXPECT_EQ(one.clusters[i].members, four.clusters[i].members);
    EXPECT_EQ(one.clusters[i].family_pairs, four.clusters[i].family_pairs);
  }
  for (size_t i = 0; i < one.nearest.size(); ++i)
    EXPECT_EQ(one.nearest[i].item, four.nearest[i].item);
}

constexpr std::string_view kText = R"(
__global__ void scale(const float* x, float* y, float a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = a * x[i] + 1.0f;
})";
constexpr std::string_view kCopy = R"(
#include <cuda_runtime.h>
/* Multiplies every element,
   and adds an offset. */
__global__ void mul_add(const float* in,
                        float* out,
                        float factor, int count)
{
    int idx = blockIdx.x*blockDim.x+threadIdx.x;   // one element each
    if (idx < count)
        out[idx] = factor*in[idx] + 0.25f;
})";
constexpr std::string_view kOther = R"(
__global__ void sum(const float* x, float* y, int n) {
  float total = 0;
  for (int i = threadIdx.x; i < n; i += blockDim.x) total += x[i];
  atomicAdd(y, total);
})";

TEST(NearDuplicates, RenamedReformattedCommentedCopyIsFound) {
  NearDuplicates found;
  found.add("a", "one", kText);
  found.add("b", "two", kCopy);
  found.add("c", "three", kOther);
  const NearDuplicateReport report = found.report();
  ASSERT_EQ(report.clusters.size(), 1U);
  EXPECT_EQ(report.clusters[0].members, (std::vector<uint32_t>{0, 1}));
  EXPECT_EQ(report.clusters[0].families, 2U);
  EXPECT_EQ(report.clusters[0].highest, 1);
  EXPECT_EQ(report.between_families, 2U);
  EXPECT_DOUBLE_EQ(report.share_between_families(), 2.0 / 3);
}

TEST(NearDuplicates, NothingGivesNothing) {
  const NearDuplicateReport report = NearDuplicates().report(2);
  EXPECT_TRUE(report.clusters.empty());
  EXPECT_EQ(report.share_between_families(), 0);
}

TEST(NearDuplicateFilter, LeavesOutWhatAnotherFamilyHas) {
  NearDuplicateFilter filter;
  EXPECT_TRUE(filter.add_unless_duplicate("one", kText));
  EXPECT_FALSE(filter.add_unless_duplicate("two", kCopy));
  EXPECT_TRUE(filter.add_unless_duplicate("one", kCopy));
  EXPECT_TRUE(filter.add_unless_duplicate("two", kOther));
  EXPECT_FALSE(filter.add_unless_duplicate("one", kOther));
  EXPECT_EQ(filter.size(), 3U);
}

// Text after text against all that were kept; more than the first hash tables hold.
TEST(NearDuplicateFilter, AgreesWithComparingAll) {
  Rng rng(2);
  std::vector<Item> items;
  for (size_t i = 0; i < 2000; ++i) {
    std::string text = operators(rng, 60);
    if (i % 3 == 2) text = items[rng.below(i)].text + text.substr(0, 2 * rng.below(30));
    items.push_back({std::to_string(i), std::to_string(rng.below(700)), std::move(text)});
  }
  NearDuplicateFilter filter;
  std::vector<std::pair<std::string, std::vector<uint64_t>>> kept;
  for (const Item& item : items) {
    const std::vector<uint64_t> grams = six_grams(item.text);
    const bool duplicate = std::any_of(kept.begin(), kept.end(), [&](const auto& other) {
      return other.first != item.family && jaccard(other.second, grams) >= 0.7;
    });
    EXPECT_EQ(filter.add_unless_duplicate(item.family, item.text), !duplicate) << item.name;
    if (!duplicate) kept.emplace_back(item.family, grams);
  }
  EXPECT_EQ(filter.size(), kept.size());
  EXPECT_LT(kept.size(), items.size() - 100);
  EXPECT_GT(kept.size(), 1024U);
}

}  // namespace
}  // namespace kcast::corpus
