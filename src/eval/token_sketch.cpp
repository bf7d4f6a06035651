#include "eval/token_sketch.h"

#include <algorithm>
#include <charconv>
#include <cstring>

namespace kcast::eval {
namespace {

// A bijection of 64-bit numbers whose bits all depend on all bits (the finalizer of splitmix64).
uint64_t mixed(uint64_t x) {
  x = (x ^ (x >> 30U)) * 0xbf58476d1ce4e5b9ULL;
  x = (x ^ (x >> 27U)) * 0x94d049bb133111ebULL;
  return x ^ (x >> 31U);
}

}  // namespace

TokenSketch token_sketch(std::span<const uint64_t> grams) {
  TokenSketch out{};
  for (size_t i = 0; i < out.size(); ++i) {
    const uint64_t key = mixed(0x9e3779b97f4a7c15ULL * (i + 1));
    uint64_t least = UINT64_MAX;
    for (const uint64_t gram : grams)
      least = std::min(least, mixed(gram ^ key));
    // The upper bits of a minimum are small for every text; the lower ones are any.
    out[i] = static_cast<uint8_t>(least);
  }
  return out;
}

int common_bytes(const TokenSketch& a, const TokenSketch& b) {
  constexpr uint64_t kLow = 0x7f7f7f7f7f7f7f7fULL;
  constexpr uint64_t kOnes = 0x0101010101010101ULL;
  // Eight bytes at a time: every byte of `equal` counts the agreements at its place.
  uint64_t equal = 0;
  for (size_t i = 0; i < a.size(); i += sizeof(uint64_t)) {
    uint64_t x = 0;
    uint64_t y = 0;
    std::memcpy(&x, a.data() + i, sizeof x);
    std::memcpy(&y, b.data() + i, sizeof y);
    const uint64_t differ = x ^ y;
    // The upper bit of each byte: set unless all its bits are zero.
    const uint64_t any = ((differ & kLow) + kLow) | differ;
    equal += (~any >> 7U) & kOnes;
  }
  return static_cast<int>((equal * kOnes) >> 56U);
}

std::string sketch_text(const TokenSketch& sketch) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string out;
  for (const uint8_t byte : sketch) {
    out += kDigits[byte >> 4U];
    out += kDigits[byte & 15U];
  }
  return out;
}

std::optional<TokenSketch> parse_sketch(std::string_view text) {
  TokenSketch out{};
  if (text.size() != 2 * out.size()) return std::nullopt;
  for (size_t i = 0; i < out.size(); ++i) {
    const char* begin = text.data() + 2 * i;
    const auto [end, error] = std::from_chars(begin, begin + 2, out[i], 16);
    if (error != std::errc() || end != begin + 2) return std::nullopt;
  }
  return out;
}

}  // namespace kcast::eval
