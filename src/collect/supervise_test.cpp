#include "collect/supervise.h"

#include <gtest/gtest.h>

#include <map>
#include <set>

namespace kcast::collect {
namespace {

// Jobs with two launches each; the sources say how the fake worker treats them.
class Jobs {
 public:
  explicit Jobs(std::vector<std::string> sources) : sources_(std::move(sources)) {}

  std::optional<CollectJob> next() {
    if (given_ == sources_.size()) return std::nullopt;
    CollectJob job{.kernel = {.name = "k", .language = "cuda", .source = sources_[given_]},
                   .launches = {}};
    for (int i = 0; i < 2; ++i)
      job.launches.emplace_back(static_cast<int64_t>(given_ * 2) + i, Launch{.kernel = "k"});
    ++given_;
    return job;
  }

 private:
  std::vector<std::string> sources_;
  size_t given_ = 0;
};

struct Outcome {
  std::multiset<int64_t> measured;
  std::map<int64_t, std::string> failed;  // reasons
  Result<SuperviseEnd> end = Error{ErrorCode::Internal, "not run"};
};

Outcome run(std::vector<std::string> sources, SuperviseOptions options = {},
            int64_t stop_after = -1) {
  if (options.command.empty()) options.command = {KCAST_FAKE_WORKER};
  Jobs jobs(std::move(sources));
  Outcome outcome;
  outcome.end = supervise(
      options, [&] { return jobs.next(); },
      [&](const WorkerMessage& message) {
        if (const auto* reading = std::get_if<WorkerReading>(&message)) {
          outcome.measured.insert(reading->id);
        } else if (const auto* failure = std::get_if<WorkerFailure>(&message)) {
          outcome.failed[failure->id] = failure->failure.reason;
        }
      },
      [&] { return stop_after >= 0 && std::ssize(outcome.measured) >= stop_after; });
  return outcome;
}

TEST(Supervise, EveryLaunchIsAnsweredOnce) {
  const Outcome outcome = run(std::vector<std::string>(200, "plain"));
  ASSERT_TRUE(outcome.end) << outcome.end.error().message;
  EXPECT_EQ(outcome.end->restarts, 0);
  EXPECT_EQ(outcome.measured.size(), 400U);
  EXPECT_EQ(std::set<int64_t>(outcome.measured.begin(), outcome.measured.end()).size(), 400U);
}

TEST(Supervise, ACrashCostsItsOwnLaunches) {
  std::vector<std::string> sources(40, "plain");
  sources[7] = "KCAST_FAKE_CRASH";
  const Outcome outcome = run(sources);
  ASSERT_TRUE(outcome.end) << outcome.end.error().message;
  EXPECT_EQ(outcome.end->restarts, 2);  // each of its launches kills a worker
  EXPECT_EQ(outcome.measured.size(), 78U);
  EXPECT_EQ(outcome.failed, (std::map<int64_t, std::string>{{14, "crash"}, {15, "crash"}}));
}

// The fake worker refuses kernels of OpenMP without their PTX.
TEST(Supervise, WhatIsSentAgainHasItsPtx) {
  int64_t given = 0;
  std::set<int64_t> measured;
  const auto end = supervise(
      {.command = {KCAST_FAKE_WORKER}},
      [&]() -> std::optional<CollectJob> {
        if (given == 20) return std::nullopt;
        const char* source = given == 3 ? "KCAST_FAKE_CRASH" : "plain";
        CollectJob job{.kernel = {.name = "k", .language = "openmp", .source = source},
                       .ptx = ".entry k()",
                       .launches = {{given, Launch{.kernel = "k"}}}};
        ++given;
        return job;
      },
      [&](const WorkerMessage& message) {
        if (const auto* reading = std::get_if<WorkerReading>(&message))
          measured.insert(reading->id);
      },
      [] { return false; });
  ASSERT_TRUE(end) << end.error().message;
  EXPECT_EQ(end->restarts, 1);
  EXPECT_EQ(measured.size(), 19U);
}

TEST(Supervise, FaultsAndRefusalsKeepTheirReasons) {
  const Outcome outcome = run({"plain", "KCAST_FAKE_FAULT", "KCAST_FAKE_REFUSE", "plain"});
  ASSERT_TRUE(outcome.end) << outcome.end.error().message;
  EXPECT_EQ(outcome.measured, (std::multiset<int64_t>{0, 1, 6, 7}));
  EXPECT_EQ(outcome.failed, (std::map<int64_t, std::string>{
                                {2, "fault"}, {3, "fault"}, {4, "launch"}, {5, "launch"}}));
}

TEST(Supervise, ACrashWithoutACulpritIsFoundByElimination) {
  std::vector<std::string> sources(100, "plain");
  sources[42] = "KCAST_FAKE_BREAK";
  sources[77] = "KCAST_FAKE_BREAK";
  const Outcome outcome = run(sources);
  ASSERT_TRUE(outcome.end) << outcome.end.error().message;
  EXPECT_EQ(outcome.measured.size(), 196U);
  EXPECT_EQ(std::set<int64_t>(outcome.measured.begin(), outcome.measured.end()).size(), 196U);
  EXPECT_EQ(outcome.failed, (std::map<int64_t, std::string>{
                                {84, "crash"}, {85, "crash"}, {154, "crash"}, {155, "crash"}}));
}

TEST(Supervise, AWorkerThatFallsSilentIsReplaced) {
  const Outcome outcome = run({"plain", "KCAST_FAKE_HANG", "plain"},
                              {.command = {}, .silence = std::chrono::seconds(1)});
  ASSERT_TRUE(outcome.end) << outcome.end.error().message;
  EXPECT_EQ(outcome.measured, (std::multiset<int64_t>{0, 1, 4, 5}));
  EXPECT_EQ(outcome.failed, (std::map<int64_t, std::string>{{2, "timeout"}, {3, "timeout"}}));
}

TEST(Supervise, AWorkerThatCannotStartIsAnError) {
  const Outcome missing = run({"plain"}, {.command = {"/no/such/worker"}});
  ASSERT_FALSE(missing.end);
  EXPECT_NE(missing.end.error().message.find("/no/such/worker"), std::string::npos);
  const Outcome wrong =
      run({"plain"}, {.command = {"/bin/sh", "-c", "echo no device >&2; exit 5"}});
  ASSERT_FALSE(wrong.end);
  EXPECT_NE(wrong.end.error().message.find("no device"), std::string::npos);
}

TEST(Supervise, StopsWhenAsked) {
  const Outcome outcome =
      run(std::vector<std::string>(5000, "plain"), {.command = {KCAST_FAKE_WORKER, "200"}}, 20);
  ASSERT_TRUE(outcome.end) << outcome.end.error().message;
  EXPECT_TRUE(outcome.end->interrupted);
  EXPECT_LT(outcome.measured.size(), 5000U);
}

}  // namespace
}  // namespace kcast::collect
