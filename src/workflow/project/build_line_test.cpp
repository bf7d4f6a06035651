#include "workflow/project/build_line.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "base/files.h"

namespace kcast::workflow {
namespace {

using Words = std::vector<std::string>;

TEST(BuildLine, folders_are_where_the_line_is_run) {
  const BuildLine line =
      read_build_line({"-Iinc", "-I", "../up", "-isystem", "/opt/x", "-I=a,b"}, "/p/build");
  EXPECT_EQ(line.include_dirs,
            (Words{"/p/build/inc", "/p/up", "/opt/x", "/p/build/a", "/p/build/b"}));
  EXPECT_TRUE(line.flags.empty());
}

TEST(BuildLine, the_compiler_files_and_outputs_are_left_out) {
  const BuildLine line = read_build_line({"/usr/local/cuda/bin/nvcc", "-D", "N=4", "-c", "a.cu",
                                          "-o", "a.o", "-Xptxas", "-v", "-arch", "sm_80"},
                                         "/");
  EXPECT_EQ(line.flags, (Words{"-DN=4", "-c", "-arch=sm_80"}));
}

// A header that the build forces in is not read; the front end is shown it, and says so.
TEST(BuildLine, what_is_not_followed_is_passed_on_to_be_said) {
  EXPECT_EQ(read_build_line({"-include", "config.h"}, "/").flags, Words{"-include config.h"});
  EXPECT_EQ(read_build_line({"typo"}, "/").flags, Words{"typo"});
}

TEST(BuildLine, what_only_a_compiler_may_define_is_left_out) {
  EXPECT_EQ(read_build_line({"-D__HIP_PLATFORM_AMD__=1", "-DX", "-D", "__CUDACC__"}, "/").flags,
            Words{"-DX"});
}

TEST(BuildLine, the_gpu_decides_the_architecture) {
  Words flags = {"-arch=sm_70", "-DN", "--gpu-architecture=compute_80"};
  drop_architectures(flags);
  EXPECT_EQ(flags, Words{"-DN"});
}

TEST(BuildLine, folders_of_a_toolkit_are_left_out) {
  const auto dir = TempDir::make("build_line");
  ASSERT_TRUE(dir);
  for (const char* name : {"cuda", "rocm/hip", "mine"})
    std::filesystem::create_directories(dir->path() / name);
  ASSERT_TRUE(write_file(dir->path() / "cuda/cuda_runtime.h", ""));
  ASSERT_TRUE(write_file(dir->path() / "rocm/hip/hip_runtime.h", ""));
  ASSERT_TRUE(write_file(dir->path() / "mine/helper_cuda.h", ""));
  const std::string mine = (dir->path() / "mine").string();
  Words dirs = {(dir->path() / "cuda").string(), mine, (dir->path() / "rocm").string()};
  drop_system_dirs(dirs);
  EXPECT_EQ(dirs, Words{mine});
}

}  // namespace
}  // namespace kcast::workflow
