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

}  // namespace
}  // namespace kcast::workflow
