// A kernel that an edit did not change is the same text, is not analysed again, and is predicted
// as by a process that never saw another version.
#include "predict/kernel_alone.h"

#include <gtest/gtest.h>

#include "base/text.h"
#include "frontend/frontend.h"
#include "predict/gpus.h"
#include "predict/predict_wire.h"
#include "predict/predictor.h"

namespace kcast::predict {
namespace {

// Kernels that share a function, a constant and a math function; one with shared memory, one with
// users' assembly whose lines look like the end of a function.
constexpr const char* kProgram = R"(// a comment
__constant__ float scale[2] = {1, 2};
__device__ float twice(float x) {
  return x * scale[1];
}
__global__ void first(float* a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) a[i] = twice(a[i]);
}
__global__ void tiled(float* a, int n) {
  __shared__ float tile[256];
  tile[threadIdx.x] = a[blockIdx.x * 256 + threadIdx.x];
  __syncthreads();
  if (n > 5) a[blockIdx.x * 256 + threadIdx.x] = tile[255 - threadIdx.x] + tanhf(a[0]);
}
__global__ void spelled(int* a) {
  int r;
  asm volatile("{\n.reg .b32 t;\nmov.b32 t, 7;\nmov.b32 %0, t;\n}\n" : "=r"(r));
  a[threadIdx.x] = r;
}
__global__ void gather(const int* index, const float* a, float* b, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) b[i] = twice(a[index[i]]);
}
int main() {
  const int n = 1 << 20;
  float* a;
  int* k;
  cudaMalloc(&a, n * sizeof(float));
  cudaMalloc(&k, n * sizeof(int));
  first<<<n / 256, 256>>>(a, n);
  tiled<<<n / 256, 256>>>(a, n);
  spelled<<<1, 64>>>(k);
  gather<<<n / 256, 256>>>(k, a, a, n);
}
)";

std::string replaced(std::string text, const std::string& what, const std::string& by) {
  const size_t at = text.find(what);
  EXPECT_NE(at, std::string::npos) << what;
  return text.replace(at, what.size(), by);
}

// Everything that leaves the other kernels as they are, and how many launches and pieces of the
// program it changes.
struct Edit {
  const char* what;
  std::string text;
  size_t launches;
  size_t pieces;
};

std::vector<Edit> edits() {
  const std::string text = kProgram;
  return {
      {"nothing", text, 0, 0},
      {"a comment", replaced(text, "// a comment", "// another comment\n\n\n//"), 0, 0},
      {"spaces", replaced(text, "a[i] = twice(a[i])", "a[i]  =  twice( a[i] )"), 0, 1},
      {"host code", replaced(text, "float* a;\n  int* k;", "float* a;\n\n  int* k; int z = 3;"), 0,
       0},
      {"a line", replaced(text, "int r;", "\n\n  int r;"), 0, 0},
      {"one kernel", replaced(text, "a[i] = twice(a[i])", "a[i] = \n 3 * twice(a[i])"), 1, 1},
      {"its shared memory", replaced(text, "tile[256]", "tile[300]"), 1, 1},
      // Its size is assumed: it is analysed with little effort first.
      {"a new kernel", "__global__ void other(float* a) { a[0] = tanhf(1.5f * a[1]); }\n" + text, 2,
       1},
      {"what all use", replaced(text, "x * scale[1]", "x * scale[1] + 1"), 2, 2},
      {"a size", replaced(text, "spelled<<<1, 64>>>", "spelled<<<2, 64>>>"), 1, 0},
  };
}

PredictRequest request_for(const std::string& text) {
  PredictRequest request;
  request.source.files = {{"test.cu", text}};
  request.gpus = *gpus_named("h200");
  return request;
}

std::string bytes_of(PredictReport report) {
  report.times = {};
  return to_wire(report);
}

TEST(KernelAlone, is_predicted_as_if_nothing_had_been_kept) {
  const auto kept = Predictor::start(true);
  const auto cold = Predictor::start(false);
  ASSERT_TRUE(kept && cold);
  ASSERT_TRUE((*kept)->predict(request_for(kProgram)));
  for (const Edit& edit : edits()) {
    const CacheCounts before = (*kept)->kept_counts();
    const auto report = (*kept)->predict(request_for(edit.text));
    const auto fresh = (*cold)->predict(request_for(edit.text));
    ASSERT_TRUE(report && fresh) << edit.what;
    EXPECT_GE(report->predictions.size(), 4U) << edit.what;
    EXPECT_EQ(bytes_of(*report), bytes_of(*fresh)) << edit.what;
    EXPECT_EQ((*kept)->kept_counts().misses - before.misses, edit.launches + edit.pieces)
        << edit.what;
  }
}

// With the lines of the source in every sentence.
TEST(KernelAlone, gets_its_lines_back) {
  const auto kept = Predictor::start(true);
  ASSERT_TRUE(kept);
  for (const std::string blank : {"", "\n\n\n"}) {
    const auto report = (*kept)->predict(request_for(blank + kProgram));
    ASSERT_TRUE(report);
    const auto lines = split(blank + kProgram, '\n');
    for (const LaunchPrediction& launch : report->predictions) {
      ASSERT_FALSE(launch.prediction.reasons.empty()) << launch.name;
      for (const Reason& reason : launch.prediction.reasons) {
        if (reason.line == 0) continue;  // of the whole launch
        ASSERT_LT(reason.line, static_cast<int64_t>(lines.size())) << launch.name;
        if (!reason.text.starts_with("stores of 'a'")) continue;
        EXPECT_NE(lines[static_cast<size_t>(reason.line - 1)].find("] = "), std::string::npos);
      }
    }
  }
  std::string text = "line 1000000001: no; line 7 and line 1000000000";
  restore_lines({5, 9}, text);
  EXPECT_EQ(text, "line 9: no; line 7 and line 5");
}

TEST(KernelAlone, leaves_what_it_does_not_know) {
  const PtxModule other{"a.cu", "nvrtc", "sm_90", ".version 8.5\n.entry k()\n{\nret;\n}\n", ""};
  EXPECT_EQ(kernel_alone(other, "k").ptx, other.text);
  for (const std::string text : {"", "nonsense", ".version 8.5\n.visible .entry k(\n)\n{\n",
                                 ".version 8.5\n.visible .entry k(\n)\n{\n\t.loc\t1 x\n}\n"}) {
    const PtxModule ours{"a.cu", "clang", "sm_90", text, ""};
    EXPECT_EQ(kernel_alone(ours, "k").ptx, text);
  }
}

}  // namespace
}  // namespace kcast::predict
