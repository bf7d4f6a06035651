// Which lines, sectors and words a warp's request touches, by pattern and alignment.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <deque>
#include <vector>

#include "analyze/exec/trace.h"
#include "analyze/memory/cache.h"

namespace kcast::memory {

// One line of a request. Bits of `sectors` and `words` count from the line's start.
struct Part {
  int64_t line = 0;  // relative to the line of the first active lane
  uint8_t sectors = 0;
  uint32_t words = 0;
};

// Number of the first sector of a part, of a request that begins in `line`.
inline uint64_t first_sector(uint64_t line, const Part& part) {
  return (line + static_cast<uint64_t>(part.line)) * kSectorsPerLine +
         static_cast<uint64_t>(std::countr_zero(static_cast<unsigned>(part.sectors | 0x10U)));
}

struct Footprint {
  std::vector<Part> parts;       // by first lane that touches them
  int32_t n_sectors = 0;         // over all parts
  int32_t n_atomic_sectors = 0;  // as atomics: lanes on one address come one after another
  int32_t n_same_address = 0;    // most lanes on one address
};

// The footprints of a launch's patterns, made when first asked for.
class Footprints {
 public:
  // `l1_sector_bytes` is what L1 fetches at least (a line on AMD), `l2_sector_bytes` what L2
  // executes an atomic on.
  Footprints(const std::vector<exec::Pattern>& patterns, int64_t l1_sector_bytes,
             int64_t l2_sector_bytes);

  // Of a request whose first active lane is at `address`.
  const Footprint& at(uint32_t pattern, uint64_t address);

 private:
  using ByAlignment = std::array<int32_t, kLineBytes / 4>;  // by word within the line

  const std::vector<exec::Pattern>& patterns_;
  int64_t l1_sectors_;              // of the model, that L1 fetches together
  int64_t l2_sectors_;              // of the model, that L2 has together
  std::vector<ByAlignment> index_;  // into made_, -1 not made
  std::deque<Footprint> made_;      // references stay good while it grows
};

// Sectors of the model that make up one of a GPU's: 1, 2 or 4.
int64_t model_sectors(int64_t sector_bytes);

// Widens a set of sectors to whole aligned groups of `group` (1, 2 or 4).
uint8_t widen_sectors(uint8_t sectors, int64_t group);

}  // namespace kcast::memory
