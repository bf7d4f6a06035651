#include "base/io/checksum_words.h"

#include <algorithm>

#include "base/io/crc32c.h"

namespace kcast {
namespace {

constexpr size_t kSizeDigits = 15;

std::string size_words(uint64_t size) {
  const std::string digits = std::to_string(size);
  return " of " + std::string(kSizeDigits - std::min(kSizeDigits, digits.size()), '0') + digits +
         " bytes";
}

}  // namespace

std::string zero_checksum_words() {
  return checksum_words(0, 0);
}

std::string checksum_words(uint32_t sum, uint64_t size) {
  return "crc32c " + crc32c_text(sum) + size_words(size);
}

bool contradict(std::string_view words, uint32_t sum, uint64_t size) {
  return words.starts_with("crc32c ") && words.ends_with(size_words(size)) &&
         words != checksum_words(sum, size);
}

std::string damage_text(std::string_view file) {
  return std::string(file) + " is damaged: it has not the checksum that it was written with";
}

}  // namespace kcast
