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

// Neither runs nor reads anything, so that leaving it out is safe; but it is said.
TEST(Flags, what_is_not_known_is_left_out_and_said) {
  for (const char* flag : {"-fplugin=x.so", "-fpass-plugin=x.so", "@file", "-I/etc", "--frobnicate",
                           "-ftz=maybe", "-maxrregcount=999", "-maxrregcount=x", "-arch=sm_",
                           "-arch=sm_9x", "-std=", "-std=c++99", "-fmad="}) {
    const auto settings = read({flag});
    ASSERT_TRUE(settings) << flag;
    EXPECT_EQ(*settings, *read({})) << flag;
    const std::vector<std::string> said = flags_left_out({flag, flag});
    ASSERT_EQ(said.size(), 1U) << flag;
    EXPECT_NE(said[0].find("'" + std::string(flag) + "'"), std::string::npos) << said[0];
  }
  EXPECT_EQ(flags_left_out({"-include", "x.h"}).size(), 1U);
}

TEST(Flags, refuses_an_architecture_that_is_none) {
  EXPECT_FALSE(read({}, "h100"));
  EXPECT_TRUE(read({}, "compute_80"));
  EXPECT_TRUE(read({}, "sm_90a"));
}

// Lines of builds: what follows a flag as its value is never taken for a flag of its own.
TEST(Flags, build_lines_can_be_pasted) {
  const std::vector<std::string> line = {"-gencode",
                                         "arch=compute_80,code=sm_80",
                                         "--generate-code=arch=compute_90,code=sm_90",
                                         "-Xptxas",
                                         "-v",
                                         "-Xptxas=-O3,-dlcm=ca",
                                         "-Xcompiler",
                                         "-fPIC,-DHOST_ONLY",
                                         "-lcublas",
                                         "-L",
                                         "/usr/lib",
                                         "-L/usr/lib64",
                                         "-O3",
                                         "-lineinfo",
                                         "-rdc=true",
                                         "--expt-relaxed-constexpr",
                                         "--expt-extended-lambda",
                                         "-m64",
                                         "-o",
                                         "x.o",
                                         "-c",
                                         "-ccbin",
                                         "g++",
                                         "-Wall",
                                         "-Wno-unused-result",
                                         "-fPIC",
                                         "-fopenmp",
                                         "-g",
                                         "-G",
                                         "-t",
                                         "4",
                                         "-MD",
                                         "-MF",
                                         "x.d",
                                         "-std=c++14",
                                         "-DN=4",
                                         "-D",
                                         "M",
                                         "-UQ",
                                         "--maxrregcount=64",
                                         "-use_fast_math"};
  EXPECT_EQ(flags_left_out(line), std::vector<std::string>{});
  const auto settings = read(line);
  ASSERT_TRUE(settings);
  EXPECT_EQ(settings->defines,
            (std::vector<std::pair<std::string, std::string>>{{"N", "4"}, {"M", "1"}}));
  EXPECT_EQ(settings->undefines, std::vector<std::string>{"Q"});
  EXPECT_EQ(settings->standard, "c++14");
  EXPECT_EQ(settings->max_registers, 64);
  EXPECT_TRUE(settings->approximate_functions);
}

TEST(Flags, other_names_of_standards) {
  EXPECT_EQ(read({"-std=c++2a"})->standard, "c++20");
  EXPECT_EQ(read({"-std=gnu++1z"})->standard, "gnu++17");
  EXPECT_EQ(read({"-std=c++23"})->standard, "c++20");
  EXPECT_EQ(read({"-std=c99"})->standard, "");
  EXPECT_EQ(read({"-cl-std=CL1.2"})->standard, "CL1.2");
}

TEST(Flags, a_programs_own_options_are_read_as_far_as_known) {
  BuildSettings settings;
  read_flags_leniently({"-cl-fast-relaxed-math", "-Werror", "-cl-vendor-thing", "-DW=8"}, settings);
  EXPECT_TRUE(settings.relaxed_math);
  EXPECT_EQ(settings.defines.size(), 1U);
}

}  // namespace
}  // namespace kcast::frontend
