#include "base/process/part.h"

#include <gtest/gtest.h>

#include <csignal>
#include <cstdlib>
#include <filesystem>

#include "base/files.h"

namespace kcast {
namespace {

namespace fs = std::filesystem;

// A checkout whose scripts/part is a line of shell.
class PartTest : public ::testing::Test {
 protected:
  PartTest() : dir_(TempDir::make()) {
    fs::create_directories(bin());
    fs::create_directories(dir_->path() / "scripts");
    ::setenv("KCAST_CHECKOUT", dir_->path().c_str(), 1);
  }
  ~PartTest() override { ::unsetenv("KCAST_CHECKOUT"); }

  fs::path bin() const { return dir_->path() / "build" / "release" / "bin"; }

  void script(const std::string& text) const {
    const fs::path file = dir_->path() / "scripts" / "part";
    ASSERT_TRUE(write_file(file, "#!/bin/sh\ncd '" + bin().string() + "'\n" + text + "\n"));
    fs::permissions(file, fs::perms::owner_all);
  }

  std::string error_of(const char* name) const {
    const auto part = find_part(bin(), name);
    return part ? "none" : part.error().message;
  }

 private:
  Result<TempDir> dir_;
};

TEST_F(PartTest, OneThatIsThereIsNotMade) {
  script("exit 9");
  ASSERT_TRUE(write_file(bin() / "one", ""));
  EXPECT_EQ(*find_part(bin(), "one"), bin() / "one");
}

TEST_F(PartTest, OneThatIsMissingIsMadeByTheCheckout) {
  script("touch \"$1\"");
  EXPECT_EQ(*find_part(bin(), "two"), bin() / "two");
  EXPECT_TRUE(fs::exists(bin() / "two"));
}

TEST_F(PartTest, TheScriptSaysWhyItFailed) {
  script("echo \"$1 needs a moon\" >\"$KCAST_REASON\"; exit 1");
  EXPECT_EQ(error_of("three"), "three needs a moon");
  script("exit 3");
  EXPECT_EQ(error_of("three"), "scripts/part three: exit status 3");
}

TEST_F(PartTest, NobodyIsAskedForAnotherFolder) {
  script("touch \"$1\"");
  const fs::path other = bin().parent_path();
  const auto part = find_part(other, "four");
  ASSERT_FALSE(part);
  EXPECT_EQ(part.error().message,
            "four is not beside kcast; ./kcast in a checkout fetches and builds it");
  ::unsetenv("KCAST_CHECKOUT");
  EXPECT_FALSE(find_part(bin(), "four"));
  EXPECT_FALSE(fs::exists(bin() / "four"));
}

TEST_F(PartTest, CtrlCOfTheScriptIsOurs) {
  script("exit 130");
  std::signal(SIGINT, SIG_DFL);  // a job in the background starts without it
  EXPECT_EXIT(static_cast<void>(find_part(bin(), "five")), ::testing::KilledBySignal(SIGINT), "");
}

}  // namespace
}  // namespace kcast
