// L2 that is not empty when a launch begins, against readings of an H200: tests/gpu/l2_chains.cu
// under ncu, caches left alone (tests/checks/readings_h200_chains.tsv).
#include <gtest/gtest.h>

#include "analyze/memory/contents.h"
#include "analyze/memory/model.h"
#include "analyze/memory/probe_traces.h"
#include "base/files.h"
#include "schema/gpu/gpu_json.h"

namespace kcast::memory {
namespace {

const Gpu& h200() {
  static const Gpu gpu = *gpu_from_json(
      "h200.json", *read_file(std::string(KCAST_SOURCE_DIR) + "/data/gpus/h200.json"));
  return gpu;
}

MemoryTraffic traffic_of(const std::string& name, L2State state,
                         const L2Contents* before = nullptr) {
  const auto launch = probe_launch(name);
  EXPECT_TRUE(launch) << name;
  MemoryOptions options;
  options.l2 = state;
  options.before = before;
  return model_memory(launch->traces, h200(), launch->residency, options);
}

TEST(L2States, what_was_just_read_is_found) {
  // Read 16 MB twice: 16.78 MB from DRAM, then none; 25.9 MB through L2, then 21.6.
  EXPECT_NEAR(traffic_of("read4 16 MB", L2State::Cold).dram_read_bytes, 16.78e6, 0.1e6);
  const MemoryTraffic warm = traffic_of("read4 16 MB", L2State::Warm);
  EXPECT_NEAR(warm.dram_read_bytes, 0, 0.1e6);
  EXPECT_NEAR(warm.l2_bytes, 21.55e6, 0.05 * 21.55e6);
}

TEST(L2States, what_does_not_fit_is_read_again) {
  EXPECT_NEAR(traffic_of("read4 128 MB", L2State::Warm).dram_read_bytes, 134.2e6, 1e6);
}

TEST(L2States, writes_stay_until_others_come) {
  // Write 8 MB again: nothing leaves. 256 MB: all of it, not all but 27 MB as with an empty L2.
  EXPECT_NEAR(traffic_of("write 8 MB", L2State::Warm).dram_write_bytes, 0, 0.1e6);
  EXPECT_NEAR(traffic_of("write 256 MB", L2State::Cold).dram_write_bytes, 241.4e6, 2e6);
  EXPECT_NEAR(traffic_of("write 256 MB", L2State::Warm).dram_write_bytes, 268.4e6, 3e6);
}

TEST(L2States, another_launch_finds_what_one_left) {
  const L2Contents nothing;
  const MemoryTraffic first = traffic_of("read4 16 MB", L2State::Program, &nothing);
  EXPECT_NEAR(first.dram_read_bytes, 16.78e6, 0.1e6);
  double left = 0;
  for (const L2Piece& piece : first.left.pieces) {
    EXPECT_EQ(piece.dirty, 0);
    left += piece.buffer == 0 ? piece.share * static_cast<double>(piece.bytes) : 0;
  }
  EXPECT_NEAR(left, 16.78e6, 0.3e6);
  const MemoryTraffic second = traffic_of("read4 16 MB", L2State::Program, &first.left);
  EXPECT_LT(second.dram_read_bytes, 0.7e6);
  // The same bytes in a buffer of somebody else help nobody.
  L2Contents others = first.left;
  for (L2Piece& piece : others.pieces)
    piece.buffer += kFirstOther;
  EXPECT_NEAR(traffic_of("read4 16 MB", L2State::Program, &others).dram_read_bytes, 16.78e6, 0.1e6);
}

TEST(L2States, what_is_dirty_leaves_when_others_come) {
  // 24 MB written by another launch, then 256 MB read: 25.3 MB are written back.
  L2Contents before;
  before.pieces.push_back({.buffer = kFirstOther,
                           .first_byte = 0,
                           .bytes = int64_t{24} << 20,
                           .share = 1,
                           .dirty = 1,
                           .copies = 0.5,
                           .age = 0});
  const MemoryTraffic traffic = traffic_of("read4 128 MB", L2State::Program, &before);
  EXPECT_NEAR(traffic.dram_write_bytes, 25.3e6, 1.5e6);
}

TEST(L2States, pieces_of_a_buffer_survive_the_way_there_and_back) {
  const std::vector<exec::Extent> extents = {{uint64_t{2} << 20, int64_t{8} << 20}};
  L2Contents contents;
  contents.pieces.push_back({.buffer = 0,
                             .first_byte = int64_t{4} << 20,
                             .bytes = int64_t{4} << 20,
                             .share = 0.5,
                             .dirty = 0.25,
                             .copies = 0.25,
                             .age = 0.2});
  L2Model model(l2_options(h200()), 7);
  put_contents(contents, extents, 7, model);
  double lines = 0;
  double dirty = 0;
  for (const L2Piece& piece : contents_of(model, extents, nullptr, 7).pieces) {
    EXPECT_GE(piece.first_byte, (int64_t{4} << 20) - (int64_t{8} << 20) / 64);
    lines += piece.share * static_cast<double>(piece.bytes) / kLineBytes;
    dirty += piece.dirty * static_cast<double>(piece.bytes) / kLineBytes;
  }
  EXPECT_NEAR(lines, 16384, 16384 * 0.06);
  EXPECT_NEAR(dirty, 8192, 8192 * 0.1);
}

}  // namespace
}  // namespace kcast::memory
