#include <gtest/gtest.h>

#include "collect/cuda/counters.h"
#include "collect/cuda/inject/launch_record.h"
#include "collect/cuda/range_profiler.h"

namespace kcast::collect {
namespace {

// CUPTI's own scheduler, which needs no GPU.
size_t passes_of(std::vector<std::string> metrics) {
  const auto cupti = load_cupti();
  EXPECT_TRUE(cupti) << cupti.error().message;
  if (!cupti) return 0;
  const auto config = MetricConfig::make(**cupti, {.name = "GH100", .availability = {}}, metrics);
  EXPECT_TRUE(config) << config.error().message;
  return config ? (*config)->passes() : 0;
}

TEST(CounterPasses, TakeThreePassesOnAnH200) {
  EXPECT_EQ(passes_of(counter_metrics()), 3U);
  EXPECT_EQ(passes_of(tensor_metrics()), 6U);
}

TEST(CounterPasses, OfProgramsAreAsManyAndFiveForTensorCores) {
  EXPECT_EQ(passes_of(program_metrics(false)), 3U);
  EXPECT_EQ(passes_of(program_metrics(true)), 8U);
}

TEST(CounterPasses, AMetricThatIsNotThereIsAnError) {
  const auto cupti = load_cupti();
  ASSERT_TRUE(cupti);
  EXPECT_FALSE(MetricConfig::make(**cupti, {.name = "GH100", .availability = {}},
                                  {"sm__no_such_metric.sum"}));
  EXPECT_FALSE(MetricConfig::make(**cupti, {.name = "XX100", .availability = {}},
                                  {"gpu__time_duration.sum"}));
}

}  // namespace
}  // namespace kcast::collect
