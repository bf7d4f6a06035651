// The list of all figures of a GPU: one line each, read by the codec and the views.
//
// visit_figures(gpu, visit) calls visit(FigureSpec, member) for every nominal
// figure in the order of the file, visit_measured(measured, visit) for every
// measured one. A member is int64_t, double, bool, std::string, a list of
// int64_t, or an optional of a number: only the optionals may be unknown.
// A new figure is a field in schema/gpu.h and a line here.
#pragma once

#include <string_view>

#include "schema/gpu/gpu.h"

namespace kcast {

struct FigureSpec {
  std::string_view section;
  std::string_view key;
  std::string_view label;     // for people
  std::string_view unit;      // "bytes", "MHz", ...; empty for a count or a text
  bool zero_allowed = false;  // otherwise a number must be positive
};

template <typename G, typename Visit>
void visit_compute_figures(G& gpu, Visit& visit) {
  auto& units = gpu.units;
  visit({"units", "count", "units (SMs or CUs)", ""}, units.count);
  visit({"units", "partitions", "partitions of a unit", ""}, units.partitions);
  visit({"units", "warp_width", "warp width", "lanes"}, units.warp_width);
  auto& clocks = gpu.clocks;
  visit({"clocks", "base_mhz", "base", "MHz"}, clocks.base_mhz);
  visit({"clocks", "boost_mhz", "boost", "MHz"}, clocks.boost_mhz);
  visit({"clocks", "tensor_mhz", "of the tensor peaks", "MHz"}, clocks.tensor_mhz);
  visit({"clocks", "l2_mhz", "L2", "MHz"}, clocks.l2_mhz);
  visit({"clocks", "memory_mhz", "memory (two transfers)", "MHz"}, clocks.memory_mhz);
  auto& registers = gpu.registers;
  visit({"registers", "per_unit", "per unit", ""}, registers.per_unit);
  visit({"registers", "per_block_max", "per block, at most", ""}, registers.per_block_max);
  visit({"registers", "per_thread_max", "per thread, at most", ""}, registers.per_thread_max);
  visit({"registers", "allocation_unit", "rounding per warp", ""}, registers.allocation_unit);
  visit({"registers", "warp_allocation", "rounding of a block", "warps"},
        registers.warp_allocation);
  auto& rates = gpu.rates;
  visit({"rates", "warp_instructions", "warp instructions issued", ""}, rates.warp_instructions);
  visit({"rates", "fp16", "fp16 (pairs)", ""}, rates.fp16);
  visit({"rates", "fp32", "fp32", ""}, rates.fp32);
  visit({"rates", "fp32_packed", "fp32 (pairs)", ""}, rates.fp32_packed);
  visit({"rates", "fp64", "fp64", ""}, rates.fp64);
  visit({"rates", "int32_add", "int32 add, logic", ""}, rates.int32_add);
  visit({"rates", "int32_mul", "int32 multiply", ""}, rates.int32_mul);
  visit({"rates", "shift", "shift", ""}, rates.shift);
  visit({"rates", "sfu", "special functions", ""}, rates.sfu);
  visit({"rates", "load_store", "load and store lanes", ""}, rates.load_store);
  visit({"rates", "tensor_fp16_fma", "tensor fp16 multiply-adds", ""}, rates.tensor_fp16_fma);
}

template <typename G, typename Visit>
void visit_peak_figures(G& gpu, Visit& visit) {
  auto& peaks = gpu.peaks;
  visit({"peaks", "fp16_gflops", "fp16 (pairs)", "GFLOP/s"}, peaks.fp16_gflops);
  visit({"peaks", "bf16_gflops", "bf16 (pairs)", "GFLOP/s"}, peaks.bf16_gflops);
  visit({"peaks", "fp32_gflops", "fp32", "GFLOP/s"}, peaks.fp32_gflops);
  visit({"peaks", "fp32_packed_gflops", "fp32 (pairs)", "GFLOP/s"}, peaks.fp32_packed_gflops);
  visit({"peaks", "fp64_gflops", "fp64", "GFLOP/s"}, peaks.fp64_gflops);
  visit({"peaks", "int32_gops", "int32", "GOP/s"}, peaks.int32_gops);
  visit({"peaks", "tensor_fp16_gflops", "tensor fp16", "GFLOP/s"}, peaks.tensor_fp16_gflops);
  visit({"peaks", "tensor_fp16_acc16_gflops", "tensor fp16, fp16 sum", "GFLOP/s"},
        peaks.tensor_fp16_acc16_gflops);
  visit({"peaks", "tensor_bf16_gflops", "tensor bf16", "GFLOP/s"}, peaks.tensor_bf16_gflops);
  visit({"peaks", "tensor_tf32_gflops", "tensor tf32", "GFLOP/s"}, peaks.tensor_tf32_gflops);
  visit({"peaks", "tensor_fp32_gflops", "tensor fp32", "GFLOP/s"}, peaks.tensor_fp32_gflops);
  visit({"peaks", "tensor_fp64_gflops", "tensor fp64", "GFLOP/s"}, peaks.tensor_fp64_gflops);
  visit({"peaks", "tensor_fp8_gflops", "tensor fp8", "GFLOP/s"}, peaks.tensor_fp8_gflops);
  visit({"peaks", "tensor_int8_gops", "tensor int8", "GOP/s"}, peaks.tensor_int8_gops);
  auto& bandwidth = gpu.bandwidth;
  visit({"bandwidth", "shared_gbs", "shared memory", "GB/s"}, bandwidth.shared_gbs);
  visit({"bandwidth", "l1_gbs", "L1", "GB/s"}, bandwidth.l1_gbs);
  visit({"bandwidth", "l2_gbs", "L2", "GB/s"}, bandwidth.l2_gbs);
  visit({"bandwidth", "last_level_gbs", "last-level cache", "GB/s"}, bandwidth.last_level_gbs);
  visit({"bandwidth", "dram_gbs", "DRAM", "GB/s"}, bandwidth.dram_gbs);
  visit({"launch", "overhead_us", "launch overhead", "us"}, gpu.launch.overhead_us);
}

template <typename G, typename Visit>
void visit_limit_figures(G& gpu, Visit& visit) {
  auto& shared = gpu.shared_memory;
  visit({"shared_memory", "per_unit_bytes", "per unit", "bytes"}, shared.per_unit_bytes);
  visit({"shared_memory", "per_block_max_bytes", "per block, at most", "bytes"},
        shared.per_block_max_bytes);
  visit({"shared_memory", "per_block_default_bytes", "per block, without opting in", "bytes"},
        shared.per_block_default_bytes);
  visit({"shared_memory", "reserved_per_block_bytes", "reserved per block", "bytes", true},
        shared.reserved_per_block_bytes);
  visit({"shared_memory", "granularity_bytes", "rounding", "bytes"}, shared.granularity_bytes);
  visit({"shared_memory", "banks", "banks", ""}, shared.banks);
  visit({"shared_memory", "bank_bytes", "width of a bank", "bytes"}, shared.bank_bytes);
  visit({"shared_memory", "carveout_bytes", "carve-outs", "bytes", true}, shared.carveout_bytes);
  auto& occupancy = gpu.occupancy;
  visit({"occupancy", "threads_per_unit", "threads per unit", ""}, occupancy.threads_per_unit);
  visit({"occupancy", "warps_per_unit", "warps per unit", ""}, occupancy.warps_per_unit);
  visit({"occupancy", "blocks_per_unit", "blocks per unit", ""}, occupancy.blocks_per_unit);
  visit({"occupancy", "one_warp_blocks_per_unit", "blocks of one warp per unit", ""},
        occupancy.one_warp_blocks_per_unit);
  visit({"occupancy", "threads_per_block", "threads per block", ""}, occupancy.threads_per_block);
  visit({"occupancy", "block_dim_max", "block dimensions", ""}, occupancy.block_dim_max);
  visit({"occupancy", "grid_dim_max", "grid dimensions", ""}, occupancy.grid_dim_max);
}

template <typename G, typename Visit>
void visit_memory_figures(G& gpu, Visit& visit) {
  auto& l1 = gpu.l1;
  visit({"l1", "size_bytes", "size per unit", "bytes"}, l1.size_bytes);
  visit({"l1", "shares_with_shared", "holds shared memory too", ""}, l1.shares_with_shared);
  visit({"l1", "line_bytes", "line", "bytes"}, l1.line_bytes);
  visit({"l1", "sector_bytes", "sector", "bytes"}, l1.sector_bytes);
  visit({"l1", "bytes_per_clock", "per clock and unit", "B"}, l1.bytes_per_clock);
  auto& l2 = gpu.l2;
  visit({"l2", "size_bytes", "size", "bytes"}, l2.size_bytes);
  visit({"l2", "partitions", "partitions", ""}, l2.partitions);
  visit({"l2", "private_partitions", "each for its own die only", ""}, l2.private_partitions);
  visit({"l2", "slices", "slices", ""}, l2.slices);
  visit({"l2", "line_bytes", "line", "bytes"}, l2.line_bytes);
  visit({"l2", "sector_bytes", "sector", "bytes"}, l2.sector_bytes);
  visit({"l2", "bytes_per_clock", "per clock", "B"}, l2.bytes_per_clock);
  auto& last = gpu.last_level;
  visit({"last_level", "size_bytes", "size", "bytes"}, last.size_bytes);
  visit({"last_level", "slices", "slices", ""}, last.slices);
  visit({"last_level", "bytes_per_clock", "per clock", "B"}, last.bytes_per_clock);
  auto& dram = gpu.dram;
  visit({"dram", "type", "type", ""}, dram.type);
  visit({"dram", "size_bytes", "size", "bytes"}, dram.size_bytes);
  visit({"dram", "bus_bits", "bus", "bits"}, dram.bus_bits);
}

template <typename G, typename Visit>
void visit_figures(G& gpu, Visit&& visit) {
  visit_compute_figures(gpu, visit);
  visit_limit_figures(gpu, visit);
  visit_memory_figures(gpu, visit);
  visit_peak_figures(gpu, visit);
}

template <typename M, typename Visit>
void visit_measured(M& m, Visit&& visit) {
  visit({"measured", "fp16_gflops", "fp16", "GFLOP/s"}, m.fp16_gflops);
  visit({"measured", "fp32_gflops", "fp32", "GFLOP/s"}, m.fp32_gflops);
  visit({"measured", "fp64_gflops", "fp64", "GFLOP/s"}, m.fp64_gflops);
  visit({"measured", "tensor_fp16_gflops", "tensor fp16", "GFLOP/s"}, m.tensor_fp16_gflops);
  visit({"measured", "int32_gops", "int32", "GOP/s"}, m.int32_gops);
  visit({"measured", "shared_gbs", "shared memory", "GB/s"}, m.shared_gbs);
  visit({"measured", "l1_gbs", "L1", "GB/s"}, m.l1_gbs);
  visit({"measured", "l2_gbs", "L2", "GB/s"}, m.l2_gbs);
  visit({"measured", "l2_write_gbs", "L2 write", "GB/s"}, m.l2_write_gbs);
  visit({"measured", "dram_read_gbs", "DRAM read", "GB/s"}, m.dram_read_gbs);
  visit({"measured", "dram_write_gbs", "DRAM write", "GB/s"}, m.dram_write_gbs);
  visit({"measured", "dram_copy_gbs", "DRAM copy", "GB/s"}, m.dram_copy_gbs);
  visit({"measured", "launch_us", "empty kernel", "us"}, m.launch_us);
  visit({"measured", "launch_interval_us", "empty kernel after another", "us"},
        m.launch_interval_us);
  visit({"measured", "block_ns", "each further block", "ns"}, m.block_ns);
  visit({"measured", "shared_latency_cycles", "latency, shared memory", "cycles"},
        m.shared_latency_cycles);
  visit({"measured", "l1_latency_cycles", "latency, L1", "cycles"}, m.l1_latency_cycles);
  visit({"measured", "l2_latency_cycles", "latency, L2", "cycles"}, m.l2_latency_cycles);
  visit({"measured", "l2_far_latency_cycles", "latency, far half of L2", "cycles"},
        m.l2_far_latency_cycles);
  visit({"measured", "dram_latency_cycles", "latency, DRAM", "cycles"}, m.dram_latency_cycles);
  visit({"measured", "l1_usable_bytes", "L1 that re-reads hit", "bytes"}, m.l1_usable_bytes);
  visit({"measured", "l2_usable_bytes", "L2 that re-reads hit", "bytes"}, m.l2_usable_bytes);
  visit({"measured", "l2_dirty_bytes", "written data that stays in L2", "bytes"}, m.l2_dirty_bytes);
  visit({"measured", "dram_fetch_bytes", "smallest fetch from DRAM", "bytes"}, m.dram_fetch_bytes);
  visit({"measured", "same_address_atomic_ns", "atomic on one address", "ns"},
        m.same_address_atomic_ns);
  visit({"measured", "atomic_gops", "atomics on neighbouring addresses", "GOP/s"}, m.atomic_gops);
}

}  // namespace kcast
