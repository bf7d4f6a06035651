// What is left of a text when its names, numbers and remarks do not count.
#include "corpus/dedupe/code_tokens.h"

#include <gtest/gtest.h>

#include <set>

namespace kcast::corpus {
namespace {

TEST(CodeTokens, NamesAndNumbersLoseTheirSpelling) {
  EXPECT_EQ(normalised_code("float x = a[i] * 2.5e-3f + 0x1FU;"), "float ID = ID [ ID ] * N + N ;");
  EXPECT_EQ(normalised_code("1'000 .5 1.e+5 0x1p-3 0xe+1 3-2 10ull"), "N N N N N + N N - N N");
  EXPECT_EQ(normalised_code("threadIdx.x sqrtf(y) __syncthreads()"), "ID . ID ID ( ID ) ID ( )");
}

TEST(CodeTokens, KeywordsAndTypesStay) {
  EXPECT_EQ(
      normalised_code("extern \"C\" __global__ void k(const float4* __restrict__ p, size_t n)"),
      "extern S __global__ void ID ( const float4 * __restrict__ ID , size_t ID )");
  EXPECT_EQ(normalised_code("__kernel void k(__global uchar16 *p, half2 h)"),
            "__kernel void ID ( __global uchar16 * ID , half2 ID )");
  // Names like others in CUDA, and float5 is no type.
  EXPECT_EQ(normalised_code("kernel local global float5 whiles"), "ID ID ID ID ID");
}

TEST(CodeTokens, OperatorsAreTakenAsLongAsTheyGo) {
  EXPECT_EQ(normalised_code("a<<=b>>c<=d->e++ + --f&&g&h::i...j"),
            "ID <<= ID >> ID <= ID -> ID ++ + -- ID && ID & ID :: ID ... ID");
  EXPECT_EQ(normalised_code("k<<<g,b>>>(p);"), "ID <<< ID , ID >>> ( ID ) ;");
  EXPECT_EQ(normalised_code("a @ b ` c"), "ID OTHER ID OTHER ID");
}

TEST(CodeTokens, CommentsAndLayoutVanish) {
  const std::string plain = normalised_code("int a=1;int b;");
  EXPECT_EQ(normalised_code("int a = 1; // int c;\n\tint /* x\n \"y */ b ;"), plain);
  EXPECT_EQ(normalised_code("int a = 1; // goes on \\\n here\r\nint \\\n b;"), plain);
  EXPECT_EQ(normalised_code("int a = 1; int b; /* open"), plain);
  EXPECT_EQ(normalised_code("a /b"), "ID / ID");
}

TEST(CodeTokens, LiteralsHideTheirText) {
  EXPECT_EQ(normalised_code(R"(f("a // \" b", 'x', '\'', L"w", u8"z");)"),
            "ID ( S , N , N , S , S ) ;");
  EXPECT_EQ(normalised_code("f(R\"x(a )\" b)x\") + R\"(open"), "ID ( S ) + S");
  EXPECT_EQ(normalised_code("\"open\nint"), "S int");
  EXPECT_EQ(normalised_code("'\\"), "N");
}

TEST(CodeTokens, DirectivesAreOneToken) {
  EXPECT_EQ(normalised_code("#include <cuda_fp16.h>\n#  define N 16 // tiles\n#pragma unroll 4\nx"),
            "#define ID N #pragma ID N ID");
  EXPECT_EQ(normalised_code("#ifdef A\n#else\n#endif\n#strange b"), "#ifdef ID #else #endif # ID");
  EXPECT_EQ(normalised_code("#define F(a) a \\\n  + a##b"), "#define ID ( ID ) ID + ID ## ID");
}

TEST(CodeTokens, NoTextIsTooStrange) {
  EXPECT_EQ(normalised_code(""), "");
  EXPECT_EQ(normalised_code(std::string_view("\0", 1)), "OTHER");
  EXPECT_EQ(normalised_code("gr\xc3\xb6\xc3\x9f"
                            "e = \xff;"),
            "ID = ID ;");
  EXPECT_EQ(normalised_code("#"), "#");
  EXPECT_EQ(normalised_code("/"), "/");
}

// Six codes share 64 bits, and 0 stands for no token.
TEST(CodeTokens, CodesFitTheirBits) {
  std::set<TokenCode> codes;
  for (const TokenCode code : code_tokens("a 1 \"\" ` + #define while double16 half16 __int128"))
    codes.insert(code);
  EXPECT_EQ(codes.size(), 10U);
  EXPECT_GT(*codes.begin(), 0);
  EXPECT_LT(*codes.rbegin(), 1 << kTokenBits);
}

}  // namespace
}  // namespace kcast::corpus
