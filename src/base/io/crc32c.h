// CRC-32C (Castagnoli), by which files prove that no bit of them has changed. It is no protection
// against somebody who changes them on purpose: sha256.h is.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace kcast {

// Of bytes that follow those whose sum is `before`.
uint32_t crc32c(std::span<const std::byte> bytes, uint32_t before = 0);
uint32_t crc32c(std::string_view bytes, uint32_t before = 0);

// Eight hexadecimal digits.
std::string crc32c_text(uint32_t sum);

}  // namespace kcast
