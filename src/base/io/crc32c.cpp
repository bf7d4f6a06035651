#include "base/io/crc32c.h"

#include <array>
#include <bit>
#include <cstring>

namespace kcast {
namespace {

constexpr uint32_t kPolynomial = 0x82f63b78;  // reflected
constexpr size_t kSlices = 8;
using Tables = std::array<std::array<uint32_t, 256>, kSlices>;

// Table s has the sums of a byte with s bytes of zero behind it.
constexpr Tables make_tables() {
  Tables tables{};
  for (uint32_t byte = 0; byte < 256; ++byte) {
    uint32_t sum = byte;
    for (int bit = 0; bit < 8; ++bit)
      sum = (sum >> 1U) ^ ((sum & 1U) != 0 ? kPolynomial : 0);
    tables[0][byte] = sum;
  }
  for (size_t s = 1; s < kSlices; ++s) {
    for (size_t byte = 0; byte < 256; ++byte) {
      const uint32_t shorter = tables[s - 1][byte];
      tables[s][byte] = (shorter >> 8U) ^ tables[0][shorter & 0xffU];
    }
  }
  return tables;
}

constexpr Tables kTables = make_tables();
static_assert(std::endian::native == std::endian::little);

}  // namespace

uint32_t crc32c(std::span<const std::byte> bytes, uint32_t before) {
  uint32_t sum = ~before;
  while (bytes.size() >= kSlices) {
    uint64_t word = 0;
    std::memcpy(&word, bytes.data(), sizeof word);
    word ^= sum;
    sum = 0;
    for (size_t i = 0; i < kSlices; ++i)
      sum ^= kTables[kSlices - 1 - i][(word >> (8 * i)) & 0xffU];
    bytes = bytes.subspan(kSlices);
  }
  for (const std::byte byte : bytes)
    sum = (sum >> 8U) ^ kTables[0][(sum ^ std::to_integer<uint32_t>(byte)) & 0xffU];
  return ~sum;
}

uint32_t crc32c(std::string_view bytes, uint32_t before) {
  return crc32c(std::as_bytes(std::span(bytes)), before);
}

std::string crc32c_text(uint32_t sum) {
  static constexpr char kDigits[] = "0123456789abcdef";
  std::string out;
  for (int shift = 28; shift >= 0; shift -= 4)
    out += kDigits[(sum >> static_cast<unsigned>(shift)) & 15U];
  return out;
}

}  // namespace kcast
