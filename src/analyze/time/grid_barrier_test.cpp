#include "analyze/time/grid_barrier.h"

#include <gtest/gtest.h>

#include "analyze/ptx/parse/parse.h"

namespace kcast::time {
namespace {

constexpr const char* kText = R"(.version 8.5
.target sm_90
.address_size 64
.weak .global .align 4 .u32 _ZN18cooperative_groups7details12grid_counterE;
.visible .global .align 4 .u32 other;
.visible .entry rounds()
{
	.reg .b32 %r<4>;
	ld.volatile.global.u32 %r1, [_ZN18cooperative_groups7details12grid_counterE];
	ld.volatile.global.u32 %r2, [other];
	ret;
}
)";

TEST(GridBarrier, is_counted_where_one_thread_of_a_block_looks_at_the_counter) {
  const auto module = ptx::parse_ptx(kText);
  ASSERT_TRUE(module) << module.error().message;
  exec::ExecResult exec;
  exec.counts = {{640, 640}, {6400, 204800}, {64, 2048}};
  EXPECT_DOUBLE_EQ(grid_barriers(*module, module->functions[0], exec, 64), 10);
}

TEST(GridBarrier, costs_ways_to_l2_that_no_block_takes_alone) {
  // 8 x 275 cycles at 2 GHz are 1.1 us.
  MachineLatency latency;
  latency.l2_cycles = 275;
  latency.grid_barrier_loads = 8;
  EXPECT_DOUBLE_EQ(grid_barriers_us(100, latency, 2000), 110);
  EXPECT_EQ(grid_barriers_us(0, latency, 2000), 0);
}

}  // namespace
}  // namespace kcast::time
