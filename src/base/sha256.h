// SHA-256 (FIPS 180-4), for telling texts apart and for choices that anyone can make again.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace kcast {

std::array<uint8_t, 32> sha256(std::string_view text);

// 64 lower-case digits, as sha256sum prints them.
std::string sha256_hex(std::string_view text);

// The same of a text that comes in pieces.
class Sha256 {
 public:
  void add(std::string_view piece);
  std::string hex() const;  // of what was added so far
  std::array<uint8_t, 32> digest() const;

 private:
  std::array<uint32_t, 8> state_ = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                    0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
  std::string rest_;  // less than a block
  uint64_t bytes_ = 0;
};

}  // namespace kcast
