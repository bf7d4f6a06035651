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
      launches_.try_emplace(id, Entry{kernel, launch, 0, false});
  }

  bool answered(int64_t id) {
    const std::lock_guard lock(mutex_);
    return launches_.erase(id) > 0;
  }

  void at(int64_t id) {
    const std::lock_guard lock(mutex_);
    if (const auto found = launches_.find(id); found != launches_.end()) {
      found->second.begun = true;
    }
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

  // Those that were under way in `most_tries` dead workers.
  std::vector<int64_t> give_up(int most_tries) {
    const std::lock_guard lock(mutex_);
    std::vector<int64_t> ids;
    for (auto& [id, entry] : launches_) {
      if (std::exchange(entry.begun, false) && ++entry.tries >= most_tries) ids.push_back(id);
    }
    return ids;
  }

  // All that are left, kernel by kernel.
  std::deque<CollectJob> jobs() {
    const std::lock_guard lock(mutex_);
    std::map<const KernelSource*, CollectJob> by_kernel;
    std::deque<CollectJob> jobs;
    for (const auto& [id, entry] : launches_) {
      CollectJob& job = by_kernel[entry.kernel.get()];
      job.kernel = *entry.kernel;
      job.launches.emplace_back(id, entry.launch);
    }
    for (auto& [kernel, job] : by_kernel)
      jobs.push_back(std::move(job));
    return jobs;
  }

 private:
  struct Entry {
    std::shared_ptr<const KernelSource> kernel;
    Launch launch;
    int tries = 0;
    bool begun = false;
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

  void feed(WorkerProcess& worker, const std::atomic<bool>& done) {
    while (!introduced_ && !done)
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
    while (!done && !stopped_()) {
      const auto job = next_job();
      if (!job) break;
      in_flight_.clear();
      for (const auto& [id, launch] : job->launches)
        in_flight_.push_back(id);
      if (!worker.write_line(job_line(*job))) break;
      while (cautious_ && !done && !stopped_() && outstanding_.has(in_flight_))
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
    }
    worker.close_input();
  }

  Result<Died> run_worker() {
    again_ = outstanding_.jobs();
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
      outstanding_.at(at->id);
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

  // The launch that was being tried when the worker died. Where there is none, launches that have
  // seen too many workers die; and where none had begun, jobs are sent one by one from now on, so
  // that the next death has a culprit.
  void blame(const Died& died) {
    const ReadingFailure failure{
        died.hung ? "timeout" : "crash",
        died.hung ? "no word from the worker" : "the worker ended: " + died.how};
    std::vector<int64_t> culprits;
    if (last_at_ && *last_at_ >= 0) {
      culprits = {*last_at_};
    } else if (cautious_) {
      culprits = in_flight_;
    } else {
      culprits = outstanding_.give_up(options_.most_tries);
    }
    bool found = false;
    for (const int64_t id : culprits) {
      if (!outstanding_.answered(id)) continue;
      message_(WorkerFailure{id, failure});
      found = true;
    }
    unexplained_ = found ? 0 : unexplained_ + 1;
    cautious_ = unexplained_ >= options_.most_tries;
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
  std::vector<int64_t> in_flight_;  // the job that was sent last
  bool cautious_ = false;
  int unexplained_ = 0;  // deaths in a row
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
