// Conditions, differences and constants become the arithmetic that nvcc makes of them. Each
// expectation is what nvcc of CUDA 13.0 writes for the same kernel.
#include <gtest/gtest.h>

#include <map>
#include <string>

#include "base/text.h"
#include "frontend/test_inspect.h"

namespace kcast::frontend {
namespace {

// How often each opcode stands in the kernel `__global__ void k(PARAMETERS) { BODY }`.
std::map<std::string, int> opcodes(const std::string& parameters, const std::string& body) {
  const std::string ptx =
      ptx_of(inspect_text("#include <cuda_bf16.h>\n#include <cuda_fp16.h>\n__global__ void k(" +
                          parameters + ") {\n" + body + "\n}\n"));
  std::map<std::string, int> counts;
  for (const std::string& line : split(ptx.substr(0, ptx.find("\n}")), '\n')) {
    const std::vector<std::string> words = split_words(line);
    if (!words.empty()) ++counts[words[0]];
  }
  return counts;
}

bool has(const std::map<std::string, int>& counts, const std::string& opcode) {
  return counts.contains(opcode);
}

TEST(NvccHabits, four_operations_are_done_ahead_of_a_branch) {
  const std::string parameters = "float* p, int n, float x, float y";
  const std::string before = "int i = threadIdx.x;\nif (i < n && ";
  EXPECT_TRUE(has(opcodes(parameters, before + "x * y * x * y * x < 4.0f) p[i] = x;"), "or.pred"));
  EXPECT_FALSE(
      has(opcodes(parameters, before + "x * y * x * y * x * y < 4.0f) p[i] = x;"), "or.pred"));
}

// The squares are those of the round before: a loop of one block without a test at its head.
TEST(NvccHabits, a_loop_with_two_conditions_has_one_branch) {
  const auto counts = opcodes("int* p, int n, float x, float y",
                              "float a = 0, b = 0;\nint i = 0;\n"
                              "while (i < n && a * a + b * b < 4.0f) {\n"
                              "  float t = a * a - b * b + x;\n  b = 2.0f * a * b + y;\n"
                              "  a = t;\n  ++i;\n}\np[threadIdx.x] = i;");
  EXPECT_TRUE(has(counts, "and.pred"));
  EXPECT_EQ(counts.at("mul.f32"), 2);
}

TEST(NvccHabits, a_difference_is_compared_as_it_is) {
  const std::string body = "p[0] = x - y > 0 ? x : y;";
  EXPECT_TRUE(has(opcodes("float* p, float x, float y", body), "sub.f32"));
  EXPECT_TRUE(has(opcodes("double* p, double x, double y", body), "sub.f64"));
}

TEST(NvccHabits, single_precision_stays_so_between_conversions) {
  for (const char* type : {"__half", "__nv_bfloat16"}) {
    const std::string parameters = std::string(type) + "* p";
    const std::string body = std::string("p[0] = (") + type + ")((float)p[0] * (float)p[1]);";
    EXPECT_TRUE(has(opcodes(parameters, body), "mul.f32")) << type;
    const std::string constant = std::string("p[0] = (") + type + ")2.0f;";
    EXPECT_FALSE(has(opcodes(parameters, constant), "mov.f32")) << type;
  }
  EXPECT_TRUE(has(opcodes("__half* p", "p[0] = p[0] * p[1];"), "mul.f16"));
}

// The magnitude of a half is assembly, round after round.
TEST(NvccHabits, assembly_that_nobody_needs_is_left_out) {
  const auto counts = opcodes("__half* p, int n",
                              "__half x = p[0];\n"
                              "for (int j = 0; j < 4; ++j) {\n  __half a = __float2half(0.0f);\n"
                              "  for (int r = 0; r < n; ++r) a += hsqrt(__habs(x));\n"
                              "  x = __hfma(a, x, x);\n}\np[1] = __float2half(1.0f);");
  EXPECT_FALSE(has(counts, "abs.f16"));
  EXPECT_FALSE(has(counts, "fma.rn.f16"));
  EXPECT_TRUE(has(opcodes("__half* p", "p[1] = __habs(p[0]);"), "abs.f16"));
}

TEST(NvccHabits, functions_of_constants_are_constants) {
  for (const char* constant :
       {"__sinf(0.5f)", "__expf(0.5f)", "__logf(0.5f)", "sinf(0.3f)", "expf(0.3f)",
        "powf(0.3f, 2.2f)", "__powf(0.3f, 1.5f)", "(float)log(3.0)"}) {
    const auto counts = opcodes("float* p", std::string("p[0] = ") + constant + ";");
    EXPECT_FALSE(has(counts, "call.uni")) << constant;
    for (const auto& [opcode, count] : counts)
      EXPECT_EQ(opcode.find("approx"), std::string::npos) << constant << ": " << opcode;
  }
  EXPECT_TRUE(has(opcodes("float* p", "p[0] = rsqrtf(0.3f);"), "rsqrt.approx.f32"));
}

// An angle that is known only after the loop is unrolled.
TEST(NvccHabits, constants_of_unrolled_loops_are_folded) {
  const auto counts = opcodes("float* p, float x",
                              "float sum = 0;\n#pragma unroll\nfor (int i = 0; i < 4; ++i) "
                              "sum += x * __cosf(0.5f * i);\np[0] = sum;");
  EXPECT_FALSE(has(counts, "cos.approx.f32"));
}

TEST(NvccHabits, functions_of_halves_correct_their_results) {
  EXPECT_TRUE(has(opcodes("__half* p", "p[0] = hexp(p[0]);"), "__kc_exp_f16,"));
  const auto pair = opcodes("__half2* p", "p[0] = h2log(p[0]);");
  EXPECT_EQ(pair.at("__kc_log_f16,"), 1);
  EXPECT_EQ(pair.at("lg2.approx.ftz.f32"), 1);
}

// How often a loop of this length holds its load after unrolling.
int loads(const std::string& head, const std::string& body) {
  const auto counts = opcodes("const float* a, float* p, int n, float x",
                              "float s = 0;\nfor (int i = " + head + ") " + body + "\np[0] = s;");
  int sum = 0;
  for (const auto& [opcode, count] : counts) {
    if (opcode.starts_with("ld.global")) sum += count;
  }
  return sum;
}

TEST(NvccHabits, loops_of_known_length_are_unrolled_by_powers_of_two) {
  const std::string body = "s += a[i * 64 + threadIdx.x];";
  EXPECT_EQ(loads("0; i < 32; ++i", body), 32);
  EXPECT_EQ(loads("0; i < 128; ++i", body), 16);
  EXPECT_EQ(loads("0; i < 1000; ++i", body), 8);
  EXPECT_EQ(loads("0; i < 100; ++i", body), 4);
}

TEST(NvccHabits, loops_of_unknown_length_are_unrolled_by_what_they_call) {
  const std::string head = "threadIdx.x; i < n; i += 32";
  EXPECT_EQ(loads(head, "s += a[i];"), 5);
  EXPECT_EQ(loads(head, "s += expf(a[i]);"), 5);
  EXPECT_EQ(loads(head, "s += erfcf(a[i]);"), 3);
  EXPECT_EQ(loads(head, "s += sinf(a[i]);"), 1);
}

// Three neighbours of an element whose index is a sum of 32 bits have one address.
TEST(NvccHabits, indices_are_added_up_before_they_are_widened) {
  const auto counts = opcodes("const float* a, float* p, int n, int m",
                              "int i = threadIdx.x * n + (m & 7) * 2 + 1;\n"
                              "p[i] = a[i - 1] + a[i] + a[i + 1];");
  EXPECT_EQ(counts.at("add.s64"), 2);
  EXPECT_FALSE(has(counts, "cvt.s64.s32"));
}

}  // namespace
}  // namespace kcast::frontend
