#include "base/worker/survive.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <exception>

#include "base/sanitizers.h"

namespace kcast {
namespace {

#if !defined(KCAST_SANITIZED)
// Not seen through by the compiler.
volatile int* nowhere = nullptr;
volatile bool always = true;

int fill_the_stack(volatile int* before) {
  volatile int here[256] = {};
  here[0] = *before + 1;
  return always ? fill_the_stack(here) + here[0] : here[0];
}
#endif

TEST(Survive, work_that_ends) {
  int done = 0;
  EXPECT_TRUE(survives([&] { ++done; }));
  EXPECT_EQ(done, 1);
}

TEST(Survive, crashes_one_after_the_other) {
#if defined(KCAST_SANITIZED)
  GTEST_SKIP() << "the sanitizers report crashes themselves";
#else
  volatile int start = 0;
  for (int round = 0; round < 3; ++round) {
    EXPECT_FALSE(survives([] { *nowhere = 1; }));
    EXPECT_FALSE(survives([&] { fill_the_stack(&start); }));
    EXPECT_FALSE(survives([] { std::terminate(); }));
    EXPECT_FALSE(survives([] { std::abort(); }));
    EXPECT_TRUE(survives([] {}));
  }
#endif
}

TEST(Survive, work_that_is_abandoned) {
  bool after = false;
  EXPECT_FALSE(survives([&] {
    abandon_work();
    after = true;
  }));
  EXPECT_FALSE(after);
  abandon_work();  // nothing is running
}

}  // namespace
}  // namespace kcast
