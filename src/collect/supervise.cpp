#include "collect/supervise.h"

#include <algorithm>
#include <atomic>
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <thread>
#include <utility>

#include "collect/worker_process.h"

namespace kcast {

namespace {

// Launches that were given to a worker and are not answered.
class Outstanding {
 public:
  void add(const CollectJob& job) {
    const std::lock_guard lock(mutex_);
    const auto kernel = std::make_shared<const KernelSource>(job.kernel);
    for (const auto& [id, launch] : job.launches)
      launches_.try_emplace(id, Entry{kernel, launch});
  }

  bool answered(int64_t id) {
    const std::lock_guard lock(mutex_);
    return launches_.erase(id) > 0;
  }

  bool has(const std::vector<int64_t>& ids) {
    const std::lock_guard lock(mutex_);
    return std::any_of(ids.begin(), ids.end(),
                       [this](int64_t id) { return launches_.contains(id); });
  }

  bool empty() {
    const std::lock_guard lock(mutex_);
    return launches_.empty();
  }

  // All that are left, kernel by kernel, in the order in which they were sent.
  std::deque<CollectJob> jobs() {
    const std::lock_guard lock(mutex_);
    std::map<const KernelSource*, size_t> places;
    std::deque<CollectJob> jobs;
    for (const auto& [id, entry] : launches_) {
      const auto [place, fresh] = places.try_emplace(entry.kernel.get(), jobs.size());
      if (fresh) jobs.push_back({.kernel = *entry.kernel, .launches = {}});
      jobs[place->second].launches.emplace_back(id, entry.launch);
    }
    return jobs;
  }

 private:
  struct Entry {
    std::shared_ptr<const KernelSource> kernel;
    Launch launch;
  };
  std::mutex mutex_;
  std::map<int64_t, Entry> launches_;
};

class Supervisor {
 public:
  Supervisor(const SuperviseOptions& options,
             const std::function<std::optional<CollectJob>()>& next,
             const std::function<void(const WorkerMessage&)>& message,
             const std::function<bool()>& stopped)
      : options_(options), next_(next), message_(message), stopped_(stopped) {}

  Result<SuperviseEnd> run() {
    for (;;) {
      KCAST_TRY(const Died died, run_worker());
      if (stopped_()) {
        end_.interrupted = true;
        return end_;
      }
      if (!died.early) return end_;
      if (!died.began) {
        return Error{ErrorCode::External,
                     options_.command.front() + " ended (" + died.how + ")" +
                         (died.complaints.empty() ? "" : ": " + died.complaints)};
      }
      blame(died);
      end_.complaints.push_back(died.how + (died.complaints.empty() ? "" : ": " + died.complaints));
      ++end_.restarts;
    }
  }

 private:
  struct Died {
    bool early = false;  // with launches unanswered, or jobs not sent
    bool began = false;  // it had introduced itself
    bool hung = false;
    std::string how;
    std::string complaints;
  };

  // Jobs that a dead worker left, then new ones.
  std::optional<CollectJob> next_job() {
    if (!again_.empty()) {
      CollectJob job = std::move(again_.front());
      again_.pop_front();
      return job;
    }
    if (exhausted_) return std::nullopt;
    auto job = next_();
    if (job) {
      outstanding_.add(*job);
    } else {
      exhausted_ = true;
    }
    return job;
  }

  // Sends all there is; after deaths that nobody can be blamed for, only `group_` jobs at a time.
  void feed(WorkerProcess& worker, const std::atomic<bool>& done) {
    const auto go_on = [&] { return !done && !stopped_(); };
    while (!introduced_ && !done)
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
    while (go_on()) {
      if (group_ > 0 && again_.empty()) group_ = 0;
      const auto job = next_job();
      if (!job || !worker.write_line(job_line(*job))) break;
      if (group_ == 0) continue;
      for (const auto& [id, launch] : job->launches)
        in_flight_.push_back(id);
      if (++sent_of_group_ < group_) continue;
      while (go_on() && outstanding_.has(in_flight_))
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
      if (!outstanding_.has(in_flight_)) begin_group();
    }
    worker.close_input();
  }

  void begin_group() {
    in_flight_.clear();
    sent_of_group_ = 0;
  }

  Result<Died> run_worker() {
    again_ = outstanding_.jobs();
    begin_group();
    last_at_.reset();
    introduced_ = false;
    KCAST_TRY(WorkerProcess worker, WorkerProcess::start(options_.command));
    std::atomic<bool> done = false;
    Died died;
    {
      const std::jthread feeder([&] { feed(worker, done); });
      died = listen(worker);
      done = true;
      worker.kill();  // a feeder that waits for its pipe sees the end
    }
    died.began = introduced_;
    died.how = worker.wait();
    died.complaints = worker.complaints();
    died.early = !outstanding_.empty() || !exhausted_;
    return died;
  }

  Died listen(WorkerProcess& worker) {
    Died died;
    auto heard = std::chrono::steady_clock::now();
    std::string line;
    while (!stopped_()) {
      const auto read = worker.read_line(line, std::chrono::milliseconds(200));
      if (read == WorkerProcess::Read::End) return died;
      if (read == WorkerProcess::Read::Line) {
        heard = std::chrono::steady_clock::now();
        if (const auto message = parse_message(line)) {
          take(*message);
          introduced_ = introduced_ || std::holds_alternative<WorkerHello>(*message);
        }
      } else if (!outstanding_.empty() &&
                 std::chrono::steady_clock::now() - heard > options_.silence) {
        died.hung = true;
        return died;
      }
    }
    return died;
  }

  void take(const WorkerMessage& message) {
    if (const auto* at = std::get_if<WorkerAt>(&message)) {
      last_at_ = at->id;
      return;
    }
    const auto* reading = std::get_if<WorkerReading>(&message);
    const auto* failure = std::get_if<WorkerFailure>(&message);
    if (reading == nullptr && failure == nullptr) {
      message_(message);
      return;
    }
    const int64_t id = reading != nullptr ? reading->id : failure->id;
    if (outstanding_.answered(id)) message_(message);
    if (last_at_ == id) last_at_.reset();
  }

  // The launch that was being tried when the worker died. Where there is none, the next worker
  // gets what is left in groups, smaller after each death, until a group is one job: that is the
  // culprit then.
  void blame(const Died& died) {
    const ReadingFailure failure{
        died.hung ? "timeout" : "crash",
        died.hung ? "no word from the worker" : "the worker ended: " + died.how};
    std::vector<int64_t> culprits;
    if (last_at_ && *last_at_ >= 0) {
      culprits = {*last_at_};
    } else if (group_ == 1) {
      culprits = in_flight_;
    } else {
      constexpr size_t kSmaller = 8;
      const size_t suspects = group_ > 0 ? group_ : outstanding_.jobs().size();
      group_ = std::max<size_t>(suspects / kSmaller, 1);
    }
    for (const int64_t id : culprits) {
      if (outstanding_.answered(id)) message_(WorkerFailure{id, failure});
    }
  }

  const SuperviseOptions& options_;
  const std::function<std::optional<CollectJob>()>& next_;
  const std::function<void(const WorkerMessage&)>& message_;
  const std::function<bool()>& stopped_;
  std::atomic<bool> introduced_ = false;
  SuperviseEnd end_;
  Outstanding outstanding_;
  std::deque<CollectJob> again_;
  bool exhausted_ = false;
  size_t group_ = 0;  // jobs that are sent at a time; 0: all
  size_t sent_of_group_ = 0;
  std::vector<int64_t> in_flight_;  // launches of the group
  std::optional<int64_t> last_at_;
};

}  // namespace

Result<SuperviseEnd> supervise(const SuperviseOptions& options,
                               const std::function<std::optional<CollectJob>()>& next,
                               const std::function<void(const WorkerMessage&)>& message,
                               const std::function<bool()>& stopped) {
  return Supervisor(options, next, message, stopped).run();
}

}  // namespace kcast
