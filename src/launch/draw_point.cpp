#include "launch/draw_point.h"

#include <algorithm>
#include <cmath>
#include <functional>

#include "launch/contract_launch.h"

namespace kcast::launch {
namespace {

constexpr int kBisections = 24;
constexpr int64_t kWarpLanes = 32;

int64_t value_at(const ScalarContract& scalar, double place) {
  const double low = std::max(scalar.low, 1.0);
  const double value =
      low * std::pow(std::max(scalar.high, low) / low, std::clamp(place, 0.0, 1.0));
  return allowed_value(scalar, static_cast<int64_t>(std::llround(value)));
}

// The largest place in [low, high] whose amount does not exceed the wanted one; `amount` grows.
double largest_place(double low, double high, double wanted,
                     const std::function<double(double)>& amount) {
  if (amount(high) <= wanted) return high;
  if (amount(low) > wanted) return low;
  for (int i = 0; i < kBisections; ++i) {
    const double middle = (low + high) / 2;
    (amount(middle) <= wanted ? low : high) = middle;
  }
  return low;
}

double between(Rng& rng, double low, double high) {
  return low + (high - low) * rng.unit();
}

}  // namespace

PointDrawer::PointDrawer(const KernelContract& contract, const Kernel& kernel)
    : contract_(contract), kernel_(kernel), blocks_(contract.blocks) {
  for (int64_t x = kWarpLanes; x <= contract.warp_multiples_up_to; x += kWarpLanes)
    blocks_.push_back({x, 1, 1});
  for (const ScalarContract& scalar : contract.scalars) {
    if (scalar.role != ScalarRole::Size && scalar.role != ScalarRole::Count) continue;
    Scale scale;
    scale.scalar = &scalar;
    scale.is_count = scalar.role == ScalarRole::Count;
    scales_.push_back(scale);
  }
  for (size_t i = 0; i < scales_.size(); ++i)
    scales_[i].sets_grid = !scales_[i].is_count && sets_grid(i);
}

bool PointDrawer::sets_grid(size_t scale) const {
  if (blocks_.empty()) return false;
  std::vector<Scale> scales = scales_;
  std::array<double, 2> blocks{};
  for (const size_t end : {0, 1}) {
    for (Scale& each : scales)
      each.is_count = true;
    scales[scale].place = static_cast<double>(end);
    const auto extent = extent_of(point_at(scales, 0.5, 0.5, blocks_[0]));
    blocks[end] = extent ? extent->blocks : -1;
  }
  return blocks[0] != blocks[1];
}

LaunchPoint PointDrawer::point_at(const std::vector<Scale>& scales, double grid_place,
                                  double free_place, const Dims3& block) const {
  LaunchPoint point;
  point.block = block;
  for (const Scale& scale : scales) {
    const double moved = (scale.sets_grid ? grid_place : free_place) + scale.shift;
    point.sizes.emplace_back(scale.scalar->name,
                             value_at(*scale.scalar, scale.is_count ? scale.place : moved));
  }
  return point;
}

Result<PointDrawer::Extent> PointDrawer::extent_of(const LaunchPoint& point) const {
  KCAST_TRY(const LaunchShape shape, shape_of(contract_, point));
  Extent extent;
  extent.blocks = static_cast<double>(shape.grid[0]) * static_cast<double>(shape.grid[1]) *
                  static_cast<double>(shape.grid[2]);
  extent.bytes = static_cast<double>(footprint_bytes(shape, kernel_));
  return extent;
}

LaunchPoint PointDrawer::at(double share, size_t block) const {
  std::vector<Scale> scales = scales_;
  for (Scale& scale : scales)
    scale.place = share;
  LaunchPoint point = point_at(scales, share, share, blocks_.at(block));
  for (const ScalarContract& scalar : contract_.scalars) {
    if (scalar.role != ScalarRole::Real) continue;
    point.reals.emplace_back(scalar.name, (scalar.low + scalar.high) / 2);
  }
  return point;
}

void PointDrawer::draw_reals(LaunchPoint& point, Rng& rng) const {
  constexpr double kSteps = 1024;  // short in decimal, exact in binary
  for (const ScalarContract& scalar : contract_.scalars) {
    if (scalar.role != ScalarRole::Real) continue;
    const double value = between(rng, scalar.low, scalar.high);
    point.reals.emplace_back(
        scalar.name, std::clamp(std::round(value * kSteps) / kSteps, scalar.low, scalar.high));
  }
}

Result<LaunchPoint> PointDrawer::draw(const PointTarget& target, Rng& rng) const {
  if (blocks_.empty()) return Error{ErrorCode::InvalidInput, "the contract has no block"};
  Dims3 block = blocks_[rng.below(blocks_.size())];
  // Much memory under few blocks needs large ones: the larger of two draws.
  constexpr double kMuchMemory = 32e6;
  if (target.footprint_bytes > kMuchMemory) {
    const Dims3 other = blocks_[rng.below(blocks_.size())];
    if (block_count(other) > block_count(block)) block = other;
  }
  std::vector<Scale> scales = scales_;
  for (Scale& scale : scales) {
    scale.place = rng.unit();
    scale.shift = between(rng, -0.12, 0.12);
  }
  const auto blocks_at = [&](double place) {
    const auto extent = extent_of(point_at(scales, place, 0.5, block));
    return extent ? extent->blocks : 0;
  };
  const auto bytes_at = [&](double grid_place, double free_place) {
    const auto extent = extent_of(point_at(scales, grid_place, free_place, block));
    return extent ? extent->bytes : 0;
  };
  const bool own_grid = contract_.any_grid && rng.chance(0.6);
  const auto low_blocks = static_cast<double>(target.blocks.low);
  const auto high_blocks = static_cast<double>(target.blocks.high);
  const double lowest = own_grid ? 0 : largest_place(0, 1, low_blocks, blocks_at);
  const double highest = own_grid ? 1 : largest_place(lowest, 1, high_blocks, blocks_at);
  // What does not set the grid starts anywhere, and then corrects what the grid leaves open.
  double free_place = rng.unit();
  const double grid_place = largest_place(lowest, highest, target.footprint_bytes,
                                          [&](double p) { return bytes_at(p, free_place); });
  if (rng.chance(0.7)) {
    free_place = largest_place(0, 1, target.footprint_bytes,
                               [&](double p) { return bytes_at(grid_place, p); });
  }
  LaunchPoint point = point_at(scales, grid_place, free_place, block);
  if (own_grid) {
    constexpr double kMostPerUnit = 4;  // of the fully utilised: there is no upper end
    const double top = std::min(high_blocks, low_blocks * kMostPerUnit * kFullBlocksPerUnit);
    const double blocks = low_blocks * std::pow(top / low_blocks, rng.unit());
    KCAST_TRY(const LaunchShape shape, shape_of(contract_, point));
    const auto others = static_cast<double>(shape.grid[1] * shape.grid[2]);
    point.grid =
        Dims3{std::max<int64_t>(std::llround(blocks / others), 1), shape.grid[1], shape.grid[2]};
  }
  draw_reals(point, rng);
  point.seed = 1 + rng.below(1000);
  return point;
}

}  // namespace kcast::launch
