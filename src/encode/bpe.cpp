#include "encode/bpe.h"

#include <algorithm>
#include <queue>
#include <tuple>

#include "base/files.h"
#include "base/sha256.h"
#include "encode/bpe_json.h"
#include "encode/code_words.h"

namespace kcast::encode {
namespace {

constexpr size_t kBytes = 256;

uint64_t pair_key(int32_t left, int32_t right) {
  return (static_cast<uint64_t>(static_cast<uint32_t>(left)) << 32U) | static_cast<uint32_t>(right);
}

Error bad_vocabulary(const std::string& why) {
  return Error{ErrorCode::InvalidInput, "the vocabulary " + why};
}

// Symbols of a word while they are merged; those that are gone have no id.
struct Symbol {
  int32_t id = -1;
  int32_t before = -1;  // places in the list
  int32_t after = -1;
};

// A pair that may be merged. Lower ranks first, then places from the left.
struct Candidate {
  int32_t rank = 0;
  int32_t place = 0;
  int32_t left = 0;  // ids, to see whether it is still there
  int32_t right = 0;

  bool operator>(const Candidate& other) const {
    return std::tie(rank, place) > std::tie(other.rank, other.place);
  }
};
using Candidates = std::priority_queue<Candidate, std::vector<Candidate>, std::greater<Candidate>>;

}  // namespace

std::vector<std::string> default_specials() {
  return {"<|endoftext|>", "<|pad|>", "<|im_start|>", "<|im_end|>"};
}

Result<std::unique_ptr<BpeTokenizer>> BpeTokenizer::make(BpeModel model) {
  std::unique_ptr<BpeTokenizer> out(new BpeTokenizer);
  out->model_ = std::move(model);
  KCAST_OK(out->index());
  return out;
}

Result<std::unique_ptr<BpeTokenizer>> BpeTokenizer::load(const std::filesystem::path& file) {
  KCAST_TRY(const std::string text, read_file(file));
  return parse(text, file.string());
}

Result<std::unique_ptr<BpeTokenizer>> BpeTokenizer::parse(std::string_view json,
                                                          const std::string& name) {
  KCAST_TRY(BpeModel model, parse_bpe_model(json, name));
  auto made = make(std::move(model));
  if (!made) return std::move(made).error().context(name);
  return made;
}

std::string BpeTokenizer::to_json() const {
  return bpe_model_json(model_);
}

Status BpeTokenizer::index() {
  const auto& [specials, tokens, merges] = model_;
  first_byte_ = static_cast<int32_t>(specials.size());
  for (const std::string& name : specials) {
    if (!special_ids_.emplace(name, static_cast<int32_t>(special_ids_.size())).second) {
      return bad_vocabulary("has the special token " + name + " twice");
    }
  }
  std::unordered_map<std::string_view, int32_t> ids;
  for (size_t i = 0; i < tokens.size(); ++i) {
    if (tokens[i].empty() ||
        !ids.emplace(tokens[i], first_byte_ + static_cast<int32_t>(i)).second) {
      return bad_vocabulary("has token " + std::to_string(first_byte_ + i) +
                            ", which is empty or there twice");
    }
  }
  for (size_t byte = 0; byte < kBytes; ++byte) {
    if (byte >= tokens.size() || tokens[byte] != std::string(1, static_cast<char>(byte))) {
      return bad_vocabulary("does not begin with the 256 bytes");
    }
  }
  const auto bytes_of = [&](int32_t id) -> const std::string* {
    const int32_t place = id - first_byte_;
    return place < 0 || place >= static_cast<int32_t>(tokens.size())
               ? nullptr
               : &tokens[static_cast<size_t>(place)];
  };
  for (size_t rank = 0; rank < merges.size(); ++rank) {
    const auto& [left, right] = merges[rank];
    const std::string* a = bytes_of(left);
    const std::string* b = bytes_of(right);
    const auto result = a != nullptr && b != nullptr ? ids.find(*a + *b) : ids.end();
    if (result == ids.end()) {
      return bad_vocabulary("lacks a part or the result of merge " + std::to_string(rank));
    }
    merges_.try_emplace(pair_key(left, right), Merge{static_cast<int32_t>(rank), result->second});
  }
  return Unit{};
}

const BpeTokenizer::Merge* BpeTokenizer::merge_of(int32_t left, int32_t right) const {
  const auto found = merges_.find(pair_key(left, right));
  return found == merges_.end() ? nullptr : &found->second;
}

std::vector<int32_t> BpeTokenizer::encode_word(std::string_view word) const {
  std::vector<Symbol> symbols(word.size());
  for (size_t i = 0; i < word.size(); ++i) {
    const auto place = static_cast<int32_t>(i);
    symbols[i] = {first_byte_ + static_cast<unsigned char>(word[i]), place - 1,
                  i + 1 < word.size() ? place + 1 : -1};
  }
  Candidates waiting;
  const auto offer = [&](int32_t place) {
    if (place < 0) return;
    const Symbol& left = symbols[static_cast<size_t>(place)];
    if (left.after < 0) return;
    const int32_t right = symbols[static_cast<size_t>(left.after)].id;
    if (const Merge* merge = merge_of(left.id, right)) {
      waiting.push({merge->rank, place, left.id, right});
    }
  };
  for (size_t i = 0; i + 1 < word.size(); ++i)
    offer(static_cast<int32_t>(i));
  while (!waiting.empty()) {
    const Candidate best = waiting.top();
    waiting.pop();
    Symbol& left = symbols[static_cast<size_t>(best.place)];
    if (left.id != best.left || left.after < 0) continue;
    Symbol& right = symbols[static_cast<size_t>(left.after)];
    if (right.id != best.right) continue;
    left.id = merge_of(best.left, best.right)->result;
    left.after = right.after;
    right.id = -1;
    if (left.after >= 0) symbols[static_cast<size_t>(left.after)].before = best.place;
    offer(left.before);
    offer(best.place);
  }
  std::vector<int32_t> out;
  for (int32_t place = word.empty() ? -1 : 0; place >= 0;) {
    const Symbol& symbol = symbols[static_cast<size_t>(place)];
    out.push_back(symbol.id);
    place = symbol.after;
  }
  return out;
}

void BpeTokenizer::encode_words(std::string_view text, WordCache& cache,
                                std::vector<int32_t>& out) const {
  for (const std::string_view word : code_words(text)) {
    auto found = cache.find(word);
    if (found == cache.end()) found = cache.emplace(word, encode_word(word)).first;
    out.insert(out.end(), found->second.begin(), found->second.end());
  }
}

std::vector<int32_t> BpeTokenizer::encode_text(std::string_view text) const {
  WordCache cache;
  std::vector<int32_t> out;
  encode_words(text, cache, out);
  return out;
}

Result<std::vector<std::vector<int32_t>>> BpeTokenizer::encode(
    std::span<const TokenText> texts) const {
  std::vector<std::vector<int32_t>> out(texts.size());
  WordCache cache;  // its words are views of the texts
  for (size_t i = 0; i < texts.size(); ++i) {
    if (!texts[i].special) {
      encode_words(texts[i].text, cache, out[i]);
      continue;
    }
    const auto found = special_ids_.find(texts[i].text);
    if (found == special_ids_.end()) {
      return bad_vocabulary("has no special token '" + std::string(texts[i].text) + "'");
    }
    out[i] = {found->second};
  }
  return out;
}

int64_t BpeTokenizer::vocabulary_size() const {
  return static_cast<int64_t>(model_.specials.size() + model_.tokens.size());
}

std::string BpeTokenizer::sha256() const {
  return sha256_hex(to_json());
}

Result<std::string> BpeTokenizer::decode(std::span<const int32_t> ids) const {
  std::string out;
  for (const int32_t id : ids) {
    if (id < 0 || id >= vocabulary_size()) {
      return bad_vocabulary("has no token " + std::to_string(id));
    }
    const auto place = static_cast<size_t>(id);
    const size_t specials = model_.specials.size();
    out += place < specials ? model_.specials[place] : model_.tokens[place - specials];
  }
  return out;
}

}  // namespace kcast::encode
