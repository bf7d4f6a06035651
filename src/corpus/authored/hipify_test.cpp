#include "corpus/authored/hipify.h"

#include <gtest/gtest.h>

#include "corpus/authored/source_tokens.h"

namespace kcast::corpus {
namespace {

// The HIP text without the include that is added, or the error.
std::string hip_of(std::string_view cuda) {
  auto hip = hip_from_cuda(cuda);
  if (!hip) return hip.error().message;
  constexpr std::string_view kInclude = "#include <hip/hip_runtime.h>\n";
  const size_t at = hip->find(kInclude);
  if (at != std::string::npos) hip->erase(at, kInclude.size());
  return *hip;
}

TEST(SourceTokens, put_together_are_the_text) {
  for (const std::string_view text :
       {"int a = 1'000u; // x \\\n y\nchar c = '\\'';", "#define A(x) \\\n  \"#x\" /* b */\n",
        "auto s = R\"q(\"\n)q\"; a->b::c <<< 1.5e-3f;", "\"open\nx /* open", "#include <a.h>"}) {
    std::string joined;
    for (const SourceToken& token : tokens_of_source(text))
      joined += token.text;
    EXPECT_EQ(joined, text);
  }
}

TEST(SourceTokens, know_directives_and_headers) {
  const auto tokens = tokens_of_source("# include <a/b.h>\nx < y");
  EXPECT_EQ(tokens[4].kind, Cut::Header);
  EXPECT_EQ(tokens[4].text, "<a/b.h>");
  EXPECT_TRUE(tokens[4].in_directive);
  EXPECT_FALSE(tokens.back().in_directive);
}

TEST(Hipify, names_the_runtime_as_HIP_does) {
  EXPECT_EQ(hip_of("cudaMalloc(&p, n); cudaStream_t s; cudaThreadSynchronize();"),
            "hipMalloc(&p, n); hipStream_t s; hipDeviceSynchronize();");
  EXPECT_EQ(hip_of("cudaDeviceProp p; cudaFreeHost(h); x = -CUDART_INF_F;"),
            "hipDeviceProp_t p; hipHostFree(h); x = -HIP_INF_F;");
  EXPECT_EQ(hip_of("__nv_bfloat16 b; cuCmulf(a, make_cuFloatComplex(1, 2));"),
            "__hip_bfloat16 b; hipCmulf(a, make_hipFloatComplex(1, 2));");
}

TEST(Hipify, takes_masks_away) {
  EXPECT_EQ(hip_of("v += __shfl_down_sync(0xffffffff, v, d);"), "v += __shfl_down(v, d);");
  EXPECT_EQ(hip_of("__shfl_sync(m[f(a, b)], __shfl_xor_sync(FULL,\n v, 1), 0, 16)"),
            "__shfl(__shfl_xor(v, 1), 0, 16)");
  EXPECT_EQ(hip_of("__popc(__ballot_sync(mask, a < b)); __syncwarp(mask); __syncwarp();"),
            "__popc(__ballot(a < b)); __syncwarp(); __syncwarp();");
}

TEST(Hipify, changes_arguments) {
  EXPECT_EQ(hip_of("cudaMemcpyToSymbol(table[i], h, sizeof(h));"),
            "hipMemcpyToSymbol(HIP_SYMBOL(table[i]), h, sizeof(h));");
  EXPECT_EQ(hip_of("cudaFuncSetAttribute(k<8>, cudaFuncAttributeMaxDynamicSharedMemorySize, n);"),
            "hipFuncSetAttribute(reinterpret_cast<const void*>(k<8>), "
            "hipFuncAttributeMaxDynamicSharedMemorySize, n);");
}

TEST(Hipify, includes_each_header_once) {
  EXPECT_EQ(*hip_from_cuda("// head\n#include <cuda.h>\n#include <cuda_runtime.h>\n"
                           "#include \"cuda_fp16.h\"\n#include <cstdio>\n"),
            "// head\n#include <hip/hip_runtime.h>\n#include <hip/hip_fp16.h>\n"
            "#include <cstdio>\n");
  EXPECT_EQ(*hip_from_cuda("// head\nint x;\n#include <cstdio>\n"),
            "// head\nint x;\n#include <hip/hip_runtime.h>\n#include <cstdio>\n");
  EXPECT_EQ(*hip_from_cuda("// head\n__global__ void k() {}\n"),
            "// head\n#include <hip/hip_runtime.h>\n__global__ void k() {}\n");
}

TEST(Hipify, leaves_everything_else) {
  for (const std::string_view text :
       {"// cudaMalloc\nputs(\"cudaMalloc failed\");", "k<<<grid, block>>>(a);", "p.cudaThing = 1;",
        "#define CUDA_OK(e) check(e)\nCUDA_OK(f());", "int cutoff, cur, cuda;",
        "if (lane == 31) x = threadIdx.x & 31;"}) {
    EXPECT_EQ(hip_of(text), text);
  }
}

TEST(Hipify, refuses_what_HIP_has_not_and_says_what) {
  EXPECT_EQ(hip_of("#include <mma.h>\n"),
            "cuda only: 'mma.h' (tensor cores through wmma) has no counterpart in HIP");
  EXPECT_EQ(hip_of("asm volatile(\"bar.sync 0;\");"),
            "cuda only: 'asm' (inline PTX) has no counterpart in HIP");
  EXPECT_EQ(hip_of("__nanosleep(10);"),
            "cuda only: '__nanosleep' (sleeping threads) has no counterpart in HIP");
  EXPECT_EQ(hip_of("cudaNobodyKnows(1);"),
            "cuda only: 'cudaNobodyKnows' has no counterpart in HIP");
}

}  // namespace
}  // namespace kcast::corpus
