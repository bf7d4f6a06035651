#include "dataset/plausible.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <unordered_map>
#include <unordered_set>

#include "base/text.h"

namespace kcast::dataset {
namespace {

constexpr double kRounding = 1e-6;

std::string finite_fault(const BaseQuantities& values) {
  const bool time_alone = !has_counters(values);
  for (const Metric& metric : metrics()) {
    if (metric.base == nullptr) continue;
    const bool is_time = metric.base == &BaseQuantities::time_us;
    if (!std::isfinite(values.*metric.base) && (is_time || !time_alone)) {
      return std::string(metric.name) + " is no number";
    }
  }
  return "";
}

std::string negative_fault(const LaunchReading& reading) {
  for (const Metric& metric : metrics()) {
    if (metric.base != nullptr && reading.values.*metric.base < 0) {
      return std::string(metric.name) + " is " + format_digits(reading.values.*metric.base, 6);
    }
  }
  const std::pair<const char*, double> others[] = {
      {"sm_clock_mhz", reading.sm_clock_mhz},
      {"memory_clock_mhz", reading.memory_clock_mhz},
      {"registers", static_cast<double>(reading.registers)},
      {"static_shared_bytes", static_cast<double>(reading.static_shared_bytes)},
      {"local_bytes", static_cast<double>(reading.local_bytes)}};
  for (const auto& [name, value] : others) {
    if (value < 0) return std::string(name) + " is " + format_digits(value, 6);
  }
  return reading.values.time_us == 0 ? "time_us is 0" : "";
}

std::string hit_rate_fault(const BaseQuantities& values) {
  for (const auto& [name, rate] : {std::pair{"l1_hit_rate_pct", values.l1_hit_rate_pct},
                                   std::pair{"l2_hit_rate_pct", values.l2_hit_rate_pct}}) {
    if (rate < 0 || rate > 100) return std::string(name) + " is " + format_digits(rate, 6);
  }
  return "";
}

// What a gpu does not exceed.
struct GpuLimits {
  std::map<std::string, double> roofs;
  bool l2_halves = false;  // of which each holds copies of the other's lines
};

// Rates in GFLOP/s, GOP/s and GB/s, by the names of roofs_of. Two halves of an L2 pass half of what
// they fetch and half of what is stored to each other; that counts as L2 bytes, but no unit of the
// gpu asked for it, and the ceiling is of what units get. Of stores, those that left L2 are known.
std::map<std::string, double> rates_of(const BaseQuantities& values, bool l2_halves) {
  const double ns = values.time_us * 1e3;
  const double passed = l2_halves ? (values.hbm_read_bytes + values.hbm_write_bytes) / 2 : 0;
  return {{"fp16", values.flops_fp16 / ns},
          {"fp32", values.flops_fp32 / ns},
          {"fp64", values.flops_fp64 / ns},
          {"tensor", values.flops_tensor / ns},
          {"integer", values.int_ops / ns},
          {"L1", values.l1_bytes / ns},
          {"L2", (values.l2_bytes - passed) / ns},
          {"HBM", (values.hbm_read_bytes + values.hbm_write_bytes) / ns}};
}

std::string roof_fault(const BaseQuantities& values, const GpuLimits& limits, double tolerance) {
  for (const auto& [name, rate] : rates_of(values, limits.l2_halves)) {
    const auto roof = limits.roofs.find(name);
    if (roof == limits.roofs.end() || !(rate > roof->second * (1 + tolerance))) continue;
    return name + " at " + format_digits(rate, 4) + " G/s, its roof is " +
           format_digits(roof->second, 4);
  }
  return "";
}

bool agree(double a, double b) {
  return std::abs(a - b) <= kRounding * std::max(std::abs(a), std::abs(b));
}

// Intensity x bandwidth = rate, at each level that moved something.
std::string derived_fault(const BaseQuantities& values) {
  const DerivedMetrics derived = derive(values);
  if (!derived.gflops) return "";
  const auto hbm =
      derived.hbm_read_bandwidth_gbs.value_or(0) + derived.hbm_write_bandwidth_gbs.value_or(0);
  const std::pair<std::optional<double>, double> levels[] = {
      {derived.l1_arithmetic_intensity, derived.l1_bandwidth_gbs.value_or(0)},
      {derived.l2_arithmetic_intensity, derived.l2_bandwidth_gbs.value_or(0)},
      {derived.hbm_arithmetic_intensity, hbm}};
  for (const auto& [intensity, bandwidth] : levels) {
    if (intensity && !agree(*intensity * bandwidth, *derived.gflops)) {
      return "intensity x bandwidth is " + format_digits(*intensity * bandwidth, 6) +
             ", the rate " + format_digits(*derived.gflops, 6);
    }
  }
  return "";
}

// L1 bytes are those of whole sectors, the ceiling is of the data: in a cycle each of the 32 banks
// gives a word of 4 bytes, and each word may lie in a sector of its own. H200s were seen to read
// 1.28 times the ceiling for rows that begin within a sector, and 1.6 times where each lane takes a
// byte or two of its sector (quantised products, convolutions in half precision).
double l1_roof(const Gpu& gpu, const Measured& measured) {
  constexpr double kSectorOverWord = 32.0 / 4;
  const double data = measured.l1_gbs.value_or(gpu.bandwidth.l1_gbs);
  return gpu.vendor == "nvidia" ? kSectorOverWord * data : data;
}

class RowChecker {
 public:
  RowChecker(const FindGpu& find_gpu, double tolerance)
      : find_gpu_(find_gpu), tolerance_(tolerance) {
    roof_.rule = "no rate is over a roof of its gpu (+" + format_digits(100 * tolerance, 3) + " %)";
  }

  void check(const Row& row) {
    const BaseQuantities& values = row.reading.values;
    finite_.count(row, finite_fault(values));
    negative_.count(row, negative_fault(row.reading));
    if (has_counters(values)) {
      hit_rate_.count(row, hit_rate_fault(values));
      derived_.count(row, derived_fault(values));
      if (const GpuLimits* limits = limits_for(row.gpu)) {
        roof_.count(row, roof_fault(values, *limits, tolerance_));
      }
    }
    const bool first = row_keys_.insert(row_key(row)).second;
    duplicate_.count(row,
                     first ? "" : "a second reading of attempt " + std::to_string(row.attempt));
  }

  std::vector<RuleReport> reports() const {
    return {finite_, negative_, hit_rate_, roof_, derived_, duplicate_};
  }

 private:
  static std::string row_key(const Row& row) {
    return row.kernel.recipe + "\t" + row.kernel.language + "\t" + row.launch + "\t" + row.gpu +
           "\t" + row.collector + "\t" + std::to_string(row.attempt);
  }

  const GpuLimits* limits_for(const std::string& id) {
    const auto known = limits_.find(id);
    if (known != limits_.end()) return known->second ? &*known->second : nullptr;
    const Gpu* gpu = find_gpu_(id);
    auto& place = limits_[id];
    if (gpu != nullptr) {
      place = GpuLimits{roofs_of(*gpu), gpu->l2.partitions == 2 && !gpu->l2.private_partitions};
    }
    return place ? &*place : nullptr;
  }

  const FindGpu& find_gpu_;
  double tolerance_;
  std::unordered_map<std::string, std::optional<GpuLimits>> limits_;
  std::unordered_set<std::string> row_keys_;
  RuleReport finite_{.rule = "everything is a number"};
  RuleReport negative_{.rule = "nothing is negative, the time is not zero"};
  RuleReport hit_rate_{.rule = "hit rates are 0 to 100"};
  RuleReport roof_;
  RuleReport derived_{.rule = "intensity x bandwidth = FLOP/s"};
  RuleReport duplicate_{.rule = "no reading is there twice"};
};

}  // namespace

void RuleReport::count(const Row& row, const std::string& what) {
  ++checked;
  if (what.empty()) return;
  ++broken;
  if (examples.size() >= kRuleExamples) return;
  examples.push_back(row.kernel.recipe + " " + row.kernel.language + " " + row.launch + ": " +
                     what);
}

std::map<std::string, double> roofs_of(const Gpu& gpu) {
  const Measured measured = gpu.measured.value_or(Measured{});
  // Every lane of every scheduler; some integer instructions run on the pipe of reals.
  const double issued = gpu.rates.warp_instructions * static_cast<double>(gpu.units.warp_width) *
                        static_cast<double>(gpu.units.count) * gpu.clocks.boost_mhz / 1e3;
  // One kind of instruction was measured, and there may be a faster one.
  const double tensor =
      std::max({measured.tensor_fp16_gflops.value_or(0), gpu.peaks.tensor_fp16_gflops,
                gpu.peaks.tensor_fp8_gflops.value_or(0)});
  std::map<std::string, double> roofs = {
      {"fp16", measured.fp16_gflops.value_or(gpu.peaks.fp16_gflops)},
      {"fp32",
       measured.fp32_gflops.value_or(gpu.peaks.fp32_packed_gflops.value_or(gpu.peaks.fp32_gflops))},
      {"fp64", measured.fp64_gflops.value_or(gpu.peaks.fp64_gflops)},
      {"tensor", tensor},
      {"integer", issued},
      {"L1", l1_roof(gpu, measured)},
      {"L2", measured.l2_gbs.value_or(gpu.bandwidth.l2_gbs.value_or(0))},
      {"HBM", measured.dram_read_gbs.value_or(gpu.bandwidth.dram_gbs)}};
  std::erase_if(roofs, [](const auto& roof) { return roof.second <= 0; });
  return roofs;
}

std::vector<RuleReport> check_rows(const SampleSet& set, const FindGpu& find_gpu,
                                   double tolerance) {
  RowChecker checker(find_gpu, tolerance);
  for (const Row& row : set.labels)
    checker.check(row);
  for (const Row& row : set.repeats)
    checker.check(row);
  return checker.reports();
}

}  // namespace kcast::dataset
