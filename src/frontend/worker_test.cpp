// Around workers that die: the kernels that they die of are found and left out, in a bounded number
// of attempts.
#include "frontend/worker.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "base/wire_result.h"
#include "frontend/test_inspect.h"
#include "schema/schema_wire.h"

namespace kcast::frontend {
namespace {

// Workers that die when they lower one of the bad kernels.
struct FakeWorkers {
  std::set<std::string> kernels;
  std::set<std::string> bad;
  bool dies_reading = false;
  bool dies_trying = false;
  size_t trials_come_to = 1'000'000;  // kernels that are tried until memory ends
  int asked = 0;
  ReadingHistory history;

  WorkerOutcome ask(const InspectRequest& request, ReadingKind kind) {
    ++asked;
    const bool is_trial = kind == ReadingKind::Trial;
    if (dies_reading || (dies_trying && is_trial)) return {WorkerEnd::Died, "", {}};
    Inspection inspection;
    size_t tried = 0;
    for (const std::string& name : kernels) {
      const auto& skipped = request.skip_kernels;
      const bool skip = std::find(skipped.begin(), skipped.end(), name) != skipped.end();
      if (!is_trial && request.lower && !skip && bad.contains(name)) {
        return {WorkerEnd::Stopped, "it is too large", {}};
      }
      Kernel kernel;
      kernel.name = kernel.mangled = name;
      kernel.lowered = !is_trial && request.lower && !skip;
      if (!kernel.lowered) kernel.not_lowered_reason = "lowering was not asked for";
      if (skip) kernel.not_lowered_reason = kBackEndFails;
      if (is_trial && !skip && tried++ >= trials_come_to) {
        kernel.not_lowered_reason = kNotTried;
      } else if (is_trial && bad.contains(name)) {
        kernel.not_lowered_reason = kBackEndFails;
      }
      inspection.kernels.push_back(kernel);
    }
    return {WorkerEnd::Answered, result_to_wire(Result<Inspection>(inspection)), {}};
  }

  Result<Inspection> inspect() {
    return inspect_with(
        [this](const InspectRequest& request, ReadingKind kind) { return ask(request, kind); },
        request_for("text"), history);
  }
};

FakeWorkers workers_with(int kernels, const std::set<int>& bad) {
  FakeWorkers out;
  for (int i = 0; i < kernels; ++i) {
    const std::string name = "k" + std::to_string(i);
    out.kernels.insert(name);
    if (bad.contains(i)) out.bad.insert(name);
  }
  return out;
}

std::set<std::string> not_lowered(const Inspection& inspection) {
  std::set<std::string> out;
  for (const Kernel& kernel : inspection.kernels)
    if (!kernel.lowered) out.insert(kernel.name);
  return out;
}

TEST(InspectWith, asks_once_where_nothing_dies) {
  FakeWorkers workers = workers_with(10, {});
  const auto inspection = workers.inspect();
  ASSERT_TRUE(inspection);
  EXPECT_EQ(inspection->kernels.size(), 10U);
  EXPECT_EQ(workers.asked, 1);
}

TEST(InspectWith, leaves_out_what_a_worker_dies_of) {
  FakeWorkers workers = workers_with(1000, {17, 800});
  const auto inspection = workers.inspect();
  ASSERT_TRUE(inspection);
  EXPECT_EQ(not_lowered(*inspection), workers.bad);
  EXPECT_EQ(workers.asked, 3);
}

// However many kernels end a worker: the one that ended, one that tries, one that reads the rest.
TEST(InspectWith, many_kernels_that_end_a_worker_cost_three_readings) {
  std::set<int> bad;
  for (int i = 0; i < 500; ++i)
    bad.insert(2 * i);
  FakeWorkers workers = workers_with(1000, bad);
  const auto inspection = workers.inspect();
  ASSERT_TRUE(inspection);
  EXPECT_EQ(workers.asked, 3);
  EXPECT_EQ(not_lowered(*inspection), workers.bad);
}

TEST(InspectWith, further_readings_of_a_request_cost_one) {
  FakeWorkers workers = workers_with(16, {1, 2, 3, 4, 5, 6});
  for (int reading = 0; reading < 10; ++reading) {
    const auto inspection = workers.inspect();
    ASSERT_TRUE(inspection);
    EXPECT_EQ(not_lowered(*inspection), workers.bad);
  }
  EXPECT_EQ(workers.asked, 3 + 9);
}

TEST(InspectWith, tries_twice_where_memory_ends) {
  FakeWorkers workers = workers_with(100, {0, 3});
  workers.trials_come_to = 50;
  const auto inspection = workers.inspect();
  ASSERT_TRUE(inspection);
  EXPECT_EQ(workers.asked, 4);
  // Where both trials end early, what they did not come to is not lowered, and says so.
  size_t untried = 0;
  for (const Kernel& kernel : inspection->kernels) {
    if (workers.bad.contains(kernel.name)) {
      EXPECT_EQ(kernel.not_lowered_reason, kBackEndFails);
    } else if (!kernel.lowered) {
      EXPECT_TRUE(kernel.not_lowered_reason.starts_with(kNotTried)) << kernel.not_lowered_reason;
      EXPECT_NE(kernel.not_lowered_reason.find("--kernel " + kernel.name), std::string::npos);
      ++untried;
    }
  }
  EXPECT_EQ(untried, 48U);
}

TEST(InspectWith, reads_without_lowering_where_trials_end_too) {
  FakeWorkers workers = workers_with(3, {1});
  workers.dies_trying = true;
  const auto inspection = workers.inspect();
  ASSERT_TRUE(inspection);
  EXPECT_EQ(inspection->kernels.size(), 3U);
  EXPECT_EQ(not_lowered(*inspection).size(), 3U);
  EXPECT_EQ(workers.asked, 3);
}

TEST(InspectWith, says_that_even_reading_ends) {
  FakeWorkers workers = workers_with(3, {});
  workers.dies_reading = true;
  const auto inspection = workers.inspect();
  ASSERT_TRUE(inspection);
  EXPECT_TRUE(inspection->kernels.empty());
  ASSERT_EQ(inspection->diagnostics.size(), 1U);
  EXPECT_EQ(workers.asked, 3);
}

}  // namespace
}  // namespace kcast::frontend
