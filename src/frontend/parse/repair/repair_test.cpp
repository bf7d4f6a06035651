#include "frontend/parse/repair/repair.h"

#include <gtest/gtest.h>

namespace kcast::frontend {
namespace {

std::string mend(const std::string& text) {
  const auto mended = close_open_braces(text);
  return mended ? mended->text : "(nothing to mend)";
}

TEST(Repair, leaves_balanced_text_alone) {
  EXPECT_FALSE(close_open_braces("__global__ void k() { if (x) { y(); } }\nint main() {}\n"));
  EXPECT_FALSE(close_open_braces(""));
  EXPECT_FALSE(close_open_braces("namespace n {\n__global__ void k() {}\n}\n"));
  EXPECT_FALSE(close_open_braces("extern \"C\" {\n__global__ void k() {}\n}\n"));
}

TEST(Repair, closes_a_function_before_the_next_kernel) {
  EXPECT_EQ(mend("__global__ void a() {\n  if (x) {\n__global__ void b() {}\n"),
            "__global__ void a() {\n  if (x) {}}\n__global__ void b() {}\n");
}

TEST(Repair, says_where_braces_were_put) {
  const auto mended =
      close_open_braces("__global__ void a() {\n  if (x) {\n__global__ void b() {\n  c();\n");
  ASSERT_TRUE(mended);
  EXPECT_EQ(mended->lines, (std::vector<size_t>{2, 5}));
}

TEST(Repair, keeps_the_namespace_open) {
  EXPECT_EQ(mend("namespace n {\n__global__ void a() {\n__global__ void b() {}\n}\n"),
            "namespace n {\n__global__ void a() {}\n__global__ void b() {}\n}\n");
}

TEST(Repair, closes_what_is_open_at_the_end) {
  EXPECT_EQ(mend("int main() {\n  for (;;) {\n    f()"), "int main() {\n  for (;;) {\n    f();}}");
}

TEST(Repair, ignores_braces_in_text_and_comments) {
  EXPECT_FALSE(close_open_braces("int main() { f(\"{\"); c = '{'; /* { */ }  // {\n#define X {\n"));
  EXPECT_FALSE(close_open_braces("int n = 1'000'000; int main() {}\n"));
  EXPECT_FALSE(close_open_braces("#define LONG { \\\n  { \\\n  x\nint main() {}\n"));
}

TEST(Respell, closes_up_launch_brackets_in_their_place) {
  EXPECT_EQ(respell_for_clang("  s << <1024, 256 >> > (x);\n"), "  s <<< 1024, 256 >>>  (x);\n");
  EXPECT_EQ(respell_for_clang("s<<<f(a >> 2), b>> >(x);"), "s<<<f(a >> 2), b>>> (x);");
  EXPECT_EQ(respell_for_clang("k<int> < <<g, b>>>(x);"), "k<int> <<< g, b>>>(x);");
}

TEST(Respell, leaves_templates_and_streams_alone) {
  EXPECT_FALSE(respell_for_clang("vector<vector<pair<int, int>> > v; k<<<1, 2>>>(v);"));
  EXPECT_FALSE(respell_for_clang("operator<< <int>(out, f<A<B>> >(x));"));
  EXPECT_FALSE(respell_for_clang("// k << <g, b>> >(x)\ncout << \"a << <b >> >(\";"));
  EXPECT_FALSE(respell_for_clang("x = a << < b;"));
  EXPECT_FALSE(respell_for_clang(""));
}

TEST(Respell, special_registers_of_assembly_with_operands) {
  EXPECT_EQ(respell_for_clang("asm(\"mov.u32 %0, %smid;\" : \"=r\"(x));"),
            "asm(\"mov.u32 %0, %%smid;\" : \"=r\"(x));");
  EXPECT_EQ(respell_for_clang("asm volatile(\"mov.u32 %0, %clock;\\n\"\n \"\" :: \"r\"(x));"),
            "asm volatile(\"mov.u32 %0, %%clock;\\n\"\n \"\" :: \"r\"(x));");
  EXPECT_FALSE(respell_for_clang("asm(\"mov.u32 %0, %%smid;\" : \"=r\"(x));"));
  EXPECT_FALSE(respell_for_clang("asm(\"mov.u32 r, %smid;\");"));
  EXPECT_FALSE(respell_for_clang("asm; x = a %smid"));
  EXPECT_FALSE(respell_for_clang("asm %"));
}

TEST(Respell, alignment_behind_the_memory) {
  EXPECT_EQ(respell_for_clang("extern __shared__ alignas(16) char s[];"),
            "extern __shared__ __align__(16) char s[];");
  EXPECT_EQ(respell_for_clang("__shared__ alignas(alignof(T)) char s[8];"),
            "__shared__ __align__(alignof(T)) char s[8];");
  EXPECT_EQ(respell_for_clang("__shared__ alignas(float4) float s[8];"),
            "__shared__ __align__(alignof(float4)) float s[8];");
  EXPECT_FALSE(respell_for_clang("struct alignas(16) S { alignas(8) float a; };"));
  EXPECT_FALSE(respell_for_clang("__shared__ alignas"));
}

TEST(Respell, members_that_only_their_definitions_mark) {
  EXPECT_EQ(respell_for_clang("class Lock {\npublic:\n  Lock(int* p);\n  void take() const;\n"
                              "  int* p_;\n};\n"
                              "inline __device__ Lock::Lock(int* p) : p_(p) {}\n"
                              "__host__ __device__ void\nLock::take() const { *p_ = 1; }\n"),
            "class Lock {\npublic:\n  __device__ Lock(int* p);\n  __host__ __device__ void take() "
            "const;\n  int* p_;\n};\n"
            "inline __device__ Lock::Lock(int* p) : p_(p) {}\n"
            "__host__ __device__ void\nLock::take() const { *p_ = 1; }\n");
  EXPECT_EQ(respell_for_clang("template <class T> struct S : B { T get(T); };\n"
                              "template <class T> __device__ T S<T>::get(T t) { return t; }"),
            "template <class T> struct S : B { __device__ T get(T); };\n"
            "template <class T> __device__ T S<T>::get(T t) { return t; }");
}

TEST(Respell, leaves_members_alone_that_say_where_they_run) {
  EXPECT_FALSE(
      respell_for_clang("struct S { __device__ int f(); };\n"
                        "__device__ int S::f() { return 1; }"));
  // Of two with one name, one is for the host.
  EXPECT_FALSE(
      respell_for_clang("struct S { int f(int); int f(float); };\n"
                        "__device__ int S::f(int) { return 1; }\n"
                        "int S::f(float) { return 1; }"));
  EXPECT_FALSE(
      respell_for_clang("struct S { static int f(); int g() { f(); return 1; } };\n"
                        "__device__ int x = S::f();\n"
                        "__device__ int h() { return S::f(); }"));
  EXPECT_FALSE(respell_for_clang("// struct S { int f(); };\n__device__ int S::f() { return 1; }"));
  EXPECT_FALSE(respell_for_clang("__device__ ::"));
}

TEST(Repair, survives_any_ending) {
  const std::string text = "template <int N>\n__global__ void k() { \"a\\\"b\" 'c' /* x";
  for (size_t n = 0; n <= text.size(); ++n) {
    const auto mended = close_open_braces(text.substr(0, n));
    if (mended) {
      EXPECT_GE(mended->text.size(), n);
    }
  }
}

}  // namespace
}  // namespace kcast::frontend
