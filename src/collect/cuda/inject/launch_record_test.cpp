#include "collect/cuda/inject/launch_record.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>

namespace kcast::collect {
namespace {

std::vector<double> values_of(const std::map<std::string, double>& known, bool tensor) {
  std::vector<double> values;
  for (const std::string& metric : program_metrics(tensor)) {
    const auto found = known.find(metric);
    values.push_back(found == known.end() ? 0 : found->second);
  }
  return values;
}

// saxpy over 2^20 floats: a multiply-add each.
const std::map<std::string, double> kSaxpy = {
    {"gpu__time_duration.sum", 6400},
    {"l1tex__t_bytes.sum", 12582912},
    {"l1tex__t_sector_hit_rate.pct", 33.25},
    {"lts__t_sector_hit_rate.pct", 100.4},
    {"dram__bytes_read.sum", 8388608},
    {"sm__sass_thread_inst_executed_op_ffma_pred_on.sum", 1048576},
    {"sm__sass_thread_inst_executed_op_hfma_pred_on.sum", 1000},
    {"sm__ops_path_tensor_src_fp16.sum", 4096},
    {"sm__inst_executed_pipe_tensor.sum", 2},
};

ReadLaunch saxpy(bool tensor) {
  return {.chosen = {.kernel = "saxpy(int)", .launch = 2, .occurrence = 1, .tensor = tensor},
          .shape = {.grid = {64, 32, 2}, .block = {32, 8, 1}, .dynamic_shared_bytes = 48},
          .device = {.name = "NVIDIA H200", .target = "sm_90"},
          .use = {.registers = 16, .static_shared_bytes = 1024, .local_bytes = 8},
          .values = values_of(kSaxpy, tensor)};
}

TEST(LaunchRecord, HasTheNumbersOfTheLaunch) {
  const ProfiledLaunch record = launch_record(saxpy(true), false);
  EXPECT_FALSE(record.failure);
  EXPECT_EQ(record.collector, "cupti");
  EXPECT_EQ(record.kernel, "saxpy(int)");
  EXPECT_EQ(record.gpu_target, "sm_90");
  EXPECT_EQ(record.launch, 2);
  EXPECT_EQ(record.occurrence, 1);
  EXPECT_EQ(record.blocks, 4096);
  EXPECT_EQ(record.threads_per_block, 256);
  EXPECT_EQ(record.dynamic_shared_bytes, 48);
  EXPECT_EQ(record.reading.registers, 16);
  EXPECT_EQ(record.reading.static_shared_bytes, 1024);
  EXPECT_EQ(record.reading.local_bytes, 8);
  EXPECT_EQ(record.reading.times_us, std::vector<double>{6.4});
  const BaseQuantities& values = record.reading.values;
  EXPECT_EQ(values.time_us, 6.4);
  EXPECT_EQ(values.flops_fp32, 2097152);
  EXPECT_EQ(values.flops_fp16, 0);
  EXPECT_EQ(values.flops_tensor, 4096);
  EXPECT_EQ(values.l1_bytes, 12582912);
  EXPECT_EQ(values.l1_hit_rate_pct, 33.25);
  EXPECT_EQ(values.l2_hit_rate_pct, 100);
  EXPECT_EQ(values.hbm_read_bytes, 8388608);
  EXPECT_TRUE(record.notes.empty());
}

TEST(LaunchRecord, SaysWhatMayBeWrong) {
  const ProfiledLaunch record = launch_record(saxpy(false), std::nullopt);
  EXPECT_EQ(record.reading.values.flops_fp16, 4000);
  EXPECT_EQ(record.reading.values.flops_tensor, 0);
  ASSERT_EQ(record.notes.size(), 2U);
  EXPECT_NE(record.notes[0].find("tensor cores were not read"), std::string::npos);
  EXPECT_NE(record.notes[1].find("half types"), std::string::npos);
}

TEST(LaunchRecord, BecomesALineAndComesBack) {
  for (const bool tensor : {false, true}) {
    const ProfiledLaunch record = launch_record(saxpy(tensor), std::nullopt);
    const auto read = parse_profiled_launch(profiled_launch_line(record));
    ASSERT_TRUE(read) << read.error().message;
    EXPECT_EQ(*read, record);
  }
}

TEST(LaunchRecord, WithoutValuesIsAFailure) {
  ReadLaunch read = saxpy(false);
  read.values = Error{ErrorCode::External, "cuptiRangeProfilerStart: no rights"};
  const ProfiledLaunch record = launch_record(read, false);
  ASSERT_TRUE(record.failure);
  EXPECT_EQ(record.failure->reason, "counters");
  EXPECT_EQ(record.failure->detail, "cuptiRangeProfilerStart: no rights");
  EXPECT_EQ(record.blocks, 4096);
  EXPECT_EQ(*parse_profiled_launch(profiled_launch_line(record)), record);
  read.values = std::vector<double>{1, 2};
  EXPECT_EQ(launch_record(read, false).failure->reason, "counters");
  read.values = values_of({}, false);
  EXPECT_EQ(launch_record(read, false).failure->reason, "time");
}

}  // namespace
}  // namespace kcast::collect
