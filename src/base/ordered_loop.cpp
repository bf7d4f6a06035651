#include "base/ordered_loop.h"

#include <algorithm>
#include <condition_variable>
#include <mutex>
#include <numeric>
#include <optional>
#include <thread>
#include <utility>
#include <vector>

namespace kcast {
namespace {

// The parts of an item that any thread may do.
struct Share {
  const std::function<void(size_t)>& work;
  size_t count = 0;
  size_t next = 0;   // the first part that nobody has begun
  size_t ended = 0;  // parts
};

class OrderedRun {
 public:
  explicit OrderedRun(const OrderedLoop& loop) : loop_(loop), done_(loop.count, false) {
    if (loop.cost && loop.jobs > 1) choose_first();
  }

  Result<size_t> run() {
    {
      std::vector<std::jthread> threads;
      // Even a single item may have parts for all of them.
      for (size_t i = 1; i < loop_.jobs && loop_.count > 0; ++i)
        threads.emplace_back([this] { be_one_of_them(); });
      be_one_of_them();
    }
    if (error_) return *std::move(error_);
    return taken_;
  }

  void share(size_t count, const std::function<void(size_t)>& work) {
    Share mine{work, count};
    std::unique_lock lock(mutex_);
    shares_.push_back(&mine);
    wake();
    while (mine.next < mine.count)
      do_part(mine, lock);
    changed_.wait(lock, [&] { return mine.ended == mine.count; });
  }

  // The loop whose item the calling thread works on; null: none.
  static OrderedRun*& current() {
    thread_local OrderedRun* run = nullptr;
    return run;
  }

 private:
  // The costliest ones, as many as the window has room for, costliest first.
  void choose_first() {
    std::vector<double> costs(loop_.count);
    for (size_t i = 0; i < loop_.count; ++i)
      costs[i] = loop_.cost(i);
    first_.resize(loop_.count);
    std::iota(first_.begin(), first_.end(), size_t{0});
    std::stable_sort(first_.begin(), first_.end(),
                     [&](size_t a, size_t b) { return costs[a] > costs[b]; });
    first_.resize(std::min(loop_.count, loop_.window));
    is_first_.assign(loop_.count, false);
    for (const size_t i : first_)
      is_first_[i] = true;
  }

  void be_one_of_them() {
    OrderedRun* const outer = std::exchange(current(), this);
    std::unique_lock lock(mutex_);
    while (!ended_ && taken_ < loop_.count) {
      if (const std::optional<size_t> item = next_item()) {
        do_item(*item, lock);
      } else if (!shares_.empty()) {
        do_part(*shares_.back(), lock);
      } else {
        ++n_waiting_;
        changed_.wait(lock);
        --n_waiting_;
      }
    }
    current() = outer;
  }

  std::optional<size_t> next_item() {
    if (n_first_begun_ < first_.size()) return first_[n_first_begun_++];
    while (next_ < loop_.count && !is_first_.empty() && is_first_[next_])
      ++next_;
    // The first item that is not taken is never held back, however small the window.
    const size_t end = taken_ + std::max<size_t>(1, loop_.window);
    if (next_ < std::min(loop_.count, end)) return next_++;
    return std::nullopt;
  }

  bool is_stopped() const { return loop_.stopped && loop_.stopped(); }

  void do_item(size_t item, std::unique_lock<std::mutex>& lock) {
    lock.unlock();
    bool whole = !is_stopped();
    if (whole) {
      loop_.work(item);
      whole = !is_stopped();
    }
    lock.lock();
    if (!whole) return end();
    done_[item] = true;
    if (loop_.worked) loop_.worked(item);
    take_what_is_next(lock);
  }

  void take_what_is_next(std::unique_lock<std::mutex>& lock) {
    if (taking_) return;
    taking_ = true;
    while (!error_ && taken_ < loop_.count && done_[taken_]) {
      const size_t item = taken_;
      lock.unlock();
      Status status = loop_.take(item);
      lock.lock();
      if (status) {
        ++taken_;
        wake();
      } else {
        error_ = std::move(status).error();
        end();
      }
    }
    taking_ = false;
  }

  void do_part(Share& share, std::unique_lock<std::mutex>& lock) {
    const size_t part = share.next++;
    if (share.next == share.count) std::erase(shares_, &share);
    lock.unlock();
    share.work(part);
    lock.lock();
    // Its owner may be waiting, and is gone as soon as it knows.
    if (++share.ended == share.count) changed_.notify_all();
  }

  // There may be something to do for those that wait.
  void wake() {
    if (n_waiting_ > 0) changed_.notify_all();
  }

  void end() {
    ended_ = true;
    changed_.notify_all();
  }

  const OrderedLoop& loop_;
  std::mutex mutex_;  // of everything below
  std::condition_variable changed_;
  std::vector<bool> done_;      // its work has ended
  std::vector<size_t> first_;   // items that begin before all others
  std::vector<bool> is_first_;  // empty: none is
  size_t n_first_begun_ = 0;    // of first_
  size_t next_ = 0;             // of the others
  size_t taken_ = 0;            // items
  bool taking_ = false;         // a thread is at it
  size_t n_waiting_ = 0;        // threads that have nothing to do
  std::vector<Share*> shares_;  // with parts that nobody has begun
  bool ended_ = false;          // stopped, or failed
  std::optional<Error> error_;
};

}  // namespace

Result<size_t> run_ordered(const OrderedLoop& loop) {
  return OrderedRun(loop).run();
}

void share_out(size_t count, const std::function<void(size_t i)>& work) {
  if (OrderedRun* const run = OrderedRun::current(); run != nullptr && count > 1) {
    run->share(count, work);
    return;
  }
  for (size_t i = 0; i < count; ++i)
    work(i);
}

}  // namespace kcast
