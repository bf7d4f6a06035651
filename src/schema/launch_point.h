// A launch of a generated kernel in a few numbers. With the kernel's contract it is the whole
// launch, so that a plan of many launches is small and anyone can make them again.
//
//   n=1048576 rounds=16 a=1.5 .block=256 .seed=7        the grid follows from the contract
//   n=1048576 a=1.5 .block=16x16 .grid=64x8 .seed=7     any grid is right, and this one is taken
//
// Words without a dot are the kernel's parameters, one of which may well be called seed.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"
#include "schema/kernel_contract.h"

namespace kcast {

using Dims3 = std::array<int64_t, 3>;

struct LaunchPoint {
  std::vector<NamedNumber> sizes;                     // scalars that are chosen: Size and Count
  std::vector<std::pair<std::string, double>> reals;  // Real
  Dims3 block = {1, 1, 1};
  std::optional<Dims3> grid;  // absent: the contract's
  uint64_t seed = 1;          // of the buffers' contents

  bool operator==(const LaunchPoint&) const = default;
};

// What a contract makes of a point.
struct LaunchShape {
  std::vector<NamedNumber> scalars;  // integers, derived ones too
  std::vector<NamedNumber> lengths;  // elements of the buffers
  Dims3 block = {1, 1, 1};
  Dims3 grid = {1, 1, 1};
  int64_t shared_bytes = 0;
};

// An error where the contract does not allow the point: a scalar that is missing, out of its
// range or no multiple, a block that is not listed, a grid that is not free.
Result<LaunchShape> shape_of(const KernelContract& contract, const LaunchPoint& point);

// The allowed value of a Size or Count that is nearest to `wanted`.
int64_t allowed_value(const ScalarContract& scalar, int64_t wanted);

std::string point_text(const LaunchPoint& point);
Result<LaunchPoint> parse_point(std::string_view text);

}  // namespace kcast
