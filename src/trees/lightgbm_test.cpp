#include "trees/lightgbm.h"

#include <gtest/gtest.h>

#include "base/rng.h"

namespace kcast::trees {
namespace {

LearningRows random_rows(uint64_t seed, size_t count, size_t columns) {
  Rng rng(seed);
  LearningRows out;
  for (size_t i = 0; i < count; ++i) {
    double label = 0;
    for (size_t c = 0; c < columns; ++c) {
      const double value = c % 2 == 0 ? 20 * rng.unit() - 10 : static_cast<double>(rng.below(5));
      out.features.push_back(static_cast<float>(value));
      label += c < 3 ? std::sin(value) : 0;
    }
    out.labels.push_back(static_cast<float>(label));
    out.weights.push_back(rng.chance(0.1) ? 3.0F : 1.0F);
  }
  return out;
}

// The point of rounding the leaves: our sum and the library's are one number, not two near ones.
TEST(LightGbm, OurForestAnswersAsTheLibraryToTheLastBit) {
  const auto library = LightGbm::load(KCAST_MODULE_DIR);
  ASSERT_TRUE(library) << library.error().message;
  constexpr size_t kColumns = 7;
  const LearningRows rows = random_rows(1, 4000, kColumns);
  const LearningRows stop = random_rows(2, 1000, kColumns);
  for (const char* objective :
       {"objective=l1 metric=l1", "objective=quantile metric=quantile alpha=0.05"}) {
    const LightGbmFit fit{.columns = kColumns,
                          .bins = &rows,
                          .fit = &rows,
                          .stop = &stop,
                          .parameters = std::string(objective) +
                                        " num_leaves=31 learning_rate=0.1 use_missing=false "
                                        "feature_pre_filter=false deterministic=true "
                                        "force_row_wise=true seed=1 verbosity=-1 num_threads=1",
                          .rounds = 60,
                          .patience = 60};
    const auto model = library->fit(fit);
    ASSERT_TRUE(model) << model.error().message;
    Cuts cuts;
    cuts.of_feature.resize(kColumns);
    add_cuts(model->trees, cuts);
    const auto forest = make_forest(model->trees, cuts);
    ASSERT_TRUE(forest) << forest.error().message;
    ASSERT_EQ(model->answers.size(), 1000U);
    double error = 0;
    double spread = 0;
    for (size_t i = 0; i < model->answers.size(); ++i) {
      const std::span<const float> row = std::span(stop.features).subspan(i * kColumns, kColumns);
      ASSERT_EQ(forest->sum(cuts.places(row)), model->answers[i]) << objective << ", row " << i;
      const auto label = static_cast<double>(stop.labels[i]);
      error += std::abs(label - model->answers[i]);
      spread += std::abs(label);
    }
    EXPECT_LT(error, spread);  // and it has learnt something
    const auto again = library->fit(fit);
    ASSERT_TRUE(again);
    EXPECT_EQ(again->answers, model->answers);
  }
}

TEST(LightGbm, SaysWhatTheLibraryRefuses) {
  const auto library = LightGbm::load(KCAST_MODULE_DIR);
  ASSERT_TRUE(library) << library.error().message;
  const LearningRows rows = random_rows(1, 100, 3);
  const auto model = library->fit({.columns = 3,
                                   .bins = &rows,
                                   .fit = &rows,
                                   .stop = &rows,
                                   .parameters = "objective=nonsense verbosity=-1",
                                   .rounds = 5,
                                   .patience = 5});
  ASSERT_FALSE(model);
  EXPECT_NE(model.error().message.find("nonsense"), std::string::npos) << model.error().message;
}

}  // namespace
}  // namespace kcast::trees
