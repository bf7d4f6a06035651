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

// An atomic's cost: every sector comes as often as its most wanted address.
void count_atomics(Footprint& footprint, const exec::Pattern& pattern, int64_t alignment) {
  std::map<int64_t, std::map<int64_t, int32_t>> lanes;  // by sector, by address
  for (const int32_t offset : pattern.offsets) {
    const int64_t address = alignment + offset;
    ++lanes[address >> 5][address];
  }
  for (const auto& [sector, addresses] : lanes) {
    int32_t most = 0;
    for (const auto& [address, count] : addresses)
      most = std::max(most, count);
    footprint.n_atomic_sectors += most;
    footprint.n_same_address = std::max(footprint.n_same_address, most);
  }
}

Footprint make_footprint(const exec::Pattern& pattern, int64_t alignment, int64_t granule_sectors) {
  Footprint footprint;
  const int64_t bytes = std::clamp<int64_t>(pattern.bytes, 1, kMaxLaneBytes);
  for (const int32_t offset : pattern.offsets)
    add_lane(footprint, alignment + offset, bytes);
  for (Part& part : footprint.parts) {
    part.sectors = widen_sectors(part.sectors, granule_sectors);
    footprint.n_sectors += std::popcount(part.sectors);
  }
  count_atomics(footprint, pattern, alignment);
  return footprint;
}

}  // namespace

uint8_t widen_sectors(uint8_t sectors, int64_t group) {
  if (group >= 4) return sectors != 0 ? 0xF : 0;
  if (group < 2) return sectors;
  const auto pairs = static_cast<uint8_t>((sectors | (sectors >> 1)) & 0x5);
  return static_cast<uint8_t>(pairs | (pairs << 1));
}

Footprints::Footprints(const std::vector<exec::Pattern>& patterns, int64_t granule_bytes)
    : patterns_(patterns), granule_sectors_(granule_bytes / kSectorBytes) {
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
    made_.push_back(
        make_footprint(patterns_[pattern], static_cast<int64_t>(word) * 4, granule_sectors_));
  }
  return made_[static_cast<size_t>(index)];
}

}  // namespace kcast::memory
