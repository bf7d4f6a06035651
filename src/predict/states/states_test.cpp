// Conditions of a prediction: names, events, the order of launches, corrections of trees.
#include <gtest/gtest.h>

#include "predict/states/carry_corrections.h"
#include "predict/states/conditions.h"
#include "predict/states/program_state.h"

namespace kcast::predict {
namespace {

TEST(Conditions, have_names) {
  for (const L2State state : {L2State::Cold, L2State::Warm, L2State::Program}) {
    const auto named = l2_state_named(to_text(state));
    ASSERT_TRUE(named);
    EXPECT_EQ(*named, state);
  }
  for (const Timing timing : {Timing::Kernel, Timing::Event}) {
    const auto named = timing_named(to_text(timing));
    ASSERT_TRUE(named);
    EXPECT_EQ(*named, timing);
  }
  EXPECT_EQ(l2_state_named("hot").error().message,
            "no state of L2 is called 'hot'; there are cold, warm and program");
  EXPECT_EQ(timing_named("wall").error().message,
            "no timing is called 'wall'; there are kernel and event");
  EXPECT_EQ(conditions_text({}), "");
  EXPECT_EQ(conditions_text({L2State::Warm, Timing::Event}), ", L2 warm, time by events");
}

Prediction ten_us() {
  Prediction out;
  out.values.time_us = 10;
  out.low.time_us = 8;
  out.high.time_us = 12;
  out.bottleneck = {{TimePart::Dram, 7, 0.7}, {TimePart::Launch, 1.5, 0.15}};
  return out;
}

TEST(EventTime, comes_on_top_of_the_kernel) {
  Gpu gpu;
  gpu.machine.launch.event_us = 5;
  gpu.machine.launch.opencl_event_us = 4;
  gpu.machine.launch.event_spread_us = 1;
  Prediction cuda = ten_us();
  add_event_time("cuda", gpu, cuda);
  EXPECT_DOUBLE_EQ(cuda.values.time_us, 15);
  EXPECT_DOUBLE_EQ(cuda.low.time_us, 12);
  EXPECT_DOUBLE_EQ(cuda.high.time_us, 18);
  EXPECT_DOUBLE_EQ(cuda.bottleneck[0].share, 7.0 / 15);
  EXPECT_DOUBLE_EQ(cuda.bottleneck[1].time_us, 6.5);
  Prediction opencl = ten_us();
  add_event_time("opencl", gpu, opencl);
  EXPECT_DOUBLE_EQ(opencl.values.time_us, 14);
}

ChosenLaunch launch(size_t order, int64_t count, std::vector<int64_t> allocations) {
  ChosenLaunch out;
  out.launch.kernel = "k" + std::to_string(order);
  out.host_order = order;
  out.count = count;
  out.allocations = std::move(allocations);
  return out;
}

TEST(ProgramOrder, follows_host_code_and_repeats_loops) {
  // The list goes by kernels: a, a, b, c; host code makes a0 b1 a2 c3, the middle two in a loop.
  std::vector<ChosenLaunch> launches = {launch(0, 1, {}), launch(2, 5, {}), launch(1, 5, {}),
                                        launch(3, 1, {})};
  EXPECT_EQ(order_of_launches(launches), (std::vector<size_t>{0, 2, 1, 2, 1, 3}));
  launches[3].in_program = false;
  launches[0].host_order.reset();
  EXPECT_EQ(order_of_launches(launches), (std::vector<size_t>{2, 1, 2, 1}));
}

TEST(ProgramState, knows_buffers_by_their_allocation) {
  Gpu gpu;
  gpu.l2.size_bytes = 1 << 20;
  ProgramState state(gpu);
  const ChosenLaunch writer = launch(0, 1, {7, -1});
  EXPECT_TRUE(state.begin(writer).pieces.empty());
  const auto piece = [](int64_t buffer) {
    return L2Piece{.buffer = buffer, .bytes = 4096, .share = 1};
  };
  state.end(writer, {{piece(0), piece(1)}, false}, 8192);
  // Another launch has allocation 7 as its second buffer; the one without a name is nobody's.
  const ChosenLaunch reader = launch(1, 1, {9, 7});
  const L2Contents found = state.begin(reader);
  ASSERT_EQ(found.pieces.size(), 2U);
  EXPECT_EQ(found.pieces[0].buffer, 1);
  EXPECT_EQ(found.pieces[1].buffer, kFirstOther);
  EXPECT_FALSE(found.code);
  state.end(reader, found, 8192);
  // Both are still there for the first kernel, and so are its instructions.
  const L2Contents again = state.begin(writer);
  ASSERT_EQ(again.pieces.size(), 2U);
  EXPECT_EQ(again.pieces[0].buffer, 0);
  EXPECT_EQ(again.pieces[1].buffer, kFirstOther);
  EXPECT_TRUE(again.code);
  state.end(reader, {}, 2 << 20);
  EXPECT_FALSE(state.begin(writer).code);
}

TEST(CarryCorrections, moves_times_by_factors_and_rates_by_points) {
  Prediction analytic = ten_us();
  analytic.values.l2_hit_rate_pct = 40;
  analytic.values.hbm_read_bytes = 100;
  Prediction corrected = analytic;
  corrected.values.time_us = 15;
  corrected.low.time_us = 12;
  corrected.high.time_us = 30;
  corrected.values.l2_hit_rate_pct = 50;
  corrected.values.hbm_read_bytes = 80;
  corrected.source = PredictionSource::Hybrid;
  Prediction warm = ten_us();
  warm.values.time_us = 4;
  warm.values.l2_hit_rate_pct = 95;
  warm.values.hbm_read_bytes = 10;
  carry_corrections({analytic, corrected}, Gpu(), warm);
  EXPECT_DOUBLE_EQ(warm.values.time_us, 6);
  EXPECT_DOUBLE_EQ(warm.low.time_us, 4.8);
  EXPECT_DOUBLE_EQ(warm.high.time_us, 12);
  EXPECT_DOUBLE_EQ(warm.values.l2_hit_rate_pct, 100);
  EXPECT_DOUBLE_EQ(warm.values.hbm_read_bytes, 8);
  EXPECT_DOUBLE_EQ(warm.bottleneck[0].time_us, 10.5);
  EXPECT_EQ(warm.source, PredictionSource::Hybrid);
}

}  // namespace
}  // namespace kcast::predict
