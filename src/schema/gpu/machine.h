// What the models of src/analyze assume about a GPU beyond the figures of schema/gpu.h.
//
// Plain numbers without a default: data/machines/h200.json has all of them, each with where it
// comes from and how it carries to other GPUs, and a GPU's file may state its own
// (schema/machine_json.h). docs/time-model.md explains them one by one.
// Shares are of 1. Cycles are of the unit's clock, those of slices of the L2's.
#pragma once

#include <cstdint>

namespace kcast {

// How times of parts become the time of a launch.
struct MachineTime {
  double sharpness = 0;       // of the maximum of the parts: larger is sharper
  double first_block_us = 0;  // until the first block runs
  double start_us = 0;        // first blocks reach the units, last results leave
  double uneven_rounds = 0;   // rounds of blocks up to which units do not even out
  double uneven_blocks = 0;   // that the busiest unit runs more than the mean one, later
};

struct MachineLaunch {
  double empty_us = 0;  // a launch of nothing
  double block_ns = 0;  // to hand out a block
  double print_us = 0;  // that a launch takes longer in which something is printed
  double code_us = 0;   // of a launch of nothing: until L2 has its instructions
  double event_us = 0;  // what two events of CUDA show beside the kernel
  double opencl_event_us = 0;
  double event_spread_us = 0;  // by which that differs, to either side
};

// Until a result can be used.
struct MachineLatency {
  double shared_cycles = 0;
  double l1_cycles = 0;
  double l2_cycles = 0;
  double dram_cycles = 0;
  double barrier_cycles = 0;
  double store_cycles = 0;         // until a warp goes on after a store
  double swap_cycles = 0;          // addition, comparison and branch around a compare-and-swap
  double shared_atomic_loads = 0;  // loads from shared memory that an atomic there takes as long as
  double grid_barrier_loads = 0;   // loads from L2 that a barrier of the grid takes as long as
};

// Loops of compare-and-swap on shared memory.
struct MachineShared {
  double swap_meets_share = 0;         // of other warps that come between when lanes meet
  double swap_attempts_per_cycle = 0;  // of lanes
  double swap_round_cycles = 0;        // of a warp's round
};

// A unit that is simulated instruction by instruction.
struct MachineUnit {
  double sharpness = 0;             // of the maximum of a unit's time, L2's and DRAM's
  double start_us = 0;              // first blocks reach the units, last results leave
  double slots_share = 0;           // machine instructions over those that are counted
  double branch_cycles = 0;         // from one straight piece of code to the next
  double loop_cycles = 0;           // the same back to the head of a loop, beside that
  double turn_cycles = 0;           // from the end of a block to the start of the next
  double turn_thread_cycles = 0;    // more for each thread of a block
  double l2_latency_share = 0;      // of a chase's latency, in a stream of loads
  double dram_latency_share = 0;    // of a chase's latency, in a stream of loads
  double latency_spread_share = 0;  // of the latency, by which a request is earlier or later
  double port_bytes = 0;            // a cycle, between a unit and L2
  double store_queue_cycles = 0;    // work of L2 and DRAM that stores leave behind
  double pipe_queue_cycles = 0;     // work of a pipe for which instructions wait there
  double data_queue_cycles = 0;     // work of L1 and shared memory for which requests wait there
};

struct MachineL1 {
  double ways = 0;
  double spread_share = 0;              // of the sets' sizes around their mean
  double effective_share = 0;           // of the capacity: where half of the sets overflow
  int64_t on_the_way_instructions = 0;  // during which a sector that was missed is awaited
  int64_t merge_instructions = 0;       // that a store waits for others of its warp
  int64_t merge_lines = 0;              // of a request at most, for its stores to wait
  double lines_per_cycle = 0;           // of a request, where no bank has two of its words
};

struct MachineL2 {
  double ways = 0;
  double spread_share = 0;     // of the sets' sizes around their mean
  double effective_share = 0;  // of what is usable: where half of the sets overflow
  double copies = 0;           // lines that a line read from one side costs, with two partitions
  double usable_share = 0;     // of the size, with two partitions
  double dirty_share = 0;      // of the size: written lines that stay
  double filled_share = 0;     // of the size: partly written lines that stay once filled
  double partial_share = 0;    // of the size: partly written lines that wait for the rest
  double fill_lookups = 0;     // per partly written sector that is filled
  int64_t unit_groups = 0;     // of units with a way to L2 in common
  // Share of the hits on lines that another unit reads at the same moment which never reach L2.
  double merged_whole_share = 0;    // a whole line, by a unit of the same group
  double merged_near_share = 0;     // part of a line, by a unit of the same group
  double merged_far_share = 0;      // by another group's
  double merged_few_share = 0;      // while units are left idle
  double merged_requests = 0;       // that become one where all blocks ask for the same lines
  double efficiency_share = 0;      // of the slices' cycles that work
  double slices = 0;                // where the file states none
  double slice_read_bytes = 0;      // per cycle of a slice, where the file does not tell
  double full_store_cycles = 0;     // of a slice, per sector
  double partial_store_cycles = 0;  // of a slice, per sector that is written in part
};

struct MachineTlb {
  int64_t page_bytes = 0;
  int64_t pages = 0;            // at hand
  double walk_bytes = 0;        // L2 traffic of a request whose page is not
  double store_walk_share = 0;  // of a load's, that a store causes
};

struct MachineDram {
  double read_share = 0;    // of the nominal bandwidth
  double copy_share = 0;    // of the reading bandwidth, reading and writing in turn
  int64_t fetch_bytes = 0;  // smallest read of a miss
  // Dirty lines that a launch finds in L2; they leave when it fills up.
  double foreign_share = 0;  // of L2's size
  double foreign_from = 0;   // of L2's capacity in use: the first leave
  double foreign_to = 0;     // all have left
};

struct MachineAtomics {
  double same_address_ns = 0;  // each of many on one address
  double integer_share = 0;    // of that, for integers, which are combined on the way
  double sector_cycles = 0;    // of a slice
  double lane_cycles = 0;      // of a slice
  double line_wait = 0;        // clocks more for each doubling of the lines that are busy at once
};

// L2's traffic that no access of the kernel asks for: instructions, constants, profiling.
struct MachineBackground {
  double launch_bytes = 0;
  double launch_hit_share = 0;
  double warm_bytes = 0;      // instead, where L2 has what a launch needs; hits
  double code_bytes = 0;      // the kernel's own instructions; hits
  double running_bytes = 0;   // while a kernel runs; hits
  double running_cycles = 0;  // after which two thirds of them have come
  double unit_bytes = 0;      // of each unit that works
  double unit_bytes_at = 0;   // bytes asked of L2 at which two thirds of the units do
  // How long a launch takes when nothing but instructions counts.
  double block_cycles = 0;        // to launch a block
  double instruction_cycles = 0;  // of a warp that runs alone
  double issued_per_cycle = 0;    // warp instructions, by a unit
};

struct Machine {
  MachineTime time;
  MachineLaunch launch;
  MachineLatency latency;
  MachineShared shared;
  MachineUnit unit;
  MachineL1 l1;
  MachineL2 l2;
  MachineTlb tlb;
  MachineDram dram;
  MachineAtomics atomics;
  MachineBackground background;
};

}  // namespace kcast
