#include "base/files.h"

#include <gtest/gtest.h>

#include <filesystem>

namespace kcast {
namespace {

TEST(Files, reads_back_what_was_written) {
  const auto dir = TempDir::make();
  ASSERT_TRUE(dir);
  const auto path = dir->path() / "a.bin";
  const std::string text("line\n\0with zero\n", 16);
  ASSERT_TRUE(write_file(path, text));
  const auto read = read_file(path);
  ASSERT_TRUE(read);
  EXPECT_EQ(*read, text);
  // Nothing else is left beside it.
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(dir->path()), {}), 1);
}

TEST(Files, names_the_file_that_cannot_be_read) {
  const auto missing = read_file("/nonexistent/k.cu");
  ASSERT_FALSE(missing);
  EXPECT_EQ(missing.error().code, ErrorCode::NotFound);
  EXPECT_NE(missing.error().message.find("/nonexistent/k.cu"), std::string::npos);
  EXPECT_EQ(read_file("/").error().code, ErrorCode::InvalidInput);
}

TEST(Files, refuses_files_over_the_limit) {
  const auto dir = TempDir::make();
  ASSERT_TRUE(dir);
  const auto path = dir->path() / "big";
  ASSERT_TRUE(write_file(path, std::string(100, 'x')));
  EXPECT_TRUE(read_file(path, 100));
  EXPECT_EQ(read_file(path, 99).error().code, ErrorCode::InvalidInput);
}

TEST(Files, cannot_write_into_a_missing_folder) {
  const auto status = write_file("/nonexistent/dir/file", "x");
  ASSERT_FALSE(status);
  EXPECT_EQ(status.error().code, ErrorCode::NotFound);
}

TEST(Files, names_do_not_lead_out_of_their_folder) {
  const auto dir = TempDir::make();
  ASSERT_TRUE(dir);
  const std::filesystem::path folder = dir->path() / "suite";
  std::filesystem::create_directories(folder / "sub");
  std::filesystem::create_symlink("/etc/hosts", folder / "link");
  std::filesystem::create_symlink("sub", folder / "other");
  ASSERT_TRUE(write_file(dir->path() / "suite2", "x"));
  for (const char* name : {"/etc/hosts", "../suite2", "sub/../../suite2", "link", "", "..", "/"})
    EXPECT_FALSE(path_inside(folder, name)) << name;
  for (const char* name : {"a.cu", "sub/b.cu", "sub/../a.cu", "other/b.cu", "..a"})
    EXPECT_TRUE(path_inside(folder, name)) << name;
}

TEST(Files, temporary_folder_disappears) {
  std::filesystem::path path;
  {
    const auto dir = TempDir::make();
    ASSERT_TRUE(dir);
    path = dir->path();
    ASSERT_TRUE(write_file(path / "x", "x"));
  }
  EXPECT_FALSE(std::filesystem::exists(path));
}

}  // namespace
}  // namespace kcast
