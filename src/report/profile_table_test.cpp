#include "report/profile_table.h"

#include <gtest/gtest.h>

#include "base/text.h"

namespace kcast::report {
namespace {

ProfileRow saxpy_row() {
  ProfileRow row;
  row.launch.kernel = "void ops::saxpy<float, 4>(int, float const*, float*)";
  row.launch.launch = 1;
  row.launch.grid = {{64, 32, 1}};
  row.launch.block = {{256, 1, 1}};
  row.launch.reading.values = {.time_us = 100,
                               .flops_fp32 = 2e8,
                               .l2_bytes = 4e8,
                               .hbm_read_bytes = 2e8,
                               .hbm_write_bytes = 1e8,
                               .l1_hit_rate_pct = 33.25,
                               .l2_hit_rate_pct = 50};
  row.bound = Bound::Bandwidth;
  return row;
}

std::vector<std::string> words_of(const std::string& table, size_t line) {
  return split_words(split(table, '\n').at(line));
}

TEST(ProfileTable, HasRatesByTheTimeOfTheLaunch) {
  const std::string table = profile_table(std::vector{saxpy_row()});
  // 4e8 B in 100 us are 4 TB/s; 3e8 B are 3 TB/s; 2e8 FLOP are 2 TFLOP/s.
  const std::vector<std::string> want = {"ops::saxpy<float,",
                                         "4>",
                                         "2",
                                         "64x32",
                                         "256",
                                         "100",
                                         "us",
                                         "33.2",
                                         "50.0",
                                         "4.00",
                                         "TB/s",
                                         "3.00",
                                         "TB/s",
                                         "2.00",
                                         "TFLOP/s",
                                         "bandwidth"};
  EXPECT_EQ(words_of(table, 1), want) << table;
}

TEST(ProfileTable, PutsThePredictionBelow) {
  ProfileRow row = saxpy_row();
  row.predicted = PredictedLaunch{row.launch.reading.values, Bound::Compute, false};
  row.predicted->values.time_us = 50;
  std::string table = profile_table(std::vector{row});
  std::vector<std::string> words = words_of(table, 2);
  EXPECT_EQ(words.at(0), "predicted");
  EXPECT_EQ(words.at(1), "50.0");
  EXPECT_EQ(words.back(), "compute");
  EXPECT_EQ(table.find('*'), std::string::npos);
  row.predicted->assumed = true;
  table = profile_table(std::vector{row});
  EXPECT_NE(table.find("predicted *"), std::string::npos);
  EXPECT_NE(table.find("does not say this launch"), std::string::npos);
}

TEST(ProfileTable, ListsWhatCouldNotBeRead) {
  ProfileRow row = saxpy_row();
  row.launch.failure = ReadingFailure{"counters", "no rights"};
  const std::string table = profile_table(std::vector{row, row});
  EXPECT_EQ(table,
            "no launch was read\n\nwithout a reading\n"
            "  ops::saxpy<float, 4>: counters: no rights (2 times)\n");
}

TEST(ProfileTable, WithoutRidgesHasNoClass) {
  ProfileRow row = saxpy_row();
  row.bound = Bound::None;
  row.launch.grid.reset();
  row.launch.blocks = 7;
  const std::vector<std::string> words = words_of(profile_table(std::vector{row}), 1);
  EXPECT_EQ(words.back(), "-");
  EXPECT_EQ(words.at(3), "7");
}

TEST(KernelCell, KeepsTemplateArgumentsAndCutsParameters) {
  EXPECT_EQ(kernel_cell("saxpy"), "saxpy");
  EXPECT_EQ(kernel_cell("saxpy(int, float (*)(int))"), "saxpy");
  EXPECT_EQ(kernel_cell("(anonymous namespace)::step(int)"), "(anonymous namespace)::step");
  EXPECT_EQ(kernel_cell("void f<int, (K)1>(A<int>)"), "f<int, (K)1>");
  const std::string cut = kernel_cell("void cub::detail::reduce_kernel<policy_hub<float>>(int)");
  EXPECT_EQ(cut.size(), 36U);
  EXPECT_TRUE(cut.starts_with("cub::detail::")) << cut;
  EXPECT_TRUE(cut.ends_with("hub<float>>")) << cut;
}

}  // namespace
}  // namespace kcast::report
