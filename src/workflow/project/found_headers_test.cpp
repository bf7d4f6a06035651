#include "workflow/project/found_headers.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "base/files.h"

namespace kcast::workflow {
namespace {

namespace fs = std::filesystem;
using Names = std::vector<std::string>;

class FoundHeaders : public testing::Test {
 protected:
  void SetUp() override {
    auto made = TempDir::make("found_headers");
    ASSERT_TRUE(made);
    dir = std::make_unique<TempDir>(*std::move(made));
    request.working_dir = dir->path().string();
    request.readable_dirs = {request.working_dir};
  }
  void file(const std::string& name, const std::string& text = "") const {
    fs::create_directories((dir->path() / name).parent_path());
    ASSERT_TRUE(write_file(dir->path() / name, text));
  }
  void source(const std::string& name, const std::string& text) {
    file(name, text);
    request.files.push_back({name, text});
  }

  std::unique_ptr<TempDir> dir;
  frontend::InspectRequest request;
  Names notes;
};

TEST_F(FoundHeaders, a_folder_of_the_project_is_found_through_its_headers) {
  file("include/lib/a.h", "# include <deep.h>\n");
  file("more/deep.h");
  file("src/b.h");
  source("src/k.cu",
         "#include \"lib/a.h\"\n#include \"b.h\"\n#include <cuda_runtime.h>\n"
         "#include \"nowhere.h\"\n");
  find_headers(request, notes);
  EXPECT_EQ(request.include_dirs, (Names{"include", "more"}));
  EXPECT_EQ(notes,
            (Names{"-I include is assumed: it has lib/a.h", "-I more is assumed: it has deep.h"}));
}

TEST_F(FoundHeaders, of_several_the_nearest_is_taken) {
  file("one/inc/c.h");
  file("two/inc/c.h");
  source("two/src/k.cu", "#include \"c.h\"\n");
  find_headers(request, notes);
  EXPECT_EQ(request.include_dirs, Names{"two/inc"});
}

// A header that all variants of a program share includes one that each variant has.
TEST_F(FoundHeaders, of_several_as_near_that_of_the_source_is_taken) {
  file("a/setup.h");
  file("b/setup.h");
  file("common.h", "#include \"setup.h\"\n");
  source("b/k.cpp", "#include \"../common.h\"\n");
  find_headers(request, notes);
  EXPECT_EQ(request.include_dirs, Names{"b"});
}

TEST_F(FoundHeaders, what_is_given_or_the_systems_own_is_left_alone) {
  file("given/a.h");
  file("other/a.h");
  file("shim/math.h");
  file("shim/only_here.h");
  file("old/cuda_runtime.h");
  request.include_dirs = {"given"};
  source("k.cu", "#include \"a.h\"\n#include <cuda_runtime.h>\n#include \"only_here.h\"\n");
  find_headers(request, notes);
  EXPECT_EQ(request.include_dirs, Names{"given"});
  EXPECT_EQ(notes, Names{});
}

// Compilers look beside the file for names in quotes alone.
TEST_F(FoundHeaders, a_name_in_angle_brackets_beside_the_file_needs_its_folder) {
  file("src/ops.cuh");
  file("src/near.h");
  source("src/k.cu", "#include <ops.cuh>\n#include \"near.h\"\n");
  find_headers(request, notes);
  EXPECT_EQ(request.include_dirs, Names{"src"});
  EXPECT_EQ(notes, Names{"-I src is assumed: it has ops.cuh"});
}

TEST_F(FoundHeaders, a_folder_that_is_called_like_a_system_header_hides_nothing) {
  file("src/common/base.h");
  file("src/algorithm/sort.h");
  source("src/basic/k.cu", "#include \"common/base.h\"\n");
  find_headers(request, notes);
  EXPECT_EQ(request.include_dirs, Names{"src"});
}

// More files than are listed, and the header among those that are near.
TEST_F(FoundHeaders, a_large_project_is_searched_from_the_source_outwards) {
  for (int i = 0; i < 21'000; ++i)
    file("a/" + std::to_string(i / 1000) + "/" + std::to_string(i));
  file("z/lib/near.h");
  source("z/lib/cta/k.cu", "#include \"near.h\"\n");
  find_headers(request, notes);
  EXPECT_EQ(request.include_dirs, Names{"z/lib"});
}

}  // namespace
}  // namespace kcast::workflow
