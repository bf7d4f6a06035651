// Clang's PTX and NVIDIA's of the same check kernels, both interpreted, give the same
// FLOPs and sectors. What differs is listed with its reason.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "base/files.h"
#include "check_run.h"
#include "frontend/flags.h"
#include "frontend/toolkit.h"
#include "schema/gpu_json.h"

namespace kcast {
namespace {

constexpr double kAgreement = 0.02;

// FLOPs that differ by more.
const std::map<std::string, std::string> kFlopsDiffer = {
    {"binomial_option_lattice", "a loop that one compiler unrolls folds other terms"},
    {"bisection_few_threads", "Clang compares where nvcc subtracts"},
    {"black_scholes", "what is fused after inlining the normal distribution"},
    {"branch_by_kind", "both sides of a branch are computed by one compiler"},
    {"cross_entropy_rows", "the exponential's path"},
    {"erf_gelu_bias_fast", "erf's two paths: the table holds one"},
    {"fft64_shared", "nvcc folds cos(0)"},
    {"fp64_trig_rotate", "the path for small angles"},
    {"gelu_tanh", "tanh's path for small arguments"},
    {"global_average_pool", "halves are widened before or after the addition"},
    {"half_scalar_sigmoid", "hexp: a multiply-add for a multiply"},
    {"mandelbrot_escape", "what is fused across the loop"},
    {"option_paths_xorshift", "the logarithm's path"},
    {"rms_norm_half", "halves are widened before or after the multiplication"},
    {"softmax_row_block", "the exponential's path"},
    {"trig_accurate_sum", "nvcc hoists the logarithm of a loop-invariant base"},
};
// L1 sectors that differ by more.
const std::set<std::string> kSectorsDiffer = {"fp64_trig_rotate", "softmax_row_block"};

double difference(double a, double b) {
  const double larger = std::max(std::abs(a), std::abs(b));
  return larger == 0 ? 0 : std::abs(a - b) / larger;
}

struct Counted {
  double flops = 0;
  double sectors = 0;
};

Result<Counted> count(const Inspection& inspection, const CheckCase& check, const Gpu& gpu) {
  if (inspection.modules.empty()) return Error{ErrorCode::Internal, "no PTX"};
  KCAST_TRY(const auto kernel, prepare_kernel(inspection.modules.front().text, check.kernel));
  KCAST_TRY(const Analysis analysis, analyze(*kernel, check.launches.front(), gpu));
  const BaseQuantities& values = analysis.prediction.values;
  return Counted{values.flops_fp32 + values.flops_fp64, values.l1_bytes / 32};
}

class CheckRoutes : public testing::Test {
 protected:
  void SetUp() override {
    toolkit_ = find_toolkit("");
    if (!toolkit_) GTEST_SKIP() << "there is no CUDA toolkit; `scripts/fetch cuda` gets one";
    auto started = Frontend::start();
    ASSERT_TRUE(started);
    frontend_ = *std::move(started);
    const auto text = read_file(std::string(KCAST_SOURCE_DIR) + "/data/gpus/h200.json");
    ASSERT_TRUE(text);
    auto gpu = gpu_from_json("h200.json", *text);
    ASSERT_TRUE(gpu);
    gpu_ = *std::move(gpu);
  }

  // By our compiler, and by NVIDIA's.
  Result<std::pair<Counted, Counted>> both(const CheckCase& check) {
    KCAST_TRY(std::string text, read_file(check.source(".cu")));
    InspectRequest request;
    request.files.push_back({check.name + ".cu", std::move(text)});
    request.flags = check.flags;
    request.slice = true;
    KCAST_TRY(Inspection inspection, frontend_->inspect(request));
    KCAST_TRY(const Counted ours, count(inspection, check, gpu_));
    KCAST_TRY(const BuildSettings settings, read_flags(request));
    KCAST_TRY([[maybe_unused]] const Unit done,
              apply_toolkit(request, settings, *toolkit_, inspection, /*take_ptx=*/true));
    KCAST_TRY(const Counted theirs, count(inspection, check, gpu_));
    return std::pair(ours, theirs);
  }

  std::optional<Toolkit> toolkit_;
  std::unique_ptr<Frontend> frontend_;
  Gpu gpu_;
};

TEST_F(CheckRoutes, agree_but_for_a_list) {
  const auto cases = load_check_cases(std::string(KCAST_SOURCE_DIR) + "/tests/checks");
  ASSERT_TRUE(cases) << cases.error().message;
  size_t flops = 0;
  size_t sectors = 0;
  for (const CheckCase& check : *cases) {
    const auto counted = both(check);
    ASSERT_TRUE(counted) << check.name << ": " << counted.error().message;
    const auto& [ours, theirs] = *counted;
    const double in_flops = difference(ours.flops, theirs.flops);
    const double in_sectors = difference(ours.sectors, theirs.sectors);
    flops += in_flops <= kAgreement ? 1 : 0;
    sectors += in_sectors <= kAgreement ? 1 : 0;
    if (!kFlopsDiffer.contains(check.name)) {
      EXPECT_LE(in_flops, kAgreement) << check.name << " " << ours.flops << " " << theirs.flops;
    }
    if (!kSectorsDiffer.contains(check.name)) {
      EXPECT_LE(in_sectors, kAgreement) << check.name;
    }
  }
  const double all = static_cast<double>(cases->size());
  EXPECT_GE(static_cast<double>(flops) / all, 0.88);
  EXPECT_GE(static_cast<double>(sectors) / all, 0.97);
}

}  // namespace
}  // namespace kcast
