#include "schema/ptx_text.h"

#include <gtest/gtest.h>

namespace kcast {
namespace {

constexpr const char* kPtx =
    ".global .align 4 .u32 done$1;\n"
    ".visible .entry scale_long(\n.param .u64 scale_long_param_0\n)\n{\nret;\n}\n"
    ".visible .entry scale(\n.param .u64 scale_param_0\n)\n{\nret;\n}\n"
    ".func helper(\n)\n{\nret;\n}\n";

TEST(ptx_text, an_entry_is_found_by_its_whole_name) {
  const std::string_view text = kPtx;
  EXPECT_EQ(text.substr(find_ptx_entry(text, "scale"), 13), ".entry scale(");
  EXPECT_LT(find_ptx_entry(text, "scale_long"), find_ptx_entry(text, "scale"));
  EXPECT_EQ(find_ptx_entry(text, "scal"), std::string_view::npos);
  EXPECT_EQ(find_ptx_entry(text, "helper"), std::string_view::npos);  // a function is no kernel
  EXPECT_EQ(find_ptx_entry("", "scale"), std::string_view::npos);
}

TEST(ptx_text, all_entries_are_listed) {
  EXPECT_EQ(ptx_entries(kPtx), (std::set<std::string>{"scale", "scale_long"}));
  EXPECT_EQ(ptx_entries(".entry _Z1kPf(\n.param)\n.entry k2()"),
            (std::set<std::string>{"_Z1kPf", "k2"}));
  EXPECT_TRUE(has_ptx_entry(".visible .entry scale("));
  EXPECT_FALSE(has_ptx_entry(".func helper("));
}

TEST(ptx_text, names_are_whole_identifiers) {
  EXPECT_TRUE(has_ptx_name(kPtx, "done$1"));
  EXPECT_FALSE(has_ptx_name(kPtx, "done"));
  EXPECT_FALSE(has_ptx_name(kPtx, "long"));
  EXPECT_TRUE(has_ptx_name("done", "done"));
}

TEST(ptx_text, the_first_module_with_the_kernel_is_taken) {
  Inspection inspection;
  inspection.modules.push_back({"a.cu", "clang", "sm_90", ".visible .entry other(\n", ""});
  inspection.modules.push_back({"b.cu", "clang", "sm_90", kPtx, ""});
  inspection.modules.push_back({"c.cu", "nvrtc", "sm_90", kPtx, ""});
  EXPECT_EQ(module_with(inspection, "scale"), &inspection.modules[1]);
  EXPECT_EQ(module_with(inspection, "missing"), nullptr);
}

}  // namespace
}  // namespace kcast
