#include "base/process/child.h"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>

namespace kcast {
namespace {

std::string read_all(int file) {
  std::string out;
  char piece[256];
  for (ssize_t got = 0; (got = ::read(file, piece, sizeof piece)) > 0;)
    out.append(piece, static_cast<size_t>(got));
  return out;
}

int wait_status(pid_t child) {
  int status = 0;
  ::waitpid(child, &status, 0);
  return status;
}

// What a shell command writes, and how it ended.
std::pair<std::string, std::string> shell(const std::string& text, ChildStart start = {}) {
  Pipe output;
  EXPECT_TRUE(output.open());
  start.command = {"sh", "-c", text};
  start.output = output.writing();
  const auto child = start_child(start);
  output.close_writing();
  if (!child) return {"", child.error().message};
  std::string written = read_all(output.reading());
  return {written, end_text(wait_status(*child))};
}

TEST(child, has_the_files_and_variables_that_it_is_given) {
  ChildStart start;
  start.environment = {"KCAST_CHILD=7"};
  start.working_dir = "/";
  EXPECT_EQ(shell("pwd; echo $KCAST_CHILD; exit 3", start),
            std::pair(std::string("/\n7\n"), std::string("exit status 3")));
}

TEST(child, reads_what_its_input_is) {
  Pipe input;
  ASSERT_TRUE(input.open());
  ASSERT_EQ(::write(input.writing(), "abc", 3), 3);
  input.close_writing();
  ChildStart start;
  start.input = input.reading();
  EXPECT_EQ(shell("cat", start).first, "abc");
}

TEST(child, of_a_program_that_is_not_there_is_an_error_at_once) {
  ChildStart start;
  start.command = {"/nowhere/kcast-none"};
  const auto child = start_child(start);
  ASSERT_FALSE(child);
  EXPECT_EQ(child.error().code, ErrorCode::NotFound);
  EXPECT_EQ(child.error().message, "start /nowhere/kcast-none: No such file or directory");
  start.command = {"/"};
  EXPECT_EQ(start_child(start).error().code, ErrorCode::External);
  start.command = {};
  EXPECT_EQ(start_child(start).error().code, ErrorCode::Internal);
}

TEST(child, has_a_group_of_its_own_where_asked) {
  ChildStart start;
  start.command = {"sleep", "100"};
  start.own_group = true;
  start.dies_with_caller = true;
  const auto child = start_child(start);
  ASSERT_TRUE(child);
  EXPECT_EQ(::getpgid(*child), *child);
  ::kill(-*child, SIGKILL);
  EXPECT_EQ(end_text(wait_status(*child)), "killed by signal 9");
}

TEST(child, has_the_signals_back_that_the_caller_ignores) {
  const auto before = std::signal(SIGQUIT, SIG_IGN);
  ChildStart start;
  start.leaves_core = false;
  EXPECT_EQ(shell("kill -QUIT $$; echo lives", start).first, "lives\n");
  start.signals = {SIGQUIT};
  EXPECT_EQ(shell("kill -QUIT $$; echo lives", start).first, "");
  std::signal(SIGQUIT, before);
}

}  // namespace
}  // namespace kcast
