// Authored programs as jobs and at several sizes, with the real front end.
#include <gtest/gtest.h>

#include <map>
#include <memory>
#include <set>

#include "corpus/kernel_maker.h"
#include "frontend_fixture.h"
#include "plan/plan_variants.h"
#include "plan/program_job.h"
#include "plan/size_knobs.h"

namespace kcast::plan {
namespace {

class ProgramJob : public FrontendTest {
 protected:
  static Result<Inspection> inspect(const frontend::InspectRequest& request) {
    return the_frontend->inspect(request);
  }
  static Result<plan::AuthoredJob> job(const std::string& recipe,
                                       const std::string& launch = "host:0") {
    return plan::authored_job(recipe, launch, inspect, *the_gpu);
  }
  static std::string error(const std::string& recipe, const std::string& launch = "host:0") {
    const auto made = job(recipe, launch);
    return made ? "" : made.error().message;
  }
};

TEST_F(ProgramJob, has_device_code_alone_and_the_launch_of_main) {
  const auto made = job("auth-1:losses_metrics/confusion_counts:n=500000");
  ASSERT_TRUE(made) << made.error().message;
  EXPECT_NE(made->source.source.find("__global__ void confusion("), std::string::npos);
  EXPECT_EQ(made->source.source.find("main"), std::string::npos);
  EXPECT_EQ(made->source.source.find("cudaMalloc"), std::string::npos);
  EXPECT_EQ(made->source.name, "_Z9confusionPKhS0_jPj");
  EXPECT_EQ(made->launch.kernel, made->source.name);
  // main: confusion<<<160, 256>>>(dt, dp, n, dm), bytes of 0 to 39, 40 * 40 counts of zero.
  EXPECT_EQ(made->launch.grid, (std::array<int64_t, 3>{160, 1, 1}));
  EXPECT_EQ(made->launch.block, (std::array<int64_t, 3>{256, 1, 1}));
  ASSERT_EQ(made->launch.arguments.size(), 4U);
  const LaunchArgument& truth = made->launch.arguments[0];
  EXPECT_EQ(truth.elements, 500000);
  EXPECT_TRUE(truth.fill_from_host);
  EXPECT_DOUBLE_EQ(truth.fill.low, 0);
  EXPECT_DOUBLE_EQ(truth.fill.high, 40);
  EXPECT_EQ(made->launch.arguments[2].integer, 500000);
  EXPECT_EQ(made->launch.arguments[3].elements, 1600);
  EXPECT_EQ(made->launch.arguments[3].fill.kind, FillKind::Zero);
}

TEST_F(ProgramJob, carries_flags_and_names_of_an_augmentation) {
  const auto made = job("auth-1:losses_metrics/confusion_counts:n=500000+1b");
  ASSERT_TRUE(made) << made.error().message;
  const auto recipe = corpus::parse_recipe("auth-1:losses_metrics/confusion_counts:n=500000+1b");
  const auto source = corpus::source_of_recipe(*recipe, corpus::Language::Cuda, true);
  ASSERT_TRUE(source);
  EXPECT_EQ(made->source.flags, source->flags);
  EXPECT_NE(made->source.name.find(source->name), std::string::npos);
}

TEST_F(ProgramJob, kernels_of_unnamed_namespaces_have_plain_symbols) {
  const auto made = job("auth-1:image_filters/gauss_rows_half2");
  ASSERT_TRUE(made) << made.error().message;
  EXPECT_EQ(made->source.name, "_Z9gaussRowsPK5uint4PS_i");
}

TEST_F(ProgramJob, tables_that_host_code_copies_are_initialisers) {
  // main: e[9] = {{0, 0}, {1, 0}, {0, 1}, {-1, 0}, {0, -1}, {1, 1}, {-1, 1}, {-1, -1}, {1, -1}}
  const auto made = job("auth-1:lattice_boltzmann/wall_link_drag");
  ASSERT_TRUE(made) << made.error().message;
  EXPECT_NE(made->source.source.find(
                "__constant__ float2 dirs[9] = {0, 0, 1, 0, 0, 1, -1, 0, 0, -1, 1, 1, "
                "-1, 1, -1, -1, 1, -1};"),
            std::string::npos)
      << made->source.source;
}

TEST_F(ProgramJob, variables_that_kernels_count_in_are_zero_before_each_run) {
  // Host code copies a zero to it, or it has one as its initialiser.
  for (const auto& [recipe, variable] : std::map<std::string, std::string>{
           {"auth-1:sparse_matrices/csr_row_queue_persistent", "nextRow"},
           {"auth-1:logic_simulation/misr_signatures", "nextChunk"},
           {"auth-1:reductions/bounding_box_points", "ticketCounter"}}) {
    const auto made = job(recipe);
    ASSERT_TRUE(made) << made.error().message;
    EXPECT_EQ(made->source.zeroed, std::vector<std::string>{variable});
    EXPECT_FALSE(made->source.cooperative);
    const plan::PlannedKernel plan =
        plan::plan_variants(*corpus::parse_recipe(recipe), inspect, *the_gpu, {});
    EXPECT_GE(plan.launches.size(), 3U) << recipe << ": " << plan.shortfall;
  }
  EXPECT_TRUE(job("auth-1:losses_metrics/confusion_counts")->source.zeroed.empty());
}

TEST_F(ProgramJob, errors_name_recipes_and_launches_that_are_none) {
  EXPECT_EQ(error("auth-1:losses_metrics/confusion_counts", "host:7"),
            "auth-1:losses_metrics/confusion_counts: no launch 'host:7': host code makes 1");
  EXPECT_EQ(error("auth-1:losses_metrics/confusion_counts", "n=4"),
            "auth-1:losses_metrics/confusion_counts: launch 'n=4': launches of authored programs "
            "are host:0, host:1, ...");
  EXPECT_EQ(error("motif-1:reduction/warp:1"),
            "motif-1:reduction/warp:1 is no authored program: it has no host code");
  EXPECT_NE(error("auth-1:dense_linear_algebra/syrk_lower_tiles:n=1001")
                .find("sizes must be multiples of the tile"),
            std::string::npos);
}

TEST_F(ProgramJob, knobs_are_the_constants_that_set_sizes) {
  const auto recipe = corpus::parse_recipe("auth-1:quantum/two_qubit_gate_unrolled");
  const auto source = corpus::source_of_recipe(*recipe, corpus::Language::Cuda, true);
  const auto inspection = plan::host_inspection(*recipe, inspect, *the_gpu);
  ASSERT_TRUE(source && inspection);
  const std::vector<plan::Knob> knobs =
      plan::find_knobs(*recipe, source->source, plan::host_sizes(*inspection), inspect, *the_gpu);
  // 2^n amplitudes: one more qubit is twice the memory.
  ASSERT_EQ(knobs.size(), 1U);
  EXPECT_EQ(knobs[0].kind, plan::KnobKind::Exponent);
  EXPECT_EQ(knobs[0].constants, (std::vector<corpus::SourceConstant>{{"n", 21}}));
  EXPECT_DOUBLE_EQ(knobs[0].byte_doublings, 1);
}

TEST_F(ProgramJob, variants_are_different_launches_within_the_limits) {
  // Two kernels, one size.
  const auto recipe = corpus::parse_recipe("auth-1:gravity_nbody/direct_sum_double");
  plan::VariantOptions options;
  options.features = true;
  const plan::PlannedKernel plan = plan::plan_variants(*recipe, inspect, *the_gpu, options);
  EXPECT_EQ(plan.shortfall, "");
  EXPECT_EQ(plan.features.size(), plan.launches.size());
  std::map<std::string, std::set<std::pair<int64_t, int64_t>>> sizes;  // of each kernel
  for (const plan::PlannedLaunch& row : plan.launches) {
    EXPECT_LE(row.bytes, int64_t{512} << 20);
    EXPECT_LE(row.time_us, 5000);
    EXPECT_EQ(row.recipe.substr(0, 38), "auth-1:gravity_nbody/direct_sum_double");
    const auto made = job(row.recipe, row.launch);
    ASSERT_TRUE(made) << made.error().message;
    EXPECT_EQ(made->launch.grid[0] * made->launch.grid[1] * made->launch.grid[2], row.blocks);
    // Augmentation gives kernels other names: their numbers of arguments tell them apart.
    sizes[std::to_string(made->launch.arguments.size())].insert({row.blocks, row.bytes});
  }
  ASSERT_EQ(sizes.size(), 2U);
  for (const auto& [kernel, of_it] : sizes) {
    EXPECT_EQ(of_it.size(), 8U) << kernel;
    EXPECT_GE(of_it.rbegin()->second, 64 * of_it.begin()->second) << kernel;
  }
  EXPECT_EQ(plan::plan_variants(*recipe, inspect, *the_gpu, options).launches, plan.launches);
}

TEST_F(ProgramJob, blocks_that_wait_for_each_other_are_launched_together) {
  for (const char* recipe : {"auth-1:iterative_solvers/jacobi_dense_cooperative",
                             "auth-1:factorisations/gauss_jordan_inverse",
                             "auth-1:heat_wave_pde/poisson_jacobi_gridsync"}) {
    const auto made = job(recipe);
    ASSERT_TRUE(made) << made.error().message;
    EXPECT_TRUE(made->source.cooperative) << recipe;
    EXPECT_TRUE(made->source.zeroed.empty()) << recipe;
    const plan::PlannedKernel plan =
        plan::plan_variants(*corpus::parse_recipe(recipe), inspect, *the_gpu, {});
    EXPECT_GE(plan.launches.size(), 3U) << recipe << ": " << plan.shortfall;
  }
}

TEST_F(ProgramJob, variants_say_why_there_are_none) {
  const auto recipe = corpus::parse_recipe("auth-1:losses_metrics/confusion_counts");
  plan::VariantOptions options;
  options.limits.footprint_bytes = 1;
  const plan::PlannedKernel plan = plan::plan_variants(*recipe, inspect, *the_gpu, options);
  EXPECT_TRUE(plan.launches.empty());
  EXPECT_EQ(plan.shortfall, "most of its variants are refused: too large");
}

}  // namespace
}  // namespace kcast::plan
