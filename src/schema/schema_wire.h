// Launches, predictions, features and inspections as bytes between processes (base/wire.h).
#pragma once

#include "base/wire.h"
#include "schema/features.h"
#include "schema/gpu/l2_contents.h"
#include "schema/inspection.h"
#include "schema/sample.h"

namespace kcast {

KCAST_WIRE_ENUM(FillKind, Iota)
KCAST_WIRE_ENUM(AssumedFill, Control)
KCAST_WIRE_ENUM(Bound, Compute)
KCAST_WIRE_ENUM(TimePart, Launch)
KCAST_WIRE_ENUM(PredictionSource, Text)
KCAST_WIRE_ENUM(OccupancyLimit, Grid)
KCAST_WIRE_ENUM(LineAccess, Store)
KCAST_WIRE_ENUM(L2State, Program)
KCAST_WIRE(L2Piece, buffer, first_byte, bytes, share, dirty, copies, age)
KCAST_WIRE(L2Contents, pieces, code)

KCAST_WIRE(Fill, kind, low, high, target, step, modulus, degree)
KCAST_WIRE(FillField, offset_bytes, type, fill)
KCAST_WIRE(LaunchArgument, name, element_type, elements, buffer, integer, real, element_bytes,
           offset_bytes, local_bytes, fill, fill_given, fill_from_host, assumed, fill_unknown,
           holds_pointers, fields, members, member_offset, size_bytes)
KCAST_WIRE(Assumptions, launch, off_path, grid, block, shared, scalars, sizes, contents, host,
           estimates, templates, macros)
KCAST_WIRE(Launch, kernel, grid, block, shared_bytes, arguments, seed, assumed)
KCAST_WIRE(BaseQuantities, time_us, flops_fp16, flops_fp32, flops_fp64, flops_tensor, int_ops,
           l1_bytes, l2_bytes, hbm_read_bytes, hbm_write_bytes, l1_hit_rate_pct, l2_hit_rate_pct)
KCAST_WIRE(BottleneckTerm, part, time_us, share)
KCAST_WIRE_ENUM(WarpState, Other)
KCAST_WIRE(WarpTime, state, share)
KCAST_WIRE(Reason, file, line, text, share)
KCAST_WIRE(Prediction, kernel, gpu, values, low, high, coverage, bound, near_ridge, source,
           bottleneck, warp_time, reasons, notes)

KCAST_WIRE(OperationCounts, fadd, fmul, ffma, dadd, dmul, dfma, hadd, hmul, hfma, integer, bit,
           conversion, mufu, tensor_flops, warp_instructions, pipe_fma, pipe_alu, pipe_fp64,
           pipe_xu, pipe_lsu, pipe_tensor, pipe_uniform, machine_code)
KCAST_WIRE(OccupancyFeatures, registers, registers_exact, shared_bytes, carveout_bytes,
           blocks_per_unit, warps_per_block, occupancy, limiter, waves, tail_share)
KCAST_WIRE(MemoryFeatures, global_load_requests, global_store_requests, atomic_requests,
           sectors_per_load, sectors_per_store, l1_bytes, l1_hit_rate_pct, l2_bytes, l2_sm_bytes,
           l2_hit_rate_pct, dram_read_bytes, dram_write_bytes, unique_read_bytes,
           unique_write_bytes, local_bytes, same_address_atomics, same_line_atomics,
           busy_atomic_lines, float_atomics, l2_read_cycles, l2_in_line_cycles, l1_cycles,
           partial_store_sectors, full_store_sectors, atomic_sectors, shared_requests,
           shared_wavefronts, affine_share)
KCAST_WIRE(ControlFeatures, threads, warps, blocks, branches, divergent_branches, barriers, prints,
           active_lanes, longest_warp, critical_path_cycles, parts_us, unit_cycles, active_warps,
           memory_wait_share, barrier_wait_share, unknown_values, estimated_share, interpreted,
           fast_forwarded)
KCAST_WIRE(LineCost, file, line, buffer, access, requests, sectors, l2_sectors, dram_bytes,
           wavefronts, stride_bytes, irregular, issue_slots)
KCAST_WIRE(Features, kernel, gpu, operations, occupancy, memory, control, lines, notes, estimated,
           assumed, launch, lost_call)

KCAST_WIRE_ENUM(ArgumentKind, Unknown)
KCAST_WIRE_ENUM(Severity, Error)

KCAST_WIRE(ParameterMember, name, type, offset_bytes, size_bytes, is_pointer, element_type,
           element_bytes)
KCAST_WIRE(Parameter, name, type, size_bytes, is_pointer, element_type, element_bytes, is_const,
           is_restrict, address_space, members)
KCAST_WIRE(LaunchBounds, max_threads, min_blocks, max_cluster_blocks, required_block)
KCAST_WIRE(ResourceUse, registers, spill_store_bytes, spill_load_bytes, stack_bytes,
           static_shared_bytes)
KCAST_WIRE(Kernel, name, mangled, template_arguments, is_template, language, file, line, parameters,
           launch_bounds, static_shared_bytes, uses_dynamic_shared, lowered, not_lowered_reason,
           resources, assumed_templates, assumed_macros)
KCAST_WIRE(HostValue, integer, real, likely, text, needs)
KCAST_WIRE(HostFill, fill, value_bytes, is_real)
KCAST_WIRE(HostArgument, name, kind, argument, buffer, buffer_name, buffer_bytes, offset_bytes,
           fill, fields, members, member_offset)
KCAST_WIRE(HostLaunch, kernel, file, line, grid, block, shared_bytes, arguments, count, reached,
           note, assumed)
KCAST_WIRE(Unresolved, name, reason, file, line)
KCAST_WIRE(Diagnostic, severity, file, line, column, message)
KCAST_WIRE(PtxModule, file, route, arch, text, slice, listing)
KCAST_WIRE(Inspection, kernels, launches, unresolved, diagnostics, modules, has_main)

}  // namespace kcast
