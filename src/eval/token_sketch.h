// How alike two kernels' texts are, in a few bytes: one byte of each of 64 minima of their
// 6-grams (MinHash). Two sketches have about as many bytes in common as the texts have 6-grams.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace kcast::eval {

using TokenSketch = std::array<uint8_t, 64>;

TokenSketch token_sketch(std::span<const uint64_t> grams);

// Bytes that agree, 0 to 64.
int common_bytes(const TokenSketch& a, const TokenSketch& b);

std::string sketch_text(const TokenSketch& sketch);  // 128 hexadecimal digits
std::optional<TokenSketch> parse_sketch(std::string_view text);

}  // namespace kcast::eval
