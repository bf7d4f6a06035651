// Launches of a plan, predicted again from recipe, language and launch text: the other way to the
// same launch must end at the same numbers.
#include "plan/predict_rows.h"

#include <gtest/gtest.h>

#include <cmath>
#include <memory>

#include "base/files.h"
#include "corpus/authored/authored.h"
#include "frontend/frontend.h"
#include "plan/make_plan.h"
#include "plan/plan_program.h"
#include "schema/gpu/gpu_json.h"

namespace kcast::plan {
namespace {

class PredictRows : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    auto started = frontend::Frontend::start();
    ASSERT_TRUE(started);
    frontend = *std::move(started);
    const std::string file = KCAST_SOURCE_DIR "/data/gpus/h200.json";
    gpu = *gpu_from_json(file, *read_file(file));
  }
  static void TearDownTestSuite() { frontend.reset(); }

  static launch::Inspect inspect() {
    return [](const frontend::InspectRequest& request) { return frontend->inspect(request); };
  }

  static void expect_same(const std::vector<plan::PlannedLaunch>& planned) {
    ASSERT_FALSE(planned.empty());
    std::vector<std::string> launches;
    for (const plan::PlannedLaunch& row : planned)
      launches.push_back(row.launch);
    const plan::PredictedKernel again =
        plan::predict_kernel_rows(planned[0].recipe, planned[0].language, launches, inspect(), gpu);
    ASSERT_EQ(again.launches.size(), planned.size());
    for (size_t i = 0; i < planned.size(); ++i) {
      const plan::PredictedLaunch& launch = again.launches[i];
      ASSERT_TRUE(launch.values) << planned[i].recipe << ": " << launch.problem;
      EXPECT_EQ(launch.values->time_us, planned[i].time_us) << planned[i].recipe;
      EXPECT_EQ(launch.values->int_ops, planned[i].int_ops) << planned[i].recipe;
      EXPECT_EQ(launch.values->l2_bytes, planned[i].l2_bytes) << planned[i].recipe;
    }
  }

  static std::unique_ptr<frontend::Frontend> frontend;
  static Gpu gpu;
};

std::unique_ptr<frontend::Frontend> PredictRows::frontend;
Gpu PredictRows::gpu;

TEST_F(PredictRows, gives_what_the_plan_says_of_generated_kernels) {
  plan::PlanOptions options;
  options.all_languages = false;
  options.select.limits.analysis = analyze::AnalysisOptions();  // as thorough as kcast predict
  for (const char* text : {"syn-1:7", "syn-1:8+51", "omni-1:3", "motif-1:reduction/shared:2",
                           "motif-1:spmv_csr/scalar:4", "motif-1:stencil/naive:1+3"}) {
    const auto recipe = corpus::parse_recipe(text);
    ASSERT_TRUE(recipe);
    expect_same(plan::plan_kernel(*recipe, inspect(), gpu, options).launches);
  }
}

TEST_F(PredictRows, gives_what_the_plan_says_of_programs) {
  const auto program = corpus::find_authored("geospatial/heatmap_bins");
  ASSERT_TRUE(program);
  const auto rows = plan::plan_program("auth-1:geospatial/heatmap_bins", "heatmap_bins.cu",
                                       std::string((*program)->text), inspect(), gpu);
  ASSERT_TRUE(rows);
  expect_same(*rows);
}

TEST_F(PredictRows, describes_launches_without_compiling) {
  const launch::Inspect never = [](const frontend::InspectRequest&) -> Result<Inspection> {
    return Error{ErrorCode::Internal, "nothing is to be compiled"};
  };
  const std::vector<std::string> launches = {"n=100000 .block=128 .seed=3"};
  const plan::PredictedKernel kernel =
      plan::describe_kernel_rows("motif-1:reduction/shared:2", "cuda", launches, never, gpu);
  EXPECT_NE(kernel.text.find("__global__"), std::string::npos);
  ASSERT_TRUE(kernel.launches[0].launch) << kernel.launches[0].problem;
  EXPECT_EQ(kernel.launches[0].launch->grid[0], 98);  // 1024 elements a block
  EXPECT_FALSE(kernel.launches[0].values);
  EXPECT_TRUE(kernel.launches[0].problem.empty());
  const plan::PredictedKernel broken =
      plan::predict_kernel_rows("motif-1:reduction/shared:2", "cuda", launches, never, gpu);
  EXPECT_TRUE(broken.launches[0].problem.starts_with("does not compile: "));
}

TEST_F(PredictRows, says_why_there_is_no_prediction) {
  const auto problem = [](const char* recipe, const char* language, const std::string& launch) {
    const std::vector<std::string> launches = {launch};
    return plan::predict_kernel_rows(recipe, language, launches, inspect(), gpu)
        .launches[0]
        .problem;
  };
  EXPECT_TRUE(problem("syn-1", "cuda", "n=1").starts_with("the kernel cannot be made: "));
  EXPECT_TRUE(problem("syn-1:7", "fortran", "n=1").starts_with("the kernel cannot be made: "));
  EXPECT_TRUE(problem("motif-1:reduction/warp:1", "opencl", "n=1")
                  .starts_with("the kernel cannot be made: "));
  EXPECT_TRUE(problem("syn-1:7", "cuda", "host:0").starts_with("the launch cannot be made: "));
  EXPECT_TRUE(problem("auth-1:geospatial/heatmap_bins", "cuda", "host:99")
                  .starts_with("the launch cannot be made: host code makes "));
}

}  // namespace
}  // namespace kcast::plan
