#include "analyze/ptx/parse/readable.h"

#include <gtest/gtest.h>

namespace kcast::ptx {
namespace {

std::string module_of(const std::vector<std::pair<std::string, std::string>>& bodies) {
  std::string text = ".version 8.5\n.target sm_90\n.address_size 64\n\n";
  for (const auto& [name, body] : bodies) {
    text +=
        "\t// .globl\t" + name + "\n.visible .entry " + name + "(\n\t.param .u64 " + name +
        "_param_0\n)\n{\n\t.reg .b32 \t%r<3>;\n\t.reg .b64 \t%rd<2>;\n\tld.param.u64 \t%rd1, [" +
        name + "_param_0];\n\tmov.u32 \t%r1, %tid.x;\n" + body + "\tret;\n\n}\n";
  }
  return text + "\t.file\t1 \"a.cu\"\n";
}

std::string assembly(const std::string& text) {
  return "\t// begin inline asm\n\t" + text + "\n\t// end inline asm\n";
}

class BadAssembly : public testing::TestWithParam<const char*> {};

TEST_P(BadAssembly, costs_no_other_kernel) {
  const std::string text = module_of(
      {{"first", ""}, {"bad", assembly(GetParam())}, {"last", assembly("mov.u32 %r2, 1;")}});
  ASSERT_FALSE(parse_ptx(text));
  const auto readable = parse_readable(text);
  ASSERT_TRUE(readable);
  EXPECT_NE(readable->module.find("first"), nullptr);
  EXPECT_NE(readable->module.find("last"), nullptr);
  EXPECT_EQ(readable->module.find("bad"), nullptr);
  EXPECT_EQ(readable->left_out.size(), 1U);
  EXPECT_TRUE(readable->left_out.contains("bad"));
  EXPECT_EQ(readable->module.files.size(), parse_ptx(module_of({{"first", ""}}))->files.size());
}

INSTANTIATE_TEST_SUITE_P(Texts, BadAssembly,
                         testing::Values("}}} garbage", "{", "}", "\n}\n", "/*", "\"",
                                         "add.s32 %0, %0, 1;", "bra nowhere;",
                                         "} .visible .entry other("));

TEST(ParseReadable, finds_several_bad_kernels_among_many) {
  std::vector<std::pair<std::string, std::string>> bodies;
  for (int i = 0; i < 100; ++i)
    bodies.emplace_back("k" + std::to_string(i), i % 40 == 3 ? assembly("}") : "");
  const auto readable = parse_readable(module_of(bodies));
  ASSERT_TRUE(readable);
  EXPECT_EQ(readable->module.functions.size(), 97U);
  EXPECT_EQ(readable->left_out.size(), 3U);
  EXPECT_TRUE(readable->left_out.contains("k83"));
}

TEST(ParseReadable, is_an_error_where_nothing_can_be_read) {
  const std::string text = module_of({{"bad", assembly("}")}});
  const auto readable = parse_readable(text);
  ASSERT_FALSE(readable);
  EXPECT_EQ(readable.error().message, parse_ptx(text).error().message);
}

// What was looked at is bounded: 5,000 bad kernels take 64 parses, not 10,000.
TEST(ParseReadable, gives_up_on_very_many_bad_kernels) {
  std::vector<std::pair<std::string, std::string>> bodies;
  for (int i = 0; i < 5000; ++i)
    bodies.emplace_back("k" + std::to_string(i), i == 0 ? "" : assembly("}"));
  const auto readable = parse_readable(module_of(bodies));
  ASSERT_TRUE(readable);
  EXPECT_NE(readable->module.find("k0"), nullptr);
  EXPECT_EQ(readable->left_out.size(), 4999U);
}

}  // namespace
}  // namespace kcast::ptx
