// What is compared of a kernel's text: the set of its 6-grams of tokens, and hashes of it that
// similar texts are likely to share.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace kcast::corpus {

// The different 6-grams of the text's tokens (code_tokens.h), ascending. Six codes fit into 64
// bits, so equal numbers are equal 6-grams. A text of fewer tokens is one 6-gram, filled up with
// a code that no token has.
std::vector<uint64_t> six_grams(std::string_view text);

// The Jaccard similarity of two sets, each ascending.
double jaccard(std::span<const uint64_t> a, std::span<const uint64_t> b);

// The same where it is at least `threshold`; it gives up as soon as that is out of reach.
std::optional<double> jaccard_from(double threshold, std::span<const uint64_t> a,
                                   std::span<const uint64_t> b);

// Locality-sensitive hashing: two texts are compared when one of their bands is equal. A band is
// made of `rows` minima, each of which is equal with the probability of the Jaccard similarity.
struct BandShape {
  size_t rows = 0;
  size_t bands = 0;
};

// The shape that misses a pair right at the threshold (0.3 to 1) with a probability of 0.0002 for
// independent minima; those of small sets are not quite, and it stays below 0.001.
BandShape band_shape(double threshold);

struct CodePrint {
  std::vector<uint64_t> grams;
  std::vector<uint32_t> bands;
};

CodePrint code_print(std::string_view text, const BandShape& shape);

}  // namespace kcast::corpus
