#include "eval/suite_rows.h"

#include <gtest/gtest.h>

#include "eval/eval_test_data.h"

namespace kcast::eval {
namespace {

SuiteLaunch launch_of(const std::string& kernel, double blocks, double time_us, int64_t count = 1) {
  SuiteLaunch launch;
  launch.kernel = kernel;
  launch.blocks = blocks;
  launch.threads = 256;
  launch.count = count;
  launch.values = base_of({.time_us = time_us});
  return launch;
}

TEST(SuiteRows, know_kernels_by_their_plain_names) {
  EXPECT_EQ(plain_kernel_name("saxpy"), "saxpy");
  EXPECT_EQ(plain_kernel_name("saxpy(int, float, const float *, float *)"), "saxpy");
  EXPECT_EQ(plain_kernel_name("void scale<float>(float *, int)"), "scale");
  EXPECT_EQ(plain_kernel_name("scale<float, (int)4>"), "scale");
  EXPECT_EQ(plain_kernel_name("void ns::grid<ns::cell<int>>::advance<(bool)1>(float4 *)"),
            "advance");
  EXPECT_EQ(plain_kernel_name("void (anonymous namespace)::fill(int *)"), "fill");
  EXPECT_EQ(plain_kernel_name(""), "");
  EXPECT_EQ(plain_kernel_name(")"), ")");
}

TEST(SuiteRows, compare_what_both_sides_have) {
  const std::vector<SuiteLaunch> measured = {launch_of("void step<float>(float *)", 64, 10),
                                             launch_of("void step<float>(float *)", 64, 14),
                                             launch_of("void step<float>(float *)", 128, 30),
                                             launch_of("fill(float *)", 64, 5)};
  const std::vector<SuiteLaunch> predicted = {
      launch_of("step<float>", 64, 11, 3), launch_of("step<float>", 64, 15, 1),
      launch_of("step<float>", 128, 33), launch_of("last", 1, 2)};
  const SuiteMatch match = match_launches("heat.cu", measured, predicted);
  ASSERT_EQ(match.rows.size(), 3U);
  EXPECT_EQ(match.rows[0].row.launch, "fill 64 blocks of 256");
  EXPECT_FALSE(match.rows[0].predicted);
  EXPECT_EQ(match.rows[1].row.launch, "step 64 blocks of 256");
  EXPECT_DOUBLE_EQ(match.rows[1].row.measured.time_us, 12);
  EXPECT_DOUBLE_EQ(match.rows[1].predicted->time_us, 12);  // (3 * 11 + 15) / 4
  EXPECT_EQ(match.rows[1].row.family, "heat.cu");
  EXPECT_EQ(match.rows[2].row.numbers.blocks, 128);
  EXPECT_DOUBLE_EQ(match.rows[2].predicted->time_us, 33);
  EXPECT_EQ(match.not_measured, (std::vector<std::string>{"last 1 blocks of 256"}));
}

}  // namespace
}  // namespace kcast::eval
