// Points of a contract by what they should come to: a number of blocks, an amount of memory.
#pragma once

#include <vector>

#include "base/result.h"
#include "base/rng.h"
#include "launch/regime.h"
#include "schema/inspection.h"
#include "schema/launch_point.h"

namespace kcast::launch {

struct PointTarget {
  BlockRange blocks;
  double footprint_bytes = 1 << 20;
};

// Sizes move along logarithmic scales from one end of their range to the other. Those that set
// the grid move together until the blocks are right and the memory is as near as that allows;
// the others follow the memory. So data also grows under a fixed grid, where a kernel has such
// sizes or takes any grid.
class PointDrawer {
 public:
  // The contract and the kernel must outlive the drawer.
  PointDrawer(const KernelContract& contract, const Kernel& kernel);

  Result<LaunchPoint> draw(const PointTarget& target, Rng& rng) const;

  // Every size and count at this share of its range, 0 to 1; the `block`-th of the blocks.
  LaunchPoint at(double share, size_t block) const;
  size_t blocks() const { return blocks_.size(); }

 private:
  struct Scale {
    const ScalarContract* scalar = nullptr;
    double place = 0.5;     // share of the range, for what does not move
    double shift = 0;       // added to the common place of those that move together
    bool is_count = false;  // drawn once, never moved
    bool sets_grid = false;
  };
  struct Extent {
    double blocks = 1;
    double bytes = 0;
  };

  LaunchPoint point_at(const std::vector<Scale>& scales, double grid_place, double free_place,
                       const Dims3& block) const;
  Result<Extent> extent_of(const LaunchPoint& point) const;
  bool sets_grid(size_t scale) const;
  void draw_reals(LaunchPoint& point, Rng& rng) const;

  const KernelContract& contract_;
  const Kernel& kernel_;
  std::vector<Dims3> blocks_;
  std::vector<Scale> scales_;
};

}  // namespace kcast::launch
