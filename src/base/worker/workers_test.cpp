// A worker can compute and speak to the process that asked, and nothing else.
#include "base/worker/workers.h"

#include <dirent.h>
#include <fcntl.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <fstream>
#include <functional>
#include <map>
#include <thread>
#include <vector>

#include "base/files.h"
#include "base/sanitizers.h"
#include "base/text.h"

namespace kcast {
namespace {

using namespace std::chrono_literals;

// Each returns whether the worker could do it.
const std::map<std::string, std::function<bool()>>& forbidden() {
  static const std::map<std::string, std::function<bool()>> tries = {
      {"open a file", [] { return ::open("/etc/hostname", O_RDONLY) >= 0; }},
      {"open a path", [] { return ::open("/", O_PATH) >= 0; }},
      {"create a file", [] { return ::open("/tmp/kcast-escape", O_CREAT | O_WRONLY, 0600) >= 0; }},
      {"list a folder", [] { return ::opendir("/") != nullptr; }},
      {"delete a file", [] { return ::unlink("/tmp/kcast-escape-target") == 0; }},
      {"make a folder", [] { return ::mkdir("/tmp/kcast-escape-folder", 0700) == 0; }},
      {"look at a file",
       [] {
         struct stat status{};
         return ::stat("/etc/hostname", &status) == 0;
       }},
      {"make a socket", [] { return ::socket(AF_INET, SOCK_STREAM, 0) >= 0; }},
      {"make a local socket", [] { return ::socket(AF_UNIX, SOCK_STREAM, 0) >= 0; }},
      {"make a pipe",
       [] {
         int ends[2];
         return ::pipe(ends) == 0;
       }},
      {"copy its socket", [] { return ::dup(3) >= 0; }},
      {"make a process",
       [] {
         const pid_t pid = ::fork();
         if (pid == 0) ::_exit(0);
         return pid > 0;
       }},
      {"run a program",
       [] {
         char name[] = "/bin/true";
         char* arguments[] = {name, nullptr};
         ::execv(name, arguments);
         return false;  // a worker that could do it never answers
       }},
      {"end its parent", [] { return ::kill(::getppid(), SIGTERM) == 0; }},
      {"signal its group", [] { return ::kill(0, SIGCONT) == 0; }},
      {"trace a process", [] { return ::ptrace(PTRACE_TRACEME, 0, nullptr, nullptr) == 0; }},
      {"make memory executable",
       [] {
         return ::mmap(nullptr, 4096, PROT_READ | PROT_WRITE | PROT_EXEC,
                       MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) != MAP_FAILED;
       }},
      {"raise its limits",
       [] {
         const rlimit all{RLIM_INFINITY, RLIM_INFINITY};
         return ::setrlimit(RLIMIT_NOFILE, &all) == 0;
       }},
      {"use a descriptor beside its socket",
       [] {
         for (int fd = 0; fd < 1024; ++fd) {
           char byte = 0;
           if (fd != 3 && (::write(fd, &byte, 0) == 0 || errno != EBADF)) return true;
         }
         return false;
       }},
  };
  return tries;
}

std::string answer(std::string_view request, WorkerLink& link) {
  const std::string text(request);
  if (const auto found = forbidden().find(text); found != forbidden().end()) {
    return found->second() ? "could" : "could not";
  }
  if (text == "crash") ::raise(SIGKILL), ::abort();
  if (text == "stop") stop_worker("there was too much of it");
  if (text == "memory") {
    std::vector<std::vector<char>> all;
    for (;;)
      all.emplace_back(size_t{64} << 20, 'x');
  }
  if (text == "throw") throw std::runtime_error("a check failed");
  if (text == "loop") {
    for (volatile bool forever = true; forever;) {
    }
  }
  if (text == "flood") {
    for (;;)
      link.say_progress(std::string(4096, 'p'));
  }
  if (text.starts_with("file ")) {
    const DiskEntry entry = link.find_file(text.substr(5));
    return entry.kind == DiskEntry::Kind::File ? entry.text : "no file";
  }
  if (text.starts_with("ask ")) {
    const WorkerOutcome other = link.ask(text.substr(4));
    return std::to_string(static_cast<int>(other.end)) + " " + other.text;
  }
  if (text.starts_with("once ")) return link.ask_once(text.substr(5)).text;
  if (text.starts_with("each ")) {
    std::string out;
    for (const WorkerOutcome& one : link.ask_each_once(split_words(text.substr(5))))
      out += std::to_string(static_cast<int>(one.end)) + ":" + one.text + ";";
    return out;
  }
  if (text == "too many") {
    return link.ask_each_once(std::vector<std::string>(1000, "hello"))[999].text;
  }
  if (text.starts_with("call ")) return link.call(text.substr(5)).text;
  if (text == "pid") return std::to_string(::getpid());
  if (text.starts_with("say ")) link.say_progress(text.substr(4));
  return "echo " + text;
}

class WorkersTest : public testing::Test {
 protected:
  void SetUp() override {
    WorkerLimits limits;
    limits.timeout = 60s;
    limits.memory_bytes = size_t{1} << 30;
    limits.max_answer_bytes = 1 << 20;
    auto started = Workers::start(limits, [] { return WorkerHandler(answer); });
    ASSERT_TRUE(started);
    workers_ = *std::move(started);
  }
  WorkerOutcome ask(const std::string& request, ReadableFiles* files = nullptr) {
    return workers_->ask({request, files, nullptr, workers_->deadline()});
  }
  void expect_alive() {
    const WorkerOutcome outcome = ask("hello");
    EXPECT_EQ(outcome.end, WorkerEnd::Answered);
    EXPECT_EQ(outcome.text, "echo hello");
  }
  std::unique_ptr<Workers> workers_;
};

TEST_F(WorkersTest, have_no_rights) {
  const Sandbox sandbox = workers_->sandbox();
  if (!sandbox.seccomp) GTEST_SKIP() << describe(sandbox);
  std::ofstream("/tmp/kcast-escape-target") << "x";
  for (const auto& [name, run] : forbidden()) {
    const WorkerOutcome outcome = ask(name);
    EXPECT_EQ(outcome.end, WorkerEnd::Answered) << name;
    EXPECT_EQ(outcome.text, "could not") << name;
  }
  EXPECT_TRUE(std::filesystem::remove("/tmp/kcast-escape-target"));
  EXPECT_FALSE(std::filesystem::exists("/tmp/kcast-escape"));
  expect_alive();
}

// Where seccomp cannot be had, limits hold that need nobody's leave.
TEST_F(WorkersTest, have_no_descriptors_even_without_seccomp) {
  EXPECT_TRUE(workers_->sandbox().limits);
}

TEST_F(WorkersTest, end_in_ways_that_are_told_apart) {
  EXPECT_EQ(ask("crash").end, WorkerEnd::Died);
  const WorkerOutcome stopped = ask("stop");
  EXPECT_EQ(stopped.end, WorkerEnd::Stopped);
  EXPECT_EQ(stopped.text, "there was too much of it");
  EXPECT_EQ(ask("throw").text, "a check failed");
  EXPECT_EQ(ask("flood").end, WorkerEnd::Refused);
  expect_alive();
}

#if !defined(KCAST_SANITIZED)
TEST_F(WorkersTest, say_that_memory_is_out) {
  const WorkerOutcome outcome = ask("memory");
  EXPECT_EQ(outcome.end, WorkerEnd::Stopped);
  EXPECT_NE(outcome.text.find("memory"), std::string::npos);
  expect_alive();
}
#endif

TEST_F(WorkersTest, are_ended_by_time_and_by_the_caller) {
  const std::string loop = "loop";
  const auto begin = std::chrono::steady_clock::now();
  EXPECT_EQ(workers_->ask({loop, nullptr, nullptr, begin + 100ms}).end, WorkerEnd::TimedOut);
  std::atomic<bool> cancelled = false;
  std::thread canceller([&] {
    std::this_thread::sleep_for(100ms);
    cancelled = true;
  });
  EXPECT_EQ(workers_->ask({loop, nullptr, &cancelled, begin + 60s}).end, WorkerEnd::Cancelled);
  canceller.join();
  EXPECT_LT(std::chrono::steady_clock::now() - begin, 30s);
  expect_alive();
}

TEST_F(WorkersTest, tell_what_they_work_on) {
  const WorkerOutcome outcome = ask("say the third kernel");
  EXPECT_EQ(outcome.progress, std::vector<std::string>{"the third kernel"});
}

TEST_F(WorkersTest, ask_others_once) {
  EXPECT_EQ(ask("ask hello").text, "0 echo hello");
  EXPECT_EQ(ask("ask crash").text, std::to_string(static_cast<int>(WorkerEnd::Died)) + " ");
  // One that is asked by a worker cannot do the same.
  EXPECT_EQ(ask("ask ask hello").text, std::to_string(static_cast<int>(WorkerEnd::Refused)) + " ");
}

TEST_F(WorkersTest, are_not_asked_twice_for_what_is_kept) {
  KeptAnswers kept(1 << 20);
  const auto once = [&](const std::string& request) {
    const std::string whole = "once " + request;
    return workers_->ask({whole, nullptr, nullptr, workers_->deadline(), &kept});
  };
  const std::string first = once("pid").text;
  EXPECT_FALSE(first.empty());
  EXPECT_EQ(once("pid").text, first) << "of the worker that was asked first";
  EXPECT_EQ(kept.counts().entries, 1U);
  EXPECT_EQ(kept.counts().hits, 1U);
  once("crash");
  EXPECT_EQ(kept.counts().entries, 1U) << "what is no answer is not kept";
  // One that is asked so can ask nobody, and without a place for answers nobody is asked.
  EXPECT_EQ(once("once pid").text, "");
  EXPECT_EQ(ask("once pid").text, "");
}

TEST_F(WorkersTest, ask_others_several_things_at_once) {
  KeptAnswers kept(1 << 20);
  const auto ask_each = [&](const std::string& request) {
    return workers_->ask({request, nullptr, nullptr, workers_->deadline(), &kept}).text;
  };
  const std::string died = std::to_string(static_cast<int>(WorkerEnd::Died));
  EXPECT_EQ(ask_each("each a b crash c"), "0:echo a;0:echo b;" + died + ":;0:echo c;");
  EXPECT_EQ(kept.counts().entries, 3U);
  EXPECT_EQ(ask_each("too many"), "") << "refused";
}

// One fork server serves many threads, each its own worker.
TEST_F(WorkersTest, are_asked_from_many_threads) {
  std::vector<std::thread> threads;
  std::atomic<int> right = 0;
  for (int i = 0; i < 8; ++i) {
    threads.emplace_back([&, i] {
      for (int round = 0; round < 20; ++round) {
        const std::string text = std::to_string(i) + "/" + std::to_string(round);
        std::atomic<bool> cancelled = round % 5 == 4;
        const WorkerOutcome outcome =
            workers_->ask({text, nullptr, &cancelled, workers_->deadline()});
        right += cancelled ? outcome.end == WorkerEnd::Cancelled : outcome.text == "echo " + text;
      }
    });
  }
  for (std::thread& thread : threads)
    thread.join();
  EXPECT_EQ(right, 160);
  expect_alive();
}

// Even one that waits for a fork server which is still preparing itself.
TEST(Workers, are_cancelled_before_there_are_any) {
  auto workers = Workers::start({}, [] {
    std::this_thread::sleep_for(1s);
    return WorkerHandler(answer);
  });
  ASSERT_TRUE(workers);
  std::atomic<bool> cancelled = false;
  std::thread canceller([&] {
    std::this_thread::sleep_for(50ms);
    cancelled = true;
  });
  const auto begin = std::chrono::steady_clock::now();
  const auto ask = [&](const std::atomic<bool>* flag) {
    return (*workers)->ask({"hello", nullptr, flag, (*workers)->deadline()});
  };
  EXPECT_EQ(ask(&cancelled).end, WorkerEnd::Cancelled);
  EXPECT_LT(std::chrono::steady_clock::now() - begin, 800ms);
  canceller.join();
  EXPECT_EQ(ask(nullptr).text, "echo hello");
}

TEST_F(WorkersTest, call_whom_they_work_for) {
  WorkerQuestion question{"call me", nullptr, nullptr, workers_->deadline()};
  question.answer_call = [](std::string_view bytes) { return "you said " + std::string(bytes); };
  EXPECT_EQ(workers_->ask(question).text, "you said me");
  EXPECT_EQ(ask("call me").text, "") << "nobody answers";
}

// What depends on files is not kept: such a worker gets none.
TEST_F(WorkersTest, read_no_file_for_what_is_kept) {
  auto made = TempDir::make("workers");
  ASSERT_TRUE(made);
  std::ofstream(made->path() / "a.h") << "inside";
  ReadableFiles files(made->path().string(), {"."});
  KeptAnswers kept(1 << 20);
  const std::string request = "once file " + (made->path() / "a.h").string();
  EXPECT_EQ(workers_->ask({request, &files, nullptr, workers_->deadline(), &kept}).text, "no file");
}

TEST_F(WorkersTest, get_the_files_of_their_folders_alone) {
  auto made = TempDir::make("workers");
  ASSERT_TRUE(made);
  const std::string root = made->path().string();
  std::filesystem::create_directories(root + "/in");
  std::ofstream(root + "/in/a.h") << "inside";
  std::ofstream(root + "/secret") << "outside";
  std::filesystem::create_symlink(root + "/secret", root + "/in/link.h");
  ReadableFiles files(root, {"in"});
  EXPECT_EQ(ask("file " + root + "/in/a.h", &files).text, "inside");
  for (const std::string path : {"/secret", "/in/../secret", "/in/link.h", "/in", "/in/none.h"})
    EXPECT_EQ(ask("file " + root + path, &files).text, "no file") << path;
  EXPECT_EQ(ask("file in/a.h", &files).text, "no file");
  EXPECT_EQ(ask("file " + root + "/in/a.h").text, "no file");
}

// Not even dead processes, for a first process of the machine that does not reap them.
TEST_F(WorkersTest, leave_nothing_behind) {
  ASSERT_EQ(::prctl(PR_SET_CHILD_SUBREAPER, 1), 0);
  expect_alive();
  ask("crash");
  workers_.reset();
  EXPECT_EQ(::waitpid(-1, nullptr, WNOHANG), -1);
}

size_t open_descriptors() {
  size_t count = 0;
  for ([[maybe_unused]] const auto& entry : std::filesystem::directory_iterator("/proc/self/fd"))
    ++count;
  return count;
}

TEST_F(WorkersTest, keep_no_descriptors) {
  expect_alive();
  const size_t before = open_descriptors();
  for (int i = 0; i < 200; ++i)
    ask(i % 10 == 0 ? "crash" : "hello");
  EXPECT_EQ(open_descriptors(), before);
}

}  // namespace
}  // namespace kcast
