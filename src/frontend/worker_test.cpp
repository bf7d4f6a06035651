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
  int asked = 0;

  WorkerOutcome ask(const InspectRequest& request) {
    ++asked;
    if (dies_reading) return {WorkerEnd::Died, "", {}};
    Inspection inspection;
    for (const std::string& name : kernels) {
      const auto& skipped = request.skip_kernels;
      const bool skip = std::find(skipped.begin(), skipped.end(), name) != skipped.end();
      if (request.lower && !skip && bad.contains(name)) {
        return {WorkerEnd::Stopped, "it is too large", {}};
      }
      Kernel kernel;
      kernel.name = kernel.mangled = name;
      kernel.lowered = request.lower && !skip;
      inspection.kernels.push_back(kernel);
    }
    return {WorkerEnd::Answered, result_to_wire(Result<Inspection>(inspection)), {}};
  }

  Result<Inspection> inspect() {
    return inspect_with([this](const InspectRequest& request) { return ask(request); },
                        request_for("text"));
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
  EXPECT_LE(workers.asked, 43);
}

TEST(InspectWith, gives_up_after_a_bounded_number_of_attempts) {
  std::set<int> bad;
  for (int i = 0; i < 500; ++i)
    bad.insert(2 * i);
  FakeWorkers workers = workers_with(1000, bad);
  const auto inspection = workers.inspect();
  ASSERT_TRUE(inspection);
  EXPECT_LE(workers.asked, 45);
  for (const std::string& name : workers.bad)
    EXPECT_TRUE(not_lowered(*inspection).contains(name));
}

TEST(InspectWith, says_that_even_reading_ends) {
  FakeWorkers workers = workers_with(3, {});
  workers.dies_reading = true;
  const auto inspection = workers.inspect();
  ASSERT_TRUE(inspection);
  EXPECT_TRUE(inspection->kernels.empty());
  ASSERT_EQ(inspection->diagnostics.size(), 1U);
  EXPECT_EQ(workers.asked, 2);
}

}  // namespace
}  // namespace kcast::frontend
