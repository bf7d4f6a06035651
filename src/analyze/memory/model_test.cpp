#include "analyze/memory/model.h"

#include <gtest/gtest.h>

#include <cmath>

#include "analyze/memory/cache.h"
#include "analyze/memory/probe_traces.h"
#include "base/files.h"
#include "base/rng.h"
#include "schema/gpu/gpu_json.h"

namespace kcast::memory {
namespace {

using Block = std::array<int64_t, 3>;

Gpu gpu_named(const std::string& id) {
  const std::string path = std::string(KCAST_SOURCE_DIR) + "/data/gpus/" + id + ".json";
  return *gpu_from_json(id + ".json", *read_file(path));
}

// Blocks of 256 threads that load and store rows of a matrix with a random shape.
exec::TraceSet random_launch(Rng& rng, int64_t n_blocks) {
  TraceRecorder recorder({n_blocks, 1, 1}, 256);
  recorder.buffer(64 << 20);
  recorder.buffer(64 << 20);
  const uint32_t load = recorder.site(exec::AccessKind::Load, 0, 4);
  const uint32_t store = recorder.site(exec::AccessKind::Store, 1, 4);
  const int64_t stride = int64_t{4} << rng.below(3);
  const int64_t block_step = 1024 * static_cast<int64_t>(1 + rng.below(4));
  const auto repeat = static_cast<uint32_t>(1 + rng.below(6));
  const int64_t run_step = 128 * static_cast<int64_t>(rng.below(40));
  return recorder.record([&](const Block& block, int64_t warp) {
    const auto at = [&](int64_t lane) {
      return block[0] * block_step + (warp * 32 + lane) * stride;
    };
    recorder.request(load, at, {.repeat = repeat, .stride = run_step, .time = 5, .time_step = 7});
    recorder.request(store, at, {.time = 60});
  });
}

TEST(MemoryModel, sampling_agrees_with_full_simulation) {
  const Gpu gpu = gpu_named("h200");
  Rng rng(4);
  for (int i = 0; i < 12; ++i) {
    const exec::TraceSet traces = random_launch(rng, 2000 + static_cast<int64_t>(rng.below(3000)));
    const Residency residency{.blocks_per_unit = 8};
    const MemoryTraffic full = model_memory(traces, gpu, residency, {.budget = 100000000});
    const MemoryTraffic sampled = model_memory(traces, gpu, residency, {.budget = 150000});
    EXPECT_EQ(full.l1_bytes, sampled.l1_bytes);
    EXPECT_NEAR(sampled.l1_hit_rate_pct, full.l1_hit_rate_pct, 2) << i;
    EXPECT_NEAR(sampled.l2_bytes / full.l2_bytes, 1, 0.05) << i;
    EXPECT_NEAR(sampled.l2_hit_rate_pct, full.l2_hit_rate_pct, 3) << i;
    EXPECT_NEAR(sampled.dram_read_bytes, full.dram_read_bytes, 0.05 * full.dram_read_bytes + 1e5)
        << i;
    EXPECT_NEAR(sampled.unique_read_bytes / full.unique_read_bytes, 1, 0.1) << i;
  }
}

// A warp's stores cover one sector of a line, or two: as many warps share the line, and
// all but the first find it in L1.
TEST(MemoryModel, stores_hit_lines_that_other_warps_began) {
  for (const int64_t bytes : {1, 2, 4}) {
    TraceRecorder recorder({1000, 1, 1}, 256);
    recorder.buffer(1 << 20);
    const uint32_t site = recorder.site(exec::AccessKind::Store, 0, static_cast<int32_t>(bytes));
    const exec::TraceSet traces = recorder.record([&](const Block& block, int64_t warp) {
      recorder.request(site,
                       [&](int64_t lane) { return (block[0] * 256 + warp * 32 + lane) * bytes; },
                       {.time = 1});
    });
    const MemoryTraffic traffic = model_memory(traces, gpu_named("h200"), {.blocks_per_unit = 8});
    EXPECT_NEAR(traffic.l1_hit_rate_pct, 100.0 - 25.0 * static_cast<double>(bytes), 1e-6);
    EXPECT_NEAR(traffic.l2_sm_bytes, 256000.0 * static_cast<double>(bytes), 1e-3);
  }
}

// Even and odd words one after the other: together they are whole sectors.
TEST(MemoryModel, stores_of_a_warp_that_complete_sectors_go_on_together) {
  for (const uint32_t later : {3U, 300U}) {
    TraceRecorder recorder({400, 1, 1}, 128);
    recorder.buffer(1 << 20);
    const uint32_t even = recorder.site(exec::AccessKind::Store, 0, 4);
    const uint32_t odd = recorder.site(exec::AccessKind::Store, 0, 4);
    const exec::TraceSet traces = recorder.record([&](const Block& block, int64_t warp) {
      const auto at = [&](int64_t lane) { return (block[0] * 128 + warp * 32 + lane) * 8; };
      recorder.request(even, at, {.time = 1});
      recorder.request(odd, [&](int64_t lane) { return at(lane) + 4; }, {.time = 1 + later});
    });
    const MemoryTraffic traffic = model_memory(traces, gpu_named("h200"), {.blocks_per_unit = 8});
    EXPECT_NEAR(traffic.l1_bytes, 2 * 400 * 1024, 1e-3);
    EXPECT_NEAR(traffic.l2_sm_bytes, (later > 16 ? 2 : 1) * 400 * 1024, 1e-3);
  }
}

// Every block reads a kilobyte of its own four times; where it lies is no function of
// the block's coordinates that the fit could find.
TEST(MemoryModel, irregular_blocks_keep_what_they_read_again) {
  TraceRecorder recorder({2000, 1, 1}, 256);
  recorder.buffer(64 << 20);
  const uint32_t site = recorder.site(exec::AccessKind::Load, 0, 4);
  const exec::TraceSet traces = recorder.record([&](const Block& block, int64_t warp) {
    const auto row = static_cast<int64_t>(mix_bits(static_cast<uint64_t>(block[0])) % 60000);
    for (uint32_t time = 0; time < 4; ++time) {
      recorder.request(site, [&](int64_t lane) { return row * 1024 + (warp * 32 + lane) * 4; },
                       {.time = 10 * time});
    }
  });
  const MemoryTraffic traffic = model_memory(traces, gpu_named("h200"), {.blocks_per_unit = 8});
  EXPECT_TRUE(traffic.estimated);
  EXPECT_NEAR(traffic.l1_hit_rate_pct, 75, 1);
  EXPECT_NEAR(traffic.l2_sm_bytes / (2000 * 1024), 1, 0.05);
}

TEST(MemoryModel, a_small_launch_is_counted_exactly) {
  // 64 blocks of 8 KiB, each read once by one SM: nothing hits, all comes from DRAM.
  TraceRecorder recorder({64, 1, 1}, 256);
  recorder.buffer(1 << 20);
  const uint32_t site = recorder.site(exec::AccessKind::Load, 0, 32);
  const exec::TraceSet traces = recorder.record([&](const Block& block, int64_t warp) {
    recorder.request(site, [&](int64_t lane) { return block[0] * 8192 + (warp * 32 + lane) * 32; },
                     {.time = 1});
  });
  const MemoryTraffic traffic = model_memory(traces, gpu_named("h200"), {.blocks_per_unit = 8});
  EXPECT_NEAR(traffic.l1_bytes, 64 * 8192, 1e-6);
  EXPECT_EQ(traffic.l1_hit_rate_pct, 0);
  EXPECT_NEAR(traffic.l2_sm_bytes, 64 * 8192, 1e-6);
  EXPECT_NEAR(traffic.dram_read_bytes, 64 * 8192, 1e-6);
  EXPECT_EQ(traffic.unique_read_bytes, 64 * 8192);
  EXPECT_EQ(traffic.dram_write_bytes, 0);
  EXPECT_FALSE(traffic.estimated);
}

TEST(MemoryModel, the_same_input_gives_the_same_output) {
  const Gpu gpu = gpu_named("h200");
  const ProbeLaunch launch = *probe_launch("gather 4M random floats from 64 MB");
  const MemoryTraffic a = model_memory(launch.traces, gpu, launch.residency);
  const MemoryTraffic b = model_memory(launch.traces, gpu, launch.residency);
  EXPECT_EQ(a.l2_bytes, b.l2_bytes);
  EXPECT_EQ(a.dram_read_bytes, b.dram_read_bytes);
  EXPECT_EQ(a.l1_hit_rate_pct, b.l1_hit_rate_pct);
  EXPECT_TRUE(a.estimated);
  EXPECT_LT(a.affine_share, 0.001);
}

TEST(MemoryModel, chains_of_atomics_on_one_address) {
  const Gpu gpu = gpu_named("h200");
  const auto chain = [&](const std::string& label) {
    const ProbeLaunch launch = *probe_launch(label);
    return model_memory(launch.traces, gpu, launch.residency);
  };
  const MemoryTraffic one = chain("atomicAdd float 4M on 1 addresses");
  EXPECT_EQ(one.same_address_atomics, 4 << 20);
  EXPECT_NEAR(one.atomic_sectors, 4 << 20, 1);
  EXPECT_EQ(chain("atomicAdd float 4M on 32 addresses").same_address_atomics, 1 << 17);
  // A warp's 32 floats are four sectors of its one line, which all blocks come to.
  const MemoryTraffic line = chain("atomicAdd float 4M on 32 addresses");
  EXPECT_EQ(line.same_line_atomics, 4 << 17);
  EXPECT_EQ(line.busy_atomic_lines, 1);
  EXPECT_EQ(chain("atomicAdd float 4M on 1024 addresses").busy_atomic_lines, 32);
  const MemoryTraffic distinct = chain("atomicAdd float 4M on 16777216 addresses");
  EXPECT_EQ(distinct.same_address_atomics, 1);
  EXPECT_NEAR(distinct.atomic_sectors, 1 << 19, 1);
}

TEST(MemoryModel, absurd_launches_end_with_finite_figures) {
  const Gpu gpu = gpu_named("h200");
  exec::TraceSet traces;
  EXPECT_GE(model_memory(traces, gpu, {}).l2_bytes, 0);
  traces.grid = {int64_t{1} << 31, 65535, 65535};
  traces.sites = {{.kind = exec::AccessKind::Load, .bytes = 4},
                  {.kind = exec::AccessKind::Store, .bytes = 4}};
  traces.patterns = {{.offsets = {0, INT32_MAX, INT32_MIN}, .bytes = 4}, {.bytes = 0}};
  exec::BlockTrace trace;
  trace.accesses = {
      {.site = 0, .pattern = 0, .base = UINT64_MAX - 3, .repeat = UINT32_MAX, .stride = INT64_MAX},
      {.site = 1,
       .pattern = 0,
       .base = 5,
       .repeat = UINT32_MAX,
       .stride = -4,
       .time = UINT32_MAX,
       .time_step = UINT32_MAX},
      {.site = 0, .pattern = 1, .repeat = 0},
      {.site = 99, .pattern = 99},
  };
  traces.blocks = {trace};
  traces.weights = {1e19};
  for (const int64_t resident : {int64_t{0}, int64_t{8}, INT64_MAX}) {
    const MemoryTraffic traffic =
        model_memory(traces, gpu, {.blocks_per_unit = resident, .carveout_bytes = INT64_MAX});
    EXPECT_TRUE(std::isfinite(traffic.l2_bytes));
    EXPECT_TRUE(std::isfinite(traffic.dram_read_bytes));
    EXPECT_GE(traffic.l1_hit_rate_pct, 0);
    EXPECT_LE(traffic.l2_hit_rate_pct, 100);
  }
}

TEST(MemoryModel, figures_are_consistent_on_every_gpu) {
  for (const std::string id : {"h200", "a100-80gb", "v100s-pcie", "mi300x", "mi250x-gcd"}) {
    const Gpu gpu = gpu_named(id);
    for (const std::string label : {"triad 64 MB each", "naive gemm 512 block 32x8"}) {
      const ProbeLaunch launch = *probe_launch(label);
      const MemoryTraffic traffic = model_memory(launch.traces, gpu, launch.residency);
      EXPECT_GE(traffic.l2_bytes, traffic.l2_sm_bytes) << id << label;
      EXPECT_LE(traffic.l2_sm_bytes, traffic.l1_bytes * 1.001) << id << label;
      EXPECT_GE(traffic.dram_read_bytes, 0.95 * traffic.unique_read_bytes) << id << label;
      double sectors = 0;
      for (const SiteTraffic& site : traffic.sites)
        sectors += site.sectors;
      // Whole lines on MI300X: a sector is what the GPU's file says.
      const auto sector_bytes = static_cast<double>(gpu.l1.sector_bytes);
      EXPECT_NEAR(sectors * sector_bytes, traffic.l1_bytes, 1) << id << label;
    }
  }
}

TEST(LineCache, evicts_the_least_recently_used_line) {
  LineCache cache({.lines = 2, .ways = 2});
  const int32_t a = cache.insert(10);
  cache.insert(20);
  cache.touch(a);
  EXPECT_EQ(cache.victim(a), -1);
  const int32_t c = cache.insert(30);
  EXPECT_EQ(cache.victim(c), cache.find(20));
  cache.remove(cache.victim(c));
  EXPECT_EQ(cache.find(20), -1);
  EXPECT_GE(cache.find(10), 0);
  EXPECT_EQ(cache.victim(c), -1);
}

TEST(LineCache, finds_what_it_holds_through_many_changes) {
  LineCache cache({.lines = 500, .ways = 50});
  Rng rng(1);
  std::vector<uint64_t> held;
  for (int i = 0; i < 20000; ++i) {
    const uint64_t line = rng.below(3000);
    const int32_t found = cache.find(line);
    if (found >= 0) {
      ASSERT_EQ(cache[found].line, line);
      cache.touch(found);
      continue;
    }
    const int32_t index = cache.insert(line);
    for (int32_t old = cache.victim(index); old >= 0; old = cache.victim(index)) {
      const uint64_t gone = cache[old].line;
      cache.remove(old);
      ASSERT_EQ(cache.find(gone), -1);
    }
    ASSERT_EQ(cache.find(line), index);
  }
}

}  // namespace
}  // namespace kcast::memory
