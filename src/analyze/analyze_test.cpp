// What holds for every prediction, over kernels, launches and GPUs drawn at random;
// and that no text or launch does harm.
#include "analyze/analyze.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <filesystem>

#include "base/files.h"
#include "base/rng.h"
#include "schema/gpu/gpu_json.h"

namespace kcast::analyze {
namespace {

namespace fs = std::filesystem;

std::vector<Gpu> all_gpus() {
  std::vector<Gpu> out;
  std::vector<fs::path> files;
  for (const auto& entry : fs::directory_iterator(fs::path(KCAST_SOURCE_DIR) / "data/gpus"))
    files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  for (const fs::path& file : files) {
    const auto text = read_file(file);
    auto gpu = gpu_from_json(file.string(), *text);
    EXPECT_TRUE(gpu) << file;
    if (gpu) out.push_back(*std::move(gpu));
  }
  return out;
}

// A kernel that reads at a random stride, computes, maybe loops, and writes.
std::string random_kernel(Rng& rng) {
  const int stride = 4 << rng.below(6);
  const int trips = static_cast<int>(rng.below(4)) * 7;
  std::string body =
      "ld.param.u64 %rd1, [p0];\nld.param.u64 %rd2, [p1];\nld.param.u32 %r9, [p2];\n"
      "mov.u32 %r1, %ctaid.x;\nmov.u32 %r2, %ntid.x;\nmov.u32 %r3, %tid.x;\n"
      "mad.lo.s32 %r4, %r1, %r2, %r3;\nsetp.ge.s32 %p1, %r4, %r9;\n@%p1 bra DONE;\n"
      "mul.wide.s32 %rd3, %r4, " +
      std::to_string(stride) +
      ";\nadd.s64 %rd4, %rd1, %rd3;\n"
      "ld.global.f32 %f1, [%rd4];\nmov.u32 %r5, 0;\n";
  if (trips > 0) body += "LOOP:\n";
  const auto steps = 1 + rng.below(6);
  for (uint64_t i = 0; i < steps; ++i) {
    const char* kinds[] = {"add.f32 %f1, %f1, %f1;\n", "fma.rn.f32 %f1, %f1, %f1, %f1;\n",
                           "sqrt.rn.f32 %f1, %f1;\n", "mul.f32 %f1, %f1, %f1;\n",
                           "div.rn.f32 %f1, %f1, %f1;\n"};
    body += kinds[rng.below(5)];
  }
  if (trips > 0) {
    body += "add.s32 %r5, %r5, 1;\nsetp.lt.s32 %p2, %r5, " + std::to_string(trips) +
            ";\n@%p2 bra LOOP;\n";
  }
  body += "mul.wide.s32 %rd5, %r4, 4;\nadd.s64 %rd6, %rd2, %rd5;\n";
  body += rng.below(4) == 0 ? "red.global.add.f32 [%rd2], %f1;\n" : "st.global.f32 [%rd6], %f1;\n";
  return ".version 8.5\n.target sm_90\n.address_size 64\n"
         ".visible .entry k(.param .u64 p0, .param .u64 p1, .param .u32 p2)\n{\n"
         ".reg .pred %p<4>;\n.reg .b32 %r<16>;\n.reg .f32 %f<4>;\n.reg .b64 %rd<8>;\n" +
         body + "DONE:\nret;\n}\n";
}

Launch random_launch(Rng& rng) {
  Launch launch;
  const auto block = static_cast<int64_t>(32 * (1 + rng.below(16)));
  const auto blocks = static_cast<int64_t>(1 + rng.below(rng.below(2) == 0 ? 200 : 40000));
  launch.grid = {blocks, 1, 1};
  launch.block = {block, 1, 1};
  const auto n = std::max<int64_t>(1, blocks * block - static_cast<int64_t>(rng.below(50)));
  for (int i = 0; i < 2; ++i) {
    LaunchArgument buffer;
    buffer.name = i == 0 ? "in" : "out";
    buffer.element_type = "float";
    buffer.element_bytes = 4;
    buffer.elements = i == 0 ? n * 32 : n;
    buffer.size_bytes = 8;
    launch.arguments.push_back(buffer);
  }
  LaunchArgument size;
  size.name = "n";
  size.element_type = "int";
  size.integer = n;
  size.size_bytes = 4;
  launch.arguments.push_back(size);
  return launch;
}

void expect_contained(const Prediction& prediction) {
  for (const Metric& metric : metrics()) {
    if (metric.base == nullptr) continue;
    const double value = prediction.values.*metric.base;
    EXPECT_TRUE(std::isfinite(value)) << metric.name;
    EXPECT_GE(value, 0) << metric.name;
    EXPECT_LE(prediction.low.*metric.base, value) << metric.name;
    EXPECT_GE(prediction.high.*metric.base, value) << metric.name;
  }
}

void expect_under_roofs(const Prediction& prediction, const Gpu& gpu) {
  const DerivedMetrics derived = derive(prediction.values);
  constexpr double kRounding = 1 + 1e-9;
  EXPECT_GT(prediction.values.time_us, 0);
  if (derived.l1_bandwidth_gbs) {
    EXPECT_LE(*derived.l1_bandwidth_gbs, gpu.bandwidth.l1_gbs * kRounding);
  }
  const double hbm =
      derived.hbm_read_bandwidth_gbs.value_or(0) + derived.hbm_write_bandwidth_gbs.value_or(0);
  EXPECT_LE(hbm, gpu.bandwidth.dram_gbs * kRounding);
  EXPECT_LE(prediction.values.flops_fp32 / prediction.values.time_us / 1000,
            std::max(gpu.peaks.fp32_gflops, gpu.peaks.fp32_packed_gflops.value_or(0)) * kRounding);
  if (derived.hbm_arithmetic_intensity && derived.gflops) {
    EXPECT_NEAR(*derived.hbm_arithmetic_intensity * hbm, *derived.gflops,
                1e-9 * *derived.gflops + 1e-12);
  }
}

TEST(analyze, predictions_are_consistent) {
  const std::vector<Gpu> gpus = all_gpus();
  ASSERT_EQ(gpus.size(), 8u);
  Rng rng(20);
  for (int i = 0; i < 60; ++i) {
    const std::string text = random_kernel(rng);
    const auto kernel = prepare_kernel(text, "k");
    ASSERT_TRUE(kernel) << kernel.error().message << text;
    const Launch launch = random_launch(rng);
    const Gpu& gpu = gpus[rng.below(gpus.size())];
    const auto analysis = analyze(**kernel, launch, gpu);
    ASSERT_TRUE(analysis) << analysis.error().message << text;
    SCOPED_TRACE(text + gpu.id);
    expect_contained(analysis->prediction);
    expect_under_roofs(analysis->prediction, gpu);
    const auto repeated = analyze(**kernel, launch, gpu);
    ASSERT_TRUE(repeated);
    EXPECT_EQ(analysis->prediction, repeated->prediction);
    EXPECT_EQ(analysis->features, repeated->features);
  }
}

// y[i] = a * x[i] + y[i] for 2^20 elements: everything follows by hand.
TEST(analyze, saxpy_counts_by_hand) {
  const std::string text = R"(
.version 8.5
.target sm_90
.address_size 64
.visible .entry saxpy(.param .u32 n, .param .f32 a, .param .u64 x, .param .u64 y)
{
  .reg .pred %p<2>; .reg .b32 %r<6>; .reg .f32 %f<5>; .reg .b64 %rd<8>;
  ld.param.u32 %r2, [n];
  ld.param.f32 %f1, [a];
  ld.param.u64 %rd1, [x];
  ld.param.u64 %rd2, [y];
  mov.u32 %r3, %ctaid.x;
  mov.u32 %r4, %ntid.x;
  mov.u32 %r5, %tid.x;
  mad.lo.s32 %r1, %r3, %r4, %r5;
  setp.ge.s32 %p1, %r1, %r2;
  @%p1 bra DONE;
  mul.wide.s32 %rd5, %r1, 4;
  add.s64 %rd6, %rd1, %rd5;
  ld.global.f32 %f2, [%rd6];
  add.s64 %rd7, %rd2, %rd5;
  ld.global.f32 %f3, [%rd7];
  fma.rn.f32 %f4, %f1, %f2, %f3;
  st.global.f32 [%rd7], %f4;
DONE:
  ret;
}
)";
  const auto kernel = prepare_kernel(text, "saxpy");
  ASSERT_TRUE(kernel) << kernel.error().message;
  constexpr int64_t kElements = 1 << 20;
  Launch launch;
  launch.grid = {kElements / 256, 1, 1};
  launch.block = {256, 1, 1};
  launch.arguments.resize(4);
  launch.arguments[0] = {.name = "n", .element_type = "int", .integer = kElements};
  launch.arguments[1] = {.name = "a", .element_type = "float", .real = 2.0};
  for (size_t i = 2; i < 4; ++i) {
    launch.arguments[i] = {.name = i == 2 ? "x" : "y",
                           .element_type = "float",
                           .elements = kElements,
                           .element_bytes = 4};
  }
  const std::vector<Gpu> gpus = all_gpus();
  const Gpu* h200 = find_gpu(gpus, "h200");
  ASSERT_NE(h200, nullptr);
  const auto analysis = analyze(**kernel, launch, *h200);
  ASSERT_TRUE(analysis) << analysis.error().message;
  const BaseQuantities& values = analysis->prediction.values;
  EXPECT_DOUBLE_EQ(values.flops_fp32, 2.0 * kElements);
  EXPECT_DOUBLE_EQ(values.flops_fp64, 0);
  EXPECT_NEAR(values.l1_bytes, 12.0 * kElements, 1);
  EXPECT_NEAR(values.hbm_read_bytes, 8.0 * kElements, 0.02 * 8 * kElements);
  // All that is written stays in L2.
  EXPECT_LT(values.hbm_write_bytes, 0.5e6);
  // The store hits the line that was read before: a third of the sectors.
  EXPECT_NEAR(values.l1_hit_rate_pct, 100.0 / 3, 0.5);
}

// y = x < 0 ? a * x : x and a root of x: x lies in [-2, -1] or [1, 2]. The product is under a
// guard, and the root of a negative number has no FLOPs (table: 6 otherwise).
TEST(analyze, flops_follow_the_values) {
  const std::string text =
      ".version 8.5\n.target sm_90\n.address_size 64\n"
      ".visible .entry k(.param .u64 p0, .param .u64 p1, .param .f32 p2)\n{\n"
      ".reg .pred %p<2>;\n.reg .b32 %r<8>;\n.reg .f32 %f<8>;\n.reg .b64 %rd<8>;\n"
      "ld.param.u64 %rd1, [p0];\nld.param.u64 %rd2, [p1];\nld.param.f32 %f1, [p2];\n"
      "mov.u32 %r1, %ctaid.x;\nmov.u32 %r2, %ntid.x;\nmov.u32 %r3, %tid.x;\n"
      "mad.lo.s32 %r4, %r1, %r2, %r3;\nmul.wide.s32 %rd3, %r4, 4;\n"
      "add.s64 %rd4, %rd1, %rd3;\nadd.s64 %rd5, %rd2, %rd3;\n"
      "ld.global.f32 %f2, [%rd4];\nsqrt.rn.f32 %f5, %f2;\nst.global.f32 [%rd5+4], %f5;\n"
      "mul.f32 %f3, %f2, %f1;\nsetp.lt.f32 %p1, %f2, 0f00000000;\n"
      "selp.f32 %f4, %f3, %f2, %p1;\nst.global.f32 [%rd5], %f4;\nret;\n}\n";
  const auto kernel = prepare_kernel(text, "k");
  ASSERT_TRUE(kernel) << kernel.error().message;
  const auto h200 = all_gpus();
  const auto gpu =
      std::find_if(h200.begin(), h200.end(), [](const Gpu& g) { return g.id == "h200"; });
  ASSERT_NE(gpu, h200.end());
  constexpr int64_t kElements = 4096;
  const auto flops = [&](double low, double high) {
    Launch launch;
    launch.kernel = "k";
    launch.grid = {16, 1, 1};
    launch.block = {256, 1, 1};
    for (const char* name : {"x", "y"}) {
      launch.arguments.push_back(
          {.name = name, .element_type = "float", .elements = kElements + 1, .element_bytes = 4});
      launch.arguments.back().fill.low = low;
      launch.arguments.back().fill.high = high;
    }
    launch.arguments.push_back({.name = "a", .element_type = "float", .real = 2.0});
    const auto analysis = analyze(**kernel, launch, *gpu);
    return analysis ? analysis->prediction.values.flops_fp32 : -1;
  };
  EXPECT_NEAR(flops(1, 2), 6.0 * kElements, 1);
  EXPECT_NEAR(flops(-2, -1), 1.0 * kElements, 1);
}

// 16 blocks of one warp with a body between reading a buffer's address and storing %r1 to it.
BaseQuantities values_of_warps(const std::string& body) {
  const std::string text =
      ".version 8.5\n.target sm_90\n.address_size 64\n.visible .entry k(.param .u64 p0)\n{\n"
      ".reg .b32 %r<32>;\n.reg .f32 %f<8>;\n.reg .b64 %rd<8>;\n.shared .align 8 .b8 tile[256];\n"
      "ld.param.u64 %rd1, [p0];\nmov.u32 %r1, %tid.x;\n" +
      body + "st.global.u32 [%rd1], %r1;\nret;\n}\n";
  const auto kernel = prepare_kernel(text, "k");
  EXPECT_TRUE(kernel) << kernel.error().message;
  if (!kernel) return {};
  Launch launch;
  launch.kernel = "k";
  launch.grid = {16, 1, 1};
  launch.block = {32, 1, 1};
  launch.arguments.push_back(
      {.name = "x", .element_type = "int", .elements = 64, .element_bytes = 4});
  const std::vector<Gpu> gpus = all_gpus();
  const auto analysis = analyze(**kernel, launch, *find_gpu(gpus, "h200"));
  EXPECT_TRUE(analysis) << analysis.error().message;
  return analysis ? analysis->prediction.values : BaseQuantities{};
}

TEST(analyze, matrix_products_of_integers_have_no_flops) {
  const std::string reals =
      "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%f1, %f2, %f3, %f4}, "
      "{%r2, %r3, %r4, %r5}, {%r6, %r7}, {%f1, %f2, %f3, %f4};\ncvt.rzi.s32.f32 %r1, %f1;\n";
  EXPECT_DOUBLE_EQ(values_of_warps(reals).flops_tensor, 16.0 * 2 * 16 * 8 * 8);
  const std::string integers =
      "mma.sync.aligned.m16n8k32.row.col.s32.s8.s8.s32 {%r1, %r8, %r9, %r10}, "
      "{%r2, %r3, %r4, %r5}, {%r6, %r7}, {%r1, %r8, %r9, %r10};\n";
  EXPECT_DOUBLE_EQ(values_of_warps(integers).flops_tensor, 0);
}

// ptxas 13.0 for sm_90: IADD3, IMAD.X and two ISETP in a round, and each lane goes round once.
TEST(analyze, additions_of_64_bits_in_shared_memory_are_loops) {
  const std::string place = "shl.b32 %r2, %r1, 3;\nmov.u32 %r3, tile;\nadd.s32 %r3, %r3, %r2;\n";
  const double loop = values_of_warps(place + "red.shared.add.u64 [%r3], 1;\n").int_ops;
  const double swap = values_of_warps(place + "atom.shared.exch.b64 %rd2, [%r3], 1;\n").int_ops;
  EXPECT_DOUBLE_EQ(loop - swap, 4.0 * 16 * 32);
}

// Real kernels with bytes changed, and launches that nobody would make.
TEST(analyze, hostile_text_and_launches_do_no_harm) {
  std::vector<std::string> texts;
  std::vector<fs::path> files;
  for (const auto& entry : fs::directory_iterator(fs::path(KCAST_SOURCE_DIR) / "tests/data/ptx")) {
    if (entry.path().extension() == ".ptx") files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  for (const fs::path& file : files) {
    if (auto text = read_file(file); text && text->size() < 8000) texts.push_back(*text);
  }
  ASSERT_GE(texts.size(), 3u);
  const std::vector<Gpu> gpus = all_gpus();
  const char* count = std::getenv("KCAST_FUZZ_MUTANTS");
  const int mutants = count != nullptr ? std::atoi(count) : 300;
  Rng rng(7);
  AnalysisOptions options;
  options.exec_budget = 20000;
  options.memory_budget = 20000;
  int analysed = 0;
  for (int i = 0; i < mutants; ++i) {
    std::string text = texts[rng.below(texts.size())];
    const size_t entry = text.find(".entry ");
    const size_t open = text.find('(', entry);
    ASSERT_NE(open, std::string::npos);
    const std::string name = text.substr(entry + 7, open - entry - 7);
    for (uint64_t m = rng.below(4); m > 0; --m) {
      const size_t at = open + rng.below(text.size() - open);
      text[at] =
          static_cast<char>(rng.below(3) == 0 ? rng.below(256) : text[rng.below(text.size())]);
    }
    const auto kernel = prepare_kernel(text, name);
    if (!kernel) continue;
    Launch launch = random_launch(rng);
    const int64_t absurd[] = {0, -1, 1, 2147483647, int64_t{1} << 40, 65535};
    if (rng.below(2) == 0) launch.grid[rng.below(3)] = absurd[rng.below(6)];
    if (rng.below(4) == 0) launch.block[rng.below(3)] = absurd[rng.below(6)];
    if (rng.below(4) == 0) launch.arguments[0].elements = absurd[rng.below(6)];
    if (rng.below(4) == 0) launch.arguments[2].integer = absurd[rng.below(6)];
    while (rng.below(3) == 0)
      launch.arguments.push_back(launch.arguments[rng.below(3)]);
    const Gpu& gpu = gpus[rng.below(gpus.size())];
    const auto analysis = analyze(**kernel, launch, gpu, std::nullopt, options);
    if (!analysis) continue;
    ++analysed;
    expect_contained(analysis->prediction);
  }
  EXPECT_GT(analysed, mutants / 50);
}

}  // namespace
}  // namespace kcast::analyze
