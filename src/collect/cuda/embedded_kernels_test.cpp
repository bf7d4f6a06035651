// The kernels that travel inside the executable, through the compiler that will meet them.
#include <gtest/gtest.h>

#include "collect/cuda/embedded.h"
#include "collect/cuda/nvrtc.h"

namespace kcast::collect {
namespace {

CompileRequest request_for(const std::string& file, const std::string& kernel) {
  CompileRequest request{.name = file, .kernel = kernel, .target = "sm_90"};
  for (const NamedText& text : embedded_cuda()) {
    request.headers.push_back(text);
    if (text.name == "collect/cuda/" + file) request.source = text.text;
  }
  return request;
}

TEST(EmbeddedKernels, CompileForAnH200) {
  for (const auto& [file, kernel] :
       {std::pair<const char*, const char*>{"fill_kernel.cu", "kcast_fill"},
        {"flush_kernel.cu", "kcast_flush"},
        {"roofline/kernels.cu", "kcast_empty"}}) {
    const auto compiled = compile_kernel(request_for(file, kernel));
    ASSERT_TRUE(compiled) << compiled.error().message;
    EXPECT_EQ(compiled->symbol, kernel);
    EXPECT_GT(compiled->cubin.size(), 1000U);
  }
}

TEST(EmbeddedKernels, AKernelsNameIsFoundWhateverItsLinkage) {
  const auto compiled_as = [](const std::string& source) {
    const auto compiled =
        compile_kernel({.name = "k.cu", .source = source, .kernel = "scale", .target = "sm_90"});
    return compiled ? compiled->symbol : compiled.error().message;
  };
  EXPECT_EQ(compiled_as("extern \"C\" __global__ void scale(float* x) { *x *= 2; }"), "scale");
  EXPECT_EQ(compiled_as("extern \"C\" {\n__global__ void scale(float* x) { *x *= 2; }\n}"),
            "scale");
  EXPECT_EQ(compiled_as("extern \"C\" __device__ float rescale(float);\n"
                        "__device__ float rescale(float x) { return x; }\n"
                        "__global__ void scale(float* x) { *x = rescale(*x); }"),
            "_Z5scalePf");
}

}  // namespace
}  // namespace kcast::collect
