// The parts of the machine that the time model tells apart.
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

}  // namespace kcast
