#include "collect/supervise.h"

#include <algorithm>
#include <atomic>
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <thread>
#include <utility>

#include "collect/worker_process.h"

namespace kcast::collect {

namespace {

CollectJob without_launches(const CollectJob& job) {
  return {.kernel = job.kernel, .ptx = job.ptx, .launches = {}};
}

// Launches that were given to a worker and are not answered.
class Outstanding {
 public:
  void add(const CollectJob& job) {
    const std::lock_guard lock(mutex_);
    const auto code = std::make_shared<const CollectJob>(without_launches(job));
    for (const auto& [id, launch] : job.launches)
      launches_.try_emplace(id, Entry{code, launch});
  }

  bool answered(int64_t id) {
    const std::lock_guard lock(mutex_);
    return launches_.erase(id) > 0;
  }

  // What is left of jobs.
  std::vector<CollectJob> left_of(const std::vector<CollectJob>& jobs) {
    const std::lock_guard lock(mutex_);
    std::vector<CollectJob> left;
    for (const CollectJob& job : jobs) {
      CollectJob rest = without_launches(job);
      for (const auto& [id, launch] : job.launches) {
        if (launches_.contains(id)) rest.launches.emplace_back(id, launch);
      }
      if (!rest.launches.empty()) left.push_back(std::move(rest));
    }
    return left;
  }

  bool empty() {
    const std::lock_guard lock(mutex_);
    return launches_.empty();
  }

  // All that are left, kernel by kernel, in the order in which they were sent.
  std::vector<CollectJob> jobs() {
    const std::lock_guard lock(mutex_);
    std::map<const CollectJob*, size_t> places;
    std::vector<CollectJob> jobs;
    for (const auto& [id, entry] : launches_) {
      const auto [place, fresh] = places.try_emplace(entry.code.get(), jobs.size());
      if (fresh) jobs.push_back(*entry.code);
      jobs[place->second].launches.emplace_back(id, entry.launch);
    }
    return jobs;
  }

 private:
  struct Entry {
    std::shared_ptr<const CollectJob> code;  // without launches
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
    if (!repeated_jobs_.empty()) {
      CollectJob job = std::move(repeated_jobs_.front());
      repeated_jobs_.pop_front();
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

  // Sends all there is; before that, what was under way when a worker died and nobody could be
  // blamed, group by group.
  void feed(WorkerProcess& worker, const std::atomic<bool>& done) {
    const auto may_continue = [&] { return !done && !stopped_(); };
    while (!introduced_ && !done)
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
    while (may_continue() && !suspects_.empty()) {
      for (const CollectJob& job : outstanding_.left_of(suspects_.front()))
        worker.write_line(job_line(job));
      while (may_continue() && !outstanding_.left_of(suspects_.front()).empty())
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
      if (outstanding_.left_of(suspects_.front()).empty()) suspects_.pop_front();
    }
    while (may_continue()) {
      const auto job = next_job();
      if (!job || !worker.write_line(job_line(*job))) break;
    }
    worker.close_input();
  }

  // Unanswered jobs that are in no group of suspects.
  std::deque<CollectJob> unsuspected() {
    std::set<int64_t> suspected;
    for (const auto& group : suspects_) {
      for (const CollectJob& job : group) {
        for (const auto& [id, launch] : job.launches)
          suspected.insert(id);
      }
    }
    std::deque<CollectJob> jobs;
    for (CollectJob& job : outstanding_.jobs()) {
      std::erase_if(job.launches, [&](const auto& each) { return suspected.contains(each.first); });
      if (!job.launches.empty()) jobs.push_back(std::move(job));
    }
    return jobs;
  }

  Result<Died> run_worker() {
    repeated_jobs_ = unsuspected();
    last_at_.reset();
    reported_failure_ = false;
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
    reported_failure_ = failure != nullptr;
    if (reading == nullptr && failure == nullptr) {
      message_(message);
      return;
    }
    const int64_t id = reading != nullptr ? reading->id : failure->id;
    if (outstanding_.answered(id)) message_(message);
    if (last_at_ == id) last_at_.reset();
  }

  // The launch that was being tried when the worker died. Where there is none, the next worker
  // gets what was under way in groups, of which one kills it too and is divided again, until a
  // group is one job: that is the culprit then.
  void blame(const Died& died) {
    const ReadingFailure failure{
        died.hung ? "timeout" : "crash",
        died.hung ? "no word from the worker" : "the worker ended: " + died.how};
    const auto blame_launch = [&](int64_t id) {
      if (outstanding_.answered(id)) message_(WorkerFailure{id, failure});
    };
    if (last_at_ && *last_at_ >= 0) return blame_launch(*last_at_);
    if (reported_failure_) return;  // a fault that the worker reported before it died of it
    std::vector<CollectJob> group;
    if (suspects_.empty()) {
      group = outstanding_.jobs();
    } else {
      group = outstanding_.left_of(suspects_.front());
      suspects_.pop_front();
    }
    if (group.size() != 1) return divide(group);
    for (const auto& [id, launch] : group.front().launches)
      blame_launch(id);
  }

  // Eight groups in the place of one.
  void divide(const std::vector<CollectJob>& group) {
    constexpr size_t kGroups = 8;
    const size_t size = (group.size() + kGroups - 1) / kGroups;
    const size_t whole = size == 0 ? 0 : (group.size() + size - 1) / size;
    for (size_t i = whole; i > 0; --i) {
      const auto first = group.begin() + static_cast<std::ptrdiff_t>((i - 1) * size);
      const auto end = i == whole ? group.end() : first + static_cast<std::ptrdiff_t>(size);
      suspects_.emplace_front(first, end);
    }
  }

  const SuperviseOptions& options_;
  const std::function<std::optional<CollectJob>()>& next_;
  const std::function<void(const WorkerMessage&)>& message_;
  const std::function<bool()>& stopped_;
  std::atomic<bool> introduced_ = false;
  SuperviseEnd end_;
  Outstanding outstanding_;
  std::deque<CollectJob> repeated_jobs_;
  bool exhausted_ = false;
  std::deque<std::vector<CollectJob>> suspects_;  // groups that are sent alone
  std::optional<int64_t> last_at_;
  bool reported_failure_ = false;  // the last message is a failure
};

}  // namespace

Result<SuperviseEnd> supervise(const SuperviseOptions& options,
                               const std::function<std::optional<CollectJob>()>& next,
                               const std::function<void(const WorkerMessage&)>& message,
                               const std::function<bool()>& stopped) {
  return Supervisor(options, next, message, stopped).run();
}

}  // namespace kcast::collect
