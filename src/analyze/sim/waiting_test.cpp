#include "analyze/sim/waiting.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <map>

#include "analyze/sim/turns.h"

namespace kcast::sim {
namespace {

constexpr double kNever = std::numeric_limits<double>::infinity();

uint64_t next_random(uint64_t& state) {
  state = state * 6364136223846793005U + 1442695040888963407U;
  return state >> 33;
}

// Beside a map that is searched from its beginning each time.
TEST(Turns, EarliestOfAllAndOfSeveralTheFirst) {
  for (const size_t warps : {1U, 2U, 3U, 16U, 37U, 64U}) {
    Turns turns(warps);
    std::map<size_t, double> expected;
    uint64_t random = warps;
    for (int i = 0; i < 2000; ++i) {
      const size_t warp = next_random(random) % warps;
      if (next_random(random) % 4 == 0) {
        turns.clear(warp);
        expected.erase(warp);
      } else {
        const auto at = static_cast<double>(next_random(random) % 50);
        turns.set(warp, at);
        expected[warp] = at;
      }
      const auto first =
          std::min_element(expected.begin(), expected.end(), [](const auto& a, const auto& b) {
            return a.second != b.second ? a.second < b.second : a.first < b.first;
          });
      ASSERT_EQ(turns.first_at(), first == expected.end() ? kNever : first->second);
      if (first != expected.end()) ASSERT_EQ(turns.first(), first->first);
    }
  }
}

TEST(Waiting, NeedsAreThePipesAndWhatASchedulerSharesWithOthers) {
  Step step;
  EXPECT_EQ(needs_of(step), Needs{0});
  step.pipes[kAlu] = 2;
  EXPECT_EQ(needs_of(step), Needs{1} << kAlu);
  step.lsu = 1;
  step.request = 0;
  step.kind = StepKind::Load;
  EXPECT_EQ(needs_of(step), (Needs{1} << kAlu) | kNeedsLsu | kNeedsData);
  step.kind = StepKind::Store;
  EXPECT_EQ(needs_of(step), (Needs{1} << kAlu) | kNeedsLsu | kNeedsData | kNeedsQueue);
}

TEST(Waiting, NobodyWaitsAtFirst) {
  EXPECT_EQ(Waiting().first_at(), kNever);
}

// Warps 5 and 2 wait for one pipe until cycle 4, warp 3 for nothing but the scheduler until 3.
TEST(Waiting, TheFirstIsTheOneWithRoomAndOfThoseTheLeastNumber) {
  constexpr Needs kPipe = Needs{1} << kFma;
  Waiting waiting;
  waiting.add(5, kPipe, 4);
  waiting.add(2, kPipe, 4);
  waiting.add(3, 0, 3);
  EXPECT_EQ(waiting.first_at(), 3);
  EXPECT_EQ(waiting.first(), 3U);
  // It issues, and the scheduler is busy until 4; the pipe too: nobody waits longer for it.
  waiting.remove_first();
  double waited = 0;
  const auto count = [&](double cycles, double) { waited += cycles; };
  waiting.update(true, [](Needs) { return 4.0; }, count);
  EXPECT_EQ(waited, 0);
  EXPECT_EQ(waiting.first_at(), 4);
  EXPECT_EQ(waiting.first(), 2U);
  // Warp 2 takes the pipe until 6, for which warp 5 waits two cycles longer.
  waiting.remove_first();
  waiting.update(true, [](Needs) { return 6.0; }, count);
  EXPECT_EQ(waited, 2);
  EXPECT_EQ(waiting.first(), 5U);
  EXPECT_EQ(waiting.first_at(), 6);
  // What another scheduler issues takes nothing of it.
  waiting.update(false, [](Needs) { return 9.0; }, count);
  EXPECT_EQ(waiting.first_at(), 6);
  waiting.remove_first();
  waiting.update(true, [](Needs) { return 7.0; }, count);
  EXPECT_EQ(waiting.first_at(), kNever);
  EXPECT_EQ(waited, 2);
}

TEST(Waiting, OtherSchedulersTakeWhatIsShared) {
  Waiting waiting;
  waiting.add(0, kNeedsLsu, 5);
  waiting.add(1, kNeedsLsu, 5);
  double waited = 0;
  waiting.update(
      false, [](Needs) { return 8.0; }, [&](double cycles, double) { waited += cycles; });
  EXPECT_EQ(waited, 6);
  EXPECT_EQ(waiting.first_at(), 8);
}

}  // namespace
}  // namespace kcast::sim
