// The thread that owns a server's state: it takes messages from a descriptor, what other threads
// post, and timers, one at a time, and sleeps in between.
#pragma once

#include <chrono>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "base/result.h"
#include "serve/rpc/framing.h"

namespace kcast::rpc {

class Loop {
 public:
  using Clock = std::chrono::steady_clock;
  using Task = std::function<void()>;
  using OnMessage = std::function<void(Result<std::string>)>;

  static Result<std::unique_ptr<Loop>> open(int input, Framing framing);
  ~Loop();
  Loop(const Loop&) = delete;
  Loop& operator=(const Loop&) = delete;

  // From any thread: the task runs in the loop's thread.
  void post(Task task);

  // In the loop's thread. A timer can be taken back until it runs.
  using TimerId = uint64_t;
  TimerId at(Clock::time_point when, Task task);
  void cancel(TimerId timer);

  // Until the input ends or stop() is called. Messages that cannot be read are errors.
  void run(const OnMessage& on_message);
  void stop() { stopped_ = true; }

 private:
  Loop(int input, int wake_read, int wake_write, Framing framing)
      : input_(input), wake_read_(wake_read), wake_write_(wake_write), reader_(framing) {}
  int milliseconds_to_timer() const;
  void run_timers();
  void run_posted();
  bool read_input();

  int input_;
  int wake_read_;
  int wake_write_;
  FrameReader reader_;
  bool stopped_ = false;
  uint64_t next_timer_ = 1;
  std::map<std::pair<Clock::time_point, TimerId>, Task> timers_;
  std::map<TimerId, Clock::time_point> timer_times_;
  std::mutex mutex_;
  std::vector<Task> posted_;
};

}  // namespace kcast::rpc
