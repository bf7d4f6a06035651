#include "analyze/memory/fit.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "analyze/exec/sample.h"
#include "analyze/memory/probe_traces.h"

namespace kcast::memory {
namespace {

using Block = std::array<int64_t, 3>;

Fit fit_of(const exec::TraceSet& traces) {
  Footprints footprints(traces.patterns, kSectorBytes, kSectorBytes);
  return fit_launch(traces, footprints);
}

// A launch whose threads load at `offset(block, lane)`.
exec::TraceSet loads(const Block& grid,
                     const std::function<int64_t(const Block&, int64_t)>& offset) {
  TraceRecorder recorder(grid, 32);
  recorder.buffer(int64_t{1} << 30);
  const uint32_t site = recorder.site(exec::AccessKind::Load, 0, 4);
  return recorder.record([&](const Block& block, int64_t) {
    recorder.request(site, [&](int64_t lane) { return offset(block, lane); }, {.time = 1});
  });
}

TEST(MemoryFit, steps_of_all_three_dimensions_are_found) {
  const exec::TraceSet traces = loads({9, 7, 5}, [](const Block& b, int64_t lane) {
    return 4 * lane + 128 * b[0] + 4096 * b[1] + 1000000 * b[2];
  });
  const Fit fit = fit_of(traces);
  EXPECT_EQ(fit.affine_share, 1);
  const int32_t inner = template_of(fit, {4, 3, 2});
  const Template& made = fit.templates[static_cast<size_t>(inner)];
  ASSERT_EQ(made.steps.size(), 1U);
  EXPECT_EQ(fit.steps[static_cast<size_t>(made.steps[0])], (BlockSteps{128, 4096, 1000000}));
  EXPECT_EQ(displacement(fit, made.steps[0], {6, 1, 4}, {4, 3, 2}), 2 * 128 - 2 * 4096 + 2000000);
}

TEST(MemoryFit, quadratic_addresses_are_irregular) {
  const Fit fit = fit_of(loads(
      {4096, 1, 1}, [](const Block& b, int64_t lane) { return 4 * lane + 64 * b[0] * b[0]; }));
  EXPECT_LT(fit.affine_share, 0.001);  // the first and the last block stand for themselves
  EXPECT_EQ(fit.site_affine[0], 0);
}

// One warp's loads in the blocks that the interpreter would choose.
exec::TraceSet sampled_loads(const Block& grid,
                             const std::function<int64_t(const Block&, int64_t)>& offset) {
  exec::TraceSet traces = loads(grid, offset);
  const exec::BlockTrace any = traces.blocks.front();
  const uint64_t origin = any.accesses[0].base - static_cast<uint64_t>(offset(any.block, 0));
  const std::vector<exec::BlockChoice> choices =
      exec::choose_blocks(grid, exec::Parts::of(grid), 8);
  traces.blocks.clear();
  for (const exec::BlockChoice& choice : choices) {
    traces.blocks.push_back(any);
    traces.blocks.back().block = choice.block;
    traces.blocks.back().accesses[0].base = origin + static_cast<uint64_t>(offset(choice.block, 0));
  }
  traces.weights = exec::block_weights(grid, exec::Parts::of(grid), choices, choices.size());
  return traces;
}

// Bytes from the template's own access to that of every block, against `offset`.
void expect_displacements(const exec::TraceSet& traces,
                          const std::function<int64_t(const Block&, int64_t)>& offset) {
  const Fit fit = fit_of(traces);
  EXPECT_EQ(fit.affine_share, 1);
  for (int64_t number = 0; number < fit.n_blocks; ++number) {
    const Block block = block_at(fit, number);
    const Template& made = fit.templates[static_cast<size_t>(template_of(fit, block))];
    ASSERT_GE(made.steps.at(0), 0);
    ASSERT_EQ(displacement(fit, made.steps[0], block, made.trace->block),
              offset(block, 0) - offset(made.trace->block, 0))
        << "block " << block[0] << ", " << block[1] << ", " << block[2];
  }
}

TEST(MemoryFit, a_coordinate_may_be_taken_apart_by_division) {
  // Planes of 4 KB in images of 33 of them; 12 channels have a word each.
  const auto planes = [](const Block& b, int64_t lane) {
    return 4 * lane + 128 * b[0] + 4096 * (b[2] % 12) + 135168 * (b[2] / 12);
  };
  expect_displacements(sampled_loads({9, 1, 240}, planes), planes);
  const auto words = [](const Block& b, int64_t) { return 4 * (b[2] % 12); };
  expect_displacements(sampled_loads({9, 1, 240}, words), words);
}

TEST(MemoryFit, a_coordinate_may_be_taken_apart_twice) {
  const auto offset = [](const Block& b, int64_t lane) {
    return 4 * lane + 128 * (b[0] % 8) + 65536 * (b[0] / 8 % 16) + 100000000 * (b[0] / 128);
  };
  expect_displacements(sampled_loads({1024, 1, 1}, offset), offset);
}

// A loop from the end of the data by the size of the grid: blocks up to 261 begin one round
// earlier, and this one with only half of its warps.
TEST(MemoryFit, the_only_sample_of_its_kind_moves_as_the_others_do) {
  const int64_t n = (528 * 2 + 261) * 64 + 32;
  TraceRecorder recorder({528, 1, 1}, 64);
  recorder.buffer(int64_t{1} << 30);
  const uint32_t site = recorder.site(exec::AccessKind::Load, 0, 4);
  exec::TraceSet traces = recorder.record([&](const Block& block, int64_t warp) {
    const int64_t first = block[0] * 64 + warp * 32;
    for (int64_t i = first + (n - 1 - first) / (528 * 64) * (528 * 64); i >= 0; i -= 528 * 64)
      recorder.request(site, [&](int64_t lane) { return 4 * (i + lane); }, {.time = 1});
  });
  const auto whole =
      std::find_if(traces.blocks.begin(), traces.blocks.end(), [](const exec::BlockTrace& trace) {
        return trace.block[0] > 0 && trace.accesses.size() == 6;
      });
  ASSERT_NE(whole, traces.blocks.end());
  exec::BlockTrace border = *whole;
  for (exec::Access& access : border.accesses)
    access.base += static_cast<uint64_t>(261 - border.block[0]) * 256;
  border.block[0] = 261;
  border.accesses.erase(border.accesses.begin() + 3);
  traces.blocks.push_back(border);
  traces.weights.push_back(1);
  const Fit fit = fit_of(traces);
  EXPECT_EQ(fit.affine_share, 1);
  const Template& made = fit.templates[static_cast<size_t>(template_of(fit, {261, 0, 0}))];
  ASSERT_EQ(made.steps.size(), 5U);
  for (const int32_t steps : made.steps)
    EXPECT_EQ(displacement(fit, steps, {262, 0, 0}, {261, 0, 0}), 256);
}

// Blocks of even number record twelve requests one by one, the others as one run.
TEST(MemoryFit, runs_may_be_cut_elsewhere) {
  TraceRecorder recorder({500, 1, 1}, 32);
  recorder.buffer(int64_t{1} << 30);
  const uint32_t site = recorder.site(exec::AccessKind::Load, 0, 4);
  const exec::TraceSet traces = recorder.record([&](const Block& block, int64_t) {
    const int64_t n_runs = block[0] % 2 == 0 ? 12 : 1;
    for (int64_t i = 0; i < n_runs; ++i) {
      recorder.request(
          site, [&](int64_t lane) { return 4 * lane + 128 * i + 4096 * block[0]; },
          {.repeat = static_cast<uint32_t>(12 / n_runs), .stride = n_runs == 1 ? 128 : 0});
    }
  });
  const Fit fit = fit_of(traces);
  EXPECT_EQ(fit.affine_share, 1);
  for (const Template& made : fit.templates) {
    for (const int32_t steps : made.steps)
      EXPECT_EQ(displacement(fit, steps, {7, 0, 0}, {5, 0, 0}), 8192);
  }
}

// A store under a condition on data: which lanes make it differs, where they lie does not.
TEST(MemoryFit, lanes_that_follow_data_do_not_make_addresses_irregular) {
  TraceRecorder recorder({1000, 1, 1}, 32);
  recorder.buffer(int64_t{1} << 30);
  recorder.buffer(int64_t{1} << 30);
  const uint32_t load = recorder.site(exec::AccessKind::Load, 0, 4);
  const uint32_t store = recorder.site(exec::AccessKind::Store, 1, 4);
  const exec::TraceSet traces = recorder.record([&](const Block& block, int64_t) {
    const auto offset = [&](int64_t lane) { return 4 * lane + 128 * block[0]; };
    recorder.request(load, offset, {.time = 1});
    recorder.request(store,
                     [&](int64_t lane) {
                       const uint64_t key = mix_bits(static_cast<uint64_t>(block[0] * 32 + lane));
                       return key % 3 == 0 ? offset(lane) : -1;
                     },
                     {.time = 2});
  });
  const Fit fit = fit_of(traces);
  EXPECT_EQ(fit.affine_share, 1);
  const Template& inner = fit.templates[static_cast<size_t>(template_of(fit, {500, 0, 0}))];
  EXPECT_EQ(displacement(fit, inner.steps.at(1), {501, 0, 0}, {500, 0, 0}), 128);
}

TEST(MemoryFit, edge_blocks_have_their_own_template) {
  // The last block's upper half does not run; the others are affine all the same.
  const exec::TraceSet traces = loads({100, 1, 1}, [](const Block& b, int64_t lane) {
    return b[0] == 99 && lane >= 16 ? -1 : 4 * lane + 128 * b[0];
  });
  const Fit fit = fit_of(traces);
  EXPECT_EQ(fit.affine_share, 1);
  const int32_t last = template_of(fit, {99, 0, 0});
  EXPECT_NE(last, template_of(fit, {50, 0, 0}));
  EXPECT_EQ(fit.templates[static_cast<size_t>(last)].sectors[0], 2);
  EXPECT_EQ(fit.templates[static_cast<size_t>(last)].weight, 1);
}

TEST(MemoryFit, weights_sum_to_the_grid) {
  const Fit fit = fit_of(loads({37, 11, 1}, [](const Block& b, int64_t lane) {
    return 4 * lane + 128 * (b[0] + 37 * b[1]);
  }));
  double sum = 0;
  for (const Template& made : fit.templates)
    sum += made.weight;
  EXPECT_NEAR(sum, 37 * 11, 1e-9);
}

TEST(MemoryFit, what_does_not_fit_stays_within_what_the_samples_touched) {
  const exec::TraceSet traces = loads({1024, 1, 1}, [](const Block& b, int64_t lane) {
    const uint64_t key = mix_bits(static_cast<uint64_t>(b[0] * 32 + lane));
    return static_cast<int64_t>(key % 100000 * 4);
  });
  const Fit fit = fit_of(traces);
  ASSERT_EQ(fit.site_affine[0], 0);
  ASSERT_EQ(fit.draw_of[0], 0);
  const BufferDraw& draw = fit.draws[0];
  EXPECT_FALSE(draw.moves);
  EXPECT_TRUE(draw.shared.empty());
  const uint64_t first = traces.extents[0].base / kLineBytes;
  std::set<uint64_t> moved;
  for (int64_t block = 0; block < 1000; ++block) {
    const Shift shift = draw_shift(draw, block, 300);
    for (const uint64_t line : {draw.low, draw.high}) {
      ASSERT_GE(shift.apply(line), first);
      ASSERT_LT(shift.apply(line), first + 400000 / kLineBytes);
    }
    moved.insert(shift.apply(draw.low));
  }
  EXPECT_EQ(draw_shift(draw, 300, 300).apply(draw.low), draw.low);
  EXPECT_GT(moved.size(), 800U);
}

// Rows of one kilobyte in an order that is no function of the block's coordinates.
TEST(MemoryFit, narrow_windows_follow_the_samples) {
  const exec::TraceSet traces = loads({1024, 1, 1}, [](const Block& b, int64_t lane) {
    return b[0] * 1024 + static_cast<int64_t>(mix_bits(static_cast<uint64_t>(b[0])) % 7 * 128) +
           4 * lane;
  });
  const Fit fit = fit_of(traces);
  ASSERT_EQ(fit.site_affine[0], 0);
  EXPECT_TRUE(fit.draws[0].moves);
  const uint64_t moved = draw_shift(fit.draws[0], 700, 300).lines;
  EXPECT_NEAR(static_cast<double>(moved), 400 * 8, 24);
}

TEST(MemoryFit, a_launch_without_samples_is_empty) {
  exec::TraceSet traces;
  traces.grid = {0, -5, 1};
  const Fit fit = fit_of(traces);
  EXPECT_TRUE(fit.templates.empty());
  EXPECT_EQ(fit.n_blocks, 1);
}

TEST(Footprints, sectors_and_atomics_of_known_patterns) {
  exec::Pattern row{.bytes = 4};
  exec::Pattern same{.bytes = 4};
  exec::Pattern strided{.bytes = 4};
  for (int lane = 0; lane < 32; ++lane) {
    row.offsets.push_back(4 * lane);
    same.offsets.push_back(0);
    strided.offsets.push_back(256 * lane);
  }
  const std::vector<exec::Pattern> patterns = {row, same, strided};
  Footprints footprints(patterns, kSectorBytes, kSectorBytes);
  EXPECT_EQ(footprints.at(0, 0).n_sectors, 4);
  EXPECT_EQ(footprints.at(0, 4).n_sectors, 5);
  EXPECT_EQ(footprints.at(0, 4).parts.size(), 2U);
  EXPECT_EQ(footprints.at(1, 64).n_sectors, 1);
  EXPECT_EQ(footprints.at(1, 64).n_atomic_sectors, 32);
  EXPECT_EQ(footprints.at(0, 0).n_atomic_sectors, 4);
  EXPECT_EQ(footprints.at(2, 0).n_sectors, 32);
  EXPECT_EQ(footprints.at(7, 0).n_sectors, 0);
  // AMD: L1 fetches lines, L2 executes atomics on 64 bytes. In sectors of 32.
  Footprints lines(patterns, kLineBytes, 2 * kSectorBytes);
  EXPECT_EQ(lines.at(2, 0).n_sectors, 128);
  EXPECT_EQ(lines.at(0, 0).n_atomic_sectors, 2 * 2);
  EXPECT_EQ(lines.at(1, 64).n_atomic_sectors, 32 * 2);
}

}  // namespace
}  // namespace kcast::memory
