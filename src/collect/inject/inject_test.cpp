#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <map>

#include "base/files.h"
#include "collect/inject/first_launches.h"
#include "collect/inject/inject_settings.h"
#include "collect/inject/line_file.h"

namespace kcast::collect {
namespace {

RunShape shape_of(int64_t blocks, int64_t threads) {
  return {.grid = {blocks, 1, 1}, .block = {threads, 1, 1}};
}

FirstLaunches choice_of(const FirstLaunchesOptions& options) {
  auto choice = FirstLaunches::make(options);
  EXPECT_TRUE(choice) << choice.error().message;
  return *std::move(choice);
}

TEST(FirstLaunches, AreTakenOfEachKernel) {
  FirstLaunches choice = choice_of({.launches = 2, .kernel = ""});
  std::vector<std::string> read;
  for (int i = 0; i < 5; ++i) {
    for (const char* symbol : {"_Z5saxpyifPKfPf", "plain_c"}) {
      if (const auto chosen = choice.next(symbol, shape_of(4, 256))) {
        EXPECT_EQ(chosen->launch, i);
        read.push_back(chosen->kernel);
      }
    }
  }
  const std::vector<std::string> want = {"saxpy(int, float, float const*, float*)", "plain_c",
                                         "saxpy(int, float, float const*, float*)", "plain_c"};
  EXPECT_EQ(read, want);
}

TEST(FirstLaunches, OfOneShapeAreCountedApart) {
  FirstLaunches choice = choice_of({.launches = 9, .kernel = ""});
  std::vector<std::pair<int64_t, int64_t>> counted;
  for (const int64_t blocks : {4, 8, 4, 4, 8}) {
    const auto chosen = choice.next("k", shape_of(blocks, 64));
    ASSERT_TRUE(chosen);
    counted.emplace_back(chosen->launch, chosen->occurrence);
  }
  const std::vector<std::pair<int64_t, int64_t>> want = {{0, 0}, {1, 0}, {2, 1}, {3, 2}, {4, 1}};
  EXPECT_EQ(counted, want);
}

TEST(FirstLaunches, MatchesAPartOfTheReadableName) {
  FirstLaunches choice = choice_of({.launches = 1, .kernel = "^void scale<.*>|gemm"});
  EXPECT_TRUE(choice.next("_Z5scaleIfEvPT_i", {}));  // void scale<float>(float*, int)
  EXPECT_FALSE(choice.next("_Z7unscalePfi", {}));
  EXPECT_TRUE(choice.next("sgemm_128", {}));
  EXPECT_FALSE(FirstLaunches::make({.launches = 1, .kernel = "scale("}));
}

TEST(FirstLaunches, AsksForTensorCoresAtFirstAndWhereTheyAreUsed) {
  FirstLaunches choice = choice_of({.launches = 5, .kernel = ""});
  for (const char* symbol : {"matrix", "copy"})
    EXPECT_TRUE(choice.next(symbol, {})->tensor);
  choice.was_read("matrix", true);
  choice.was_read("copy", false);
  EXPECT_TRUE(choice.next("matrix", {})->tensor);
  EXPECT_FALSE(choice.next("copy", {})->tensor);
}

TEST(FirstLaunches, EndsAfterThreeFailuresInARow) {
  FirstLaunches choice = choice_of({.launches = 100, .kernel = ""});
  choice.failed();
  choice.failed();
  choice.was_read("k", false);
  choice.failed();
  choice.failed();
  EXPECT_TRUE(choice.next("k", {}));
  choice.failed();
  EXPECT_FALSE(choice.next("k", {}));
  EXPECT_FALSE(choice.next("another", {}));
}

TEST(FirstLaunches, LeavesNamesThatAreNotMangled) {
  EXPECT_EQ(demangled("i"), "i");
  EXPECT_EQ(demangled("_Znonsense"), "_Znonsense");
  EXPECT_EQ(demangled("_ZN3lib4stepEv"), "lib::step()");
}

TEST(InjectSettings, ComeBackFromTheEnvironment) {
  const InjectSettings settings{.out = "/tmp/a b.jsonl",
                                .status = "/tmp/s",
                                .launches = 17,
                                .kernel = "a=b|c",
                                .half_types = false};
  std::map<std::string, std::string> variables;
  for (const std::string& variable : inject_environment(settings)) {
    const size_t equals = variable.find('=');
    variables[variable.substr(0, equals)] = variable.substr(equals + 1);
  }
  const auto read = [&](const char* name) -> const char* {
    const auto found = variables.find(name);
    return found == variables.end() ? nullptr : found->second.c_str();
  };
  EXPECT_EQ(settings_in(read), settings);
  EXPECT_EQ(settings_in([](const char*) -> const char* { return nullptr; }), std::nullopt);
}

TEST(LineFile, KeepsWhatAKilledProcessWrote) {
  const auto folder = TempDir::make();
  ASSERT_TRUE(folder);
  const std::string path = (folder->path() / "lines").string();
  const pid_t child = ::fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    static_cast<void>(add_line_to_file(path, "first"));
    static_cast<void>(add_line_to_file(path, "second"));
    ::kill(::getpid(), SIGKILL);
  }
  ::waitpid(child, nullptr, 0);
  EXPECT_TRUE(add_line_to_file(path, "third"));
  EXPECT_EQ(*read_file(path), "first\nsecond\nthird\n");
  EXPECT_FALSE(add_line_to_file((folder->path() / "no" / "lines").string(), "x"));
}

}  // namespace
}  // namespace kcast::collect
