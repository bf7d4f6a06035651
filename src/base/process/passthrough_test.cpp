#include "base/process/passthrough.h"

#include <gtest/gtest.h>

#include <cstdlib>

namespace kcast {
namespace {

Result<int> shell(const std::string& script, std::vector<std::string> environment = {}) {
  return run_passthrough({{"sh", "-c", script}, std::move(environment)});
}

TEST(Passthrough, GivesTheStatusAsAShellDoes) {
  EXPECT_EQ(*shell("exit 0"), 0);
  EXPECT_EQ(*shell("exit 37"), 37);
  EXPECT_EQ(*shell("kill -9 $$"), 137);
}

TEST(Passthrough, ChangesVariablesOfTheProgramAlone) {
  ::setenv("KCAST_PASS_A", "old", 1);
  EXPECT_EQ(*shell("test \"$KCAST_PASS_A\" = 'new one'", {"KCAST_PASS_A=new one"}), 0);
  EXPECT_EQ(*shell("test \"$KCAST_PASS_A\" = old", {"KCAST_PASS_AB=x"}), 0);
}

TEST(Passthrough, HasTheOutputOfThisProcess) {
  ::testing::internal::CaptureStdout();
  ::testing::internal::CaptureStderr();
  EXPECT_EQ(*shell("echo out; echo err >&2"), 0);
  EXPECT_EQ(::testing::internal::GetCapturedStdout(), "out\n");
  EXPECT_EQ(::testing::internal::GetCapturedStderr(), "err\n");
}

TEST(Passthrough, LeavesCtrlCToTheProgram) {
  // The program sends what a terminal sends to both; this process must live.
  EXPECT_EQ(*shell("kill -INT $PPID; trap 'exit 5' INT; kill -INT $$; exit 1"), 5);
}

TEST(Passthrough, SaysWhatCouldNotBeStarted) {
  const auto run = run_passthrough({{"/no/such/program"}, {}});
  ASSERT_FALSE(run);
  EXPECT_EQ(run.error().code, ErrorCode::NotFound);
  EXPECT_NE(run.error().message.find("/no/such/program"), std::string::npos);
}

}  // namespace
}  // namespace kcast
