// What is changed in a program's text before a collector gets it, and what its PTX says.
#include <gtest/gtest.h>

#include "plan/kernel_linkage.h"
#include "plan/kernel_needs.h"
#include "plan/size_knobs.h"
#include "plan/symbol_values.h"

namespace kcast::plan {
namespace {

TEST(KernelLinkage, unnamed_namespaces_and_static_kernels_are_opened) {
  EXPECT_EQ(with_visible_kernels("namespace {\nint a() { return 1; }\n}  // namespace\n"
                                 "namespace b {\nstatic __global__ void k() {}\n"
                                 "__global__ static void l() {}\nstatic int c;\n}\n"),
            " \nint a() { return 1; }\n  // namespace\n"
            "namespace b {\n __global__ void k() {}\n"
            "__global__  void l() {}\nstatic int c;\n}\n");
}

TEST(KernelLinkage, other_text_stays) {
  const std::string text = "#define OPEN namespace {\nnamespace x { struct { int a; } s; }\n}}}";
  EXPECT_EQ(with_visible_kernels(text), text);
}

constexpr const char* kTables =
    "__constant__ float mu[2], w[2][2];\n__device__ int row;\n"
    "int main() {\n  cudaMemcpyToSymbol(w, h, 16);\n  CHECK(cudaMemcpyToSymbolAsync(row, &r, 4));\n"
    "  cudaMemcpyToSymbol(w, g, 16);\n  hipMemcpyToSymbol(HIP_SYMBOL(mu), h, 8);\n}\n";

TEST(SymbolValues, symbols_are_what_host_code_copies_to) {
  EXPECT_EQ(symbols_of_host(kTables), (std::vector<std::string>{"w", "row", "mu"}));
  EXPECT_EQ(symbols_of_host("int main() {}"), std::vector<std::string>{});
}

TEST(SymbolValues, questions_follow_the_declaration_and_each_copy) {
  EXPECT_EQ(with_symbol_questions("__constant__ int t[4];\n__global__ void k() {}\n"
                                  "int main() { cudaMemcpyToSymbol(t, h, 16); k<<<1, 1>>>(); }\n",
                                  {"t"}),
            "__constant__ int t[4];\n"
            "struct KcastSymbol_t { decltype(t) value; };\n"
            "__global__ void kcast_symbol_t(KcastSymbol_t held) {}\n"
            "__global__ void k() {}\n"
            "int main() { cudaMemcpyToSymbol(t, h, 16); "
            "kcast_symbol_t<<<1, 1>>>(*(const KcastSymbol_t*)&t);\nk<<<1, 1>>>(); }\n");
}

// The answer for a variable of these elements.
Inspection answer(const std::string& symbol, const std::string& type, int64_t bytes,
                  const std::vector<HostValue>& values) {
  Inspection inspection;
  Kernel kernel;
  kernel.name = "kcast_symbol_" + symbol;
  kernel.mangled = "k";
  Parameter parameter;
  parameter.size_bytes = bytes * static_cast<int64_t>(values.size());
  HostArgument argument;
  argument.kind = ArgumentKind::Struct;
  for (const HostValue& value : values) {
    ParameterMember member;
    member.element_type = type;
    member.size_bytes = bytes;
    parameter.members.push_back(member);
    HostArgument given;
    given.kind = ArgumentKind::Scalar;
    given.value = value;
    argument.members.push_back(given);
  }
  kernel.parameters = {parameter};
  inspection.kernels = {kernel};
  HostLaunch launch;
  launch.kernel = "k";
  launch.arguments = {argument};
  inspection.launches = {launch};
  return inspection;
}

HostValue integer(int64_t value) {
  HostValue out;
  out.integer = value;
  return out;
}

HostValue real(double value) {
  HostValue out;
  out.real = value;
  return out;
}

TEST(SymbolValues, answers_become_initialisers) {
  EXPECT_EQ(*with_symbol_values("__constant__ int a, t[3];", {"t"},
                                answer("t", "int", 4, {integer(5), integer(-1), integer(0)})),
            "__constant__ int a, t[3] = {5, -1, 0};");
  EXPECT_EQ(*with_symbol_values("__constant__ unsigned t[2];", {"t"},
                                answer("t", "unsigned int", 4, {integer(-1), integer(7)})),
            "__constant__ unsigned t[2] = {4294967295, 7};");
  EXPECT_EQ(*with_symbol_values("__constant__ float t[2];", {"t"},
                                answer("t", "float", 4, {real(0.1F), real(-2)})),
            "__constant__ float t[2] = {0.100000001, -2};");
}

TEST(SymbolValues, what_is_not_known_is_an_error) {
  const std::string message =
      "host code sets variable 't' of the GPU to values that only a run shows";
  const std::string text = "__constant__ int t[2];";
  const auto error = [&](const std::string& program, const Inspection& answers) {
    const auto changed = with_symbol_values(program, {"t"}, answers);
    return changed ? "" : changed.error().message;
  };
  EXPECT_EQ(error(text, answer("t", "int", 4, {integer(5), HostValue{}})), message);
  EXPECT_EQ(error(text, answer("u", "int", 4, {integer(5), integer(6)})), message);
  EXPECT_EQ(error(text, answer("t", "__half", 2, {real(5), real(6)})), message);
  EXPECT_EQ(error(text, answer("t", "float", 4, {real(1.0 / 0.0), real(6)})), message);
  // It has an initialiser of its own, and is no variable of the GPU.
  EXPECT_EQ(error("__constant__ int t[2] = {};", answer("t", "int", 4, {integer(5)})), message);
  EXPECT_EQ(error("int t[2];", answer("t", "int", 4, {integer(5)})), message);
  // Two copies of different values.
  Inspection twice = answer("t", "int", 4, {integer(5), integer(6)});
  twice.launches.push_back(answer("t", "int", 4, {integer(5), integer(7)}).launches[0]);
  EXPECT_EQ(error(text, twice), message);
}

constexpr const char* kModule =
    ".visible .global .align 4 .u32 next;\n"
    ".visible .global .align 4 .b8 _ZN1a5innerE[24];\n"
    ".visible .global .align 4 .u32 next_other;\n"
    ".visible .global .align 4 .u32 begins_at_five = 5;\n"
    ".global .align 4 .u32 _ZZ1cvE4seen;\n"
    ".const .align 4 .b8 table[12];\n"
    ".weak .global .align 4 .u32 _ZN18cooperative_groups7details12grid_counterE;\n"
    ".func f()\n{\n\tld.global.u32 %r1, [_ZN1a5innerE+4];\n}\n"
    ".visible .entry _Z1av(\n)\n{\n\tatom.global.add.u32 %r1, [next], 1;\n"
    "\tst.global.u32 [begins_at_five], %r1;\n\tld.const.u32 %r1, [table];\n}\n"
    ".visible .entry _Z1bv(\n)\n{\n\tmov.u64 %rd1, next_other;\n"
    "\tmov.u64 %rd2, _ZN18cooperative_groups7details12grid_counterE;\n}\n"
    ".visible .entry _Z1cv(\n)\n{\n\tmov.u64 %rd1, _ZZ1cvE4seen;\n}\n";

TEST(KernelNeeds, variables_without_a_value_that_the_kernel_or_a_function_uses) {
  const KernelNeeds first = kernel_needs(kModule, "_Z1av");
  EXPECT_EQ(first.zeroed, (std::vector<std::string>{"next", "_ZN1a5innerE"}));
  EXPECT_EQ(first.refusal, "");
  const KernelNeeds second = kernel_needs(kModule, "_Z1bv");
  EXPECT_EQ(second.zeroed, (std::vector<std::string>{"_ZN1a5innerE", "next_other"}));
}

TEST(KernelNeeds, a_variable_inside_of_a_function_cannot_be_named) {
  EXPECT_EQ(kernel_needs(kModule, "_Z1cv").refusal,
            "a variable of the GPU keeps its value from one run of a kernel to the next");
}

TEST(KernelNeeds, blocks_that_wait_for_each_other_run_together) {
  EXPECT_FALSE(kernel_needs(kModule, "_Z1av").cooperative);
  EXPECT_TRUE(kernel_needs(kModule, "_Z1bv").cooperative);
}

TEST(SizeKnobs, steps_double_add_or_are_refused) {
  const Knob factor{KnobKind::Factor, {{"n", 1000}, {"m", 64}}, 1, 1};
  EXPECT_EQ(turned(factor, 2), (corpus::ConstantValues{{"m", 256}, {"n", 4000}}));
  EXPECT_EQ(turned(factor, -1), (corpus::ConstantValues{{"m", 32}, {"n", 500}}));
  EXPECT_EQ(turned(factor, 0.5), (corpus::ConstantValues{{"m", 96}, {"n", 1500}}));
  EXPECT_EQ(turned(factor, -0.25), (corpus::ConstantValues{{"m", 56}, {"n", 875}}));
  EXPECT_EQ(turned(factor, -5), corpus::ConstantValues{});  // n would be 31.25, m 2
  const Knob large{KnobKind::Factor, {{"n", 1000003}}, 1, 1};
  EXPECT_EQ(turned(large, -2), (corpus::ConstantValues{{"n", 250000}}));
  EXPECT_EQ(turned(large, 12), corpus::ConstantValues{});  // beyond 2^30
  const Knob block{KnobKind::Block, {{"T", 96}}, 0, 0};
  EXPECT_EQ(turned(block, 0.5), (corpus::ConstantValues{{"T", 144}}));
  EXPECT_EQ(turned(block, -0.75), corpus::ConstantValues{});  // 60
  const Knob exponent{KnobKind::Exponent, {{"LOG", 18}}, 1, 1};
  EXPECT_EQ(turned(exponent, 3), (corpus::ConstantValues{{"LOG", 21}}));
  EXPECT_EQ(turned(exponent, 0.5), corpus::ConstantValues{});
}

TEST(SizeKnobs, sizes_of_host_code_name_every_launch_once) {
  Inspection inspection;
  Kernel kernel;
  kernel.name = "scale";
  kernel.mangled = "_Z5scale";
  inspection.kernels = {kernel};
  HostLaunch launch;
  launch.kernel = kernel.mangled;
  launch.grid = {integer(10), integer(2), integer(1)};
  launch.block = {integer(64), integer(1), integer(1)};
  launch.shared_bytes = integer(0);
  HostArgument buffer;
  buffer.kind = ArgumentKind::Buffer;
  buffer.buffer = 3;
  buffer.buffer_bytes = integer(4096);
  buffer.offset_bytes = integer(0);
  HostArgument number;
  number.kind = ArgumentKind::Scalar;
  number.value = integer(9);
  launch.arguments = {buffer, buffer, number};
  inspection.launches = {launch, launch};
  HostLaunch other = launch;
  other.arguments[2].value = integer(8);
  inspection.launches.push_back(other);
  const HostSizes sizes = host_sizes(inspection);
  EXPECT_EQ(sizes.launches.size(), 2U);
  EXPECT_EQ(sizes.blocks, std::vector<std::string>{"scale 64 1 1 "});
  EXPECT_DOUBLE_EQ(sizes.threads, 10 * 2 * 64);
  EXPECT_DOUBLE_EQ(sizes.bytes, 4096);  // the buffer is passed twice, but there once
}

}  // namespace
}  // namespace kcast::plan
