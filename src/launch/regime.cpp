#include "launch/regime.h"

#include <algorithm>

namespace kcast::launch {

std::string_view regime_name(Regime regime) {
  switch (regime) {
    case Regime::Idle:
      return "idle";
    case Regime::UnderUtilised:
      return "under-utilised";
    case Regime::FullyUtilised:
      break;
  }
  return "fully utilised";
}

Regime regime_of(int64_t blocks, const Gpu& gpu) {
  if (blocks < gpu.units.count) return Regime::Idle;
  return blocks <= kFullBlocksPerUnit * gpu.units.count ? Regime::UnderUtilised
                                                        : Regime::FullyUtilised;
}

Regime draw_regime(Rng& rng) {
  const uint64_t place = rng.below(100);
  if (place < 25) return Regime::Idle;
  return place < 85 ? Regime::UnderUtilised : Regime::FullyUtilised;
}

BlockRange blocks_of(Regime regime, const Gpu& gpu) {
  constexpr int64_t kMost = int64_t{1} << 40;
  const int64_t units = std::max<int64_t>(gpu.units.count, 2);
  switch (regime) {
    case Regime::Idle:
      return {1, units - 1};
    case Regime::UnderUtilised:
      return {units, kFullBlocksPerUnit * units};
    case Regime::FullyUtilised:
      break;
  }
  return {kFullBlocksPerUnit * units + 1, kMost};
}

}  // namespace kcast::launch
