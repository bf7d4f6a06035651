// What host code puts into buffers. Every expectation follows from reading the source.
#include <gtest/gtest.h>

#include <string>

#include "frontend/test_inspect.h"
#include "schema/buffer_fill.h"

namespace kcast::host {
namespace {

struct Case {
  const char* behaviour;
  const char* file;  // its ending is the language
  const char* source;
  const char* expected;  // "argument=fill" of the last launch's buffers; "-": none
};

std::string show(const std::vector<HostArgument>& arguments) {
  std::string text;
  for (const HostArgument& argument : arguments) {
    if (argument.kind == ArgumentKind::Struct) text += show(argument.members);
    if (argument.kind != ArgumentKind::Buffer) continue;
    text += argument.name + "=" + (argument.fill ? fill_text(argument.fill->fill) : "-") + " ";
  }
  return text;
}

std::string fills_of(const Case& one) {
  const Inspection inspection = frontend::inspect_text(one.source, one.file);
  if (inspection.launches.empty()) return "no launch";
  std::string text = show(inspection.launches.back().arguments);
  if (!text.empty()) text.pop_back();
  return text;
}

#define KERNELS                                                    \
  "#include <cstdlib>\n#include <cstring>\n#include <vector>\n"    \
  "#include <algorithm>\n#include <numeric>\n#include <random>\n"  \
  "__global__ void f(float* a) {}\n__global__ void i(int* a) {}\n" \
  "__global__ void fi(const float* x, const int* idx, float* y) {}\n"
#define HIP_KERNELS "#include <hip/hip_runtime.h>\n" KERNELS
// A buffer of n elements on both sides, a loop over it, a copy and a launch.
#define FLOATS(body)                                                      \
  KERNELS                                                                 \
  "int main() { int n = 1 << 20; float *h = (float*)malloc(n * 4), *d;\n" \
  "cudaMalloc(&d, n * 4);\n" body                                         \
  "\ncudaMemcpy(d, h, n * 4, cudaMemcpyHostToDevice); f<<<n / 256, 256>>>(d); }"
#define INTS(body)                                                    \
  KERNELS                                                             \
  "int main() { int n = 1 << 20; int *h = (int*)malloc(n * 4), *d;\n" \
  "cudaMalloc(&d, n * 4);\n" body                                     \
  "\ncudaMemcpy(d, h, n * 4, cudaMemcpyHostToDevice); i<<<n / 256, 256>>>(d); }"

const Case kLoops[] = {
    {"constant", "t.cu", FLOATS("for (int i = 0; i < n; ++i) h[i] = 1.0f;"), "a=constant:1"},
    {"iota", "t.cu", INTS("for (int i = 0; i < n; ++i) h[i] = i;"), "a=iota"},
    {"iota_as_reals", "t.cu", FLOATS("for (int i = 0; i < n; ++i) h[i] = (float)i;"), "a=iota"},
    {"backwards", "t.cu", INTS("for (int i = 0; i < n; ++i) h[i] = n - 1 - i;"),
     "a=iota:1048575,-1"},
    {"downwards", "t.cu", INTS("for (int i = n - 1; i >= 0; --i) h[i] = 2 * i + 1;"), "a=iota:1,2"},
    {"multiples", "t.cu", INTS("for (int i = 0; i < n; ++i) h[i] = i * 16;"), "a=iota:0,16"},
    {"running_sum", "t.cu", INTS("h[0] = 0; for (int i = 0; i + 1 < n; ++i) h[i + 1] = h[i] + 5;"),
     "a=iota:0,5"},
    {"sum_in_a_variable", "t.cu",
     INTS("int s = 0; for (int i = 0; i < n; ++i) { h[i] = s; s += 3; }"), "a=iota:0,3"},
    {"random_running_sum", "t.cu",
     INTS("h[0] = 0; for (int i = 0; i + 1 < n; ++i) h[i + 1] = h[i] + rand() % 9;"),
     "a=offsets_into:,4"},
    {"random_sum_in_a_variable", "t.cu",
     INTS("int s = 0; for (int i = 0; i < n; ++i) { h[i] = s; s += rand() % 17; }"),
     "a=offsets_into:,8"},
    {"starts_again", "t.cu", INTS("for (int i = 0; i < n; ++i) h[i] = i % 1000;"),
     "a=iota:0,1,1000"},
    {"scattered", "t.cu", INTS("for (int i = 0; i < n; ++i) h[i] = (i * 7) % 65536;"),
     "a=iota:0,7,65536"},
    {"masked", "t.cu", INTS("for (int i = 0; i < n; ++i) h[i] = i & 31;"), "a=iota:0,1,32"},
    {"rows_of_a_plane", "t.cu",
     INTS("for (int y = 0; y < 1024; ++y) for (int x = 0; x < 1024; ++x) h[y * 1024 + x] = y * "
          "1024 + x;"),
     "a=iota"},
    {"constant_plane", "t.cu",
     FLOATS("for (int y = 0; y < 1024; ++y) for (int x = 0; x < 1024; ++x) h[y * 1024 + x] = "
            "0.5f;"),
     "a=constant:0.5"},
    {"short_array", "t.cu",
     KERNELS "int main() { int h[64], *d; cudaMalloc(&d, 256); for (int k = 0; k < 64; ++k) h[k] = "
             "k % 10; cudaMemcpy(d, h, 256, cudaMemcpyHostToDevice); i<<<1, 64>>>(d); }",
     "a=iota:0,1,10"},
    {"list_of_offsets", "t.cu",
     KERNELS "int main() { int h[5] = {0, 2, 7, 9, 12}, *d; cudaMalloc(&d, 20); cudaMemcpy(d, h, "
             "20, cudaMemcpyHostToDevice); i<<<1, 4>>>(d); }",
     "a=offsets_into:,3"},
    {"list_of_numbers", "t.cu",
     KERNELS "int main() { int h[5] = {4, 2, 7, 9, 3}, *d; cudaMalloc(&d, 20); cudaMemcpy(d, h, "
             "20, cudaMemcpyHostToDevice); i<<<1, 4>>>(d); }",
     "a=uniform_int:2,10"},
    {"second_pass_counts", "t.cu",
     INTS("for (int i = 0; i < n; ++i) h[i] = 7; for (int i = 0; i < n; ++i) h[i] = i;"), "a=iota"},
    {"one_value_over_zeros", "t.cu", INTS("memset(h, 0, n * 4); h[5] = 3;"), "a=zero"},
};

const Case kRandom[] = {
    {"modulo", "t.cu", INTS("for (int i = 0; i < n; ++i) h[i] = rand() % n;"),
     "a=uniform_int:0,1048576"},
    {"unit_interval", "t.cu",
     FLOATS("for (int i = 0; i < n; ++i) h[i] = rand() / (float)RAND_MAX;"), "a=uniform:0,1"},
    {"scaled_and_moved", "t.cu",
     FLOATS("for (int i = 0; i < n; ++i) h[i] = 2.0f * rand() / RAND_MAX - 1.0f;"),
     "a=uniform:-1,1"},
    {"whole_part", "t.cu", INTS("for (int i = 0; i < n; ++i) h[i] = (int)(drand48() * 100);"),
     "a=uniform_int:0,100"},
    {"two_values", "t.cu", INTS("for (int i = 0; i < n; ++i) h[i] = rand() % 2 ? 1 : -1;"),
     "a=uniform_int:-1,2"},
    {"branches", "t.cu",
     INTS("for (int i = 0; i < n; ++i) { if (rand() % 4 == 0) h[i] = 3; else h[i] = 0; }"),
     "a=uniform_int:0,4"},
    {"own_generator", "t.cu",
     INTS(
         "unsigned s = 1; for (int i = 0; i < n; ++i) { s = s * 1103515245u + 12345u; h[i] = (s >> "
         "16) % 500; }"),
     "a=uniform_int:0,500"},
    {"distributions", "t.cu",
     KERNELS
     "int main() { int n = 1 << 20; std::vector<float> x(n); std::vector<int> c(n);\n"
     "std::mt19937 g(1); std::uniform_real_distribution<float> u(-2, 3);\n"
     "std::uniform_int_distribution<int> v(5, 9);\n"
     "for (auto& e : x) e = u(g); std::generate(c.begin(), c.end(), [&] { return v(g); });\n"
     "float *dx, *dy; int* dc; cudaMalloc(&dx, n * 4); cudaMalloc(&dy, n * 4);\n"
     "cudaMalloc(&dc, n * 4); cudaMemcpy(dx, x.data(), n * 4, cudaMemcpyHostToDevice);\n"
     "cudaMemcpy(dc, c.data(), n * 4, cudaMemcpyHostToDevice);\n"
     "fi<<<n / 256, 256>>>(dx, dc, dy); }",
     "x=uniform:-2,3 idx=uniform_int:5,10 y=-"},
};

const Case kLibrary[] = {
    {"device_memset", "t.cu",
     KERNELS "int main() { float* d; cudaMalloc(&d, 4096); cudaMemset(d, 0, 4096); f<<<4, "
             "256>>>(d); }",
     "a=zero"},
    {"device_memset_of_bytes", "t.cu",
     KERNELS "int main() { int* d; cudaMalloc(&d, 4096); cudaMemset(d, 0xff, 4096); i<<<4, "
             "256>>>(d); }",
     "a=constant:-1"},
    {"vectors", "t.cu",
     KERNELS "int main() { int n = 1 << 20; std::vector<float> v(n, 2.0f); std::vector<int> p(n);\n"
             "std::iota(p.begin(), p.end(), 0); std::shuffle(p.begin(), p.end(), "
             "std::mt19937(1));\n"
             "float *dx, *dy; int* dp; cudaMalloc(&dx, n * 4); cudaMalloc(&dy, n * 4);\n"
             "cudaMalloc(&dp, n * 4); cudaMemcpy(dx, v.data(), n * 4, cudaMemcpyHostToDevice);\n"
             "cudaMemcpy(dp, &p[0], n * 4, cudaMemcpyHostToDevice);\n"
             "fi<<<n / 256, 256>>>(dx, dp, dy); }",
     "x=constant:2 idx=permutation y=-"},
    {"calloc_and_fill", "t.cu",
     KERNELS "int main() { int n = 5000; float* h = (float*)calloc(n, 4); std::vector<int> c(n);\n"
             "std::fill(c.begin(), c.end(), 3); float *dx, *dy; int* dc;\n"
             "cudaMalloc(&dx, n * 4); cudaMalloc(&dy, n * 4); cudaMalloc(&dc, n * 4);\n"
             "cudaMemcpy(dx, h, n * 4, cudaMemcpyHostToDevice);\n"
             "cudaMemcpy(dc, c.data(), n * 4, cudaMemcpyHostToDevice);\n"
             "fi<<<20, 256>>>(dx, dc, dy); }",
     "x=zero idx=constant:3 y=-"},
    {"helper_function", "t.cu",
     KERNELS "void init(float* p, int n, float v) { for (int k = 0; k < n; ++k) p[k] = v * k; }\n"
             "int main() { int n = 1 << 20; float* d; cudaMallocManaged(&d, n * 4); init(d, n, "
             "0.25f); f<<<n / 256, 256>>>(d); }",
     "a=iota:0,0.25"},
    {"thrust", "t.cu",
     "#include <thrust/device_vector.h>\n#include <thrust/sequence.h>\n#include <thrust/fill.h>\n"
     "#include <thrust/host_vector.h>\n" KERNELS
     "int main() { int n = 1 << 20; thrust::device_vector<int> c(n); thrust::sequence(c.begin(), "
     "c.end());\nthrust::device_vector<float> x(n); thrust::fill(x.begin(), x.end(), 4.0f);\n"
     "thrust::host_vector<float> h(n); for (int k = 0; k < n; ++k) h[k] = rand() % 8;\n"
     "thrust::device_vector<float> y = h;\n"
     "fi<<<n / 256, 256>>>(thrust::raw_pointer_cast(x.data()), thrust::raw_pointer_cast(c.data()), "
     "thrust::raw_pointer_cast(y.data())); }",
     "x=constant:4 idx=iota y=uniform:0,7"},
    {"hip", "t.hip",
     HIP_KERNELS
     "int main() { int n = 1 << 20; std::vector<int> c(n); float *x, *y; int* d;\n"
     "for (int k = 0; k < n; ++k) c[k] = rand() % n; hipMalloc(&x, n * 4); hipMalloc(&y, n * 4);\n"
     "hipMalloc(&d, n * 4); hipMemcpy(d, c.data(), n * 4, hipMemcpyHostToDevice);\n"
     "hipMemset(y, 0, n * 4); fi<<<n / 256, 256>>>(x, d, y); }",
     "x=- idx=uniform_int:0,1048576 y=zero"},
    {"hip_words", "t.hip",
     HIP_KERNELS
     "int main() { int* d; hipMalloc(&d, 4096); hipMemsetD32((hipDeviceptr_t)d, 42, 1024);\n"
     "i<<<4, 256>>>(d); }",
     "a=constant:42"},
};

const Case kNothing[] = {
    {"read_by_a_kernel_before", "t.cu",
     KERNELS "__global__ void r(int* a, int* b) { b[0] = a[0] + *a + *(a + 3); }\n"
             "int main() { int *d, *e; cudaMalloc(&d, 4096); cudaMalloc(&e, 4096);\n"
             "cudaMemset(d, 0, 4096); r<<<1, 1>>>(d, e); i<<<4, 256>>>(d); }",
     "a=zero"},
    {"computed_by_a_kernel", "t.cu",
     KERNELS "__global__ void w(int* a) { a[threadIdx.x] = 1; }\n"
             "int main() { int* d; cudaMalloc(&d, 4096); cudaMemset(d, 0, 4096);\n"
             "w<<<1, 1>>>(d); i<<<4, 256>>>(d); }",
     "a=-"},
    {"from_a_file", "t.cu", "#include <cstdio>\n" INTS("fread(h, 4, n, fopen(\"x\", \"rb\"));"),
     "a=-"},
    {"never_written", "t.cu", INTS(""), "a=-"},
    {"half_typed", "t.cu", INTS("for (int i = 0; i < n; ++i) h[i] = i * ;"), "a=-"},
    {"other_sizes", "t.cu",
     INTS("for (int i = 0; i < n / 4; ++i) { ((char*)h)[16 * i] = 1; h[4 * i + 1] = 2; }"), "a=-"},
};

void check(const Case& one) {
  SCOPED_TRACE(one.behaviour);
  EXPECT_EQ(fills_of(one), one.expected);
}

TEST(host_fills, loops_over_arrays) {
  for (const Case& one : kLoops)
    check(one);
}

// Formulas of the index that are no line: what they come near to. Where the line starts, and
// a little of its step, depend on the rounds that are seen.
struct LineCase {
  const char* behaviour;
  const char* source;
  double most;  // where it starts, from zero
  double step;
};

const LineCase kFormulas[] = {
    {"quotient", INTS("for (int i = 0; i < n; ++i) h[i] = i / 4;"), 0, 0.25},
    {"perturbed", INTS("for (int i = 0; i < n; ++i) h[i] = i * 22 - (i % 2) * 5;"), 0, 22},
    {"additions", INTS("for (int i = 0; i < n; ++i) h[i] = 16 * i + i % 9;"), 8, 16},
    {"tiles", INTS("for (int b = 0; b < n; ++b) h[b] = b / 8 * 32 + b % 8;"), 0, 4},
    {"clamped", INTS("for (int i = 0; i < n; ++i) h[i] = std::min(std::max(i - 3, 0), n - 1);"), 0,
     1},
    {"neighbours_in_a_ring",
     INTS("for (int i = 0; i < n / 4; ++i) for (int k = 0; k < 4; ++k) h[i * 4 + k] = (i + k - 2 + "
          "n) % n;"),
     1, 0.25},
    {"steps_from_a_table",
     INTS("int step[4] = {-1, 1, -1024, 1024}; for (int i = 2048; i < n - 2048; ++i) h[i] = i + "
          "step[i % 4];"),
     1024, 1},
};

TEST(host_fills, formulas_of_the_index) {
  for (const LineCase& one : kFormulas) {
    SCOPED_TRACE(one.behaviour);
    const Inspection inspection = frontend::inspect_text(one.source, "t.cu");
    ASSERT_FALSE(inspection.launches.empty());
    const HostArgument& given = inspection.launches.back().arguments.at(0);
    ASSERT_TRUE(given.fill.has_value());
    const Fill& fill = given.fill->fill;
    EXPECT_EQ(fill.kind, FillKind::Iota) << fill_text(fill);
    EXPECT_NEAR(fill.step, one.step, 0.002 * one.step);
    EXPECT_GE(fill.low, 0);
    EXPECT_LE(fill.low, one.most);
  }
}

// Ranges are seen in some of the rounds only: their ends may be missed by a little.
struct RangeCase {
  const char* behaviour;
  const char* source;
  FillKind kind;
  double low;
  double high;
};

const RangeCase kRanges[] = {
    {"generator_advanced_twice",
     INTS(
         "unsigned s = 1; for (int i = 0; i < n; ++i) { s = s * 1664525u + 1013904223u; unsigned a "
         "= s; s = s * 1664525u + 1013904223u; h[i] = (int)((a >> 16) ^ (s >> 16)) % 5000; }"),
     FillKind::UniformInt, 0, 5000},
    {"product_that_wraps",
     INTS("for (int i = 0; i < n; ++i) h[i] = (int)(((unsigned)i * 2654435761u) >> 22);"),
     FillKind::UniformInt, 0, 1024},
    {"sine", FLOATS("for (int i = 0; i < n; ++i) h[i] = 3 * sinf(0.37f * i);"), FillKind::Uniform,
     -3, 3},
    {"exponential",
     FLOATS("for (int i = 0; i < n; ++i) { float t = (i % 100) * 0.01f; h[i] = "
            "expf(-t); }"),
     FillKind::Uniform, 0.37, 1},
    {"halves_by_condition",
     INTS("for (int i = 0; i < n; ++i) h[i] = i < n / 2 ? 100 + i % 50 : 700 + i % 50;"),
     FillKind::UniformInt, 100, 750},
    {"squares", INTS("for (int i = 0; i < n; ++i) h[i] = (i % 1000) * (i % 1000);"),
     FillKind::UniformInt, 0, 998002},
    {"or_none", INTS("for (int i = 0; i < n; ++i) h[i] = i % 3 == 0 ? -1 : i % 4096;"),
     FillKind::UniformInt, -1, 4096},
    {"scattered_bits",
     INTS("memset(h, 0, n * 4); for (int i = 0; i < 4 * n; ++i) { unsigned v = i * 2654435761u % "
          "(unsigned)n; h[v] = 1 + i % 100; }"),
     FillKind::UniformInt, 1, 101},
};

TEST(host_fills, ranges_of_what_cannot_be_followed) {
  for (const RangeCase& one : kRanges) {
    SCOPED_TRACE(one.behaviour);
    const Inspection inspection = frontend::inspect_text(one.source, "t.cu");
    ASSERT_FALSE(inspection.launches.empty());
    const HostArgument& given = inspection.launches.back().arguments.at(0);
    ASSERT_TRUE(given.fill.has_value());
    const Fill& fill = given.fill->fill;
    const double slack = 0.06 * (one.high - one.low);
    EXPECT_EQ(fill.kind, one.kind);
    EXPECT_GE(fill.low, one.low) << fill_text(fill);
    EXPECT_LE(fill.low, one.low + slack) << fill_text(fill);
    EXPECT_LE(fill.high, one.high) << fill_text(fill);
    EXPECT_GE(fill.high, one.high - slack) << fill_text(fill);
  }
}

TEST(host_fills, what_covers_most_of_an_array_counts) {
  const Case cases[] = {
      {"few_after_all", "t.cu",
       INTS("for (int i = 0; i < n; ++i) h[i] = -1; for (int k = 0; k < 100; ++k) h[k * 7] = k;"),
       "a=constant:-1"},
      {"few_at_the_start_after_all", "t.cu",
       INTS("for (int i = 0; i < n; ++i) h[i] = -1; for (int k = 0; k < 5000; ++k) h[k] = k * k;"),
       "a=constant:-1"},
  };
  for (const Case& one : cases)
    check(one);
}

std::string fields_of(const std::string& source) {
  const Inspection inspection = frontend::inspect_text(source, "t.cu");
  if (inspection.launches.empty()) return "no launch";
  std::string text;
  for (const FillField& field : inspection.launches.back().arguments.at(0).fields) {
    text +=
        std::to_string(field.offset_bytes) + ":" + field.type + "=" + fill_text(field.fill) + " ";
  }
  return text;
}

// Each field of a struct by itself: offsets 0, 4 and 8 of elements of 12 bytes.
TEST(host_fills, fields_of_structs) {
  const std::string start =
      "#include <vector>\nstruct E { int from, to; float w; };\n"
      "__global__ void k(const E* e) {}\nint main() { const int n = 1 << 18; E* d; "
      "cudaMalloc(&d, n * sizeof(E)); ";
  const std::string end =
      " cudaMemcpy(d, &e[0], n * sizeof(E), cudaMemcpyHostToDevice); k<<<n / 256, 256>>>(d); }";
  const std::string expected = "0:int=iota 4:int=iota:0,2 8:float=constant:0.5 ";
  EXPECT_EQ(fields_of(start +
                      "std::vector<E> e(n); for (int i = 0; i < n; ++i) { e[i].from = i; "
                      "e[i].to = 2 * i; e[i].w = 0.5f; }" +
                      end),
            expected);
  EXPECT_EQ(fields_of(start +
                      "std::vector<E> e(n); for (int i = 0; i < n; ++i) e[i] = {i, 2 * i, "
                      "0.5f};" +
                      end),
            expected);
  EXPECT_EQ(fields_of(start +
                      "std::vector<E> e; for (int i = 0; i < n; ++i) e.push_back({i, 2 * "
                      "i, 0.5f});" +
                      end),
            expected);
}

TEST(host_fills, fields_of_vector_types) {
  EXPECT_EQ(fields_of("__global__ void k(const int2* e) {}\nint main() { const int n = 1 << 18; "
                      "int2* h = new int2[n]; int2* d; cudaMalloc(&d, n * 8);\n"
                      "for (int i = 0; i < n; ++i) h[i] = make_int2(3 * i, 7);\n"
                      "cudaMemcpy(d, h, n * 8, cudaMemcpyHostToDevice); k<<<n / 256, 256>>>(d); }"),
            "0:int=iota:0,3 4:int=constant:7 ");
}

TEST(host_fills, random_numbers) {
  for (const Case& one : kRandom)
    check(one);
}

TEST(host_fills, the_library_and_the_runtime) {
  for (const Case& one : kLibrary)
    check(one);
}

TEST(host_fills, nothing_is_said_about_what_is_not_recognised) {
  for (const Case& one : kNothing)
    check(one);
}

// OpenCL: the buffer is written after it was given to the kernel.
TEST(host_fills, opencl_buffers) {
  const Inspection inspection = frontend::inspect_text(R"(
#include <CL/cl.h>
#include <stdlib.h>
const char* text = "__kernel void g(__global const float* x, __global const int* idx, __global float* y) { int i = get_global_id(0); y[i] = x[idx[i]]; }";
int main() {
  int n = 1 << 20;
  int* c = (int*)malloc(n * 4);
  float* h = (float*)malloc(n * 4);
  for (int i = 0; i < n; ++i) { c[i] = i; h[i] = drand48(); }
  cl_context context = clCreateContext(0, 0, 0, 0, 0, 0);
  cl_command_queue queue = clCreateCommandQueue(context, 0, 0, 0);
  cl_program program = clCreateProgramWithSource(context, 1, &text, 0, 0);
  clBuildProgram(program, 0, 0, 0, 0, 0);
  cl_kernel kernel = clCreateKernel(program, "g", 0);
  cl_mem x = clCreateBuffer(context, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, n * 4, h, 0);
  cl_mem idx = clCreateBuffer(context, CL_MEM_READ_ONLY, n * 4, 0, 0);
  cl_mem y = clCreateBuffer(context, CL_MEM_WRITE_ONLY, n * 4, 0, 0);
  clSetKernelArg(kernel, 0, sizeof(cl_mem), &x);
  clSetKernelArg(kernel, 1, sizeof(cl_mem), &idx);
  clSetKernelArg(kernel, 2, sizeof(cl_mem), &y);
  clEnqueueWriteBuffer(queue, idx, CL_TRUE, 0, n * 4, c, 0, 0, 0);
  float one = 1.0f;
  clEnqueueFillBuffer(queue, y, &one, 4, 0, n * 4, 0, 0, 0);
  size_t global = n, local = 256;
  clEnqueueNDRangeKernel(queue, kernel, 1, 0, &global, &local, 0, 0, 0);
}
)",
                                                       "host.cpp");
  ASSERT_EQ(inspection.launches.size(), 1U);
  EXPECT_EQ(show(inspection.launches[0].arguments), "x=uniform:0,1 idx=iota y=constant:1 ");
}

// Members with their places, as the ABI lays them out: c 0, d 8, p 16, n 24 28 32,
// in.s 40, in.q 48, end 56.
TEST(struct_arguments, members_have_places_sizes_and_types) {
  const Inspection inspection = frontend::inspect_text(R"(
struct Inner { short s; double* q; };
struct P { char c; double d; float* p; int n[3]; Inner in; };
__global__ void k(P p) { if (threadIdx.x < p.n[1]) p.p[threadIdx.x] = p.in.q[0] + p.d; }
int main() {
  P p; p.c = 'x'; p.d = 2.5; p.n[0] = 1; p.n[1] = 2; p.n[2] = 3; p.in.s = -4;
  cudaMalloc(&p.p, 4096); cudaMalloc(&p.in.q, 800); cudaMemset(p.p, 0, 4096);
  k<<<1, 32>>>(p);
}
)");
  const Kernel* kernel = frontend::kernel_named(inspection, "k");
  ASSERT_NE(kernel, nullptr);
  std::string layout;
  for (const ParameterMember& member : kernel->parameters[0].members) {
    layout += member.name + ":" + std::to_string(member.offset_bytes) + "+" +
              std::to_string(member.size_bytes) + ":" + member.element_type +
              (member.is_pointer ? "* " : " ");
  }
  EXPECT_EQ(layout,
            "p.c:0+1:char p.d:8+8:double p.p:16+8:float* p.n[0]:24+4:int p.n[1]:28+4:int "
            "p.n[2]:32+4:int p.in.s:40+2:short p.in.q:48+8:double* ");
  ASSERT_EQ(inspection.launches.size(), 1U);
  const HostArgument& given = inspection.launches[0].arguments[0];
  ASSERT_EQ(given.members.size(), 8U);
  std::string places;
  for (const HostArgument& member : given.members)
    places += member.name + ":" + std::to_string(member.member_offset) + " ";
  EXPECT_EQ(places, "p.c:0 p.d:8 p.p:16 p.n[0]:24 p.n[1]:28 p.n[2]:32 p.in.s:40 p.in.q:48 ");
  EXPECT_EQ(given.members[1].value.real, 2.5);
  EXPECT_EQ(given.members[6].value.integer, -4);
  EXPECT_NE(given.members[2].buffer, given.members[7].buffer);
  ASSERT_TRUE(given.members[2].fill);
  EXPECT_EQ(given.members[2].fill->fill.kind, FillKind::Zero);
}

TEST(struct_arguments, bases_unions_vectors_and_bit_fields) {
  const Inspection inspection = frontend::inspect_text(R"(
struct Base { int b; };
struct V : Base { union { float f; int i; }; float4 v; unsigned lo : 3, hi : 5; char last; };
__global__ void k(V v) {}
)");
  const Kernel* kernel = frontend::kernel_named(inspection, "k");
  ASSERT_NE(kernel, nullptr);
  std::string layout;
  for (const ParameterMember& member : kernel->parameters[0].members)
    layout += member.name + ":" + std::to_string(member.offset_bytes) + " ";
  // float4 is aligned to 16 bytes; the bit-fields take the byte at 32.
  EXPECT_EQ(layout, "v.b:0 v.f:4 v.i:4 v.v.x:16 v.v.y:20 v.v.z:24 v.v.w:28 v.last:33 ");
}

TEST(struct_arguments, half_typed_structs_have_no_layout) {
  const Inspection inspection = frontend::inspect_text(
      "struct P { int n; Missing m; };\n"
      "__global__ void k(P p) {}\n"
      "int main() { P p; k<<<1, 1>>>(p); }");
  const Kernel* kernel = frontend::kernel_named(inspection, "k");
  if (kernel != nullptr) {
    EXPECT_TRUE(kernel->parameters[0].members.empty());
  }
}

}  // namespace
}  // namespace kcast::host
