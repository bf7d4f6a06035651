// How far a number of blocks fills a GPU, after LLMPerf (Section II-B): fewer blocks than units
// leave units idle; up to some tens per unit latencies show; beyond, time grows with the blocks.
#pragma once

#include <cstdint>
#include <string_view>

#include "base/rng.h"
#include "schema/gpu/gpu.h"

namespace kcast::launch {

enum class Regime : uint8_t { Idle, UnderUtilised, FullyUtilised };

inline constexpr Regime kRegimes[] = {Regime::Idle, Regime::UnderUtilised, Regime::FullyUtilised};

std::string_view regime_name(Regime regime);  // "idle", "under-utilised", "fully utilised"

// Blocks per unit from which a GPU counts as fully utilised.
inline constexpr int64_t kFullBlocksPerUnit = 40;

Regime regime_of(int64_t blocks, const Gpu& gpu);

// 25 : 60 : 15.
Regime draw_regime(Rng& rng);

// The blocks that belong to a regime, both ends included; the last has an open end.
struct BlockRange {
  int64_t low = 1;
  int64_t high = 1;
};
BlockRange blocks_of(Regime regime, const Gpu& gpu);

}  // namespace kcast::launch
