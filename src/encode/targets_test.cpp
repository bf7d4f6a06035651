#include "encode/targets.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "encode/encode_test_data.h"
#include "schema/feature_vector.h"

namespace kcast::encode {
namespace {

TEST(Targets, are_logarithms_and_shares) {
  BaseQuantities values = triad_values();
  values.hbm_write_bytes = 255;
  values.l1_hit_rate_pct = 25;
  const Targets targets = targets_of(values);
  EXPECT_FLOAT_EQ(targets[0], static_cast<float>(std::log2(10001.0)));  // 10 us in ns, and 1
  EXPECT_EQ(targets[1], 0);                                             // no fp16
  EXPECT_FLOAT_EQ(targets[2], static_cast<float>(std::log2(2097153.0)));
  EXPECT_FLOAT_EQ(targets[9], 8);
  EXPECT_FLOAT_EQ(targets[10], 0.25F);
  EXPECT_FLOAT_EQ(targets[11], 0.335F);
  EXPECT_EQ(target_names()[5], "int_ops");
  EXPECT_EQ(target_names()[10], "l1_hit_rate_pct");
  for (size_t i = 0; i < kTargets; ++i)
    EXPECT_NE(find_metric(target_names()[i])->base, nullptr) << i;
}

TEST(Targets, come_back_to_the_precision_of_a_float) {
  const double most = 80 * 0x1p-24 * std::log(2.0);  // half a step of a float at 2^80
  for (const double size : {0.0, 1e-3, 0.5, 1.0, 7.0, 12345.678, 1e9, 3e14, 1e20}) {
    BaseQuantities values;
    for (const Metric& metric : metrics()) {
      if (metric.base != nullptr) values.*metric.base = size;
    }
    values.l1_hit_rate_pct = values.l2_hit_rate_pct = std::min(size, 100.0);
    const BaseQuantities back = quantities_of(targets_of(values));
    for (const Metric& metric : metrics()) {
      if (metric.base == nullptr) continue;
      EXPECT_NEAR(back.*metric.base, values.*metric.base, most * (size + 1)) << metric.name;
    }
  }
}

TEST(Targets, never_come_back_as_nonsense) {
  Targets wild;
  for (const float answer : {-5.0F, 1e9F, std::numeric_limits<float>::infinity()}) {
    wild.fill(answer);
    const BaseQuantities values = quantities_of(wild);
    for (const Metric& metric : metrics()) {
      if (metric.base == nullptr) continue;
      EXPECT_GE(values.*metric.base, 0) << metric.name;
      EXPECT_TRUE(std::isfinite(values.*metric.base)) << metric.name;
      if (metric.unit == "%") {
        EXPECT_LE(values.*metric.base, 100);
      }
    }
  }
}

TEST(Targets, what_is_unknown_stays_unknown) {
  const Targets time = targets_of(triad_values(), false);
  EXPECT_FALSE(std::isnan(time[0]));
  for (size_t i = 1; i < kTargets; ++i)
    EXPECT_TRUE(std::isnan(time[i])) << i;
  EXPECT_TRUE(std::isnan(quantities_of(time).l2_bytes));
  BaseQuantities values = triad_values();
  values.l2_bytes = std::numeric_limits<double>::quiet_NaN();
  EXPECT_TRUE(std::isnan(targets_of(values)[7]));
}

TEST(Targets, origin_is_the_prediction_in_the_features) {
  const std::vector<float> row = feature_vector({}, triad_values());
  EXPECT_EQ(origin_of(row), targets_of(triad_values()));
  EXPECT_EQ(label_of(Bound::Compute), 1);
  EXPECT_EQ(label_of(Bound::Bandwidth), 0);
  EXPECT_EQ(label_of(Bound::None), -1);
}

}  // namespace
}  // namespace kcast::encode
