// The trees inside kcast belong to the analysis that they are built with: the launches that they
// remember look as they did when the trees were fitted. If not, fit them again (docs/trees.md):
//
//   ./kcast train --trees data/trees/h200.json --out data/trees/h200.bin
//   ./kcast train --trees data/trees/h200-openmp.json --out data/trees/h200-openmp.bin
#include "trees/embedded.h"

#include <gtest/gtest.h>

#include <chrono>
#include <cmath>

#include "frontend_fixture.h"
#include "plan/predict_rows.h"
#include "trees/correct.h"
#include "trees/launch_row.h"
#include "trees/tree_features.h"

namespace kcast::trees {
namespace {

constexpr const char* kRemedy = "; fit the trees again: see docs/trees.md";

// For the languages of which each has its trees.
class EmbeddedTrees : public FrontendTest, public testing::WithParamInterface<const char*> {};

INSTANTIATE_TEST_SUITE_P(Trees, EmbeddedTrees, testing::Values("cuda", "openmp"),
                         [](const auto& info) { return std::string(info.param); });

TEST_P(EmbeddedTrees, FitTheFeaturesOfThisProgram) {
  EXPECT_LE(embedded_trees().size() + embedded_openmp_trees().size(), size_t{6} << 20);
  const bool openmp = std::string_view(GetParam()) == "openmp";
  const auto read = read_model(openmp ? embedded_openmp_trees() : embedded_trees());
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(read->row_names, launch_row_names()) << kRemedy;
  EXPECT_EQ(read->feature_names, tree_feature_names()) << kRemedy;
}

TEST_P(EmbeddedTrees, AnswerAsTheLibraryThatFittedThem) {
  const Model* model = embedded_model(GetParam());
  ASSERT_NE(model, nullptr) << kRemedy;
  ASSERT_FALSE(model->references.empty());
  const std::vector<const Forest*> forests = forests_of(*model);
  for (const ReferenceLaunch& reference : model->references) {
    const std::vector<uint8_t> places = model->cuts.places(tree_features(reference.row));
    ASSERT_EQ(reference.answers.size(), forests.size());
    for (size_t i = 0; i < forests.size(); ++i)
      EXPECT_EQ(forests[i]->sum(places), reference.answers[i]) << reference.key << ", forest " << i;
  }
}

// Features are logarithms to the base two: a twentieth is 3.5 %.
TEST_P(EmbeddedTrees, BelongToThisAnalysis) {
  constexpr double kAlike = 0.05;
  const Model* model = embedded_model(GetParam());
  ASSERT_NE(model, nullptr) << kRemedy;
  size_t changed = 0;
  std::string which;
  for (const ReferenceLaunch& reference : model->references) {
    const size_t first = reference.key.find('\t');
    const size_t second = reference.key.find('\t', first + 1);
    const std::string launch = reference.key.substr(second + 1);
    const plan::PredictedKernel again = plan::predict_kernel_rows(
        reference.key.substr(0, first), reference.key.substr(first + 1, second - first - 1),
        {&launch, 1},
        [](const frontend::InspectRequest& request) { return the_frontend->inspect(request); },
        *the_gpu);
    const std::vector<float>& row = again.launches.at(0).row;
    ASSERT_FALSE(row.empty()) << reference.key << ": " << again.launches[0].problem;
    const std::vector<float> now = tree_features(row);
    const std::vector<float> then = tree_features(reference.row);
    size_t moved = 0;
    for (size_t i = 0; i < now.size(); ++i) {
      if (std::abs(now[i] - then[i]) <= static_cast<float>(kAlike)) continue;
      if (moved++ == 0) which += "\n  " + reference.key + ": " + tree_feature_names()[i];
    }
    changed += moved > 0 ? 1 : 0;
  }
  EXPECT_LE(changed, model->references.size() / 4)
      << "the analysis has changed" << kRemedy << which;
}

// Microseconds, not milliseconds: twice a millisecond would be felt in an editor.
TEST_P(EmbeddedTrees, TakeLittleTime) {
  const Model* model = embedded_model(GetParam());
  ASSERT_NE(model, nullptr) << kRemedy;
  const auto start = std::chrono::steady_clock::now();
  size_t done = 0;
  for (int round = 0; round < 20; ++round) {
    for (const ReferenceLaunch& reference : model->references) {
      Prediction prediction;
      prediction.values = analytic_in(reference.row);
      done += correct(*model, {reference.row, *the_gpu, true}, prediction).corrected;
    }
  }
  const std::chrono::duration<double, std::micro> took = std::chrono::steady_clock::now() - start;
  const double each = took.count() / (20 * static_cast<double>(model->references.size()));
  EXPECT_GT(done, 0U);
  RecordProperty("microseconds", std::to_string(each));
  std::printf("a correction takes %.0f us\n", each);
  EXPECT_LT(each, 20000);  // also under sanitizers, on a busy machine
}

}  // namespace
}  // namespace kcast::trees
