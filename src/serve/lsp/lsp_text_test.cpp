#include "serve/lsp/text.h"

#include <gtest/gtest.h>

#include "serve/lsp/kernel_places.h"
#include "serve/lsp/launch_file.h"
#include "serve/lsp/uri.h"

namespace kcast::lsp {
namespace {

TEST(Text, PositionsCountWhatTheEncodingSays) {
  // a, a two-byte letter, a character outside of the first plane, b.
  const Text text(
      "x\na\xC3\xA4\xF0\x9F\x98\x80"
      "b\n");
  EXPECT_EQ(text.offset({1, 4}, Encoding::Utf16), 9u);
  EXPECT_EQ(text.offset({1, 3}, Encoding::Utf32), 9u);
  EXPECT_EQ(text.offset({1, 7}, Encoding::Utf8), 9u);
  // Inside of a pair is before it.
  EXPECT_EQ(text.offset({1, 3}, Encoding::Utf16), 5u);
  EXPECT_EQ(text.position(9, Encoding::Utf16), (Position{1, 4}));
  EXPECT_EQ(text.position(9, Encoding::Utf8), (Position{1, 7}));
  EXPECT_EQ(text.offset({9, 9}, Encoding::Utf16), text.str().size());
}

TEST(Text, EditsAndWhatMovesWithThem) {
  Text text("one\ntwo\nthree");
  const Range range = {{0, 3}, {1, 1}};
  text.replace(range, "!\n\nT", Encoding::Utf16);
  EXPECT_EQ(text.str(), "one!\n\nTwo\nthree");
  EXPECT_EQ(shifted({0, 1}, range, "!\n\nT", Encoding::Utf16), (Position{0, 1}));
  EXPECT_EQ(shifted({1, 2}, range, "!\n\nT", Encoding::Utf16), (Position{2, 2}));
  EXPECT_EQ(shifted({2, 4}, range, "!\n\nT", Encoding::Utf16), (Position{3, 4}));
}

TEST(Text, WholeTextsBecomeTheLinesThatDiffer) {
  const auto check = [](const std::string& before, const std::string& after, const Range& range) {
    Text text(before);
    const TextEdit edit = difference(text, after, Encoding::Utf16);
    EXPECT_EQ(edit.range, range) << before << after;
    text.replace(edit.range, edit.text, Encoding::Utf16);
    EXPECT_EQ(text.str(), after);
  };
  check("a\nb\nc\n", "a\nx\ny\nc\n", {{1, 0}, {2, 0}});
  check("a\nb", "a\nbb", {{1, 0}, {1, 1}});
  check("a\n", "a\n", {{1, 0}, {1, 0}});
  check("aa\naa\n", "aa\n", {{1, 0}, {2, 0}});
  check("", "a\n", {{0, 0}, {0, 0}});
}

TEST(KernelPlaces, NameAndBody) {
  const Text text(
      "#include <x>\n"
      "// void k() {\n"
      "__device__ int helper(int a) { return a; }\n"
      "template <typename T>\n"
      "__global__ void __launch_bounds__(256)\n"
      "k(T* a) {  // } not here\n"
      "  a[0] = '}';\n"
      "}\n"
      "int main() { k<<<1, 1>>>(p); }\n");
  const KernelFinder finder(text, Encoding::Utf16);
  const auto place = finder.find("ns::k<float>", 6);
  ASSERT_TRUE(place);
  EXPECT_EQ(place->selection, (Range{{5, 0}, {5, 1}}));
  EXPECT_EQ(place->range, (Range{{3, 0}, {7, 1}}));
  EXPECT_EQ(finder.find("k", 0), place);
  EXPECT_FALSE(finder.find("other", 0));
}

TEST(Uri, BothWays) {
  EXPECT_EQ(path_of_uri("file:///a%20b/c.cu"), "/a b/c.cu");
  EXPECT_EQ(path_of_uri("file:///a/../b.cu"), "/b.cu");
  EXPECT_FALSE(path_of_uri("untitled:Untitled-1"));
  EXPECT_FALSE(path_of_uri("file:///a%00b"));
  EXPECT_EQ(uri_of_path("/a b/\xC3\xA4.cu"), "file:///a%20b/%C3%A4.cu");
}

TEST(LaunchFile, EntriesAreReadWrittenAndRemoved) {
  const std::string text = R"({"files": {"a.cu": {"defines": {"N": 4}, "kernels":
      {"k": {"block": "16x16", "args": {"n": 1e3}}}}}})";
  const auto launches = launches_of_file(text, "a.cu");
  ASSERT_TRUE(launches);
  EXPECT_EQ(launches->defines, std::vector<std::string>{"N=4"});
  EXPECT_EQ(launches->kernels.at("k").block, (std::array<int64_t, 3>{16, 16, 1}));
  const auto more = with_kernel_entry(text, "a.cu", "ns::q<int>", {{"grid", 8}});
  ASSERT_TRUE(more);
  EXPECT_EQ(kernel_entry(*more, "a.cu", "q"), rpc::Json({{"grid", 8}}));
  EXPECT_EQ(launches_of_file(*more, "a.cu")->kernels.size(), 2u);
  const auto less = with_kernel_entry(*more, "a.cu", "q", nullptr);
  EXPECT_EQ(launches_of_file(*less, "a.cu")->kernels.size(), 1u);
  const auto wrong =
      launches_of_file(R"({"files": {"a.cu": {"kernels": {"k": {"blocks": 1}}}}})", "a.cu");
  ASSERT_FALSE(wrong);
  EXPECT_NE(wrong.error().message.find("'blocks'"), std::string::npos);
}

}  // namespace
}  // namespace kcast::lsp
