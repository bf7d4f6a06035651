// Near-duplicates among kernels: texts whose 6-grams of tokens have a Jaccard similarity of at
// least 0.7 (code_print.h). Made for a million kernels: pairs to compare are found by
// locality-sensitive hashing, so of the pairs right at the threshold fewer than one in a thousand
// stays unseen; what is reported was compared in full.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "corpus/dedupe/code_print.h"

namespace kcast::corpus {

constexpr double kNearDuplicateThreshold = 0.7;
constexpr uint32_t kNoItem = UINT32_MAX;

// A connected component of the items, two of which are linked when they are near-duplicates.
struct NearCluster {
  std::vector<uint32_t> members;  // ascending
  size_t families = 0;
  double highest = 0;       // Jaccard similarity
  size_t family_pairs = 0;  // near-duplicates of different families
  // False for clusters of more than kWholeCluster members: not every pair was compared, so
  // `highest` and `family_pairs` are at least what they say.
  bool whole = true;
};
constexpr size_t kWholeCluster = 500;

// The item of another family that resembles an item most: the first one found in clusters that
// are not whole.
struct NearestItem {
  uint32_t item = kNoItem;
  double jaccard = 0;
};

struct NearDuplicateReport {
  size_t items = 0;
  size_t families = 0;
  std::vector<NearCluster> clusters;  // largest first
  std::vector<NearestItem> nearest;   // by item; kNoItem: no near-duplicate in another family
  size_t near_duplicates = 0;         // items of all clusters
  size_t between_families = 0;        // items with a near-duplicate in another family

  double share_between_families() const {
    return items == 0 ? 0 : static_cast<double>(between_families) / static_cast<double>(items);
  }
};

struct NearItem {
  std::string name;
  uint32_t family = 0;
  CodePrint print;
};

class NearDuplicates {
 public:
  // The threshold is 0.3 to 1.
  explicit NearDuplicates(double threshold = kNearDuplicateThreshold)
      : threshold_(threshold), shape_(band_shape(threshold)) {}

  // What is kept of a text. Threads may call it at once; most of the time of adding is spent here.
  CodePrint print(std::string_view text) const { return code_print(text, shape_); }

  void add(std::string name, std::string_view family, CodePrint print);
  void add(std::string name, std::string_view family, std::string_view text) {
    add(std::move(name), family, print(text));
  }

  // Items are numbered in the order in which they were added.
  const NearItem& item(uint32_t number) const { return items_[number]; }
  const std::string& family_of(uint32_t number) const { return families_[items_[number].family]; }

  // The same for any number of threads. `progress` is told steps done and their number.
  NearDuplicateReport report(size_t jobs = 1,
                             const std::function<void(size_t, size_t)>& progress = {}) const;

 private:
  double threshold_;
  BandShape shape_;
  std::vector<NearItem> items_;
  std::vector<std::string> families_;
  std::unordered_map<std::string, uint32_t> family_numbers_;
};

}  // namespace kcast::corpus
