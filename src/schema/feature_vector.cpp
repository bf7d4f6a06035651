#include "schema/feature_vector.h"

#include "base/check.h"

namespace kcast {

namespace {

#define KCAST_FEATURE(group, field) visit(#group "." #field, static_cast<double>(group.field))

template <typename Visit>
void visit_control(const ControlFeatures& control, Visit visit) {
  KCAST_FEATURE(control, threads);
  KCAST_FEATURE(control, warps);
  KCAST_FEATURE(control, blocks);
  KCAST_FEATURE(control, branches);
  KCAST_FEATURE(control, divergent_branches);
  KCAST_FEATURE(control, barriers);
  KCAST_FEATURE(control, active_lanes);
  KCAST_FEATURE(control, longest_warp);
  KCAST_FEATURE(control, critical_path_cycles);
  KCAST_FEATURE(control, parts_us);
  KCAST_FEATURE(control, unit_cycles);
  KCAST_FEATURE(control, active_warps);
  KCAST_FEATURE(control, memory_wait_share);
  KCAST_FEATURE(control, barrier_wait_share);
  KCAST_FEATURE(control, unknown_values);
  KCAST_FEATURE(control, estimated_share);
  KCAST_FEATURE(control, interpreted);
  KCAST_FEATURE(control, fast_forwarded);
}

// Calls visit(name, number) for every feature, in the order of the row.
template <typename Visit>
void visit_features(const Features& features, Visit visit) {
  const OperationCounts& operations = features.operations;
  KCAST_FEATURE(operations, fadd);
  KCAST_FEATURE(operations, fmul);
  KCAST_FEATURE(operations, ffma);
  KCAST_FEATURE(operations, dadd);
  KCAST_FEATURE(operations, dmul);
  KCAST_FEATURE(operations, dfma);
  KCAST_FEATURE(operations, hadd);
  KCAST_FEATURE(operations, hmul);
  KCAST_FEATURE(operations, hfma);
  KCAST_FEATURE(operations, integer);
  KCAST_FEATURE(operations, bit);
  KCAST_FEATURE(operations, conversion);
  KCAST_FEATURE(operations, mufu);
  KCAST_FEATURE(operations, tensor_flops);
  KCAST_FEATURE(operations, warp_instructions);
  KCAST_FEATURE(operations, pipe_fma);
  KCAST_FEATURE(operations, pipe_alu);
  KCAST_FEATURE(operations, pipe_fp64);
  KCAST_FEATURE(operations, pipe_xu);
  KCAST_FEATURE(operations, pipe_lsu);
  KCAST_FEATURE(operations, pipe_tensor);
  KCAST_FEATURE(operations, pipe_uniform);
  const OccupancyFeatures& occupancy = features.occupancy;
  KCAST_FEATURE(occupancy, registers);
  KCAST_FEATURE(occupancy, registers_exact);
  KCAST_FEATURE(occupancy, shared_bytes);
  KCAST_FEATURE(occupancy, carveout_bytes);
  KCAST_FEATURE(occupancy, blocks_per_unit);
  KCAST_FEATURE(occupancy, warps_per_block);
  KCAST_FEATURE(occupancy, occupancy);
  KCAST_FEATURE(occupancy, waves);
  KCAST_FEATURE(occupancy, tail_share);
  const MemoryFeatures& memory = features.memory;
  KCAST_FEATURE(memory, global_load_requests);
  KCAST_FEATURE(memory, global_store_requests);
  KCAST_FEATURE(memory, atomic_requests);
  KCAST_FEATURE(memory, sectors_per_load);
  KCAST_FEATURE(memory, sectors_per_store);
  KCAST_FEATURE(memory, l1_bytes);
  KCAST_FEATURE(memory, l1_hit_rate_pct);
  KCAST_FEATURE(memory, l2_bytes);
  KCAST_FEATURE(memory, l2_sm_bytes);
  KCAST_FEATURE(memory, l2_hit_rate_pct);
  KCAST_FEATURE(memory, dram_read_bytes);
  KCAST_FEATURE(memory, dram_write_bytes);
  KCAST_FEATURE(memory, unique_read_bytes);
  KCAST_FEATURE(memory, unique_write_bytes);
  KCAST_FEATURE(memory, local_bytes);
  KCAST_FEATURE(memory, same_address_atomics);
  KCAST_FEATURE(memory, same_line_atomics);
  KCAST_FEATURE(memory, busy_atomic_lines);
  KCAST_FEATURE(memory, float_atomics);
  KCAST_FEATURE(memory, l2_read_cycles);
  KCAST_FEATURE(memory, l1_cycles);
  KCAST_FEATURE(memory, partial_store_sectors);
  KCAST_FEATURE(memory, full_store_sectors);
  KCAST_FEATURE(memory, atomic_sectors);
  KCAST_FEATURE(memory, shared_requests);
  KCAST_FEATURE(memory, shared_wavefronts);
  KCAST_FEATURE(memory, affine_share);
  visit_control(features.control, visit);
  visit("estimated", features.estimated ? 1.0 : 0.0);
}

#undef KCAST_FEATURE

// The base quantities by name; those of schema/metrics.h that are no derived ones.
template <typename Visit>
void visit_predicted(Visit visit) {
  for (const Metric& metric : metrics()) {
    if (metric.base != nullptr) visit(metric);
  }
}

}  // namespace

const std::vector<std::string>& feature_vector_names() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> all;
    visit_features({}, [&](const char* name, double) { all.emplace_back(name); });
    visit_predicted([&](const Metric& metric) {
      const std::string name = "predicted." + std::string(metric.name);
      all.push_back(name);
      all.push_back(name + ".rest");
    });
    return all;
  }();
  return names;
}

std::vector<float> feature_vector(const Features& features, const BaseQuantities& predicted) {
  std::vector<float> row;
  row.reserve(feature_vector_names().size());
  visit_features(features,
                 [&](const char*, double value) { row.push_back(static_cast<float>(value)); });
  visit_predicted([&](const Metric& metric) {
    const double value = predicted.*metric.base;
    const float rounded = static_cast<float>(value);
    row.push_back(rounded);
    row.push_back(static_cast<float>(value - static_cast<double>(rounded)));
  });
  return row;
}

BaseQuantities predicted_in(const std::vector<float>& row) {
  KCAST_CHECK(row.size() == feature_vector_names().size(), "the row is one of this version");
  size_t count = 0;
  visit_predicted([&](const Metric&) { count += 2; });
  size_t at = row.size() - count;
  BaseQuantities predicted;
  visit_predicted([&](const Metric& metric) {
    predicted.*metric.base = static_cast<double>(row[at]) + static_cast<double>(row[at + 1]);
    at += 2;
  });
  return predicted;
}

}  // namespace kcast
