#include "collect/cuda/counters.h"

#include <algorithm>
#include <cmath>

namespace kcast::collect {

namespace {

enum Hardware : size_t {
  L1Bytes,
  L1Hit,
  L2Bytes,
  L2Hit,
  DramRead,
  DramWrite,
  Tensor,
  SmClock,
  DramClock,
  FirstOperation
};
constexpr const char* kHardware[] = {
    "l1tex__t_bytes.sum",
    "l1tex__t_sector_hit_rate.pct",
    "lts__t_bytes.sum",
    "lts__t_sector_hit_rate.pct",
    "dram__bytes_read.sum",
    "dram__bytes_write.sum",
    "sm__inst_executed_pipe_tensor.sum",
    "sm__cycles_elapsed.avg.per_second",
    "dram__cycles_elapsed.avg.per_second",
};
static_assert(std::size(kHardware) == FirstOperation);

// Places in kOperations.
enum Operation : size_t { Fadd, Fmul, Ffma, Dadd, Dmul, Dfma, Hadd, Hmul, Hfma, Integer };
// Each one more makes the patched code slower, integers most of all.
constexpr const char* kOperations[] = {"fadd", "fmul", "ffma", "dadd", "dmul",
                                       "dfma", "hadd", "hmul", "hfma", "integer"};

constexpr const char* kTensorTypes[] = {"fp16", "bf16_dst_fp32", "tf32_dst_fp32",
                                        "fp64", "fp8",           "int8"};

// Ratios of counters from different passes may leave their range by a little.
double percentage(double value) {
  return std::isfinite(value) ? std::clamp(value, 0.0, 100.0) : 0.0;
}

double count(double value) {
  return std::isfinite(value) ? std::max(value, 0.0) : 0.0;
}

}  // namespace

std::vector<std::string> counter_metrics() {
  std::vector<std::string> names(std::begin(kHardware), std::end(kHardware));
  for (const char* operation : kOperations)
    names.push_back("sm__sass_thread_inst_executed_op_" + std::string(operation) + "_pred_on.sum");
  return names;
}

std::vector<std::string> tensor_metrics() {
  std::vector<std::string> names;
  for (const char* type : kTensorTypes)
    names.push_back("sm__ops_path_tensor_src_" + std::string(type) + ".sum");
  return names;
}

void add_counters(const std::vector<double>& values, bool half_types, LaunchReading& reading) {
  const auto operation = [&](Operation which) {
    return count(values[size_t{FirstOperation} + size_t{which}]);
  };
  BaseQuantities& base = reading.values;
  base.l1_bytes = count(values[L1Bytes]);
  base.l1_hit_rate_pct = percentage(values[L1Hit]);
  base.l2_bytes = count(values[L2Bytes]);
  base.l2_hit_rate_pct = percentage(values[L2Hit]);
  base.hbm_read_bytes = count(values[DramRead]);
  base.hbm_write_bytes = count(values[DramWrite]);
  base.flops_fp32 = operation(Fadd) + operation(Fmul) + 2 * operation(Ffma);
  base.flops_fp64 = operation(Dadd) + operation(Dmul) + 2 * operation(Dfma);
  // Packed: each instruction works on two halves.
  const double half = 2 * operation(Hadd) + 2 * operation(Hmul) + 4 * operation(Hfma);
  base.flops_fp16 = half_types ? half : 0;
  base.int_ops = operation(Integer);
  reading.sm_clock_mhz = count(values[SmClock]) / 1e6;
  reading.memory_clock_mhz = count(values[DramClock]) / 1e6;
  reading.raw.emplace_back("tensor_instructions", count(values[Tensor]));
  for (size_t i = 0; i < std::size(kOperations); ++i)
    reading.raw.emplace_back(kOperations[i], count(values[size_t{FirstOperation} + i]));
}

void add_tensor_counters(const std::vector<double>& values, LaunchReading& reading) {
  for (size_t i = 0; i < std::size(kTensorTypes); ++i) {
    const std::string type = kTensorTypes[i];
    if (type != "int8") reading.values.flops_tensor += count(values[i]);
    if (values[i] > 0) reading.raw.emplace_back("tensor_" + type, values[i]);
  }
}

bool used_tensor_cores(const LaunchReading& reading) {
  return std::any_of(reading.raw.begin(), reading.raw.end(), [](const auto& counter) {
    return counter.first == "tensor_instructions" && counter.second > 0;
  });
}

}  // namespace kcast::collect
