// The instructions that `kcast roofline` times, and the kernels that time them.
//
// ptxas folds what it can: a chain of additions of one value becomes a multiplication,
// two logic operations one. Every row is therefore inline PTX over run-time values,
// written so that no step can be merged with its neighbour: where an operation is
// associative, the registers feed each other in a ring.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "schema/gpu/gpu.h"

namespace kcast::collect {

enum class InstructionUse { RateAndLatency, RateOnly, LatencyOnly };

struct InstructionRow {
  std::string_view name;   // as in data/gpus
  char registers = 'r';    // constraint of inline PTX: f, d, r (32 bits), l (64 bits)
  std::string_view text;   // @x chain, @y next chain, @b @c @d @e run-time values, @a address
  std::string_view other;  // every second step, if another
  double GpuRates::* limit = nullptr;  // nominal results per clock and unit; null: issue
  InstructionUse use = InstructionUse::RateAndLatency;
  int steps = 128;          // unrolled
  int threads = 32;         // of the latency kernel
  std::string_view opcode;  // of the machine code, as a prefix; empty: several
  double lanes = 1;         // results per lane, for the limit: 2 for pairs
  int operations = 1;       // in a step
};

std::span<const InstructionRow> instruction_table();

// A kernel kcast_timing(out, cycles, values, rounds) with `chains` independent chains.
std::string instruction_source(const InstructionRow& row, int chains);

inline constexpr int kRateChains = 8;
inline constexpr int kRateThreads = 1024;

}  // namespace kcast::collect
