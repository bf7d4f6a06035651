#include "frontend/slice/test_sources.h"

namespace kcast::frontend {

namespace {

constexpr const char* kMacrosInBodies = R"(
#include <cstdio>
#include <vector>
#define TILE 16
#define SQUARE(x) ((x) * (x))
#define AT(p, i) (p)[(i) * STRIDE]
#define STRIDE 2
#define UNUSED 77
#define CHECK(call) do { if ((call) != cudaSuccess) printf("failed\n"); } while (0)
__global__ void k(float* p) {
  __shared__ float tile[TILE];
  tile[threadIdx.x] = SQUARE(AT(p, threadIdx.x));
  __syncthreads();
#pragma unroll
  for (int i = 0; i < 4; ++i) p[i] += tile[i];
}
int main() {
  std::vector<float> h(TILE);
  float* p;
  CHECK(cudaMalloc(&p, sizeof(float) * UNUSED));
  k<<<1, TILE>>>(p);
}
)";

constexpr const char* kMacroKernels = R"(
#include <iostream>
#define KERNEL(name, op) \
  __global__ void name(float* a, const float* b) { a[threadIdx.x] op b[threadIdx.x]; }
#define BOTH(name)                                                          \
  __global__ void __launch_bounds__(128) name##_kernel(int* a) { a[0] = 1; } \
  void name##_host(int* a) { name##_kernel<<<1, 1>>>(a); std::cout << a; }
KERNEL(add, +=)
KERNEL(mul, *=)
BOTH(set)
int main() { add<<<1, 1>>>(nullptr, nullptr); mul<<<1, 1>>>(nullptr, nullptr); set_host(nullptr); }
)";

constexpr const char* kNamespaces = R"(
#include <string>
namespace outer {
const int kScale = 3;
std::string host_name() { return "x"; }
namespace inner {
struct Pair { int a, b; };
__device__ int sum(Pair p) { return p.a + p.b * kScale; }
}
namespace unused { __device__ int f() { return 1; } }
using inner::Pair;
__global__ void k(Pair* p, int* out) { out[0] = inner::sum(p[0]); }
}
namespace a::b { __device__ float two() { return 2.f; } }
namespace { __device__ float hidden(float x) { return x * a::b::two(); } }
namespace ab = a::b;
using namespace outer;
__global__ void k2(float* p) { p[0] = hidden(p[1]) + ab::two() + kScale; }
int main() { k2<<<1, 1>>>(nullptr); }
)";

constexpr const char* kTemplates = R"(
template <class T> struct Traits { typedef T acc; static constexpr int width = 1; };
template <> struct Traits<float> { typedef double acc; static constexpr int width = 4; };
template <> struct Traits<short> { typedef int acc; static constexpr int width = 8; };
template <class T> struct Traits<T*> { typedef T acc; static constexpr int width = 16; };
template <class T, int N = 8> struct Base { T v[N]; __device__ T get(int i) const { return v[i]; } };
template <class T> struct Derived : Base<T> { __device__ T twice() const { return this->get(0) * 2; } };
template <class T> __device__ T load(const T* p) { return *p; }
template <> __device__ float load<float>(const float* p) { return __ldg(p); }
template <> __device__ short load<short>(const short* p) { return p[1]; }
template <class T, int BLOCK = 256> __global__ void reduce(const T* in, T* out, Derived<T>* d) {
  typename Traits<T>::acc sum = 0;
  for (int i = 0; i < BLOCK / Traits<T>::width; ++i) sum += load(in + i);
  out[0] = (T)sum + d->twice();
}
template <class T> void launch(T* p) { reduce<T><<<1, 256>>>(p, p, nullptr); }
int main() {
  launch((float*)nullptr);
  reduce<int, 64><<<1, 64>>>(nullptr, nullptr, nullptr);
}
)";

constexpr const char* kConstants = R"(
#include <cstdint>
__constant__ float weights[8];
__constant__ float unused_weights[9];
__device__ unsigned long long counter = 0;
const int kRadius = 4;
constexpr float kTable[4] = {0.1f, 0.2f, 0.3f, 0.4f};
static constexpr uint32_t kMask = 0xff00u;
int host_state = 5;
__global__ void stencil(const float* in, float* out, uint32_t n) {
  uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float sum = 0;
  for (int k = 0; k < kRadius; ++k) sum += weights[k] * in[i + k] * kTable[k];
  out[i] = sum + (i & kMask);
  atomicAdd(&counter, 1ull);
}
int main() { host_state = 6; cudaMemcpyToSymbol(weights, nullptr, 32); stencil<<<1, 1>>>(nullptr, nullptr, 1); }
)";

constexpr const char* kMethods = R"(
#include <iostream>
#include <string>
struct Vec3 {
  float x, y, z;
  Vec3() = default;
  __host__ __device__ Vec3(float a, float b, float c) : x(a), y(b), z(c) {}
  explicit Vec3(const std::string& text) { x = (float)text.size(); }
  __host__ __device__ Vec3 operator+(const Vec3& o) const { return Vec3(x + o.x, y + o.y, z + o.z); }
  __device__ float dot(const Vec3& o) const;
  [[nodiscard]] std::string print() const {
    return std::string("vec");
  }
  friend std::ostream& operator<<(std::ostream& out, const Vec3& v) { return out << v.x; }
  void save(std::ostream& out) const;
  static const int kDims = 3;
};
void Vec3::save(std::ostream& out) const { out << x; }
__device__ float Vec3::dot(const Vec3& o) const { return x * o.x + y * o.y + z * o.z; }
__host__ __device__ inline Vec3 operator*(const Vec3& v, float s) { return Vec3(v.x * s, v.y * s, v.z * s); }
__global__ void k(Vec3* v, float* out) { v[0] = (v[1] + v[2]) * Vec3::kDims; out[0] = v[0].dot(v[1]); }
int main() { Vec3 v("a"); std::cout << v; k<<<1, 1>>>(nullptr, nullptr); }
)";

constexpr const char* kEnums = R"(
enum Mode { kAdd, kMul };
enum class Order : int { Row = 1, Column };
enum { kPlain = 12 };
typedef float real;
using real_pointer = real*;
template <class T> using Ptr = T* __restrict__;
using Unused = double;
template <Order order> __device__ int at(int i, int j) { return order == Order::Row ? i * 8 + j : j * 8 + i; }
__global__ void k(real_pointer p, Ptr<const real> q, Mode mode) {
  int i = at<Order::Column>(threadIdx.x, kPlain);
  p[i] = mode == kAdd ? p[i] + q[i] : p[i] * q[i];
}
template <Order order, bool wide> __global__ void k2(int* p) { p[at<order>(1, 2)] = wide; }
int main() { k<<<1, 1>>>(nullptr, nullptr, kMul); k2<Order::Row, true><<<1, 1>>>(nullptr); }
)";

constexpr const char* kFunctors = R"(
struct Plus { template <class T> __host__ __device__ T operator()(T a, T b) const { return a + b; } };
struct Scale { float s; __device__ float operator()(float x) const { return s * x; } };
template <class F> __device__ float apply(F f, float x) { return f(x); }
template <class Op, class T> __global__ void fold(T* p, Op op) { p[0] = op(p[0], p[1]); }
static __device__ float twice(float x) { return x + x; }
__global__ void k(float* p, Scale s) {
  float b = p[1];
  auto f = [=] __device__ (float x) { return x * b + twice(x); };
  p[0] = apply(f, p[0]) + apply(s, p[2]);
}
int main() { fold<Plus, float><<<1, 1>>>(nullptr, Plus()); k<<<1, 1>>>(nullptr, Scale{2}); }
)";

constexpr const char* kShared = R"(
#include <cuda_runtime.h>
extern __shared__ float scratch[];
__global__ void k(float* p) {
  extern __shared__ float local_scratch[];
  __shared__ int n;
  if (threadIdx.x == 0) n = blockDim.x;
  scratch[threadIdx.x] = p[threadIdx.x];
  __syncthreads();
  p[threadIdx.x] = local_scratch[n - 1 - threadIdx.x];
}
int main() { k<<<1, 32, 128>>>(nullptr); }
)";

constexpr const char* kConditions = R"(
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ < 600
__device__ double atomic_add(double* p, double v) { return old_way(p, v); }
#elif 1
__device__ double atomic_add(double* p, double v) { return atomicAdd(p, v); }
#else
__device__ double atomic_add(double* p, double v) { return third_way(p, v); }
#endif
__host__ __device__ int where() {
#ifdef __CUDA_ARCH__
  return __CUDA_ARCH__;
#else
  return host_query();
#endif
}
__global__ void k(double* p) {
#if __CUDA_ARCH__ >= 900
  p[1] = 9;  // new
#elif __CUDA_ARCH__ >= 800
  p[1] = 8;
#else
  p[1] = 0;
#endif
#ifdef N
  p[2] = N;
#endif



  atomic_add(p, where());
}
int main() { k<<<1, 1>>>(nullptr); }
)";

constexpr const char* kExternC = R"(
extern "C" {
__device__ float helper(float x) { return x + 1; }
void host_thing();
__global__ void k1(float* p) { p[0] = helper(p[0]); }
}
extern "C" __global__ void k2(float* p) { p[0] = helper(p[1]); }
extern "C" void host_other() {}
)";

constexpr const char* kTables = R"(
typedef float (*Function)(float);
__device__ float f0(float x) { return x; }
__device__ float f1(float x) { return x * x; }
__device__ float f2(float x) { return x * x * x; }
__device__ Function table[] = {f0, f1};
__global__ void k(float* p, int which) { p[0] = table[which](p[0]); }
)";

constexpr const char* kCStyle = R"(
typedef struct { float x, y; } point_t;
typedef struct node { int value; struct node* next; } node_t;
typedef struct { int host_only; } host_t;
union bits { float f; unsigned u; };
struct state { int n; } g_state;
#define MAX(a, b) ((a) > (b) ? (a) : (b))
__global__ void k(point_t* p, node_t* n, union bits* b) {
  p->x = MAX(p->y, 0.f);
  n->value = n->next->value;
  b->u = 1u;
}
int main(void) { host_t h; h.host_only = g_state.n; k<<<1, 1>>>(0, 0, 0); return 0; }
)";

constexpr const char* kRedefined = R"(
#define WIDTH 4
__global__ void a(int* p) { p[0] = WIDTH; }
#undef WIDTH
#define WIDTH 8
__global__ void b(int* p) { p[0] = WIDTH; }
#undef WIDTH
#define WIDTH 100
int main() { int width = WIDTH; a<<<width, 1>>>(nullptr); b<<<1, 1>>>(nullptr); }
)";

constexpr const char* kStd = R"(
#include <algorithm>
#include <cfloat>
#include <climits>
#include <cmath>
#include <cassert>
#include <limits>
#include <type_traits>
#include <cstdint>
template <class T> __global__ void k(T* p, std::size_t n) {
  T best = std::numeric_limits<T>::lowest();
  for (std::size_t i = 0; i < n; ++i) best = std::max(best, p[i]);
  if constexpr (std::is_same_v<T, float>) best = std::sqrt(std::fabs(best));
  assert(n > 0);
  p[0] = std::min<T>(best, T(3));
}
template <class T, typename std::enable_if<std::is_integral<T>::value, int>::type = 0>
__device__ T clip(T x) { return x > INT_MAX ? INT_MAX : x; }
__global__ void k2(float* p, std::int64_t* q) { p[0] = FLT_MAX; p[1] = M_PI; p[2] = INFINITY; q[0] = clip(q[1]); }
int main() { k<float><<<1, 1>>>(nullptr, 1); k<int><<<1, 1>>>(nullptr, 1); k2<<<1, 1>>>(nullptr, nullptr); }
)";

constexpr const char* kCccl = R"(
#include <utility>
#include <array>
__device__ std::pair<int, float> both(int i) { return {i, 2.f}; }
__global__ void k(float* p, std::array<float, 4> a) { auto x = both(3); p[x.first] = x.second + a[1]; }
int main() { k<<<1, 1>>>(nullptr, {}); }
)";

constexpr const char* kDeviceHeaders = R"(
#include <cuda_fp16.h>
#include <cooperative_groups.h>
#include <mma.h>
#include <iostream>
namespace cg = cooperative_groups;
using namespace nvcuda;
__global__ void k(half* p, float* q) {
  cg::thread_block block = cg::this_thread_block();
  p[0] = __hadd(p[1], __float2half(2.f));
  block.sync();
  q[0] = __half2float(p[0]);
  printf("%f\n", q[0]);
}
int main() { std::cout << "x"; k<<<1, 32>>>(nullptr, nullptr); }
)";

constexpr const char* kCub = R"(
#include <cub/cub.cuh>
#include <cstdint>
template <int N> __global__ void total(const int* in, int* out) {
  typedef cub::BlockReduce<int, N> Reduce;
  __shared__ typename Reduce::TempStorage storage;
  int sum = Reduce(storage).Sum(in[threadIdx.x]);
  if (threadIdx.x == 0) out[0] = sum;
}
int main() { total<128><<<1, 128>>>(nullptr, nullptr); }
)";

constexpr const char* kHip = R"(
#include <hip/hip_runtime.h>
#include <iostream>
#define HIP_CHECK(x) if ((x) != hipSuccess) std::cerr << "bad"
__device__ float warp_sum(float v) {
  for (int d = 16; d > 0; d /= 2) v += __shfl_down(v, d);
  return v;
}
__global__ void k(float* p, int n) {
  int i = hipBlockIdx_x * hipBlockDim_x + hipThreadIdx_x;
  HIP_DYNAMIC_SHARED(float, buffer)
  buffer[threadIdx.x] = warp_sum(i < n ? p[i] : 0.f);
  if (i < n && __any(i) && __popcll(__ballot(i > 3)) > 1) p[i] = buffer[0] + __lane_id();
  unsafeAtomicAdd(p, 1.f);
}
int main() { HIP_CHECK(hipDeviceSynchronize()); hipLaunchKernelGGL(k, dim3(1), dim3(64), 256, 0, nullptr, 1); }
)";

constexpr const char* kMainWithHeaders = R"(
#include "kernels.cuh"
#include "util/host.h"
#include "kernels.cuh"
__global__ void last(float* p) { p[0] = from_header(p[0]) * LIMIT; }
int main() { report(); in_header<3><<<1, 1>>>(nullptr); last<<<1, 1>>>(nullptr); }
)";
constexpr const char* kKernelsHeader = R"(#pragma once
#include "common.h"
__device__ inline float from_header(float x) { return x * FACTOR; }
template <int N> __global__ void in_header(float* p) {
#include "body.inc"
  p[N] = from_header(p[0]);
}
)";
constexpr const char* kCommonHeader = R"(#ifndef COMMON_H
#define COMMON_H
#include <string>
#define FACTOR (2 * INNER)
#define INNER 5
#define LIMIT 7
inline std::string common_host() { return ""; }
#endif
)";
constexpr const char* kHostHeader = R"(#pragma once
#include "../common.h"
inline void report() { common_host(); }
)";

constexpr const char* kStatics = R"(
static __global__ void quiet(float* p) { p[0] = 1; }
namespace {
struct Local { float a; };
__global__ void hidden(Local* p) { p->a = 2; }
template <class T> __global__ void hidden_template(T* p) { p->a = 3; }
}
int main() { quiet<<<1, 1>>>(nullptr); hidden<<<1, 1>>>(nullptr); hidden_template<Local><<<1, 1>>>(nullptr); }
)";

constexpr const char* kMembers = R"(
template <class T> struct Matrix {
  T* data;
  int n;
  struct Row { T* at; __device__ T& operator[](int j) { return at[j]; } void host(); };
  Matrix(int m) : n(m) { data = nullptr; }
  __device__ Row operator[](int i) { return Row{data + i * n}; }
  template <class U> __device__ U cast(int i) const { return U(data[i]); }
  static constexpr __host__ __device__ int pad() { return 3; }
  ~Matrix() = default;
};
template <class T> __device__ T trace(Matrix<T> m) { return m[0][0] + m[1][1]; }
template <class T> constexpr T kPi = T(3.14159);
constexpr int cube(int x) { return x * x * x; }
__global__ void k(Matrix<float> m, float* out) {
  out[Matrix<float>::pad()] = trace(m) + m.cast<float>(2) + kPi<float>;
  int a[cube(2)];
  for (int i = 0; i < cube(2); ++i) a[i] = (int)out[i];
  out[0] = a[out[1] > 0 ? 1 : 2];
}
int main() { Matrix<float> m(4); k<<<1, 1>>>(m, nullptr); }
)";

}  // namespace

std::vector<SliceProgram> slice_programs() {
  return {
      {"macros_in_bodies",
       {{"a.cu", kMacrosInBodies}},
       {"#define TILE 16", "#define SQUARE", "#define STRIDE", "#pragma unroll"},
       {"UNUSED", "CHECK", "main", "#include"}},
      {"macro_kernels",
       {{"a.cu", kMacroKernels}},
       {"KERNEL(add, +=)", "set_kernel", "__launch_bounds__"},
       {"set_host", "iostream>\nn"}},
      {"namespaces",
       {{"a.cu", kNamespaces}},
       {"namespace outer {", "namespace inner {", "kScale", "namespace ab = a::b;",
        "using namespace outer;"},
       {"host_name", "unused", "main"}},
      {"templates",
       {{"a.cu", kTemplates}},
       {"template <> struct Traits<float>", "struct Base", "template <> __device__ float load",
        "reduce<float, 256>(", "reduce<int, 64>("},
       {"Traits<short>", "Traits<T*>", "load<short>", "launch"}},
      {"constants",
       {{"a.cu", kConstants}},
       {"weights[8]", "counter", "kRadius", "kTable", "kMask"},
       {"unused_weights", "host_state"}},
      {"methods",
       {{"a.cu", kMethods}},
       {"operator+", "Vec3::dot", "operator*", "kDims"},
       {"print", "operator<<", "save", "nodiscard", "explicit"}},
      {"enums",
       {{"a.cu", kEnums}},
       {"enum Mode", "enum class Order", "kPlain", "real_pointer"},
       {"Unused"}},
      {"functors", {{"a.cu", kFunctors}}, {"struct Plus", "twice", "fold<Plus, float>("}, {"main"}},
      {"shared", {{"a.cu", kShared}}, {"extern __shared__ float scratch[];"}, {"cuda_runtime"}},
      {"conditions",
       {{"a.cu", kConditions}},
       {"#define N 42", "p[1] = 9", "return atomicAdd"},
       {"old_way", "third_way", "host_query", "p[1] = 8"},
       {{"N", "42"}}},
      {"extern_c",
       {{"a.cu", kExternC}},
       {"extern \"C\" {", "extern \"C\" __global__ void k2"},
       {"host_"}},
      {"tables", {{"a.cu", kTables}}, {"f0", "f1", "Function table[]"}, {"f2"}},
      {"c_style",
       {{"a.cu", kCStyle}},
       {"point_t", "node_t", "union bits", "MAX"},
       {"host_t", "g_state"}},
      {"redefined_macros",
       {{"a.cu", kRedefined}},
       {"#define WIDTH 4", "#undef WIDTH", "#define WIDTH 8"},
       {"100"}},
      {"standard_library", {{"a.cu", kStd}}, {"__CUDACC_RTC__", "k<float>(", "k<int>("}, {"main"}},
      {"cccl", {{"a.cu", kCccl}}, {"cuda/std/array", "both"}, {"main"}},
      {"device_headers",
       {{"a.cu", kDeviceHeaders}},
       {"#include <cuda_fp16.h>", "#include <cooperative_groups.h>", "namespace cg ="},
       {"iostream"}},
      {"cub", {{"a.cu", kCub}}, {"cub/block/block_reduce.cuh", "<cub/cub.cuh>"}, {"main"}},
      {"hip", {{"a.hip", kHip}}, {"warp_sum", "__CUDACC_RTC__"}, {"HIP_CHECK", "main"}},
      {"headers",
       {{"a.cu", kMainWithHeaders},
        {"kernels.cuh", kKernelsHeader},
        {"common.h", kCommonHeader},
        {"body.inc", "  p[9] = N;\n"},
        {"util/host.h", kHostHeader}},
       {"#define FACTOR", "#define INNER 5", "#define LIMIT 7", "p[9] = N;", "in_header<3>("},
       {"report", "common_host", "COMMON_H", "pragma once", "#include \"", "<string>"}},
      {"statics", {{"a.cu", kStatics}}, {"namespace {", "hidden_template<Local>("}, {"main"}},
      {"members",
       {{"a.cu", kMembers}},
       {"struct Row", "cube", "kPi"},
       {"void host", "Matrix(int m)"}},
  };
}

}  // namespace kcast::frontend
