// The PTX accesses memory as nvcc's does. Each expectation is what NVRTC of CUDA 13.0 writes
// for the same kernel; a vector is given by its bytes, for {v4.u32} and {v2.u64} are one access.
#include <gtest/gtest.h>

#include <map>
#include <string>

#include "base/text.h"
#include "frontend/test_inspect.h"

namespace kcast::frontend {
namespace {

// "ld.global.nc.v4.f32" as "ld.global.nc.16".
std::string access_name(const std::string& opcode) {
  const std::vector<std::string> parts = split(opcode, '.');
  int64_t bytes = parse_int(parts.back().substr(1)).value_or(0) / 8;
  std::string name = parts[0];
  for (size_t i = 1; i + 1 < parts.size(); ++i) {
    if (parts[i] == "v2" || parts[i] == "v4") {
      bytes *= parts[i][1] - '0';
    } else {
      name += "." + parts[i];
    }
  }
  return name + "." + std::to_string(bytes);
}

// The loads and stores of a kernel `k` as "1 ld.global.16, 1 st.global.4", by name; those of
// parameters are left out.
std::string accesses(const std::string& source, const std::string& name = "test.cu") {
  std::map<std::string, int> counts;
  for (const std::string& line : split(ptx_of(inspect_text(source, name)), '\n')) {
    const std::vector<std::string> words = split_words(line);
    if (words.empty() || words[0].find(".param") != std::string::npos) continue;
    if (words[0].starts_with("ld.") || words[0].starts_with("st.")) ++counts[access_name(words[0])];
  }
  std::string text;
  for (const auto& [access, count] : counts)
    text += (text.empty() ? "" : ", ") + std::to_string(count) + " " + access;
  return text;
}

// Accesses of `__global__ void k(PARAMETERS) { int i = threadIdx.x; BODY }`.
std::string accesses_of(const std::string& parameters, const std::string& body) {
  return accesses(
      "#include <cuda_fp16.h>\n"
      "struct __align__(16) Body { float x, y, z; int kind; };\n"
      "struct Loose { float x, y, z, w; };\n"
      "struct Gap { double a; int b; };\n"
      "struct __align__(16) Matrix { float4 rows[2]; };\n"
      "__device__ float4 operator+(float4 a, float4 b) {\n"
      "  return make_float4(a.x + b.x, a.y + b.y, a.z + b.z, a.w + b.w);\n"
      "}\n"
      "__device__ void put(float4* p, const float4& v) { *p = v; }\n"
      "__global__ void k(" +
      parameters + ") {\n  int i = threadIdx.x;\n" + body + "\n}\n");
}

TEST(VectorAccess, copies_an_aligned_structure_at_once) {
  const std::string whole = "1 ld.global.16, 1 st.global.16";
  EXPECT_EQ(accesses_of("const float4* a, float4* b", "b[i] = a[i];"), whole);
  EXPECT_EQ(accesses_of("const int4* a, int4* b", "b[i] = a[i];"), whole);
  EXPECT_EQ(accesses_of("const double2* a, double2* b", "b[i] = a[i];"), whole);
  EXPECT_EQ(accesses_of("const Body* a, Body* b", "b[i] = a[i];"), whole);
  EXPECT_EQ(accesses_of("const double4* a, double4* b", "b[i] = a[i];"),
            "2 ld.global.16, 2 st.global.16");
  EXPECT_EQ(accesses_of("const Loose* a, Loose* b", "b[i] = a[i];"),
            "4 ld.global.4, 4 st.global.4");
  EXPECT_EQ(accesses_of("const float3* a, float3* b", "b[i] = a[i];"),
            "3 ld.global.4, 3 st.global.4");
  EXPECT_EQ(accesses_of("const uchar4* a, uchar4* b", "b[i] = a[i];"),
            "1 ld.global.4, 1 st.global.4");
}

TEST(VectorAccess, loads_all_if_two_elements_of_a_copy_are_used) {
  for (const char* use : {"v.x + v.y", "v.x + v.w", "v.y + v.z", "v.z + v.w", "v.x + v.y + v.z"}) {
    const std::string body = std::string("float4 v = a[i]; b[i] = ") + use + ";";
    EXPECT_EQ(accesses_of("const float4* a, float* b", body), "1 ld.global.16, 1 st.global.4")
        << use;
  }
  EXPECT_EQ(accesses_of("const uchar4* a, int* b", "uchar4 v = a[i]; b[i] = v.x + v.y;"),
            "1 ld.global.4, 1 st.global.4");
  EXPECT_EQ(accesses_of("const ushort4* a, int* b", "ushort4 v = a[i]; b[i] = v.x + v.z;"),
            "1 ld.global.8, 1 st.global.4");
  EXPECT_EQ(accesses_of("const Body* a, float* b", "Body v = a[i]; b[i] = v.x + v.kind;"),
            "1 ld.global.16, 1 st.global.4");
  EXPECT_EQ(accesses_of("const int4* a, int* b", "int4 v = a[i]; if (v.x > 3) b[i] = v.y + v.z;"),
            "1 ld.global.16, 1 st.global.4");
}

TEST(VectorAccess, loads_one_element_alone) {
  EXPECT_EQ(accesses_of("const float4* a, float* b", "float4 v = a[i]; b[i] = v.w;"),
            "1 ld.global.4, 1 st.global.4");
  EXPECT_EQ(accesses_of("const double2* a, double* b", "double2 v = a[i]; b[i] = v.x;"),
            "1 ld.global.8, 1 st.global.8");
  EXPECT_EQ(accesses_of("const uchar4* a, int* b", "uchar4 v = a[i]; b[i] = v.z;"),
            "1 ld.global.1, 1 st.global.4");
}

TEST(VectorAccess, leaves_members_read_through_a_pointer_to_the_back_end) {
  EXPECT_EQ(accesses_of("const float4* a, float* b", "b[i] = a[i].x + a[i].y;"),
            "1 ld.global.8, 1 st.global.4");
  EXPECT_EQ(accesses_of("const int4* a, int* b", "if (a[i].x > 3) b[i] = a[i].y + a[i].z;"),
            "3 ld.global.4, 1 st.global.4");
}

TEST(VectorAccess, stores_what_was_changed_with_the_rest) {
  EXPECT_EQ(accesses_of("float4* a, float x", "float4 v = a[i]; v.x += x; v.z += x; a[i] = v;"),
            "1 ld.global.16, 1 st.global.16");
  EXPECT_EQ(accesses_of("const float4* a, const float4* b, float4* c", "put(c + i, a[i] + b[i]);"),
            "2 ld.global.16, 1 st.global.16");
  EXPECT_EQ(accesses_of("const Matrix* a, float4* b", "Matrix m = a[i]; b[i] = m.rows[1];"),
            "1 ld.global.16, 1 st.global.16");
  EXPECT_EQ(accesses_of("const float4* a, float4* b, int n",
                        "float4 v[2]; v[0] = a[i]; v[1] = a[i + n]; b[i] = v[0]; b[i + n] = v[1];"),
            "2 ld.global.16, 2 st.global.16");
}

TEST(VectorAccess, does_not_store_an_element_twice) {
  EXPECT_EQ(accesses_of("uchar4* u, int x", "u[i] = make_uchar4(x, 1, 2, 3); u[i].x += x + 1;"),
            "1 st.global.4");
}

TEST(VectorAccess, believes_casts_of_arrays) {
  const std::string tile = "1 ld.global.nc.16, 2 ld.shared.16, 1 st.global.16, 1 st.shared.16";
  EXPECT_EQ(accesses_of("const float* __restrict__ a, float* b, int n", R"(
  __shared__ float s[32][36];
  float r[8];
  *reinterpret_cast<float4*>(&s[i / 8][i % 8 * 4]) = *reinterpret_cast<const float4*>(&a[4 * i]);
  __syncthreads();
  *reinterpret_cast<float4*>(&r[0]) = *reinterpret_cast<float4*>(&s[n][i % 8 * 4]);
  *reinterpret_cast<float4*>(&r[4]) = *reinterpret_cast<float4*>(&s[n + 1][i % 8 * 4]);
  *reinterpret_cast<float4*>(&b[4 * i]) =
      make_float4(r[0] * r[4], r[1] * r[5], r[2] * r[6], r[3] * r[7]);)"),
            tile);
  EXPECT_EQ(accesses_of("const half* __restrict__ a, half* b", R"(
  __shared__ half s[32][40];
  *reinterpret_cast<uint4*>(&s[i][0]) = *reinterpret_cast<const uint4*>(&a[8 * i]);
  __syncthreads();
  b[i] = s[0][i];)"),
            "1 ld.global.nc.16, 1 ld.shared.2, 1 st.global.2, 1 st.shared.16");
}

TEST(VectorAccess, knows_that_dynamic_shared_memory_is_aligned) {
  EXPECT_EQ(accesses_of("const float* a, float* b", R"(
  extern __shared__ float u[];
  u[i] = a[i];
  __syncthreads();
  b[i] = u[0] + u[1] + u[2] + u[3] + u[5];)"),
            "1 ld.global.4, 1 ld.shared.16, 1 ld.shared.4, 1 st.global.4, 1 st.shared.4");
}

TEST(VectorAccess, is_the_same_in_opencl) {
  EXPECT_EQ(accesses("kernel void k(global const float4* a, global float4* b) {\n"
                     "  int i = get_local_id(0); b[i] = a[i];\n}\n",
                     "test.cl"),
            "1 ld.global.16, 1 st.global.16");
  EXPECT_EQ(accesses("kernel void k(global const float4* a, global float* b) {\n"
                     "  int i = get_local_id(0); float4 v = a[i]; b[i] = v.w;\n}\n",
                     "test.cl"),
            "1 ld.global.4, 1 st.global.4");
}

// A copy with padding stays LLVM's; it must not lose the member behind the gap.
TEST(VectorAccess, copies_structures_with_padding) {
  EXPECT_EQ(accesses_of("const Gap* a, Gap* b", "b[i] = a[i];"), "2 ld.global.8, 2 st.global.8");
}

TEST(MemorySpaces, of_matrix_loads_and_stores_are_known) {
  const std::string ptx =
      ptx_of(inspect_text("#include <mma.h>\n"
                          "using namespace nvcuda::wmma;\n"
                          "__global__ void k(const half* a, float* c, int n) {\n"
                          "  __shared__ __align__(32) half s[16 * 16];\n"
                          "  for (int i = threadIdx.x; i < 256; i += 32) s[i] = a[i];\n"
                          "  __syncthreads();\n"
                          "  fragment<matrix_a, 16, 16, 16, half, row_major> fa;\n"
                          "  fragment<matrix_b, 16, 16, 16, half, col_major> fb;\n"
                          "  fragment<accumulator, 16, 16, 16, float> fc;\n"
                          "  fill_fragment(fc, 0.0f);\n"
                          "  load_matrix_sync(fa, s, 16);\n"
                          "  const half* p = a;\n"
                          "  for (int i = 0; i < n; ++i, p += 16) {\n"
                          "    load_matrix_sync(fb, p, 16);\n"
                          "    mma_sync(fc, fa, fb, fc);\n"
                          "  }\n"
                          "  store_matrix_sync(c, fc, 16, mem_row_major);\n"
                          "}\n"));
  EXPECT_NE(ptx.find("wmma.load.a.sync.aligned.row.m16n16k16.shared.f16"), std::string::npos);
  EXPECT_NE(ptx.find("wmma.load.b.sync.aligned.col.m16n16k16.global.f16"), std::string::npos);
  EXPECT_NE(ptx.find("wmma.store.d.sync.aligned.row.m16n16k16.global.f32"), std::string::npos);
}

// Where two paths give two memories, the operation stays generic.
TEST(MemorySpaces, that_depend_on_the_path_are_not_guessed) {
  const std::string ptx =
      ptx_of(inspect_text("__device__ unsigned total;\n"
                          "__global__ void k(int which, unsigned* out) {\n"
                          "  __shared__ unsigned mine;\n"
                          "  if (threadIdx.x == 0) mine = 0;\n"
                          "  __syncthreads();\n"
                          "  unsigned* p = which ? &mine : &total;\n"
                          "  out[threadIdx.x] = atomicInc(p, 7);\n"
                          "}\n"));
  EXPECT_NE(ptx.find("atom.inc.u32"), std::string::npos) << ptx;
}

}  // namespace
}  // namespace kcast::frontend
