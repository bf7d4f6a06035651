#include "analyze/time/shared_swaps.h"

#include <gtest/gtest.h>

#include "analyze/exec/test_util.h"
#include "schema/gpu/machine_json.h"

namespace kcast::time {
namespace {

using exec::buffer;
using exec::kernel_text;
using exec::launch_of;
using exec::run;

// One warp; lane / `share` is the address.
exec::SharedCount counted(const std::string& shift, const std::string& type) {
  const std::string text = exec::kernel_text({"u64 a"}, R"(
.shared .align 8 .b8 tile[512];
mov.u32 %r1, %tid.x;
shr.u32 %r2, %r1, )" + shift + R"(;
shl.b32 %r3, %r2, 3;
mov.u32 %r4, tile;
add.s32 %r5, %r4, %r3;
)" + type + R"(
ret;)");
  const exec::ExecResult result =
      exec::run(text, exec::launch_of({1, 1, 1}, {32, 1, 1}, {exec::buffer("a", "float", 1)}));
  EXPECT_EQ(result.shared.size(), 1U);
  return result.shared.empty() ? exec::SharedCount{} : result.shared[0];
}

constexpr char kFloat[] = "red.shared.add.f32 [%r5], 0f3F800000;";

TEST(SharedSwaps, lanes_on_one_address_go_round_after_round) {
  EXPECT_EQ(counted("0", kFloat).swap_rounds, 1);
  EXPECT_EQ(counted("0", kFloat).swap_attempts, 32);
  // Eight addresses with four lanes each: 4 + 3 + 2 + 1 attempts for each address.
  EXPECT_EQ(counted("2", kFloat).swap_rounds, 4);
  EXPECT_EQ(counted("2", kFloat).swap_attempts, 80);
  EXPECT_EQ(counted("5", kFloat).swap_attempts, 32 * 33 / 2);
}

TEST(SharedSwaps, integers_of_32_bits_need_no_loop) {
  EXPECT_EQ(counted("2", "red.shared.add.u32 [%r5], 1;").swap_attempts, 0);
  // ptxas 13.0 for sm_90 makes a loop of ATOMS.CAST.SPIN.64 of it, and ATOMS.EXCH.64 of the other.
  EXPECT_EQ(counted("2", "red.shared.add.u64 [%r5], 1;").swap_attempts, 80);
  EXPECT_EQ(counted("2", "atom.shared.exch.b64 %rd9, [%r5], 1;").swap_attempts, 0);
}

// Of 3,000,000 keys of which a block's smallest is wanted, an H200 executes 17.2 integer operations
// each, of which 10 are index and key: not one more round.
TEST(SharedSwaps, what_changes_nothing_keeps_nobody_waiting) {
  for (const char* op : {"min.u64", "max.s64", "or.b64", "and.b64"}) {
    const std::string text = "red.shared." + std::string(op) + " [%r5], 1;";
    EXPECT_EQ(counted("5", text).swap_attempts, 32) << op;
    EXPECT_EQ(counted("5", text).swap_rounds, 1) << op;
  }
}

// What an H200 read: additions for each element of histograms of floats with 256 and 128 bins that
// are hit alike, 8 warps a block.
TEST(SharedSwaps, additions_of_histograms) {
  const auto additions = [](double bins) {
    exec::SharedCount count;
    count.requests = 1000;
    const double lanes = 32 * count.requests;
    count.swap_rounds = 2 * count.requests;
    count.swap_attempts = lanes * (1 + 31 / bins / 2);
    return shared_swaps(count, lanes, 8, reference_machine()->shared).attempts / lanes;
  };
  EXPECT_NEAR(additions(256), 1.70, 0.2);
  EXPECT_NEAR(additions(128), 1.91, 0.2);
  // A warp alone is not disturbed.
  exec::SharedCount alone;
  alone.requests = 1;
  alone.swap_rounds = 4;
  alone.swap_attempts = 80;
  EXPECT_EQ(shared_swaps(alone, 32, 1, reference_machine()->shared).attempts, 80);
}

}  // namespace
}  // namespace kcast::time
