// A server that saw other versions of a file answers as a process that saw none: random edits of
// several files, bit by bit.
#include <gtest/gtest.h>

#include <cstdlib>

#include "base/rng.h"
#include "base/sanitizers.h"
#include "base/text.h"
#include "predict/gpus.h"
#include "predict/predict_wire.h"
#include "predict/predictor.h"

namespace kcast::predict {
namespace {

struct File {
  const char* name;
  const char* text;
};

constexpr File kFiles[] = {
    {"kernels.cu", R"(__constant__ float weights[8] = {1, 2, 3, 4, 5, 6, 7, 8};
__device__ unsigned counter;
static __device__ int flag;
__device__ __forceinline__ float relu(float x) { return x > 0 ? x : 0; }
template <typename T, int N>
__device__ T blur(const T* x, int i) {
  T sum = 0;
#pragma unroll
  for (int k = 0; k < N; ++k)
    sum += x[i + k] * weights[k];
  return sum;
}
__device__ __noinline__ float slow(float x, int steps) {
  for (int i = 0; i < steps; ++i)
    x = x * 0.5f + __sinf(x);
  return x;
}
__global__ void scale(float* a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) a[i] = relu(a[i]) * weights[2];
}
template <typename T, int N>
__global__ void smooth(const T* x, T* y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i + N < n) y[i] = blur<T, N>(x, i);
}
__global__ void sum(const float* x, float* y, int n) {
  __shared__ float tile[256];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  tile[threadIdx.x] = i < n ? relu(x[i]) : 0;
  __syncthreads();
  for (int width = 128; width > 0; width /= 2) {
    if (threadIdx.x < width) tile[threadIdx.x] += tile[threadIdx.x + width];
    __syncthreads();
  }
  if (threadIdx.x == 0) atomicAdd(y, tile[0]);
}
__global__ void mark(int n) {
  if (threadIdx.x < n) flag = 1;
  atomicAdd(&counter, 1);
}
__global__ void chain(float* a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && flag == 0) a[i] = slow(a[i], 4) + tanhf(a[i]);
}
__global__ void chains(float* a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) a[i] = slow(a[i], 7);
}
int main() {
  const int n = 1 << 18;
  float *a, *b;
  cudaMalloc(&a, n * sizeof(float));
  cudaMalloc(&b, n * sizeof(float));
  scale<<<n / 256, 256>>>(a, n);
  smooth<float, 4><<<n / 256, 256>>>(a, b, n);
  smooth<float, 8><<<n / 256, 256>>>(a, b, n);
  sum<<<n / 256, 256>>>(a, b, n);
  mark<<<4, 32>>>(7);
  chain<<<n / 256, 256>>>(a, n);
  chains<<<n / 256, 256>>>(a, n);
}
)"},
    {"kernels.hip", R"(#include <hip/hip_runtime.h>
struct Point { float x, y; };
inline __device__ float norm(Point p) { return sqrtf(p.x * p.x + p.y * p.y); }
__global__ void lengths(const Point* p, float* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = norm(p[i]);
}
__global__ void shift(Point* p, float dx, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) p[i].x += dx / norm(p[i]);
}
int main() {
  const int n = 1 << 18;
  Point* p;
  float* out;
  hipMalloc(&p, n * sizeof(Point));
  hipMalloc(&out, n * sizeof(float));
  lengths<<<n / 256, 256>>>(p, out, n);
  shift<<<n / 256, 256>>>(p, 2.5f, n);
}
)"},
    {"kernels.cl", R"(__constant float weights[4] = {1, 2, 3, 4};
float weigh(float x, int i) { return x * weights[i & 3]; }
__kernel void one(__global const float* x, __global float* y, int n) {
  int i = get_global_id(0);
  if (i < n) y[i] = weigh(x[i], i) + cos(x[i]);
}
__kernel void two(__global float* x, __local float* tile, int n) {
  int i = get_global_id(0);
  tile[get_local_id(0)] = weigh(x[i], 1);
  barrier(CLK_LOCAL_MEM_FENCE);
  if (i < n) x[i] = tile[get_local_size(0) - 1 - get_local_id(0)];
}
)"},
};

// One of the things that people do to a text. Many break it, which is to be answered as well.
std::string edited(const std::string& text, Rng& rng) {
  std::vector<std::string> lines = split(text, '\n');
  const size_t at = rng.below(lines.size());
  std::string& line = lines[at];
  switch (rng.below(7)) {
    case 0:
      lines.insert(lines.begin() + static_cast<ptrdiff_t>(at), rng.below(4), "// a remark");
      break;
    case 1:
      line = "  " + line;
      break;
    case 2:
      if (const size_t digit = line.find_first_of("123456789"); digit != std::string::npos) {
        line[digit] = static_cast<char>('1' + rng.below(9));
      }
      break;
    case 3:
      if (const size_t plus = line.find_first_of("+*"); plus != std::string::npos) line[plus] = '-';
      break;
    case 4:
      if (line.ends_with(";")) lines.insert(lines.begin() + static_cast<ptrdiff_t>(at), line);
      break;
    case 5:
      if (line.ends_with(";")) lines.erase(lines.begin() + static_cast<ptrdiff_t>(at));
      break;
    default:
      if (line.find("int i = ") != std::string::npos) line += " if (i == 77) return;";
      break;
  }
  return join(lines, "\n");
}

std::string answer_of(Predictor& predictor, const char* name, const std::string& text, L2State l2) {
  PredictRequest request;
  request.conditions.l2 = l2;
  request.source.files = {{name, text}};
  request.gpus = *gpus_named("h200");
  request.launch.block = std::array<int64_t, 3>{128, 1, 1};
  auto report = predictor.predict(request);
  if (!report) return report.error().message;
  report->times = {};
  return to_wire(*report);
}

// KCAST_EDITS: how many of each file.
int edits_of_each() {
  const char* const given = std::getenv("KCAST_EDITS");
  if (given != nullptr) return std::atoi(given);
#ifdef KCAST_SANITIZED
  return 3;
#else
  return 12;
#endif
}

TEST(Reuse, answers_are_those_of_a_fresh_process) {
  const auto warm = Predictor::start(true);
  const auto fresh = Predictor::start(false);
  ASSERT_TRUE(warm && fresh);
  for (const File& file : kFiles) {
    Rng rng = Rng::for_name(7, file.name);
    std::string text = file.text;
    for (int i = 0; i < edits_of_each(); ++i) {
      // What L2 holds is a part of the question.
      for (const L2State l2 : {L2State::Cold, L2State::Warm, L2State::Program}) {
        if (l2 != L2State::Cold && i % 4 != 1) continue;
        ASSERT_EQ(answer_of(**warm, file.name, text, l2), answer_of(**fresh, file.name, text, l2))
            << text;
      }
      // Edits pile up for a while, as they do in an editor.
      text = edited(i % 6 == 5 ? file.text : text, rng);
    }
  }
  EXPECT_GT((*warm)->kept_counts().hits, 0U);
}

}  // namespace
}  // namespace kcast::predict
