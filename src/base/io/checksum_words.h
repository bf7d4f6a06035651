// How a file tells its own checksum in a text that it has room for: "crc32c SUM of SIZE bytes", of
// the whole file with zeros in place of both numbers. The words always have the same length, so
// that they can be filled in when the file is whole. A file of another size was written by another
// program, which has kept our words: they are not about it.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace kcast {

// The words before the numbers are known.
std::string zero_checksum_words();
std::string checksum_words(uint32_t sum, uint64_t size);

// What is said where words stand that are about a file of this size and `sum` is not theirs.
bool contradict(std::string_view words, uint32_t sum, uint64_t size);

// For messages: "FILE is damaged: ...".
std::string damage_text(std::string_view file);

}  // namespace kcast
