#include "schema/feature_vector.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

namespace kcast {
namespace {

TEST(FeatureVector, NamesAreDistinctAndFitTheRow) {
  const auto& names = feature_vector_names();
  EXPECT_EQ(std::set<std::string>(names.begin(), names.end()).size(), names.size());
  EXPECT_EQ(feature_vector({}, {}).size(), names.size());
}

TEST(FeatureVector, NumbersStandUnderTheirNames) {
  Features features;
  features.operations.ffma = 7;
  features.memory.float_atomics = true;
  features.control.barriers = 3;
  const std::vector<float> row = feature_vector(features, {.l2_hit_rate_pct = 12.5});
  const auto& names = feature_vector_names();
  const auto at = [&](const std::string& name) {
    return row.at(static_cast<size_t>(std::find(names.begin(), names.end(), name) - names.begin()));
  };
  EXPECT_EQ(at("operations.ffma"), 7);
  EXPECT_EQ(at("memory.float_atomics"), 1);
  EXPECT_EQ(at("control.barriers"), 3);
  EXPECT_EQ(at("predicted.l2_hit_rate_pct"), 12.5);
}

TEST(FeatureVector, CountsOverAFloatsPrecisionComeBack) {
  BaseQuantities predicted;
  predicted.flops_fp32 = 1234567890123.0;  // 41 bits
  predicted.time_us = 17.25;
  predicted.hbm_write_bytes = 16777217;  // the first integer that no float is
  EXPECT_EQ(predicted_in(feature_vector({}, predicted)), predicted);
}

}  // namespace
}  // namespace kcast
