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

}  // namespace
}  // namespace kcast::frontend
