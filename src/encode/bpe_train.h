// Makes a vocabulary from texts: the pair of tokens that is most often side by side in a word
// becomes a token, again and again.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/result.h"
#include "encode/bpe.h"

namespace kcast::encode {

struct BpeTraining {
  int64_t vocabulary = 8192;  // special tokens and bytes included
  int64_t least_count = 2;    // a pair that is rarer becomes no token
  size_t longest_token = 24;  // bytes; longer ones would only fit runs of blanks and rulers
  std::vector<std::string> specials = default_specials();
};

// Counts words; texts come one by one and are not kept.
class BpeTrainer {
 public:
  explicit BpeTrainer(BpeTraining options) : options_(std::move(options)) {}

  void add(std::string_view text);
  // The same for the same texts in any order: of pairs with one count, that with the smaller ids
  // comes first. Fewer tokens than asked for where the texts have no more. An error where the
  // vocabulary cannot hold the bytes.
  Result<BpeModel> train() const;

  size_t words() const { return counts_.size(); }

 private:
  BpeTraining options_;
  std::unordered_map<std::string, int64_t> counts_;
};

}  // namespace kcast::encode
