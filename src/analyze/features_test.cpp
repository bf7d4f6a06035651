#include "analyze/features.h"

#include <gtest/gtest.h>

#include "base/files.h"
#include "schema/gpu/gpu_json.h"

namespace kcast::analyze {
namespace {

// One request of 32 lanes that lie `stride` bytes apart.
exec::TraceSet strided(int32_t stride, int32_t bytes = 4) {
  exec::Pattern pattern;
  pattern.bytes = bytes;
  for (int32_t lane = 0; lane < 32; ++lane)
    pattern.offsets.push_back(lane * stride);
  exec::BlockTrace block;
  exec::Access access;
  access.base = 1 << 21;
  block.accesses.push_back(access);
  exec::TraceSet traces;
  traces.sites.emplace_back();
  traces.patterns.push_back(std::move(pattern));
  traces.blocks.push_back(std::move(block));
  return traces;
}

double l1_cycles_of_sector(const exec::TraceSet& traces, const std::string& id = "h200") {
  const std::string file = std::string(KCAST_SOURCE_DIR) + "/data/gpus/" + id + ".json";
  const auto text = read_file(file);
  EXPECT_TRUE(text) << file;
  const auto gpu = gpu_from_json(file, text ? *text : "");
  EXPECT_TRUE(gpu) << file;
  return gpu ? cost_of_sectors(traces, *gpu).at(0).l1_cycles : 0;
}

// Whole lines: four sectors in a cycle.
TEST(features, neighbours_take_a_cycle_for_each_line) {
  EXPECT_DOUBLE_EQ(l1_cycles_of_sector(strided(4)), 1.0 / 4);
  EXPECT_DOUBLE_EQ(l1_cycles_of_sector(strided(16, 16)), 4.0 / 16);
}

// All 32 words lie in one bank.
TEST(features, lanes_a_line_apart_come_one_after_the_other) {
  EXPECT_DOUBLE_EQ(l1_cycles_of_sector(strided(128)), 32.0 / 32);
  EXPECT_DOUBLE_EQ(l1_cycles_of_sector(strided(4096)), 32.0 / 32);
}

// Lane i reads word 33 i, in bank i: 32 lines without a conflict, and two are looked up in a cycle.
TEST(features, scattered_lanes_take_half_a_cycle_for_each_line) {
  EXPECT_DOUBLE_EQ(l1_cycles_of_sector(strided(132)), 16.0 / 32);
}

// Words 0, 3, ..., 93 lie in 32 banks and three lines, but their 12 sectors are 384 bytes.
TEST(features, l1_gives_no_more_than_a_line_of_bytes_in_a_cycle) {
  EXPECT_DOUBLE_EQ(l1_cycles_of_sector(strided(12)), 3.0 / 12);
}

TEST(features, lanes_that_read_one_word_take_a_cycle) {
  EXPECT_DOUBLE_EQ(l1_cycles_of_sector(strided(0)), 1.0);
}

// Its L1 looks up a line at a time, and a line is one sector.
TEST(features, gpus_without_banks_take_a_cycle_for_each_line) {
  EXPECT_DOUBLE_EQ(l1_cycles_of_sector(strided(132), "mi300x"), 1.0);
}

}  // namespace
}  // namespace kcast::analyze
