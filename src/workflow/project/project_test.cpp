#include "workflow/project/project.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <memory>

#include "base/files.h"

namespace kcast::workflow {
namespace {

namespace fs = std::filesystem;
using Words = std::vector<std::string>;

class Project : public testing::Test {
 protected:
  void SetUp() override {
    auto made = TempDir::make("project");
    ASSERT_TRUE(made);
    dir_ = std::make_unique<TempDir>(*std::move(made));
    put("p/src/a.cu", "");
    put("p/inc/x.h", "");
    put("q/b.cu", "");
  }
  std::string at(const std::string& name) const {
    return (fs::canonical(dir_->path()) / name).lexically_normal().string();
  }
  void put(const std::string& name, const std::string& text) const {
    fs::create_directories((dir_->path() / name).parent_path());
    ASSERT_TRUE(write_file(dir_->path() / name, text));
  }
  static bool holds(const Words& words, const std::string& word) {
    return std::find(words.begin(), words.end(), word) != words.end();
  }
  ProjectBuild build(const std::string& file, const std::string& build_dir = "") const {
    const auto read = read_build({file}, build_dir, "/");
    EXPECT_TRUE(read);
    return read ? *read : ProjectBuild{};
  }

 private:
  std::unique_ptr<TempDir> dir_;
};

TEST_F(Project, a_file_alone_reads_its_own_folder) {
  EXPECT_EQ(readable_dirs_of({at("p/src/a.cu")}, "/"), Words{at("p/src")});
}

TEST_F(Project, the_root_is_where_git_or_compile_commands_are) {
  put("p/.git/HEAD", "");
  EXPECT_TRUE(holds(readable_dirs_of({at("p/src/a.cu")}, "/"), at("p")));
  EXPECT_EQ(readable_dirs_of({at("q/b.cu")}, "/"), Words{at("q")});
  put("q/build/compile_commands.json", "[]");
  put("q/deep/down/c.cu", "");
  EXPECT_TRUE(holds(readable_dirs_of({at("q/deep/down/c.cu")}, "/"), at("q")));
}

TEST_F(Project, the_common_folder_and_the_working_folder_count) {
  put("p/other/c.cu", "");
  EXPECT_TRUE(holds(readable_dirs_of({at("p/src/a.cu"), at("p/other/c.cu")}, "/"), at("p")));
  EXPECT_TRUE(holds(readable_dirs_of({"src/a.cu"}, at("p")), at("p")));
  EXPECT_FALSE(holds(readable_dirs_of({"../q/b.cu"}, at("p")), at("p")));
}

TEST_F(Project, a_home_and_the_like_are_no_project) {
  put("home/.git/HEAD", "");
  put("home/user/d.cu", "");
  const char* before = std::getenv("HOME");
  const std::string saved = before == nullptr ? "" : before;
  ASSERT_EQ(::setenv("HOME", at("home").c_str(), 1), 0);
  EXPECT_EQ(readable_dirs_of({at("home/user/d.cu")}, "/"), Words{at("home/user")});
  EXPECT_EQ(readable_dirs_of({"user/d.cu"}, at("home")), Words{at("home/user")});
  ASSERT_EQ(::setenv("HOME", saved.c_str(), 1), 0);
  for (const std::string& dir : readable_dirs_of({"/tmp/a/x.cu", "/tmp/b/y.cu"}, "/")) {
    EXPECT_NE(dir, "/tmp");
    EXPECT_NE(dir, "/");
  }
}

TEST_F(Project, compile_commands_are_found_and_named) {
  put("p/build/compile_commands.json",
      R"([{"directory": ")" + at("p/build") +
          R"(", "file": "../src/a.cu", "command": "nvcc -DN=4 -I../inc -I/ @rsp ../src/a.cu"}])");
  const ProjectBuild found = build(at("p/src/a.cu"));
  EXPECT_EQ(found.line.flags, Words{"-DN=4"});
  EXPECT_EQ(found.line.include_dirs, Words{at("p/inc")});
  ASSERT_EQ(found.notes.size(), 2U);
  EXPECT_NE(found.notes[0].find("compile_commands.json"), std::string::npos);
  EXPECT_NE(found.notes[1].find("outside the project"), std::string::npos);
  EXPECT_EQ(build(at("p/src/a.cu"), at("p/build")).line, found.line);
}

TEST_F(Project, p_without_the_file_is_an_error_and_without_an_entry_a_note) {
  EXPECT_FALSE(read_build({at("p/src/a.cu")}, at("q"), "/"));
  put("q/compile_commands.json", "[]");
  const ProjectBuild none = build(at("p/src/a.cu"), at("q"));
  ASSERT_EQ(none.notes.size(), 1U);
  EXPECT_NE(none.notes[0].find("no entry for"), std::string::npos);
}

TEST_F(Project, a_makefile_beside_the_file_is_read_where_there_is_nothing_better) {
  put("q/Makefile", "NVCCFLAGS = -DN=8 -I.\n");
  const ProjectBuild read = build(at("q/b.cu"));
  EXPECT_EQ(read.line.flags, Words{"-DN=8"});
  ASSERT_EQ(read.notes.size(), 1U);
  EXPECT_NE(read.notes[0].find("Makefile: -DN=8"), std::string::npos);
  EXPECT_EQ(build(at("p/src/a.cu")), ProjectBuild{});
}

TEST_F(Project, a_build_file_above_counts_where_it_names_the_file) {
  put("p/.git/HEAD", "");
  put("p/src/c.cu", "");
  put("p/CMakeLists.txt",
      "add_executable(a src/a.cu)\ntarget_compile_definitions(a PUBLIC N=3)\n"
      "target_include_directories(a PUBLIC inc)\n");
  const ProjectBuild read = build(at("p/src/a.cu"));
  EXPECT_EQ(read.line.flags, Words{"-DN=3"});
  EXPECT_EQ(read.line.include_dirs, Words{at("p/inc")});
  EXPECT_EQ(build(at("p/src/c.cu")), ProjectBuild{});
}

TEST_F(Project, headers_that_are_named_too_have_no_build_of_their_own) {
  put("q/x.cuh", "");
  put("q/Makefile", "b: b.cu x.cuh\n\tnvcc -DB b.cu\n\tnvcc -DX x.cuh\n");
  const auto both = read_build({at("q/x.cuh"), at("q/b.cu")}, "", "/");
  ASSERT_TRUE(both);
  EXPECT_EQ(both->line.flags, Words{"-DB"});
}

TEST_F(Project, a_compile_commands_that_is_broken_is_said) {
  put("q/compile_commands.json", "{");
  EXPECT_EQ(build(at("q/b.cu")).notes.size(), 1U);
  EXPECT_FALSE(read_build({at("q/b.cu")}, at("q"), "/"));
}

}  // namespace
}  // namespace kcast::workflow
