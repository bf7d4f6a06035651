// The parts of the machine that the time model tells apart, and what warps do meanwhile.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace kcast {

enum class TimePart : uint8_t {
  Issue,
  Fp32Pipe,
  IntegerPipe,
  Fp64Pipe,
  SpecialFunctions,
  LoadStoreUnit,
  SharedMemory,
  L1,
  TensorCores,
  Latency,
  Dram,
  L2,
  Atomics,
  AtomicsOnAddress,
  AtomicsOnLine,
  BlockScheduling,
  Launch,
};

// As people and files read it: "fp32 pipe".
std::string to_text(TimePart part);
// The other way; nothing for another text.
std::optional<TimePart> time_part(std::string_view text);

// What warps do with their time: Nsight Compute's stall reasons, as far as a simulation has them.
enum class WarpState : uint8_t {
  Issuing,      // "selected"
  Memory,       // "long scoreboard": what was loaded from global or local memory is not there
  Shared,       // "short scoreboard": what was loaded from shared memory
  Arithmetic,   // "wait" and the rest of "short scoreboard": results of the pipes
  Barrier,      // other warps of the block
  Throttled,    // "math pipe", "LG" and "MIO throttle": a pipe or a queue is full
  NotSelected,  // the scheduler issues for other warps
  Other,        // branches, what is waited for as a whole, start and end
};

// "waiting for memory".
std::string to_text(WarpState state);

struct WarpTime {
  WarpState state = WarpState::Other;
  double share = 0;  // of the warps' time, 0 to 1

  bool operator==(const WarpTime&) const = default;
};

}  // namespace kcast
