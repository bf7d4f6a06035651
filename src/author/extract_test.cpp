#include "author/extract.h"

#include <gtest/gtest.h>

namespace kcast::author {
namespace {

const std::string kKernel = "__global__ void k(float* x) {\n  x[0] = 1;\n}\n";
const std::string kMain = "int main() {\n  return 0;\n}\n";

TEST(Extract, PlainSourceIsTakenAsItIs) {
  const auto code = extract_code(kKernel + kMain, true);
  EXPECT_EQ(code, (ExtractedCode{kKernel + kMain, true}));
}

TEST(Extract, SentencesAroundPlainSourceGo) {
  const auto code =
      extract_code("Here is the program:\n\n" + kKernel + kMain + "\nIt doubles x.\n", true);
  EXPECT_EQ(code, (ExtractedCode{kKernel + kMain, true}));
}

TEST(Extract, ProgramMayEndInOneLine) {
  const std::string text = kKernel + "int main() { return 0; }\n";
  EXPECT_EQ(extract_code(text + "That is all.", true), (ExtractedCode{text, true}));
}

TEST(Extract, FencedBlockIsTaken) {
  const auto code = extract_code("Sure!\n```cpp\n" + kKernel + kMain + "```\nDone.", true);
  EXPECT_EQ(code, (ExtractedCode{kKernel + kMain, true}));
}

TEST(Extract, BlockWithKernelAndMainWinsOverOthers) {
  const std::string answer = "```bash\nnvcc -o main main.cu\n```\n```cuda\n" + kKernel +
                             "```\nAll of it:\n```cuda\n" + kKernel + kMain + "```\n";
  EXPECT_EQ(extract_code(answer, true), (ExtractedCode{kKernel + kMain, true}));
}

TEST(Extract, KernelAndMainInBlocksOfTheirOwnAreJoined) {
  const std::string answer =
      "The kernel:\n```cpp\n" + kKernel + "```\nThe host:\n```cpp\n" + kMain + "```\n";
  EXPECT_EQ(extract_code(answer, true), (ExtractedCode{kKernel + kMain, true}));
}

TEST(Extract, KernelAloneIsWholeWhereNoHostCodeIsWanted) {
  const std::string cl = "__kernel void k(__global float* x) {\n  x[0] = 1;\n}\n";
  const std::string answer = "```opencl\n" + cl + "```\n```cpp\n" + kMain + "```\n";
  EXPECT_EQ(extract_code(answer, false), (ExtractedCode{cl, true}));
}

TEST(Extract, OpenFenceIsIncomplete) {
  const auto code = extract_code("```cpp\n" + kKernel + "int main() {\n", true);
  ASSERT_TRUE(code);
  EXPECT_FALSE(code->complete);
}

TEST(Extract, ProseHasNoCode) {
  EXPECT_FALSE(extract_code("", true));
  EXPECT_FALSE(extract_code("I cannot write that kernel.", true));
  EXPECT_FALSE(extract_code("Compile it:\n```bash\nnvcc a.cu\n```\n", true));
}

}  // namespace
}  // namespace kcast::author
