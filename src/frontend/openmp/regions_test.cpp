// Target regions of OpenMP as kernels: names, parameters, PTX with the runtime linked in.
#include <gtest/gtest.h>

#include "frontend/test_inspect.h"

namespace kcast::frontend {
namespace {

const char* const kSaxpy = R"(
void saxpy(int n, float a, const float *x, float *y) {
#pragma omp target teams distribute parallel for map(to: x[0:n]) map(tofrom: y[0:n])
  for (int i = 0; i < n; i++) y[i] = a * x[i] + y[i];
}
)";

TEST(OpenMpRegions, are_kernels_named_after_function_and_line) {
  for (const char* file : {"a.c", "a.cpp"}) {
    const Inspection inspection = inspect_text(kSaxpy, file);
    ASSERT_EQ(inspection.kernels.size(), 1U) << file;
    const Kernel& kernel = inspection.kernels[0];
    EXPECT_EQ(kernel.name, "saxpy:3");
    EXPECT_EQ(kernel.language, "openmp");
    EXPECT_EQ(kernel.line, 3);
    EXPECT_TRUE(kernel.lowered) << kernel.not_lowered_reason;
    std::vector<std::string> names;
    for (const Parameter& parameter : kernel.parameters)
      names.push_back(parameter.name);
    // The order of capture, as the H200 was launched with.
    EXPECT_EQ(names, (std::vector<std::string>{"launch_environment", "n", "y", "a", "x"}));
    const std::string ptx = ptx_of(inspection);
    EXPECT_NE(ptx.find(".entry " + kernel.mangled), std::string::npos);
    EXPECT_EQ(ptx.find(".extern .func"), std::string::npos) << "the runtime is linked in";
    EXPECT_EQ(ptx.find("__kmpc_"), std::string::npos);
  }
}

// One kernel's code depends on the modes of the others, so that all are compiled.
TEST(OpenMpRegions, one_of_several_has_the_same_code_alone) {
  const std::string text = std::string(kSaxpy) + R"(
void rows(int h, int w, const float *in, float *out) {
#pragma omp target teams distribute
  for (int r = 0; r < h; r++) {
    float s = 0;
#pragma omp parallel for reduction(+ : s)
    for (int c = 0; c < w; c++) s += in[r * w + c];
    out[r] = s;
  }
}
)";
  InspectRequest request = request_for(text, "a.cpp");
  const Inspection all = inspect_ok(request);
  ASSERT_EQ(all.kernels.size(), 2U);
  request.kernel = "saxpy";
  const Inspection one = inspect_ok(request);
  ASSERT_EQ(one.kernels.size(), 1U);
  EXPECT_EQ(one.kernels[0].name, "saxpy:3");
  EXPECT_EQ(ptx_of(one), ptx_of(all));
}

// A directive ends with its line; what it stands in front of belongs to the region.
TEST(OpenMpRegions, an_error_in_the_body_is_the_reason) {
  const char* const text =
      "void f(int *x) {\n#pragma omp target map(x[0 : 1])\n  {\n    x[0] = unheard_of(1);\n  "
      "}\n}\n";
  const Inspection inspection = inspect_text(text, "a.cpp");
  ASSERT_EQ(inspection.kernels.size(), 1U);
  EXPECT_EQ(inspection.kernels[0].not_lowered_reason,
            "line 4: use of undeclared identifier 'unheard_of'");
}

TEST(OpenMpRegions, launches_say_what_a_user_can_do) {
  const Inspection inspection = inspect_text(R"(
void rows(int h, int w, const float *in, float *out) {
#pragma omp target teams distribute
  for (int r = 0; r < h; r++) {
    float s = 0;
#pragma omp parallel for reduction(+ : s)
    for (int c = 0; c < w; c++) s += in[r * w + c];
    out[r] = s;
  }
}
int main() {
  float in[100], out[10];
  rows(10, 10, in, out);
})",
                                             "a.cpp");
  ASSERT_EQ(inspection.launches.size(), 1U);
  const std::string& note = inspection.launches[0].note;
  EXPECT_NE(note.find("alone runs lines 5, 8"), std::string::npos) << note;
  EXPECT_NE(note.find("thread_limit(256)"), std::string::npos) << note;
}

}  // namespace
}  // namespace kcast::frontend
