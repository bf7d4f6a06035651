#include "base/io/new_file.h"

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <set>

#include "base/files.h"
#include "base/io/folder_lock.h"

namespace kcast {
namespace {

namespace fs = std::filesystem;

std::set<std::string> names_in(const fs::path& folder) {
  std::set<std::string> out;
  for (const auto& entry : fs::directory_iterator(folder))
    out.insert(entry.path().filename().string());
  return out;
}

TEST(NewFile, appears_when_it_is_whole) {
  const auto dir = TempDir::make();
  ASSERT_TRUE(dir);
  const fs::path path = dir->path() / "a";
  auto file = NewFile::create(path);
  ASSERT_TRUE(file);
  ASSERT_TRUE(file->write("0123456789"));
  ASSERT_TRUE(file->patch(2, "xy"));
  EXPECT_TRUE(names_in(dir->path()).empty());
  ASSERT_TRUE(file->finish());
  EXPECT_EQ(*read_file(path), "01xy456789");
  // One that is there is replaced, and an unfinished one changes nothing.
  {
    auto half = NewFile::create(path);
    ASSERT_TRUE(half);
    ASSERT_TRUE(half->write(std::string(3 << 20, 'x')));
  }
  EXPECT_EQ(*read_file(path), "01xy456789");
  ASSERT_TRUE(write_file(path, "new"));
  EXPECT_EQ(*read_file(path), "new");
  EXPECT_EQ(names_in(dir->path()), std::set<std::string>{"a"});
}

TEST(NewFile, follows_links_and_keeps_them) {
  const auto dir = TempDir::make();
  ASSERT_TRUE(dir);
  ASSERT_TRUE(write_file(dir->path() / "real", "old"));
  fs::create_symlink("real", dir->path() / "link");
  ASSERT_TRUE(write_file(dir->path() / "link", "new"));
  EXPECT_TRUE(fs::is_symlink(dir->path() / "link"));
  EXPECT_EQ(*read_file(dir->path() / "real"), "new");
}

TEST(NewFile, devices_stay_devices) {
  const Status full = write_file("/dev/full", "x");
  ASSERT_FALSE(full);
  EXPECT_NE(full.error().message.find("/dev/full: No space left on device"), std::string::npos);
  EXPECT_TRUE(fs::is_character_file("/dev/full"));
  EXPECT_TRUE(write_file("/dev/null", "x"));
  EXPECT_TRUE(fs::is_character_file("/dev/null"));
}

// What may be written is limited for a child alone: the limit would hold for other tests too.
template <typename Work>
int status_with_limit(rlim_t bytes, const Work& work) {
  const pid_t child = ::fork();
  if (child == 0) {
    std::signal(SIGXFSZ, SIG_IGN);
    const rlimit limit{bytes, bytes};
    ::setrlimit(RLIMIT_FSIZE, &limit);
    ::_exit(work());
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

TEST(NewFile, a_limit_of_size_is_an_error_and_leaves_nothing) {
  const auto dir = TempDir::make();
  ASSERT_TRUE(dir);
  EXPECT_EQ(status_with_limit(
                1000,
                [&] {
                  const Status written = write_file(dir->path() / "a", std::string(5000, 'x'));
                  return !written && written.error().message.ends_with("File too large") ? 7 : 0;
                }),
            7);
  EXPECT_TRUE(names_in(dir->path()).empty());
}

TEST(AppendedFile, what_does_not_fit_is_cut_off) {
  const auto dir = TempDir::make();
  ASSERT_TRUE(dir);
  const fs::path path = dir->path() / "lines";
  EXPECT_EQ(status_with_limit(1000,
                              [&] {
                                auto file = AppendedFile::open(path);
                                if (!file || !file->add(std::string(600, 'a') + "\n")) return 1;
                                return file->add(std::string(600, 'b') + "\n") ? 2 : 7;
                              }),
            7);
  EXPECT_EQ(*read_file(path), std::string(600, 'a') + "\n");
}

TEST(FolderLock, is_for_one_at_a_time) {
  const auto dir = TempDir::make();
  ASSERT_TRUE(dir);
  {
    const auto lock = FolderLock::take(dir->path() / "new" / "folder");
    ASSERT_TRUE(lock);
    const auto other = FolderLock::take(dir->path() / "new" / "folder");
    ASSERT_FALSE(other);
    EXPECT_NE(other.error().message.find("another run of kcast is writing"), std::string::npos);
  }
  EXPECT_TRUE(FolderLock::take(dir->path() / "new" / "folder"));
  EXPECT_TRUE(names_in(dir->path() / "new" / "folder").empty());
}

}  // namespace
}  // namespace kcast
