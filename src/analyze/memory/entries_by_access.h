// What each access of a block sends on to L2, found without going through all that the block does.
#pragma once

#include <cstdint>
#include <numeric>
#include <span>
#include <vector>

#include "analyze/memory/l1.h"

namespace kcast::memory {

// Those of access a are at [first[a], first[a + 1]) of `entries`.
struct EntriesByAccess {
  std::vector<uint32_t> first;
  std::vector<uint32_t> entries;

  EntriesByAccess(const Stream& stream, size_t n_accesses)
      : first(n_accesses + 1, 0), entries(stream.entries.size()) {
    for (const MissEntry& entry : stream.entries)
      ++first[entry.access + 1];
    std::partial_sum(first.begin(), first.end(), first.begin());
    std::vector<uint32_t> next(first.begin(), first.end() - 1);
    for (size_t i = 0; i < stream.entries.size(); ++i)
      entries[next[stream.entries[i].access]++] = static_cast<uint32_t>(i);
  }
  std::span<const uint32_t> of(size_t access) const {
    return {entries.data() + first[access], first[access + 1] - first[access]};
  }
};

}  // namespace kcast::memory
