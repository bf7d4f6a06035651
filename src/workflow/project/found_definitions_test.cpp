#include "workflow/project/found_definitions.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include "base/files.h"

namespace kcast::workflow {
namespace {

namespace fs = std::filesystem;

class FoundDefinitions : public testing::Test {
 protected:
  void SetUp() override {
    auto made = TempDir::make("found_definitions");
    ASSERT_TRUE(made);
    dir = std::make_unique<TempDir>(*std::move(made));
    request.working_dir = dir->path().string();
    request.readable_dirs = {request.working_dir};
  }
  void file(const std::string& name, const std::string& text) const {
    fs::create_directories((dir->path() / name).parent_path());
    ASSERT_TRUE(write_file(dir->path() / name, text));
  }
  void source(const std::string& name, const std::string& text) {
    file(name, text);
    request.files.push_back({name, text});
  }
  // "common.cl" or "=VALUE"; empty: nothing is known.
  std::string known(const std::string& name) const {
    const auto found = std::find_if(request.elsewhere.begin(), request.elsewhere.end(),
                                    [&](const auto& entry) { return entry.name == name; });
    if (found == request.elsewhere.end()) return "";
    if (found->file.empty()) return "=" + found->value;
    return fs::path(found->file).lexically_relative(request.working_dir).string();
  }

  std::unique_ptr<TempDir> dir;
  frontend::InspectRequest request;
};

TEST_F(FoundDefinitions, files_that_declare_what_the_source_uses) {
  file("cl/common.cl",
       "#define TILE 8\n  typedef float real;\ntypedef struct {\n  count_t n;\n} Shape;\n");
  file("cl/types.h", "typedef int count_t;\n#define unheard_of 1\n");
  file("cl/other.cl",
       "#define TILE 16\nstatic float helper(float x) { return x; }\n"
       "__kernel void other(__global float *x) { x[0] = helper(x[0]); }\n");
  source("cl/k.cl", "__kernel void k(__global real *x, Shape s) { x[TILE] = helper(s.n); }\n");
  find_definitions(request);
  EXPECT_EQ(known("real"), "cl/common.cl");
  EXPECT_EQ(known("Shape"), "cl/common.cl");
  EXPECT_EQ(known("TILE"), "cl/common.cl") << "a file with kernels has macros of its own";
  EXPECT_EQ(known("helper"), "cl/other.cl");
  EXPECT_EQ(known("count_t"), "cl/types.h") << "what such a file needs is looked for, too";
  EXPECT_EQ(known("get_global_id"), "");
}

TEST_F(FoundDefinitions, macros_that_host_code_passes) {
  file("host.cpp", "options << \" -DTYPE=float -D WIDTH=\" << width << \"-D ROWS=4\";\n");
  source("k.cl", "__kernel void k(__global TYPE *x) { x[ROWS] = WIDTH; }\n");
  find_definitions(request);
  EXPECT_EQ(known("TYPE"), "=float");
  EXPECT_EQ(known("ROWS"), "=4");
  EXPECT_EQ(known("WIDTH"), "") << "its value does not stand there";
}

TEST_F(FoundDefinitions, the_nearest_is_taken_and_host_code_left_alone) {
  file("a/common.h", "#define SIZE 1\n");
  file("b/common.h", "#define SIZE 2\n");
  file("b/host.hpp", "namespace x {\ntypedef std::vector<int> Rows;\n}\n");
  source("b/k.cl", "__kernel void k(__global int *x, Rows r) { x[0] = SIZE; }\n");
  find_definitions(request);
  EXPECT_EQ(known("SIZE"), "b/common.h");
  EXPECT_EQ(known("Rows"), "");
}

TEST_F(FoundDefinitions, other_languages_need_none) {
  file("common.h", "#define SIZE 1\n");
  source("k.cu", "__global__ void k(int *x) { x[0] = SIZE; }\n");
  find_definitions(request);
  EXPECT_TRUE(request.elsewhere.empty());
}

}  // namespace
}  // namespace kcast::workflow
