#include "analyze/memory/footprint.h"

#include <algorithm>
#include <bit>
#include <map>

namespace kcast::memory {
namespace {

constexpr int64_t kMaxLaneBytes = 1024;

// The part for a line; requests touch few lines, most often the last one again.
Part& part_for(Footprint& footprint, int64_t line) {
  for (size_t i = footprint.parts.size(); i-- > 0;) {
    if (footprint.parts[i].line == line) return footprint.parts[i];
  }
  footprint.parts.push_back({.line = line});
  return footprint.parts.back();
}

void add_lane(Footprint& footprint, int64_t address, int64_t bytes) {
  const int64_t last_word = (address + bytes - 1) >> 2;
  for (int64_t word = address >> 2; word <= last_word; ++word) {
    Part& part = part_for(footprint, word >> 5);
    part.words |= uint32_t{1} << (word & 31);
    part.sectors |= static_cast<uint8_t>(1U << ((word & 31) / kWordsPerSector));
  }
}

// An atomic's cost: every sector of L2 comes as often as its most wanted address.
void count_atomics(Footprint& footprint, const exec::Pattern& pattern, int64_t alignment,
                   int64_t l2_sectors) {
  const auto shift = std::countr_zero(static_cast<uint64_t>(l2_sectors * kSectorBytes));
  std::map<int64_t, std::map<int64_t, int32_t>> lanes;  // by sector, by address
  for (const int32_t offset : pattern.offsets) {
    const int64_t address = alignment + offset;
    ++lanes[address >> shift][address];
  }
  for (const auto& [sector, addresses] : lanes) {
    int32_t most = 0;
    for (const auto& [address, count] : addresses)
      most = std::max(most, count);
    footprint.n_atomic_sectors += most * static_cast<int32_t>(l2_sectors);
    footprint.n_same_address = std::max(footprint.n_same_address, most);
  }
}

Footprint make_footprint(const exec::Pattern& pattern, int64_t alignment, int64_t l1_sectors,
                         int64_t l2_sectors) {
  Footprint footprint;
  const int64_t bytes = std::clamp<int64_t>(pattern.bytes, 1, kMaxLaneBytes);
  for (const int32_t offset : pattern.offsets)
    add_lane(footprint, alignment + offset, bytes);
  for (Part& part : footprint.parts) {
    part.sectors = widen_sectors(part.sectors, l1_sectors);
    footprint.n_sectors += std::popcount(part.sectors);
  }
  count_atomics(footprint, pattern, alignment, l2_sectors);
  return footprint;
}

}  // namespace

uint8_t widen_sectors(uint8_t sectors, int64_t group) {
  if (group >= 4) return sectors != 0 ? 0xF : 0;
  if (group < 2) return sectors;
  const auto pairs = static_cast<uint8_t>((sectors | (sectors >> 1)) & 0x5);
  return static_cast<uint8_t>(pairs | (pairs << 1));
}

int64_t model_sectors(int64_t sector_bytes) {
  return std::clamp<int64_t>(sector_bytes / kSectorBytes, 1, kSectorsPerLine);
}

Footprints::Footprints(const std::vector<exec::Pattern>& patterns, int64_t l1_sector_bytes,
                       int64_t l2_sector_bytes)
    : patterns_(patterns),
      l1_sectors_(model_sectors(l1_sector_bytes)),
      l2_sectors_(model_sectors(l2_sector_bytes)) {
  ByAlignment none;
  none.fill(-1);
  index_.assign(patterns.size(), none);
}

const Footprint& Footprints::at(uint32_t pattern, uint64_t address) {
  static const Footprint nothing;
  if (pattern >= index_.size()) return nothing;
  const auto word = static_cast<size_t>(address % kLineBytes / 4);
  int32_t& index = index_[pattern][word];
  if (index < 0) {
    index = static_cast<int32_t>(made_.size());
    made_.push_back(make_footprint(patterns_[pattern], static_cast<int64_t>(word) * 4, l1_sectors_,
                                   l2_sectors_));
  }
  return made_[static_cast<size_t>(index)];
}

}  // namespace kcast::memory
