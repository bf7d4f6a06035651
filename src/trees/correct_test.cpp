#include "trees/correct.h"

#include <gtest/gtest.h>

#include "schema/gpu/roof_time.h"
#include "trees/embedded.h"
#include "trees/launch_row.h"
#include "trees/tree_features.h"

namespace kcast::trees {
namespace {

// A forest of one leaf.
Forest always(double value) {
  Forest forest;
  forest.exponent = -10;
  forest.roots = {0};
  forest.nodes = {{ForestNode::kLeaf, 0, static_cast<int16_t>(std::ldexp(value, 10))}};
  return forest;
}

struct Case {
  Features features;
  Prediction prediction;
  Launch launch;
  Gpu gpu;
  Model model;

  Case() {
    gpu.id = "h200";
    gpu.bandwidth.dram_gbs = 1000;
    gpu.bandwidth.l1_gbs = 1e9;
    gpu.peaks.fp32_gflops = 1e6;
    features.control.warps = 100;
    features.operations.warp_instructions = 1e5;
    prediction.values.time_us = 100;
    prediction.low.time_us = 50;
    prediction.high.time_us = 200;
    prediction.values.flops_fp32 = 12345;
    prediction.values.hbm_read_bytes = 20e6;
    prediction.values.l2_hit_rate_pct = 80;
    prediction.source = PredictionSource::Analytic;
    prediction.bottleneck = {{TimePart::Dram, 80, 0.8}};
    model.gpu = "h200";
    model.row_names = launch_row_names();
    model.feature_names = tree_feature_names();
    model.cuts.of_feature.resize(model.feature_names.size());
    model.likeness.far = 1e9F;
    QuantityModel time;
    time.name = "time_us";
    time.where_exact = true;
    time.center = always(-1);
    time.low = always(-1.25);
    time.high = always(-0.5);
    for (auto& of_cell : time.width)
      of_cell.fill(2);
    model.quantities.push_back(time);
  }
  Correction run() {
    const std::vector<float> row = launch_row({features, prediction, launch, gpu, "cuda"});
    return correct(model, {row, gpu, true, features.operations.machine_code}, prediction);
  }
};

TEST(Correct, MovesTheTimeAndItsInterval) {
  Case given;
  const Correction done = given.run();
  EXPECT_EQ(done.corrected, 1U);
  EXPECT_DOUBLE_EQ(given.prediction.values.time_us, 50);
  // Twice as far from the center as the trees of the ends say.
  EXPECT_NEAR(given.prediction.low.time_us, 100 * std::exp2(-1 - 2 * 0.25), 1e-9);
  EXPECT_NEAR(given.prediction.high.time_us, 100 * std::exp2(-1 + 2 * 0.5), 1e-9);
  EXPECT_EQ(given.prediction.source, PredictionSource::Hybrid);
  EXPECT_DOUBLE_EQ(given.prediction.bottleneck[0].time_us, 40);
  EXPECT_EQ(given.prediction.values.flops_fp32, 12345);
}

TEST(Correct, NothingIsQuickerThanThePeaks) {
  Case given;
  given.model.quantities[0].center = always(-4);
  given.run();
  EXPECT_DOUBLE_EQ(given.prediction.values.time_us, 20);  // 20 MB at 1000 GB/s
  EXPECT_GE(given.prediction.values.time_us, roof_time_us(given.prediction.values, given.gpu));
}

TEST(Correct, LeavesAnExactCountAlone) {
  Case given;
  given.model.quantities[0].where_exact = false;
  given.model.quantities[0].where_estimated = true;
  const Prediction before = given.prediction;
  EXPECT_EQ(given.run().corrected, 0U);
  EXPECT_EQ(given.prediction, before);
  given.features.estimated = true;
  EXPECT_EQ(given.run().corrected, 1U);
}

TEST(Correct, MovesACountOnlyWhereTheAnalysisIsDoubted) {
  for (const bool doubted : {false, true}) {
    Case given;
    QuantityModel bytes;
    bytes.name = "l1_bytes";
    bytes.where_exact = true;
    bytes.center = always(1);
    bytes.doubt = Doubt{always(doubted ? 1.5 : -3), -1, {-2, 0, 1}};
    for (auto& of_cell : bytes.width)
      of_cell = {0, 0.1F, 0.2F, 2};
    given.model.quantities = {bytes};
    given.prediction.values.l1_bytes = 4096;
    given.prediction.low.l1_bytes = 1000;
    given.prediction.high.l1_bytes = 9000;
    given.run();
    EXPECT_DOUBLE_EQ(given.prediction.values.l1_bytes, doubted ? 8192 : 4096);
    EXPECT_DOUBLE_EQ(given.prediction.low.l1_bytes, doubted ? 2048 : 4096);
    EXPECT_DOUBLE_EQ(given.prediction.high.l1_bytes, doubted ? 32768 : 4096);
  }
}

TEST(Correct, GpusThatWereNotMeasuredTakeOnlyWhatTheCodeDecides) {
  Case given;
  given.gpu.id = "a100";
  QuantityModel integers = given.model.quantities[0];
  integers.name = "int_ops";
  integers.any_gpu = true;
  given.model.quantities.push_back(integers);
  given.prediction.values.int_ops = 1000;
  given.prediction.low.int_ops = 100;
  given.prediction.high.int_ops = 5000;
  EXPECT_EQ(given.run().corrected, 1U);
  EXPECT_EQ(given.prediction.values.time_us, 100);
  EXPECT_DOUBLE_EQ(given.prediction.values.int_ops, 500);
  EXPECT_LE(given.prediction.low.int_ops, 50);
  EXPECT_GE(given.prediction.high.int_ops, 2500);
}

TEST(Correct, WhatMachineCodeCountsStays) {
  for (const bool counted : {false, true}) {
    Case given;
    given.model.quantities[0].name = "int_ops";
    given.prediction.values.int_ops = 1000;
    given.features.operations.machine_code = counted;
    given.run();
    EXPECT_DOUBLE_EQ(given.prediction.values.int_ops, counted ? 1000 : 500);
  }
}

TEST(Correct, WhatIsAssumedKeepsItsWideInterval) {
  Case given;
  given.features.launch.sizes = 1;
  given.prediction.low.time_us = 1;
  given.prediction.high.time_us = 6000;
  given.run();
  EXPECT_LE(given.prediction.low.time_us, 0.5);
  EXPECT_GE(given.prediction.high.time_us, 3000);
}

TEST(Correct, UnlikeCodeIsSaidAndHasAWiderInterval) {
  Case given;
  const Case near;
  given.model.likeness.features = {0};
  given.model.likeness.middle = {0};
  given.model.likeness.spread = {1};
  given.model.likeness.typical = {100};
  given.model.likeness.far = 1;
  EXPECT_TRUE(given.run().unlike);
  EXPECT_LT(given.prediction.low.time_us, 100 * std::exp2(-1.5));
}

TEST(Correct, HitRatesStayShares) {
  Case given;
  QuantityModel hits = given.model.quantities[0];
  hits.name = "l2_hit_rate_pct";
  hits.scale = Scale::Points;
  hits.center = always(0.5);
  hits.low.reset();
  hits.high.reset();
  given.model.quantities.push_back(hits);
  given.run();
  EXPECT_EQ(given.prediction.values.l2_hit_rate_pct, 100);
  EXPECT_EQ(given.prediction.high.l2_hit_rate_pct, 100);
}

TEST(Correct, WhatComesFromDramWasMissedInL2) {
  Case given;
  given.prediction.values.l2_bytes = 25e6;
  given.run();
  EXPECT_DOUBLE_EQ(given.prediction.values.hbm_read_bytes, 20e6);
  EXPECT_DOUBLE_EQ(given.prediction.values.l2_hit_rate_pct, 20);
}

TEST(Correct, TreesOfOtherFeaturesAreNotUsed) {
  Case given;
  given.model.feature_names.back() = "another";
  const Prediction before = given.prediction;
  given.run();
  EXPECT_EQ(given.prediction, before);
}

TEST(Correct, ResidualsGoBackToTheValue) {
  QuantityModel quantity;
  quantity.floor = 1000;
  for (const double measured : {0.0, 500.0, 3e5}) {
    const double residual = residual_of(quantity, 2e4, measured);
    EXPECT_NEAR(value_of(quantity, 2e4, residual), measured, 1e-6 * (1 + measured)) << measured;
  }
}

TEST(TreeFeatures, AreFiniteWhateverTheRow) {
  std::vector<float> row(launch_row_names().size(), 0.0F);
  EXPECT_LE(tree_feature_names().size(), 255U);
  for (const float value : {0.0F, -1.0F, 1e38F, std::numeric_limits<float>::infinity(), NAN}) {
    std::fill(row.begin(), row.end(), value);
    for (const float feature : tree_features(row))
      EXPECT_TRUE(std::isfinite(feature));
  }
}

TEST(Model, IsReadBackAsItWasWritten) {
  Case given;
  given.model.provenance = "{\"set\":\"x\"}";
  given.model.references = {{"key", {1, 2, 3}, {0.5, -0.25}}};
  const std::string bytes = write_model(given.model);
  const auto again = read_model(bytes);
  ASSERT_TRUE(again) << again.error().message;
  EXPECT_EQ(*again, given.model);
  EXPECT_FALSE(read_model(bytes.substr(0, bytes.size() / 2)));
  EXPECT_FALSE(read_model("something else"));
}

}  // namespace
}  // namespace kcast::trees
