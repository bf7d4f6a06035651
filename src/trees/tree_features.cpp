#include "trees/tree_features.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>

#include "base/check.h"
#include "trees/launch_row.h"

namespace kcast::trees {
namespace {

constexpr double kLeast = -20;  // the logarithm of nothing

double log_ratio(double amount, double of) {
  if (amount <= 0) return kLeast;
  if (of <= 0) return -kLeast;
  return std::clamp(std::log2(amount / of), kLeast, -kLeast);
}

double signed_log(double value) {
  return std::copysign(std::log2(1 + std::abs(value)), value);
}

size_t place_of(std::string_view name) {
  const int64_t place = launch_row_index(name);
  KCAST_CHECK(place >= 0, "the row has what features are made from");
  return static_cast<size_t>(place);
}

// A row by the names of its columns, which are looked up once for each place in the code.
class Row {
 public:
  explicit Row(std::span<const float> values) : values_(values) {}
  double operator()(std::string_view name) const {
    return static_cast<double>(values_[place_of(name)]);
  }
  double at(size_t place) const { return static_cast<double>(values_[place]); }

 private:
  std::span<const float> values_;
};

// Columns that are features as they are, but for a logarithm: all but what a float leaves of a
// prediction, what is about the GPU, and the parts of the time, which become shares.
bool is_plain(std::string_view name) {
  return !name.ends_with(".rest") && !name.starts_with("gpu.") && !name.starts_with("time.");
}

std::vector<size_t> plain_columns() {
  std::vector<size_t> out;
  const std::vector<std::string>& names = launch_row_names();
  for (size_t i = 0; i < names.size(); ++i)
    if (is_plain(names[i])) out.push_back(i);
  return out;
}

std::vector<size_t> part_columns() {
  std::vector<size_t> out;
  const std::vector<std::string>& names = launch_row_names();
  for (size_t i = 0; i < names.size(); ++i)
    if (names[i].starts_with("time.")) out.push_back(i);
  return out;
}

// Calls visit(name, value) for what kernels do, per warp and per instruction.
template <typename Visit>
void visit_code(const Row& row, Visit visit) {
  const double warps = row("control.warps");
  const double slots = row("operations.warp_instructions");
  const double lanes = slots * row("gpu.warp_width");
  visit("slots per warp", log_ratio(slots, warps));
  visit("longest warp", log_ratio(row("control.longest_warp") * warps, slots));
  visit("cycles per slot", log_ratio(row("control.critical_path_cycles") * warps, slots));
  constexpr std::array kOperations = {"fadd", "fmul",       "ffma", "dadd", "dmul",
                                      "dfma", "hadd",       "hmul", "hfma", "integer",
                                      "bit",  "conversion", "mufu"};
  for (const char* operation : kOperations) {
    const std::string name = std::string("operations.") + operation;
    visit(std::string(operation) + " per lane", log_ratio(row(name), lanes));
  }
  constexpr std::array kPipes = {"fma", "alu", "fp64", "xu", "lsu", "tensor", "uniform"};
  for (const char* pipe : kPipes) {
    const std::string name = std::string("operations.pipe_") + pipe;
    visit(std::string(pipe) + " per slot", log_ratio(row(name), slots));
  }
  visit("loads per warp", log_ratio(row("memory.global_load_requests"), warps));
  visit("stores per warp", log_ratio(row("memory.global_store_requests"), warps));
  visit("atomics per warp", log_ratio(row("memory.atomic_requests"), warps));
  visit("loads per slot", log_ratio(row("memory.global_load_requests"), slots));
  visit("stores per load",
        log_ratio(row("memory.global_store_requests"), row("memory.global_load_requests")));
  visit("shared per slot", log_ratio(row("memory.shared_requests"), slots));
  visit("wavefronts per request",
        log_ratio(row("memory.shared_wavefronts"), row("memory.shared_requests")));
  visit("barriers per warp", log_ratio(row("control.barriers"), warps));
  visit("branches per warp", log_ratio(row("control.branches"), warps));
  visit("divergent branches",
        log_ratio(row("control.divergent_branches"), row("control.branches")));
  visit("l1 bytes per slot", log_ratio(row("memory.l1_bytes"), slots));
  visit("local share", log_ratio(row("memory.local_bytes"), row("memory.l1_bytes")));
}

// The same for where data comes from and for how a launch fills the GPU.
template <typename Visit>
void visit_launch(const Row& row, Visit visit) {
  const double l1 = row("memory.l1_bytes");
  const double l2 = row("memory.l2_bytes");
  const double read = row("memory.dram_read_bytes");
  const double written = row("memory.dram_write_bytes");
  const double unique = row("memory.unique_read_bytes") + row("memory.unique_write_bytes");
  const double slots = row("operations.warp_instructions");
  visit("l2 of l1", log_ratio(l2, l1));
  visit("l2 from units", log_ratio(row("memory.l2_sm_bytes"), l2));
  visit("read of l2", log_ratio(read, l2));
  visit("written of l2", log_ratio(written, l2));
  visit("unique of l2", log_ratio(unique, l2));
  visit("unique of l2 size", log_ratio(unique, row("gpu.l2_bytes")));
  visit("written of read", log_ratio(written, read));
  visit("unique reads of read", log_ratio(row("memory.unique_read_bytes"), read));
  visit("unique writes of written", log_ratio(row("memory.unique_write_bytes"), written));
  visit("dram bytes per slot", log_ratio(read + written, slots));
  visit("partial stores",
        log_ratio(row("memory.partial_store_sectors"),
                  row("memory.partial_store_sectors") + row("memory.full_store_sectors")));
  visit("in line", log_ratio(row("memory.in_line_cycles"), row("memory.l2_read_cycles")));
  visit("same address",
        log_ratio(row("memory.same_address_atomics"), row("memory.atomic_requests")));
  const double blocks = row("control.blocks");
  visit("blocks per unit", log_ratio(blocks, row("gpu.units")));
  visit("resident share",
        log_ratio(blocks / std::max(1.0, row("gpu.units")), row("occupancy.blocks_per_unit")));
  visit("full lanes", log_ratio(row("control.active_lanes"), row("gpu.warp_width")));
  visit("shared of l1", log_ratio(row("occupancy.shared_bytes"), row("gpu.l1_bytes")));
  visit("loads in flight",
        log_ratio(row("memory.global_load_requests") * row("occupancy.occupancy"),
                  row("control.warps")));
}

// The parts of the time as shares of it, and how clear the first one is.
template <typename Visit>
void visit_time(const Row& row, Visit visit) {
  static const std::vector<size_t> parts = part_columns();
  const double time_us = row("predicted.time_us");
  double first = 0;
  double second = 0;
  double which = 0;
  for (size_t i = 0; i < parts.size(); ++i) {
    const double part_us = row.at(parts[i]);
    visit(launch_row_names()[parts[i]] + " of time", log_ratio(part_us, time_us));
    if (part_us > first) {
      second = first;
      first = part_us;
      which = static_cast<double>(i);
    } else {
      second = std::max(second, part_us);
    }
  }
  visit("parts of time", log_ratio(row("control.parts_us"), time_us));
  visit("unit cycles per slot", log_ratio(row("control.unit_cycles") * row("gpu.units"),
                                          row("operations.warp_instructions")));
  visit("longest part", log_ratio(first, time_us));
  visit("second part", log_ratio(second, first));
  visit("which part", which);
  visit("interval", log_ratio(row("analytic.time_high_us"), row("analytic.time_low_us")));
}

template <typename Visit>
void visit_all(const Row& row, Visit visit) {
  static const std::vector<size_t> plain = plain_columns();
  for (const size_t column : plain)
    visit(launch_row_names()[column], signed_log(row.at(column)));
  visit_code(row, visit);
  visit_launch(row, visit);
  visit_time(row, visit);
}

constexpr std::array kLikeness = {
    "slots per warp",
    "cycles per slot",
    "ffma per lane",
    "dfma per lane",
    "integer per lane",
    "mufu per lane",
    "lsu per slot",
    "loads per warp",
    "stores per load",
    "shared per slot",
    "wavefronts per request",
    "barriers per warp",
    "branches per warp",
    "l2 of l1",
    "read of l2",
    "written of read",
    "unique of l2",
    "blocks per unit",
    "full lanes",
    "atomics per warp",
    "lines.irregular",
    "longest part",
    "second part",
    "predicted.time_us",
};

}  // namespace

const std::vector<std::string>& tree_feature_names() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> all;
    const std::vector<float> nothing(launch_row_names().size(), 0.0F);
    visit_all(Row(nothing), [&](std::string name, double) { all.push_back(std::move(name)); });
    return all;
  }();
  return names;
}

std::vector<float> tree_features(std::span<const float> row) {
  KCAST_CHECK(row.size() == launch_row_names().size(), "the row is one of this version");
  std::vector<float> out;
  out.reserve(tree_feature_names().size());
  visit_all(Row(row), [&](const std::string&, double value) {
    out.push_back(std::isfinite(value) ? static_cast<float>(value) : 0.0F);
  });
  return out;
}

std::span<const char* const> likeness_feature_names() {
  return kLikeness;
}

}  // namespace kcast::trees
