#include "frontend/parse/flags.h"

#include <gtest/gtest.h>

namespace kcast::frontend {
namespace {

Result<BuildSettings> read(std::vector<std::string> flags, const std::string& arch = "sm_90") {
  InspectRequest request;
  request.flags = std::move(flags);
  request.arch = arch;
  return read_flags(request);
}

TEST(Flags, fast_math_means_what_nvcc_documents) {
  const auto settings = read({"--use_fast_math"});
  ASSERT_TRUE(settings);
  EXPECT_TRUE(settings->flush_denormals);
  EXPECT_FALSE(settings->precise_division);
  EXPECT_FALSE(settings->precise_sqrt);
  EXPECT_TRUE(settings->fuse_multiply_add);
  EXPECT_TRUE(settings->approximate_functions);
  // It does not allow reassociation, unlike -ffast-math.
  EXPECT_FALSE(settings->relaxed_math);
  EXPECT_TRUE(read({"-ffast-math"})->relaxed_math);
}

TEST(Flags, later_flags_win_and_two_words_join) {
  const auto settings = read(
      {"-ftz=true", "-ftz=false", "-D", "N=4", "-DM", "-arch", "sm_80", "-maxrregcount", "64"});
  ASSERT_TRUE(settings);
  EXPECT_FALSE(settings->flush_denormals);
  EXPECT_EQ(settings->arch, "sm_80");
  EXPECT_EQ(settings->max_registers, 64);
  EXPECT_EQ(settings->defines,
            (std::vector<std::pair<std::string, std::string>>{{"N", "4"}, {"M", "1"}}));
}

TEST(Flags, refuses_what_could_run_or_read_something) {
  for (const char* flag :
       {"-fplugin=x.so", "-include", "-Xclang", "-load", "@file", "-o", "-I/etc", "-B/tmp",
        "-ccbin=sh", "--compiler-options", "-Xptxas", "-mllvm", "-fpass-plugin=x.so", ""}) {
    const auto settings = read({flag, "x"});
    ASSERT_FALSE(settings) << flag;
    EXPECT_EQ(settings.error().code, ErrorCode::InvalidInput);
    EXPECT_NE(settings.error().message.find("is not allowed"), std::string::npos);
  }
}

TEST(Flags, refuses_values_that_make_no_sense) {
  for (const char* flag : {"-ftz=maybe", "-maxrregcount=999", "-maxrregcount=x", "-arch=sm_",
                           "-arch=sm_9x", "-std=", "-fmad="}) {
    EXPECT_FALSE(read({flag})) << flag;
  }
  EXPECT_FALSE(read({}, "h100"));
  EXPECT_TRUE(read({}, "compute_80"));
  EXPECT_TRUE(read({}, "sm_90a"));
}

TEST(Flags, a_programs_own_options_are_read_as_far_as_known) {
  BuildSettings settings;
  read_flags_leniently({"-cl-fast-relaxed-math", "-Werror", "-cl-vendor-thing", "-DW=8"}, settings);
  EXPECT_TRUE(settings.relaxed_math);
  EXPECT_EQ(settings.defines.size(), 1U);
}

}  // namespace
}  // namespace kcast::frontend
