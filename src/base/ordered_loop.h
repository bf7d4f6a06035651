// A loop on all threads whose results are taken in order: no thread waits for a slow item before
// it, nor for whoever writes the results.
//
// A thread that has made a result takes all that are next in order, unless another thread is at it,
// and goes on with the next item. What limits it is memory: results that wait for an earlier one
// are kept, so that work begins at most `window` items after the first that is not taken. Threads
// that find nothing to begin, because of the window or at the end, help with the parts of items
// that are under way (share_out), so that one large item does not end the loop alone.
#pragma once

#include <cstddef>
#include <functional>

#include "base/result.h"

namespace kcast {

struct OrderedLoop {
  size_t count = 0;
  size_t jobs = 1;       // threads, the caller's among them
  size_t window = 4096;  // results that may wait

  // Makes result i, which the caller keeps; on any thread, several at a time. It must not throw.
  std::function<void(size_t i)> work;
  // Uses result i and lets go of it; one at a time, in order. An error ends the loop.
  std::function<Status(size_t i)> take;

  // Further ones may be empty.
  // How long an item takes, in any unit, as far as one can guess: the longest ones begin first, as
  // many as the window has room for, so that none of them is left for the end. Their results wait
  // beside those of the window. Do not state it where an interruption should leave most results.
  std::function<double(size_t i)> cost;
  // Asked before and after an item's work. Once it is true, no work begins, and what ended since is
  // not taken: it may have been cut short.
  std::function<bool()> stopped;
  // After item i's work, one at a time.
  std::function<void(size_t i)> worked;
};

// How many items were taken: all, unless it was stopped. The error is the first in order.
Result<size_t> run_ordered(const OrderedLoop& loop);

// Calls work(i) for every i below `count` and returns when all calls have. Within the work of an
// OrderedLoop, threads that have nothing else to do take some of them.
void share_out(size_t count, const std::function<void(size_t i)>& work);

}  // namespace kcast
