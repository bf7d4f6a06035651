// Near-duplicates while kernels are made: a generator asks for each text whether another family
// has one like it already. The same rule as near_duplicates.h, one text after the other.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "corpus/dedupe/code_print.h"
#include "corpus/dedupe/near_duplicates.h"

namespace kcast::corpus {

class NearDuplicateFilter {
 public:
  // The threshold is 0.3 to 1.
  explicit NearDuplicateFilter(double threshold = kNearDuplicateThreshold);

  // What is kept of a text. Threads may call it at once; most of the time of adding is spent here.
  CodePrint print(std::string_view text) const { return code_print(text, shape_); }

  // True: added. False: a near-duplicate of a text that was added for another family, and left
  // out. Near-duplicates of the same family are added.
  bool add_unless_duplicate(std::string_view family, CodePrint print);
  bool add_unless_duplicate(std::string_view family, std::string_view text) {
    return add_unless_duplicate(family, print(text));
  }

  // Texts that were added.
  size_t size() const { return size_; }

 private:
  struct Entry {
    uint32_t family = 0;
    uint32_t last_question = 0;  // the last question for which it was compared
    std::vector<uint64_t> grams;
  };

  bool has_near_duplicate(uint32_t family, const CodePrint& print);
  void insert(uint32_t family, CodePrint print);
  void link(uint32_t entry);
  void grow();

  double threshold_;
  BandShape shape_;
  size_t size_ = 0;
  uint32_t questions_ = 0;
  std::unordered_map<std::string, uint32_t> families_;
  // Hashes of a family and a set of 6-grams. Equal sets of one family are held once: renaming
  // changes nothing in a set, so there are many.
  std::unordered_set<uint64_t> known_;
  std::vector<Entry> entries_;
  // Hash tables, one for each band, with chains through the entries. [entry * bands + band]
  std::vector<uint32_t> bands_;
  std::vector<uint32_t> next_;
  std::vector<uint32_t> heads_;  // [slot * bands + band]
  uint32_t slots_ = 0;           // a power of two
};

}  // namespace kcast::corpus
