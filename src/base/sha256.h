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

}  // namespace kcast
