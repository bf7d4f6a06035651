// The list of all constants of a machine: one line each, read by the codec.
//
// visit_machine(machine, visit) calls visit(MachineKey, member) for every constant in the order
// of the file. A member is an int64_t or a double. A new constant is a field in
// schema/machine.h, a line here and a line in data/machines/h200.json.
#pragma once

#include <string_view>

#include "schema/gpu/machine.h"

namespace kcast {

struct MachineKey {
  std::string_view group;
  std::string_view key;
};

template <typename M, typename Visit>
void visit_core_constants(M& machine, Visit& visit) {
  auto& time = machine.time;
  visit({"time", "sharpness"}, time.sharpness);
  visit({"time", "first_block_us"}, time.first_block_us);
  visit({"time", "start_us"}, time.start_us);
  visit({"time", "uneven_rounds"}, time.uneven_rounds);
  visit({"time", "uneven_blocks"}, time.uneven_blocks);
  auto& launch = machine.launch;
  visit({"launch", "empty_us"}, launch.empty_us);
  visit({"launch", "print_us"}, launch.print_us);
  visit({"launch", "block_ns"}, launch.block_ns);
  visit({"launch", "code_us"}, launch.code_us);
  visit({"launch", "event_us"}, launch.event_us);
  visit({"launch", "opencl_event_us"}, launch.opencl_event_us);
  visit({"launch", "event_spread_us"}, launch.event_spread_us);
  auto& latency = machine.latency;
  visit({"latency", "shared_cycles"}, latency.shared_cycles);
  visit({"latency", "l1_cycles"}, latency.l1_cycles);
  visit({"latency", "l2_cycles"}, latency.l2_cycles);
  visit({"latency", "dram_cycles"}, latency.dram_cycles);
  visit({"latency", "barrier_cycles"}, latency.barrier_cycles);
  visit({"latency", "store_cycles"}, latency.store_cycles);
  visit({"latency", "swap_cycles"}, latency.swap_cycles);
  visit({"latency", "shared_atomic_loads"}, latency.shared_atomic_loads);
  visit({"latency", "grid_barrier_loads"}, latency.grid_barrier_loads);
  auto& shared = machine.shared;
  visit({"shared", "swap_meets_share"}, shared.swap_meets_share);
  visit({"shared", "swap_attempts_per_cycle"}, shared.swap_attempts_per_cycle);
  visit({"shared", "swap_round_cycles"}, shared.swap_round_cycles);
  auto& l1 = machine.l1;
  visit({"l1", "ways"}, l1.ways);
  visit({"l1", "spread_share"}, l1.spread_share);
  visit({"l1", "effective_share"}, l1.effective_share);
  visit({"l1", "on_the_way_instructions"}, l1.on_the_way_instructions);
  visit({"l1", "merge_instructions"}, l1.merge_instructions);
  visit({"l1", "merge_lines"}, l1.merge_lines);
  visit({"l1", "lines_per_cycle"}, l1.lines_per_cycle);
}

template <typename M, typename Visit>
void visit_unit_constants(M& machine, Visit& visit) {
  auto& unit = machine.unit;
  visit({"unit", "sharpness"}, unit.sharpness);
  visit({"unit", "start_us"}, unit.start_us);
  visit({"unit", "slots_share"}, unit.slots_share);
  visit({"unit", "branch_cycles"}, unit.branch_cycles);
  visit({"unit", "loop_cycles"}, unit.loop_cycles);
  visit({"unit", "turn_cycles"}, unit.turn_cycles);
  visit({"unit", "turn_thread_cycles"}, unit.turn_thread_cycles);
  visit({"unit", "l2_latency_share"}, unit.l2_latency_share);
  visit({"unit", "dram_latency_share"}, unit.dram_latency_share);
  visit({"unit", "latency_spread_share"}, unit.latency_spread_share);
  visit({"unit", "port_bytes"}, unit.port_bytes);
  visit({"unit", "store_queue_cycles"}, unit.store_queue_cycles);
  visit({"unit", "pipe_queue_cycles"}, unit.pipe_queue_cycles);
  visit({"unit", "data_queue_cycles"}, unit.data_queue_cycles);
}

template <typename M, typename Visit>
void visit_memory_constants(M& machine, Visit& visit) {
  auto& l2 = machine.l2;
  visit({"l2", "ways"}, l2.ways);
  visit({"l2", "spread_share"}, l2.spread_share);
  visit({"l2", "effective_share"}, l2.effective_share);
  visit({"l2", "copies"}, l2.copies);
  visit({"l2", "usable_share"}, l2.usable_share);
  visit({"l2", "dirty_share"}, l2.dirty_share);
  visit({"l2", "filled_share"}, l2.filled_share);
  visit({"l2", "partial_share"}, l2.partial_share);
  visit({"l2", "fill_lookups"}, l2.fill_lookups);
  visit({"l2", "unit_groups"}, l2.unit_groups);
  visit({"l2", "merged_whole_share"}, l2.merged_whole_share);
  visit({"l2", "merged_near_share"}, l2.merged_near_share);
  visit({"l2", "merged_far_share"}, l2.merged_far_share);
  visit({"l2", "merged_few_share"}, l2.merged_few_share);
  visit({"l2", "merged_requests"}, l2.merged_requests);
  visit({"l2", "efficiency_share"}, l2.efficiency_share);
  visit({"l2", "slices"}, l2.slices);
  visit({"l2", "slice_read_bytes"}, l2.slice_read_bytes);
  visit({"l2", "full_store_cycles"}, l2.full_store_cycles);
  visit({"l2", "partial_store_cycles"}, l2.partial_store_cycles);
  auto& tlb = machine.tlb;
  visit({"tlb", "page_bytes"}, tlb.page_bytes);
  visit({"tlb", "pages"}, tlb.pages);
  visit({"tlb", "walk_bytes"}, tlb.walk_bytes);
  visit({"tlb", "store_walk_share"}, tlb.store_walk_share);
  auto& dram = machine.dram;
  visit({"dram", "read_share"}, dram.read_share);
  visit({"dram", "copy_share"}, dram.copy_share);
  visit({"dram", "fetch_bytes"}, dram.fetch_bytes);
  visit({"dram", "foreign_share"}, dram.foreign_share);
  visit({"dram", "foreign_from"}, dram.foreign_from);
  visit({"dram", "foreign_to"}, dram.foreign_to);
  auto& atomics = machine.atomics;
  visit({"atomics", "same_address_ns"}, atomics.same_address_ns);
  visit({"atomics", "integer_share"}, atomics.integer_share);
  visit({"atomics", "sector_cycles"}, atomics.sector_cycles);
  visit({"atomics", "lane_cycles"}, atomics.lane_cycles);
  visit({"atomics", "line_wait"}, atomics.line_wait);
  auto& background = machine.background;
  visit({"background", "launch_bytes"}, background.launch_bytes);
  visit({"background", "launch_hit_share"}, background.launch_hit_share);
  visit({"background", "warm_bytes"}, background.warm_bytes);
  visit({"background", "code_bytes"}, background.code_bytes);
  visit({"background", "running_bytes"}, background.running_bytes);
  visit({"background", "running_cycles"}, background.running_cycles);
  visit({"background", "unit_bytes"}, background.unit_bytes);
  visit({"background", "unit_bytes_at"}, background.unit_bytes_at);
  visit({"background", "block_cycles"}, background.block_cycles);
  visit({"background", "instruction_cycles"}, background.instruction_cycles);
  visit({"background", "issued_per_cycle"}, background.issued_per_cycle);
}

template <typename M, typename Visit>
void visit_machine(M& machine, Visit&& visit) {
  visit_core_constants(machine, visit);
  visit_unit_constants(machine, visit);
  visit_memory_constants(machine, visit);
}

}  // namespace kcast
