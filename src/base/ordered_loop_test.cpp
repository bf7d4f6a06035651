#include "base/ordered_loop.h"

#include <gtest/gtest.h>
#include <signal.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <numeric>
#include <string>
#include <thread>
#include <vector>

#include "base/process/interrupt.h"

namespace kcast {
namespace {

// A number that threads raise and wait for. Waiting ends after a while, so that what should happen
// and does not is a failure and no hanging test; how long it took is never looked at.
class Counter {
 public:
  void raise() {
    const std::lock_guard lock(mutex_);
    ++value_;
    raised_.notify_all();
  }

  bool reaches(size_t value) {
    std::unique_lock lock(mutex_);
    return raised_.wait_for(lock, std::chrono::seconds(60), [&] { return value_ >= value; });
  }

 private:
  std::mutex mutex_;
  std::condition_variable raised_;
  size_t value_ = 0;
};

// The largest number that any thread has shown it.
class Largest {
 public:
  void show(size_t value) {
    const std::lock_guard lock(mutex_);
    value_ = std::max(value_, value);
  }
  size_t value() {
    const std::lock_guard lock(mutex_);
    return value_;
  }

 private:
  std::mutex mutex_;
  size_t value_ = 0;
};

std::vector<size_t> numbers(size_t count) {
  std::vector<size_t> out(count);
  std::iota(out.begin(), out.end(), size_t{0});
  return out;
}

// A loop that notes what is taken.
struct Noted {
  std::vector<size_t> taken;
  OrderedLoop loop;

  Noted(size_t jobs, size_t count) {
    loop.jobs = jobs;
    loop.count = count;
    loop.work = [](size_t) {};
    loop.take = [this](size_t i) -> Status {
      taken.push_back(i);
      return Unit{};
    };
  }
};

TEST(OrderedLoop, EveryItemIsWorkedOnOnceAndTakenInOrder) {
  constexpr size_t kCount = 2000;
  for (const size_t jobs : {0U, 1U, 2U, 8U}) {
    for (const size_t window : {0U, 1U, 7U, 5000U}) {
      Noted noted(jobs, kCount);
      noted.loop.window = window;
      std::vector<int> worked(kCount);
      size_t n_worked = 0;
      noted.loop.work = [&](size_t i) {
        if (i % 13 == 0) std::this_thread::yield();
        ++worked[i];
      };
      noted.loop.worked = [&](size_t i) { n_worked += static_cast<size_t>(worked[i]); };
      const auto take = noted.loop.take;
      noted.loop.take = [&](size_t i) {
        EXPECT_EQ(worked[i], 1);
        return take(i);
      };
      const auto taken = run_ordered(noted.loop);
      ASSERT_TRUE(taken);
      EXPECT_EQ(*taken, kCount);
      EXPECT_EQ(n_worked, kCount);
      EXPECT_EQ(noted.taken, numbers(kCount)) << jobs << " " << window;
      EXPECT_EQ(worked, std::vector<int>(kCount, 1)) << jobs << " " << window;
    }
  }
}

TEST(OrderedLoop, NothingToDoCallsNothing) {
  Noted noted(4, 0);
  noted.loop.work = [](size_t) { FAIL(); };
  EXPECT_EQ(*run_ordered(noted.loop), 0U);
}

// The first item ends when all that the window allows have ended: they did not wait for it. Nothing
// beyond the window has begun by then.
TEST(OrderedLoop, OthersGoOnWhileOneItemIsSlowAsFarAsTheWindow) {
  constexpr size_t kWindow = 50;
  Noted noted(3, 200);
  noted.loop.window = kWindow;
  Counter ended;
  std::atomic<size_t> n_taken = 0;
  Largest furthest;
  noted.loop.work = [&](size_t i) {
    // It may have grown since the item was begun, never shrunk.
    EXPECT_LT(i, n_taken + kWindow);
    if (i == 0) {
      EXPECT_TRUE(ended.reaches(kWindow - 1));
      EXPECT_EQ(furthest.value(), kWindow - 1);
    }
    furthest.show(i);
    ended.raise();
  };
  const auto take = noted.loop.take;
  noted.loop.take = [&](size_t i) {
    ++n_taken;
    return take(i);
  };
  ASSERT_TRUE(run_ordered(noted.loop));
  EXPECT_EQ(noted.taken, numbers(200));
}

// Whoever takes a result is busy with it; the others need not wait until it is written.
TEST(OrderedLoop, OthersGoOnWhileOneResultIsBeingTaken) {
  Noted noted(3, 100);
  noted.loop.window = 40;
  Counter ended;
  noted.loop.work = [&](size_t) { ended.raise(); };
  const auto take = noted.loop.take;
  noted.loop.take = [&](size_t i) {
    if (i == 0) {
      EXPECT_TRUE(ended.reaches(40));
    }
    return take(i);
  };
  ASSERT_TRUE(run_ordered(noted.loop));
  EXPECT_EQ(noted.taken, numbers(100));
}

// Each item waits until as many are under way as there are threads.
TEST(OrderedLoop, AllThreadsWorkAtOnce) {
  constexpr size_t kJobs = 6;
  Noted noted(kJobs, 4 * kJobs);
  Counter begun;
  noted.loop.work = [&](size_t i) {
    begun.raise();
    EXPECT_TRUE(begun.reaches((i / kJobs + 1) * kJobs));
  };
  ASSERT_TRUE(run_ordered(noted.loop));
}

// The parts of the last item wait until each of them has a thread.
TEST(OrderedLoop, IdleThreadsTakePartsOfWhatIsUnderWay) {
  constexpr size_t kJobs = 4;
  Noted noted(kJobs, 10);
  Counter begun;
  std::vector<int> parts(3 * kJobs);
  noted.loop.work = [&](size_t i) {
    if (i != 9) return;
    share_out(parts.size(), [&](size_t part) {
      begun.raise();
      EXPECT_TRUE(begun.reaches(std::min(parts.size(), (part / kJobs + 1) * kJobs)));
      ++parts[part];
    });
    EXPECT_EQ(parts, std::vector<int>(3 * kJobs, 1));
  };
  ASSERT_TRUE(run_ordered(noted.loop));
  EXPECT_EQ(noted.taken, numbers(10));
}

// With a window of one item, only its parts keep the threads busy; parts may have parts.
TEST(OrderedLoop, PartsOfPartsAreDoneWhileTheWindowIsFull) {
  Noted noted(3, 20);
  noted.loop.window = 1;
  std::atomic<size_t> n_done = 0;
  noted.loop.work = [&](size_t) {
    share_out(5, [&](size_t) { share_out(4, [&](size_t) { ++n_done; }); });
  };
  ASSERT_TRUE(run_ordered(noted.loop));
  EXPECT_EQ(n_done, 20U * 5 * 4);
}

TEST(OrderedLoop, PartsAreAPlainLoopElsewhere) {
  std::vector<size_t> seen;
  share_out(4, [&](size_t i) { seen.push_back(i); });
  EXPECT_EQ(seen, numbers(4));
}

// Of two threads, one may be late to note what it has begun.
TEST(OrderedLoop, TheCostliestBeginFirstAndAllAreTakenInOrder) {
  constexpr size_t kCostly = 10;
  Noted noted(2, 100);
  noted.loop.window = kCostly;
  const auto is_costly = [](size_t i) { return i % 10 == 3; };
  noted.loop.cost = [&](size_t i) { return is_costly(i) ? 2.0 : 1.0; };
  std::mutex mutex;
  size_t n_costly = 0;
  noted.loop.work = [&](size_t i) {
    const std::lock_guard lock(mutex);
    n_costly += is_costly(i) ? 1 : 0;
    EXPECT_GE(n_costly + 1, is_costly(i) ? 0 : kCostly) << i;
  };
  ASSERT_TRUE(run_ordered(noted.loop));
  EXPECT_EQ(n_costly, kCostly);
  EXPECT_EQ(noted.taken, numbers(100));
}

TEST(OrderedLoop, AnErrorEndsItAndIsTheFirstInOrder) {
  for (const size_t jobs : {1U, 4U}) {
    Noted noted(jobs, 1000);
    noted.loop.window = 20;
    Largest furthest;
    noted.loop.work = [&](size_t i) { furthest.show(i); };
    const auto take = noted.loop.take;
    noted.loop.take = [&](size_t i) -> Status {
      if (i >= 5) return Error{ErrorCode::Io, "item " + std::to_string(i)};
      return take(i);
    };
    const auto taken = run_ordered(noted.loop);
    ASSERT_FALSE(taken);
    EXPECT_EQ(taken.error().message, "item 5");
    EXPECT_EQ(noted.taken, numbers(5));
    EXPECT_LT(furthest.value(), 5U + 20U);
  }
}

// The item during which it was stopped may be cut short, and is not taken.
TEST(OrderedLoop, StoppingKeepsWhatCameBefore) {
  for (const size_t jobs : {1U, 4U}) {
    Noted noted(jobs, 1000);
    std::atomic<bool> stop = false;
    noted.loop.work = [&](size_t i) {
      if (i == 10) stop = true;
    };
    noted.loop.stopped = [&] { return stop.load(); };
    const auto taken = run_ordered(noted.loop);
    ASSERT_TRUE(taken);
    EXPECT_EQ(noted.taken, numbers(*taken));
    EXPECT_LE(*taken, 10U);
    if (jobs == 1) {
      EXPECT_EQ(*taken, 10U);
    }
  }
}

// Threads that wait for the window end with it.
TEST(OrderedLoop, AnInterruptionEndsAllThreads) {
  const InterruptGuard guard;
  Noted noted(4, 1000);
  noted.loop.window = 1;
  noted.loop.stopped = [] { return InterruptGuard::interrupted().load(); };
  noted.loop.work = [&](size_t i) {
    if (i == 3) ::raise(SIGINT);
  };
  EXPECT_EQ(*run_ordered(noted.loop), 3U);
  EXPECT_EQ(noted.taken, numbers(3));
}

}  // namespace
}  // namespace kcast
