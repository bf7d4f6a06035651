#include "collect/cuda/roofline/gpu_file.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "base/files.h"
#include "schema/gpu/gpu_json.h"

namespace kcast::collect {
namespace {

std::string data_file(const std::string& name) {
  return *read_file(std::string(KCAST_SOURCE_DIR) + "/data/gpus/" + name);
}

TEST(GpuFile, the_layout_of_the_h200_is_kept) {
  const std::string text = data_file("h200.json");
  EXPECT_EQ(format_gpu_document(nlohmann::ordered_json::parse(text)), text);
}

TEST(GpuFile, readings_replace_their_figures_and_keep_the_others) {
  RooflineReadings readings;
  readings.figures = {{"l2_gbs", 5555, "a note"}};
  readings.instructions = {{"fma.f32", 127, 4.1}, {"new.one", std::nullopt, 9}};
  const std::string before = data_file("h200.json");
  const auto text = with_readings(before, readings, {.date = "2026-01-02", .driver = "1"});
  ASSERT_TRUE(text) << text.error().message;
  const auto gpu = gpu_from_json("x", *text);
  ASSERT_TRUE(gpu) << gpu.error().message;
  const Measured old = gpu_from_json("x", before)->measured.value();
  const Measured now = gpu->measured.value();
  EXPECT_EQ(now.l2_gbs, 5555);
  EXPECT_EQ(now.launch_us, old.launch_us);
  EXPECT_EQ(now.instructions.at("fma.f32").latency_cycles, 4.1);
  EXPECT_EQ(now.instructions.at("new.one").latency_cycles, 9);
  EXPECT_EQ(now.instructions.at("mad.lo.s64"), old.instructions.at("mad.lo.s64"));
  EXPECT_EQ(now.provenance.date, "2026-01-02");
}

TEST(GpuFile, doubtful_figures_are_left_out) {
  RooflineReadings readings;
  add_figure(readings, {"l1_gbs", 106, ""}, 100);
  add_figure(readings, {"l2_gbs", 104.9, ""}, 100);
  ASSERT_EQ(readings.figures.size(), 1U);
  EXPECT_EQ(readings.figures[0].key, "l2_gbs");
  EXPECT_EQ(readings.doubts.size(), 1U);
}

}  // namespace
}  // namespace kcast::collect
