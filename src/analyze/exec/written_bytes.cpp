#include "analyze/exec/written_bytes.h"

#include <algorithm>

namespace kcast::exec {

void ByteMemory::reset(size_t bytes) {
  bytes_.assign(bytes, 0);
  known_.assign(bytes, 0);
}

Known ByteMemory::load(uint64_t offset, int bytes) const {
  if (offset > bytes_.size() || bytes_.size() - offset < static_cast<size_t>(bytes))
    return {0, false, -1};
  Known result;
  for (int k = 0; k < bytes; ++k) {
    result.value |= Lane{bytes_[offset + k]} << (8 * k);
    if (known_[offset + k] == 0) result.known = false;
  }
  return result;
}

bool ByteMemory::store(uint64_t offset, int bytes, Lane value, bool known) {
  if (offset > bytes_.size() || bytes_.size() - offset < static_cast<size_t>(bytes)) return false;
  bool changed = false;
  for (int k = 0; k < bytes; ++k) {
    const auto byte = static_cast<uint8_t>(value >> (8 * k));
    const uint8_t mark = known ? 1 : 0;
    changed = changed || bytes_[offset + k] != byte || known_[offset + k] != mark;
    bytes_[offset + k] = byte;
    known_[offset + k] = mark;
  }
  return changed;
}

bool Overlay::store(uint64_t address, int bytes, Lane value, bool known) {
  bool changed = false;
  for (int k = 0; k < bytes; ++k) {
    const uint64_t at = address + static_cast<uint64_t>(k);
    Word& word = words_[at >> 3];
    const auto bit = static_cast<uint8_t>(1U << (at & 7));
    const uint64_t shift = 8 * (at & 7);
    const uint64_t byte = (value >> (8 * k)) & 255;
    changed = changed || (word.written & bit) == 0 || ((word.bits >> shift) & 255) != byte;
    word.bits = (word.bits & ~(uint64_t{255} << shift)) | (byte << shift);
    word.written |= bit;
    word.known = static_cast<uint8_t>(known ? word.known | bit : word.known & ~bit);
  }
  return changed;
}

Known Overlay::load(uint64_t address, int bytes, Known under, bool& touched) const {
  touched = false;
  if (words_.empty()) return under;
  int overlaid = 0;
  bool all_known = true;
  for (int k = 0; k < bytes; ++k) {
    const uint64_t at = address + static_cast<uint64_t>(k);
    const auto word = words_.find(at >> 3);
    const auto bit = static_cast<uint8_t>(1U << (at & 7));
    if (word == words_.end() || (word->second.written & bit) == 0) continue;
    ++overlaid;
    if ((word->second.known & bit) == 0) all_known = false;
    const uint64_t byte = (word->second.bits >> (8 * (at & 7))) & 255;
    under.value = (under.value & ~(Lane{255} << (8 * k))) | (byte << (8 * k));
  }
  touched = overlaid == bytes;
  under.known = (under.known || touched) && all_known;
  return under;
}

}  // namespace kcast::exec
