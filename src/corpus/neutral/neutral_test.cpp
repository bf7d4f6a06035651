// What neutral text means, and what is said of text that means nothing.
#include <gtest/gtest.h>

#include "corpus/neutral/check/checker.h"
#include "corpus/neutral/parse/parser.h"
#include "corpus/neutral/print/print.h"

namespace kcast::corpus {
namespace {

std::string error_of(const std::string& text) {
  auto program = read_neutral(text);
  return program ? "no error" : program.error().message;
}

// The error of a kernel with this body; the body begins on line 2.
std::string body_error(const std::string& body) {
  return error_of("kernel k(in float* x, out float* y, out half* h, in int* c, int n) {\n" + body +
                  "\n}");
}

std::string printed(const std::string& body, Language language = Language::Cuda) {
  auto program = read_neutral(
      "kernel k(in float* x, out float* y, out half* h, out int* c, int n, int m) {\n" + body +
      "\n}\ncontract { size n 1..9; count m -4..9; buffer x n; buffer y n; buffer h n; buffer c n;"
      " block 32; grid n; }");
  if (!program) return program.error().message;
  const std::string text = print_program(*program, language, {});
  const size_t start = text.find("{\n") + 4;
  return text.substr(start, text.rfind("\n}") - start);
}

TEST(NeutralText, ErrorsNameTheLine) {
  EXPECT_EQ(error_of("kernel k() {\n  int i = @;\n}"), "line 2: unexpected character '@'");
  EXPECT_EQ(error_of("kernel k() {\n  int i = 1\n}"), "line 3: expected ';' before '}'");
  EXPECT_EQ(error_of("kernel k() {"), "line 1: a block is not closed");
  EXPECT_EQ(error_of("func int f() { return 1; }"), "line 1: there is no kernel");
  EXPECT_EQ(error_of("kernel k() {}\nkernel l() {}"), "line 2: there is a second kernel");
  EXPECT_EQ(error_of("kernel k(float* x) {}"),
            "line 1: buffers, and only they, are in, out or inout: 'x'");
  EXPECT_EQ(error_of("int x;"),
            "line 1: expected const, struct, constant, func, bounds, kernel or contract before "
            "'int'");
  EXPECT_EQ(body_error("  y[0] = z;"), "line 2: 'z' is not declared");
  EXPECT_EQ(body_error("\n  x[0] = 1;"), "line 3: the left side cannot be assigned to");
  EXPECT_EQ(body_error("int i = 0; int i = 1;"), "line 2: 'i' is declared twice");
  EXPECT_EQ(body_error("int tid = 0;"), "line 2: 'tid' is a word of one of the languages");
  EXPECT_EQ(body_error("x[0];"), "line 2: a statement that does nothing");
  EXPECT_EQ(body_error("break;"), "line 2: there is no loop to leave");
  EXPECT_EQ(body_error("int a[n];"), "line 2: the length of 'a' is no positive constant");
  EXPECT_EQ(body_error("if (n > 0) { shared int s; }"),
            "line 2: 's': shared memory is declared in the kernel's outermost block");
}

TEST(NeutralText, TypesAreChecked) {
  EXPECT_EQ(body_error("y[0] = h[0];"), "line 2: the right side is half and not float; cast it");
  EXPECT_EQ(body_error("h[0] = h[1] * x[0];"), "line 2: half meets float; cast one of them");
  EXPECT_EQ(body_error("float4 v = float4(1, 2, 3);"),
            "line 2: float4(...) wants 4 components; a cast is written (float4)x");
  EXPECT_EQ(body_error("float4 v = float4(1,2,3,4); v = v + v;"),
            "line 2: + wants numbers, not float4; write the components");
  EXPECT_EQ(body_error("y[0] = sqrt(n);"), "line 2: 'sqrt' wants real numbers; cast the argument");
  EXPECT_EQ(body_error("h[0] = tanh(h[0]);"), "line 2: 'tanh' has no form for half; cast to float");
  EXPECT_EQ(body_error("y[0] = x[1.5];"), "line 2: an index is an integer, not float");
  EXPECT_EQ(body_error("y[0] = n[0];"), "line 2: int has no elements");
  EXPECT_EQ(body_error("atomic_add(&h[0], 1);"), "line 2: 'atomic_add' has no form for half");
  EXPECT_EQ(body_error("atomic_add(&c[0], 1);"),
            "line 2: 'atomic_add' wants the address of a number in writable memory");
  EXPECT_EQ(body_error("int i = 5000000000;"),
            "line 2: the number 5000000000 wants the suffix l or ul");
  EXPECT_EQ(body_error("y[0] = f(1);"), "line 2: there is no function 'f' before this line");
  EXPECT_EQ(body_error("int i = tid(n);"), "line 2: 'tid' wants 0, 1 or 2");
}

TEST(NeutralText, NestingIsBounded) {
  EXPECT_NE(body_error("int i = " + std::string(200, '(') + "1" + std::string(200, ')') + ";")
                .find("nested too deeply"),
            std::string::npos);
  EXPECT_NE(body_error(std::string(200, '{')).find("nested too deeply"), std::string::npos);
  EXPECT_NE(body_error("int i = " + std::string(200, '~') + "1;").find("nested too deeply"),
            std::string::npos);
}

TEST(NeutralText, ContractsFitTheirKernel) {
  const std::string kernel = "kernel k(out float* y, int n) { y[0] = 1; }\n";
  EXPECT_EQ(error_of(kernel + "contract { size n 1..2; block 32; grid n; }"),
            "contract: it wants one line for 'y'");
  EXPECT_EQ(error_of(kernel + "contract { size n 1..2; buffer y m; block 32; grid n; }"),
            "contract: 'y': size 'm' mentions 'm', which has no value");
  EXPECT_EQ(error_of(kernel + "contract { size n 5..2; }"), "line 2: the range of 'n' is empty");
  EXPECT_EQ(error_of(kernel + "contract { size n 1..2; buffer y n; grid n; }"),
            "contract: it wants a list of blocks or `block warps N`");
  EXPECT_EQ(error_of(kernel + "contract { real n 1..2; buffer y 2; block 32; grid 1; }"),
            "contract: 'n' is no real number");
  EXPECT_EQ(error_of(kernel + "contract { sizes n; }"),
            "line 2: unknown line 'sizes' in the contract; known: size, count, real, derived, "
            "buffer, block, grid, shared");
  EXPECT_EQ(error_of(kernel + "contract { block 64x32; }"),
            "line 2: a block has more than 1024 threads");
  EXPECT_EQ(error_of(kernel + "contract { size n 1..2; buffer y n; block 32; grid n; shared n; }"),
            "contract: `shared` is for shared_dyn alone");
}

TEST(NeutralText, NumbersTakeTheTypeOfTheirSurroundings) {
  EXPECT_EQ(printed("y[0] = x[0] * 2 + 0.5;"), "y[0] = x[0] * 2.0f + 0.5f;");
  EXPECT_EQ(printed("double d = (double)x[0] * 2;"), "double d = (double)x[0] * 2.0;");
  EXPECT_EQ(printed("h[0] = h[1] * 2;"), "h[0] = h[1] * __float2half(2.0f);");
  EXPECT_EQ(printed("h[0] = h[1] * 2;", Language::OpenCl), "h[0] = h[1] * (half)2.0f;");
  EXPECT_EQ(printed("long l = min((long)n, 7);"), "long long l = min((long long)n, 7LL);");
  EXPECT_EQ(printed("y[0] = n > 3 ? 1 : 0.5;"), "y[0] = (n > 3) ? 1.0f : 0.5f;");
  EXPECT_EQ(printed("y[0] = max(x[0], 0);"), "y[0] = fmaxf(x[0], 0.0f);");
  EXPECT_EQ(printed("uint u = 0x80000000;"), "unsigned int u = 0x80000000u;");
}

// A negative number near an unsigned index would change what the code does.
TEST(NeutralText, IndicesAreCastWhereSignsMatter) {
  EXPECT_EQ(printed("int i = gid(0) - 1;"), "int i = blockIdx.x * blockDim.x + threadIdx.x - 1;");
  EXPECT_EQ(printed("y[tid(0) - 1] = 0;"), "y[(int)threadIdx.x - 1] = 0.0f;");
  EXPECT_EQ(printed("y[tid(0) + n] = 0;"), "y[threadIdx.x + n] = 0.0f;");
  EXPECT_EQ(printed("y[tid(0) + m] = 0;"), "y[(int)threadIdx.x + m] = 0.0f;");
  EXPECT_EQ(printed("if (tid(0) < n) return;"), "if (threadIdx.x < n) {\n    return;\n  }");
  EXPECT_EQ(printed("if (tid(0) < m) return;"), "if ((int)threadIdx.x < m) {\n    return;\n  }");
  EXPECT_EQ(printed("int i = (tid(0) - 3) / 2;"), "int i = ((int)threadIdx.x - 3) / 2;");
  EXPECT_EQ(printed("y[0] = (float)(tid(0) - 1);"), "y[0] = (float)((int)threadIdx.x - 1);");
  EXPECT_EQ(printed("int i = min(tid(0), n);"), "int i = min((int)threadIdx.x, n);");
  EXPECT_EQ(printed("int k = 3; k -= 5; y[tid(0) + k] = 0;"),
            "int k = 3;\n  k -= 5;\n  y[(int)threadIdx.x + k] = 0.0f;");
  EXPECT_EQ(printed("int i = gid(0);", Language::OpenCl), "int i = get_global_id(0);");
}

}  // namespace
}  // namespace kcast::corpus
