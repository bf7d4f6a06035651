#include "encode/bpe_train.h"

#include <algorithm>
#include <queue>
#include <tuple>

#include "encode/code_words.h"

namespace kcast::encode {
namespace {

using Pair = std::pair<int32_t, int32_t>;

struct PairHash {
  size_t operator()(const Pair& pair) const {
    const uint64_t key = (static_cast<uint64_t>(static_cast<uint32_t>(pair.first)) << 32U) |
                         static_cast<uint32_t>(pair.second);
    return static_cast<size_t>((key ^ (key >> 29U)) * 0x9E3779B97F4A7C15ULL);
  }
};

struct Word {
  std::vector<int32_t> ids;
  int64_t count = 0;
};

// How often a pair is there, and the words that have it or once had it.
struct PairUse {
  int64_t count = 0;
  std::vector<uint32_t> words;
};

struct Ranked {
  int64_t count = 0;
  Pair pair;

  // Most frequent on top, then the smaller ids.
  bool operator<(const Ranked& other) const {
    return std::tie(count, other.pair) < std::tie(other.count, pair);
  }
};

class Merger {
 public:
  Merger(std::vector<Word> words, const BpeTraining& options, BpeModel& model)
      : words_(std::move(words)), options_(options), model_(model) {
    for (size_t i = 0; i < model_.tokens.size(); ++i)
      ids_[model_.tokens[i]] = first_id() + static_cast<int32_t>(i);
    for (uint32_t w = 0; w < words_.size(); ++w)
      count_pairs(w, +1);
    rank_changed();
  }

  void run() {
    while (static_cast<int64_t>(model_.specials.size() + model_.tokens.size()) <
               options_.vocabulary &&
           !ranking_.empty()) {
      const Ranked best = ranking_.top();
      ranking_.pop();
      const auto use = uses_.find(best.pair);
      if (use == uses_.end() || use->second.count != best.count) continue;  // out of date
      if (best.count < options_.least_count) return;
      merge(best.pair);
    }
  }

 private:
  int32_t first_id() const { return static_cast<int32_t>(model_.specials.size()); }

  const std::string& bytes_of(int32_t id) const {
    return model_.tokens[static_cast<size_t>(id - first_id())];
  }

  void count_pairs(uint32_t w, int64_t sign) {
    const Word& word = words_[w];
    for (size_t i = 0; i + 1 < word.ids.size(); ++i) {
      const Pair pair{word.ids[i], word.ids[i + 1]};
      PairUse& use = uses_[pair];
      use.count += sign * word.count;
      if (sign > 0 && (use.words.empty() || use.words.back() != w)) use.words.push_back(w);
      changed_.push_back(pair);
    }
  }

  void rank_changed() {
    std::sort(changed_.begin(), changed_.end());
    changed_.erase(std::unique(changed_.begin(), changed_.end()), changed_.end());
    for (const Pair& pair : changed_) {
      const auto use = uses_.find(pair);
      if (use == uses_.end()) continue;
      if (use->second.count <= 0) {
        uses_.erase(use);
      } else {
        ranking_.push({use->second.count, pair});
      }
    }
    changed_.clear();
  }

  void merge(const Pair& pair) {
    const std::string bytes = bytes_of(pair.first) + bytes_of(pair.second);
    std::vector<uint32_t> touched = std::move(uses_[pair].words);
    uses_[pair].words.clear();
    if (bytes.size() > options_.longest_token) {
      uses_.erase(pair);  // it never comes back: its parts are not made again
      return;
    }
    // Another pair may have made the same bytes before.
    const auto [known, is_new] =
        ids_.try_emplace(bytes, first_id() + static_cast<int32_t>(model_.tokens.size()));
    if (is_new) model_.tokens.push_back(bytes);
    model_.merges.push_back(pair);
    std::sort(touched.begin(), touched.end());
    touched.erase(std::unique(touched.begin(), touched.end()), touched.end());
    for (const uint32_t w : touched) {
      count_pairs(w, -1);
      join_pair(pair, known->second, words_[w].ids);
      count_pairs(w, +1);
    }
    rank_changed();
  }

  static void join_pair(const Pair& pair, int32_t joined, std::vector<int32_t>& ids) {
    size_t out = 0;
    for (size_t i = 0; i < ids.size(); ++i) {
      const bool here = i + 1 < ids.size() && ids[i] == pair.first && ids[i + 1] == pair.second;
      ids[out++] = here ? joined : ids[i];
      if (here) ++i;
    }
    ids.resize(out);
  }

  std::vector<Word> words_;
  const BpeTraining& options_;
  BpeModel& model_;
  std::unordered_map<std::string, int32_t> ids_;
  std::unordered_map<Pair, PairUse, PairHash> uses_;
  std::priority_queue<Ranked> ranking_;
  std::vector<Pair> changed_;
};

}  // namespace

void BpeTrainer::add(std::string_view text) {
  for (const std::string_view word : code_words(text))
    ++counts_[std::string(word)];
}

Result<BpeModel> BpeTrainer::train() const {
  BpeModel model;
  model.specials = options_.specials;
  for (int byte = 0; byte < 256; ++byte)
    model.tokens.emplace_back(1, static_cast<char>(byte));
  const auto least = static_cast<int64_t>(model.specials.size() + model.tokens.size());
  if (options_.vocabulary < least) {
    return Error{ErrorCode::InvalidInput,
                 "a vocabulary of " + std::to_string(options_.vocabulary) +
                     " tokens is too small; bytes and special tokens alone are " +
                     std::to_string(least)};
  }
  std::vector<Word> words;
  words.reserve(counts_.size());
  const auto first = static_cast<int32_t>(model.specials.size());
  for (const auto& [text, count] : counts_) {
    Word word;
    word.count = count;
    for (const char c : text)
      word.ids.push_back(first + static_cast<unsigned char>(c));
    words.push_back(std::move(word));
  }
  Merger(std::move(words), options_, model).run();
  return model;
}

}  // namespace kcast::encode
