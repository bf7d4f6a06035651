// What a launch leaves in its buffers, found by interpreting every thread of it.
//
// Blocks run one after the other, warps of a block in turns between barriers; stores and atomics
// stay. Meant for small launches: comparing with a device, looking for races.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/result.h"
#include "schema/sample.h"

namespace kcast::analyze {
class PreparedKernel;
}  // namespace kcast::analyze

namespace kcast::exec {

struct RunLimits {
  int64_t warp_instructions = 20'000'000;  // of all blocks
  int64_t block_instructions = INT64_MAX;  // of one of them
  int64_t buffer_bytes = int64_t{256} << 20;
  int32_t warp_width = 32;
  bool backwards = false;  // the last block, warp and lane has its turn first
  // Above 0 the run takes liberties that another implementation may take: results of math functions
  // and of approximating instructions are off by up to so many units in the last place, at random;
  // so are constants of many digits, because compilers compute functions of constants; and reals
  // that no integer can hold become any integer.
  int32_t free_ulps = 0;
  uint64_t free_seed = 1;
};

// The memory of one argument, or of several that share it.
struct BufferBytes {
  int32_t argument = 0;  // position of the first of them
  std::string name;
  std::vector<uint8_t> bytes;
  std::vector<uint8_t> known;  // per byte: 0 where the interpreter cannot tell what it holds
};

struct LaunchOutput {
  std::vector<BufferBytes> buffers;  // in the order of the arguments
  // Why nothing at all is known: control or an address hangs on an unknown value, or something
  // is not interpreted. Empty in the usual case.
  std::string lost;
  std::string fault;  // the first access outside of every buffer, or a barrier that threads miss
  double warp_instructions = 0;
};

// An error where the launch cannot be made or is larger than the limits.
Result<LaunchOutput> run_whole_launch(const analyze::PreparedKernel& kernel, const Launch& launch,
                                      const RunLimits& limits = {});

}  // namespace kcast::exec
