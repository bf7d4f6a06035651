#include "collect/cuda/counters.h"

#include <gtest/gtest.h>

#include "collect/source_words.h"

namespace kcast::collect {
namespace {

// Values under the names of the metrics.
std::vector<double> values_of(const std::vector<std::pair<std::string, double>>& given) {
  std::vector<double> values;
  for (const std::string& metric : counter_metrics()) {
    double value = 0;
    for (const auto& [part, number] : given) {
      if (metric.find(part) != std::string::npos) value = number;
    }
    values.push_back(value);
  }
  return values;
}

TEST(Counters, BaseQuantitiesByTheirFormulas) {
  const auto values = values_of({{"l1tex__t_bytes", 4096},
                                 {"l1tex__t_sector_hit_rate", 62.5},
                                 {"lts__t_bytes", 2048},
                                 {"lts__t_sector_hit_rate", 100.2},
                                 {"dram__bytes_read", 512},
                                 {"dram__bytes_write", 256},
                                 {"sm__cycles_elapsed", 1.98e9},
                                 {"dram__cycles_elapsed", 3.2e9},
                                 {"op_fadd", 3},
                                 {"op_fmul", 5},
                                 {"op_ffma", 7},
                                 {"op_dadd", 1},
                                 {"op_dfma", 2},
                                 {"op_hadd", 1},
                                 {"op_hfma", 10},
                                 {"op_integer", 99}});
  LaunchReading reading;
  add_counters(values, true, reading);
  EXPECT_EQ(reading.values.l1_bytes, 4096);
  EXPECT_EQ(reading.values.l1_hit_rate_pct, 62.5);
  EXPECT_EQ(reading.values.l2_bytes, 2048);
  EXPECT_EQ(reading.values.l2_hit_rate_pct, 100);  // two passes may disagree a little
  EXPECT_EQ(reading.values.hbm_read_bytes, 512);
  EXPECT_EQ(reading.values.hbm_write_bytes, 256);
  EXPECT_EQ(reading.values.flops_fp32, 3 + 5 + 2 * 7);
  EXPECT_EQ(reading.values.flops_fp64, 1 + 2 * 2);
  EXPECT_EQ(reading.values.flops_fp16, 2 * 1 + 4 * 10);
  EXPECT_EQ(reading.values.int_ops, 99);
  EXPECT_EQ(reading.sm_clock_mhz, 1980);
  EXPECT_EQ(reading.memory_clock_mhz, 3200);
  LaunchReading without;
  add_counters(values, false, without);
  EXPECT_EQ(without.values.flops_fp16, 0);
  EXPECT_NE(
      std::find(without.raw.begin(), without.raw.end(), std::pair<std::string, double>{"hfma", 10}),
      without.raw.end());
}

TEST(Counters, TensorOperationsAreThoseOfReals) {
  LaunchReading reading;
  add_tensor_counters({1000, 200, 0, 30, 4, 5000}, reading);
  EXPECT_EQ(reading.values.flops_tensor, 1234);
}

TEST(Counters, SourcesTellWhatTheyUse) {
  EXPECT_TRUE(has_half_types("__half2 a;"));
  EXPECT_FALSE(has_half_types("float a;"));
  EXPECT_TRUE(has_matrix_code("wmma::mma_sync(c, a, b, c);"));
  EXPECT_FALSE(has_matrix_code("float gamma = comma;"));
}

}  // namespace
}  // namespace kcast::collect
