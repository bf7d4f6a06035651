// What abstract execution found out about a launch on a GPU, as numbers: the input
// of the analytic predictor and of the learned ones.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "schema/sample.h"

namespace kcast {

// Machine instructions of the whole launch: lane operations as ncu counts them
// (guard true, active lanes), and issue slots of warps.
struct OperationCounts {
  double fadd = 0, fmul = 0, ffma = 0;
  double dadd = 0, dmul = 0, dfma = 0;
  double hadd = 0, hmul = 0, hfma = 0;  // packed instructions
  double integer = 0, bit = 0, conversion = 0, mufu = 0;
  double tensor_flops = 0;
  double warp_instructions = 0;  // issue slots, machine code
  // Warp-level issue slots per pipe.
  double pipe_fma = 0, pipe_alu = 0, pipe_fp64 = 0, pipe_xu = 0, pipe_lsu = 0, pipe_tensor = 0,
         pipe_uniform = 0;
  bool machine_code = false;  // counted there, not estimated from PTX

  bool operator==(const OperationCounts&) const = default;
};

// What keeps more blocks from being resident.
enum class OccupancyLimit : uint8_t { Unknown, Registers, SharedMemory, Warps, Blocks, Grid };

// "shared memory"; empty when unknown.
std::string to_text(OccupancyLimit limit);

// Residency of blocks and the shape of the launch on the GPU.
struct OccupancyFeatures {
  int64_t registers = 0;         // per thread
  bool registers_exact = false;  // from ptxas
  int64_t shared_bytes = 0;      // per block, static and dynamic
  int64_t carveout_bytes = 0;
  int64_t blocks_per_unit = 0;
  int64_t warps_per_block = 0;
  double occupancy = 0;  // resident warps over the limit, 0 to 1
  OccupancyLimit limiter = OccupancyLimit::Unknown;
  double waves = 0;
  double tail_share = 0;  // of the time, blocks of the last wave that is not full

  bool operator==(const OccupancyFeatures&) const = default;
};

struct MemoryFeatures {
  double global_load_requests = 0, global_store_requests = 0;  // warp-wide
  double atomic_requests = 0;
  double sectors_per_load = 0, sectors_per_store = 0;
  double l1_bytes = 0, l1_hit_rate_pct = 0;
  double l2_bytes = 0, l2_sm_bytes = 0, l2_hit_rate_pct = 0;
  double dram_read_bytes = 0, dram_write_bytes = 0;
  double unique_read_bytes = 0, unique_write_bytes = 0;
  double local_bytes = 0;            // of L1 bytes, local memory
  double same_address_atomics = 0;   // longest chain on one address
  double same_line_atomics = 0;      // operations on the line with the most of them
  double busy_atomic_lines = 1;      // lines with nearly as many
  bool float_atomics = false;        // some atomic adds reals
  double l2_read_cycles = 0;         // of a slice: two sectors of a line at a time
  double l2_in_line_cycles = 0;      // of these, for lines that all units want at the same time
  double l1_cycles = 0;              // of a unit: one line at a time
  double partial_store_sectors = 0;  // of those stored, written in part
  double full_store_sectors = 0;
  double atomic_sectors = 0;
  double shared_requests = 0, shared_wavefronts = 0;
  double affine_share = 1;

  bool operator==(const MemoryFeatures&) const = default;
};

struct ControlFeatures {
  double threads = 0;
  double warps = 0;
  double blocks = 0;
  double branches = 0, divergent_branches = 0;
  double barriers = 0;              // warp-level
  double prints = 0;                // warp-level calls of printf
  double active_lanes = 0;          // mean per issued instruction, 0 to warp width
  double longest_warp = 0;          // PTX instructions of the longest warp
  double critical_path_cycles = 0;  // of the longest warp alone on the GPU, waits included
  double parts_us = 0;              // the parts of the time, added up without a simulation
  double unit_cycles = 0;           // of the busiest unit, simulated
  double active_warps = 0;          // of a unit, mean
  double memory_wait_share = 0;     // of the warps' time: until what they loaded is there
  double barrier_wait_share = 0;    // of the warps' time: for other warps of the block
  double unknown_values = 0;        // values that decide control or addresses and are not known
  double estimated_share = 0;       // counts that rest on unknown control flow
  double interpreted = 0, fast_forwarded = 0;

  bool operator==(const ControlFeatures&) const = default;
};

// What a line of source does. Lines that cost the same come in this order.
enum class LineAccess : uint8_t { Arithmetic, Atomic, Load, Shared, Store };

// "load".
std::string to_text(LineAccess access);

// One line of source and what it costs; the material of reasons.
struct LineCost {
  std::string file;
  int32_t line = 0;
  std::string buffer;  // argument, where the line touches one
  LineAccess access = LineAccess::Arithmetic;
  double requests = 0;
  double sectors = 0;  // L1
  double l2_sectors = 0;
  double dram_bytes = 0;
  double wavefronts = 0;    // shared memory
  double stride_bytes = 0;  // between neighbouring lanes, where it is constant; 0 broadcast
  bool irregular = false;   // no constant stride
  double issue_slots = 0;

  bool operator==(const LineCost&) const = default;
};

struct Features {
  std::string kernel;
  std::string gpu;
  OperationCounts operations;
  OccupancyFeatures occupancy;
  MemoryFeatures memory;
  ControlFeatures control;
  std::vector<LineCost> lines;     // most expensive first
  std::vector<std::string> notes;  // what was unknown, assumed, extrapolated
  bool estimated = false;
  AssumedFill assumed = AssumedFill::Nothing;  // of all buffers, the gravest
  Assumptions launch;                          // what was assumed of the launch
  bool lost_call = false;                      // something is called that is not known

  bool operator==(const Features&) const = default;
};

}  // namespace kcast
