#include "frontend/toolkit/toolkit.h"
#include "frontend/toolkit/apply_toolkit.h"

#include <gtest/gtest.h>

#include "base/files.h"
#include "frontend/toolkit/toolkit_programs.h"
#include "schema/ptx_text.h"

namespace kcast::frontend {

namespace {

TEST(toolkit, reads_the_report_of_ptxas) {
  const auto report = parse_ptxas_report(
      R"(ptxas info    : 0 bytes gmem, 32 bytes cmem[3]
ptxas info    : Compiling entry function '_Z1aPf' for 'sm_90'
ptxas info    : Function properties for _Z1aPf
    24 bytes stack frame, 16 bytes spill stores, 20 bytes spill loads
ptxas info    : Used 32 registers, used 1 barriers, 4096 bytes smem, 360 bytes cmem[0]
ptxas info    : Compile time = 4.173 ms
ptxas info    : Function properties for helper
    8 bytes stack frame, 4 bytes spill stores, 4 bytes spill loads
ptxas info    : Compiling entry function 'b' for 'sm_90'
ptxas info    : Function properties for b
    0 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads
ptxas info    : Used 8 registers, used 0 barriers
)");
  ASSERT_EQ(report.size(), 2U);
  const ResourceUse first = {32, 16, 20, 24, 4096};
  EXPECT_EQ(report.at("_Z1aPf"), first);
  const ResourceUse second = {8, 0, 0, 0, 0};
  EXPECT_EQ(report.at("b"), second);
}

TEST(toolkit, gives_internal_kernels_our_names) {
  const std::string ptx =
      ".entry _Z5quietPf(.param .u64 _Z5quietPf_param_0) { ld.param.u64 %rd1, "
      "[_Z5quietPf_param_0]; }\n"
      ".entry _ZN40_GLOBAL__N__00000000_8_slice_cu_b1907c7a4anonEPNS_1PE()\n"
      ".entry _Z6quiet2Pf()\n";
  const std::string ours =
      with_our_names(ptx, {"_ZL5quietPf", "_ZN12_GLOBAL__N_14anonEPNS_1PE", "_Z6quiet2Pf"});
  const std::set<std::string> expected = {"_ZL5quietPf", "_ZN12_GLOBAL__N_14anonEPNS_1PE",
                                          "_Z6quiet2Pf"};
  EXPECT_EQ(ptx_entries(ours), expected);
  EXPECT_NE(ours.find("[_ZL5quietPf_param_0]"), std::string::npos);
}

// The inline namespace "__4" of NVIDIA's C++ library stands before the length.
TEST(toolkit, keeps_what_follows_an_anonymous_namespace_in_an_inline_one) {
  const std::string name = "_ZN4cuda3std3__440_GLOBAL__N__00000000_8_slice_cu_b1907c7a6ignoreE";
  const std::string rest = "[1];\n.global .align 8 .u64 a = -1;\n" + std::string(500, ' ');
  EXPECT_EQ(with_our_names(".global .align 1 .b8 " + name + rest, {}),
            ".global .align 1 .b8 _ZN4cuda3std3__412_GLOBAL__N_16ignoreE" + rest);
}

TEST(toolkit, says_which_architectures_a_version_lacks) {
  Toolkit toolkit;
  toolkit.version = "13.0";
  EXPECT_NE(arch_refusal(toolkit, "sm_70").find("sm_70"), std::string::npos);
  EXPECT_EQ(arch_refusal(toolkit, "sm_75"), "");
  EXPECT_EQ(arch_refusal(toolkit, "sm_90a"), "");
  toolkit.version = "12.8";
  EXPECT_EQ(arch_refusal(toolkit, "sm_70"), "");
}

TEST(toolkit, finds_none_in_an_empty_folder) {
  const auto folder = TempDir::make();
  ASSERT_TRUE(folder);
  EXPECT_FALSE(find_toolkit(folder->path().string()));
}

TEST(toolkit, is_no_worker_unless_asked) {
  const std::vector<std::string_view> args = {"inspect", "a.cu"};
  EXPECT_FALSE(run_as_nvrtc_worker(args));
}

// This program does not begin with run_as_nvrtc_worker. So its worker is a second run of these
// tests, in which this one must not start a third.
TEST(toolkit, a_program_that_is_no_worker_does_not_start_itself_for_ever) {
  Toolkit toolkit;
  toolkit.nvrtc = "/nowhere/libnvrtc.so";
  const auto ptx = nvrtc_ptx(toolkit, "", BuildSettings(), "sm_90");
  ASSERT_FALSE(ptx);
  EXPECT_NE(ptx.error().message.find("must begin with run_as_nvrtc_worker"), std::string::npos)
      << ptx.error().message;
}

}  // namespace

}  // namespace kcast::frontend
