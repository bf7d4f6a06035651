#include "base/process/subprocess.h"

#include <gtest/gtest.h>
#include <signal.h>

namespace kcast {
namespace {

SubprocessResult run_shell(const std::string& script, SubprocessOptions options = {}) {
  options.command = {"/bin/sh", "-c", script};
  auto result = run_subprocess(options);
  EXPECT_TRUE(result);
  return result ? *result : SubprocessResult{};
}

TEST(Subprocess, returns_output_and_status) {
  const auto result = run_shell("echo out; echo err >&2; exit 3");
  EXPECT_EQ(result.end, SubprocessEnd::Exited);
  EXPECT_EQ(result.code, 3);
  EXPECT_EQ(result.output, "out\n");
  EXPECT_EQ(result.error_output, "err\n");
}

TEST(Subprocess, gives_large_input_and_reads_it_back) {
  SubprocessOptions options;
  options.input.assign(3'000'000, 'x');
  const auto result = run_shell("cat", options);
  EXPECT_EQ(result.output, options.input);
}

TEST(Subprocess, ignores_a_child_that_does_not_read) {
  SubprocessOptions options;
  options.input.assign(3'000'000, 'x');
  EXPECT_TRUE(run_shell("exec 0<&-; echo done", options).ok());
}

TEST(Subprocess, adds_variables_to_the_environment) {
  SubprocessOptions options;
  options.environment = {"KCAST_A=1", "HOME=/b"};
  EXPECT_EQ(run_shell("echo $KCAST_A $HOME", options).output, "1 /b\n");
  EXPECT_FALSE(run_shell("echo $PATH", options).output.empty());
}

TEST(Subprocess, kills_the_group_at_the_time_limit) {
  SubprocessOptions options;
  options.timeout = std::chrono::milliseconds(200);
  const auto start = std::chrono::steady_clock::now();
  const auto result = run_shell("sleep 60 & sleep 60", options);
  EXPECT_EQ(result.end, SubprocessEnd::TimedOut);
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(20));
}

TEST(Subprocess, stops_endless_output) {
  SubprocessOptions options;
  options.max_output_bytes = 100'000;
  EXPECT_EQ(run_shell("while :; do echo xxxxxxxxxxxxxxxxxx; done", options).end,
            SubprocessEnd::TooMuchOutput);
}

TEST(Subprocess, limits_memory) {
  SubprocessOptions options;
  options.memory_bytes = size_t{200} << 20;
  EXPECT_FALSE(run_shell("head -c 400000000 /dev/zero | tail -c 400000000 | wc -c >/dev/null; "
                         "dd if=/dev/zero of=/dev/null bs=300M count=1",
                         options)
                   .ok());
}

TEST(Subprocess, reports_signals) {
  const auto result = run_shell("kill -SEGV $$");
  EXPECT_EQ(result.end, SubprocessEnd::Signalled);
  EXPECT_EQ(result.code, SIGSEGV);
}

TEST(Subprocess, names_a_program_that_does_not_exist) {
  const auto result = run_subprocess({.command = {"/nonexistent/program"}});
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().code, ErrorCode::NotFound);
  EXPECT_NE(result.error().message.find("/nonexistent/program"), std::string::npos);
}

}  // namespace
}  // namespace kcast
