#include "base/parallel.h"

#include <gtest/gtest.h>

#include <vector>

namespace kcast {
namespace {

TEST(Parallel, EveryNumberIsSeenOnce) {
  for (const size_t jobs : {0U, 1U, 2U, 7U}) {
    for (const size_t grain : {0U, 1U, 10U, 5000U}) {
      std::vector<int> seen(1001);
      parallel_for(jobs, seen.size(), grain, [&](size_t i) { ++seen[i]; });
      EXPECT_EQ(seen, std::vector<int>(1001, 1)) << jobs << " " << grain;
    }
  }
}

TEST(Parallel, NothingToDoCallsNothing) {
  parallel_for(4, 0, 1, [](size_t) { FAIL(); });
  EXPECT_GE(hardware_jobs(), 1U);
}

}  // namespace
}  // namespace kcast
