#include "corpus/dedupe/code_print.h"

#include <algorithm>
#include <cmath>

#include "corpus/dedupe/code_tokens.h"

namespace kcast::corpus {
namespace {

constexpr size_t kGramTokens = 6;
constexpr uint64_t kGramMask = (uint64_t{1} << (kGramTokens * kTokenBits)) - 1;

// The last steps of splitmix64: every bit of the result depends on every bit of `x`.
uint64_t mixed_bits(uint64_t x) {
  x = (x ^ (x >> 30U)) * 0xbf58476d1ce4e5b9U;
  x = (x ^ (x >> 27U)) * 0x94d049bb133111ebU;
  return x ^ (x >> 31U);
}

constexpr uint64_t kGolden = 0x9e3779b97f4a7c15U;

// A number below `bound` from the upper half of a hash.
size_t place_of(uint64_t hash, size_t bound) {
  return static_cast<size_t>(((hash >> 32U) * bound) >> 32U);
}

constexpr uint32_t kEmpty = UINT32_MAX;

// One-permutation hashing: a hash puts every number into one of `minima`, which keep the least.
void take_minima(std::span<const uint64_t> grams, uint64_t seed, std::span<uint32_t> minima) {
  for (const uint64_t gram : grams) {
    const uint64_t hash = mixed_bits(gram + seed);
    uint32_t& least = minima[place_of(hash, minima.size())];
    least = std::min({least, static_cast<uint32_t>(hash), kEmpty - 1});
  }
}

// Empty places take the value of another one, which depends on the place alone: two sets with the
// same places filled choose the same (optimal densification, Shrivastava 2017).
void fill_empty(uint64_t seed, std::span<uint32_t> minima) {
  const std::vector<uint32_t> before(minima.begin(), minima.end());
  for (size_t place = 0; place < minima.size(); ++place) {
    uint64_t hash = seed + place;
    while (minima[place] == kEmpty) {
      hash = mixed_bits(hash + kGolden);
      minima[place] = before[place_of(hash, before.size())];
    }
  }
}

// Every row is a permutation of its own, and a band takes one minimum of each: so the minima of a
// band are independent also where the set is small.
std::vector<uint32_t> bands_of(std::span<const uint64_t> grams, const BandShape& shape) {
  std::vector<uint64_t> hashes(shape.bands);
  std::vector<uint32_t> minima(shape.bands);
  for (size_t row = 0; row < shape.rows; ++row) {
    const uint64_t seed = kGolden * (row + 1);
    std::fill(minima.begin(), minima.end(), kEmpty);
    take_minima(grams, seed, minima);
    if (std::find(minima.begin(), minima.end(), kEmpty) != minima.end()) fill_empty(seed, minima);
    for (size_t band = 0; band < shape.bands; ++band)
      hashes[band] = mixed_bits(hashes[band] + minima[band] + kGolden);
  }
  std::vector<uint32_t> bands;
  bands.reserve(shape.bands);
  for (const uint64_t hash : hashes)
    bands.push_back(static_cast<uint32_t>(hash >> 32U));
  return bands;
}

}  // namespace

std::vector<uint64_t> six_grams(std::string_view text) {
  const std::vector<TokenCode> codes = code_tokens(text);
  std::vector<uint64_t> grams;
  grams.reserve(codes.size() + 1);
  uint64_t gram = 0;
  for (size_t i = 0; i < codes.size(); ++i) {
    gram = (gram << static_cast<unsigned>(kTokenBits) | codes[i]) & kGramMask;
    if (i + 1 >= kGramTokens) grams.push_back(gram);
  }
  if (grams.empty()) grams.push_back(gram);
  std::sort(grams.begin(), grams.end());
  grams.erase(std::unique(grams.begin(), grams.end()), grams.end());
  return grams;
}

double jaccard(std::span<const uint64_t> a, std::span<const uint64_t> b) {
  return jaccard_from(0, a, b).value_or(0);
}

std::optional<double> jaccard_from(double threshold, std::span<const uint64_t> a,
                                   std::span<const uint64_t> b) {
  // Of n numbers in both together, c common ones give c / (n - c). The bound is one lower than
  // it need be, so that only the division at the end decides.
  const auto both = static_cast<double>(a.size() + b.size());
  const auto needed = static_cast<ptrdiff_t>(threshold / (1 + threshold) * both) - 1;
  const auto spare = static_cast<ptrdiff_t>(std::min(a.size(), b.size())) - needed;
  if (spare < 0) return std::nullopt;
  const std::span<const uint64_t>& small = a.size() <= b.size() ? a : b;
  const std::span<const uint64_t>& large = a.size() <= b.size() ? b : a;
  size_t common = 0;
  size_t j = 0;
  for (size_t i = 0; i < small.size(); ++i) {
    while (j < large.size() && large[j] < small[i])
      ++j;
    if (j < large.size() && large[j] == small[i]) ++common;
    // Numbers of the smaller set that the other one lacks.
    if (static_cast<ptrdiff_t>(i + 1 - common) > spare) return std::nullopt;
  }
  const double index = static_cast<double>(common) / (both - static_cast<double>(common));
  return index >= threshold ? std::optional(index) : std::nullopt;
}

BandShape band_shape(double threshold) {
  constexpr double kMissed = 0.0002;
  constexpr size_t kMostBands = 100;
  constexpr size_t kMostRows = 8;
  BandShape shape;
  // More rows mean fewer comparisons for nothing, as long as they do not cost too many bands.
  for (size_t rows = 1; rows <= kMostRows; ++rows) {
    const double equal = std::pow(threshold, static_cast<double>(rows));
    const auto bands =
        equal >= 1 ? 1 : static_cast<size_t>(std::ceil(std::log(kMissed) / std::log1p(-equal)));
    if (bands > kMostBands) break;
    shape = {rows, bands};
  }
  return shape;
}

CodePrint code_print(std::string_view text, const BandShape& shape) {
  CodePrint print;
  print.grams = six_grams(text);
  print.bands = bands_of(print.grams, shape);
  return print;
}

}  // namespace kcast::corpus
