// What was measured on one GPU, beside the nominal figures of schema/gpu.h.
//
// Every figure is optional: a ceiling that nobody measured stays empty, and the
// nominal one is used. Bytes are bytes, GB/s and GFLOP/s are 10^9 per second.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>

namespace kcast {

// How the readings were taken; an empty text was not recorded.
struct MeasuredProvenance {
  std::string date;     // ISO, of the first reading
  std::string driver;   // version of the GPU driver
  std::string tool;     // profiler or timer, with the toolkit's version
  std::string clocks;   // locked, left alone, and what was seen
  std::string command;  // what makes the readings again

  bool operator==(const MeasuredProvenance&) const = default;
};

// One instruction, timed in a loop of its own.
struct InstructionTiming {
  std::optional<double> per_clock;       // lane operations per clock and unit
  std::optional<double> latency_cycles;  // from issue to a dependent issue
  std::string source;                    // key of Gpu::sources

  bool operator==(const InstructionTiming&) const = default;
};

struct Measured {
  MeasuredProvenance provenance;

  // Compute ceilings, GFLOP/s (int32: GOP/s).
  std::optional<double> fp16_gflops;
  std::optional<double> fp32_gflops;
  std::optional<double> fp64_gflops;
  std::optional<double> tensor_fp16_gflops;
  std::optional<double> int32_gops;

  // Bandwidth ceilings, GB/s over the whole GPU.
  std::optional<double> shared_gbs;
  std::optional<double> l1_gbs;
  std::optional<double> l2_gbs;        // loads past L1
  std::optional<double> l2_write_gbs;  // stores
  std::optional<double> dram_read_gbs;
  std::optional<double> dram_write_gbs;
  std::optional<double> dram_copy_gbs;

  // Time that a launch costs without doing anything.
  std::optional<double> launch_us;           // empty kernel, one block
  std::optional<double> launch_interval_us;  // from one empty kernel of a graph to the next
  std::optional<double> block_ns;            // each further block, device-wide

  // Load-to-use latencies of one thread, SM clock cycles.
  std::optional<double> shared_latency_cycles;
  std::optional<double> l1_latency_cycles;
  std::optional<double> l2_latency_cycles;      // near partition
  std::optional<double> l2_far_latency_cycles;  // far partition
  std::optional<double> dram_latency_cycles;

  // How much the caches really keep, and how DRAM is fetched.
  std::optional<int64_t> l1_usable_bytes;        // re-read without a miss, no shared memory
  std::optional<int64_t> l2_usable_bytes;        // re-read footprint at which hits fall off
  std::optional<int64_t> l2_dirty_bytes;         // written data that stays behind a write stream
  std::optional<int64_t> dram_fetch_bytes;       // smallest read of a miss
  std::optional<double> same_address_atomic_ns;  // each of many atomics on one address
  std::optional<double> atomic_gops;             // lanes' atomics on neighbouring addresses

  std::map<std::string, InstructionTiming> instructions;  // by PTX name

  bool operator==(const Measured&) const = default;
};

}  // namespace kcast
