#include "collect/opencl/outputs.h"

#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <mutex>
#include <nlohmann/json.hpp>
#include <optional>
#include <thread>
#include <utility>
#include <vector>

#include "base/io/json_problem.h"
#include "base/process/child.h"
#include "collect/job.h"
#include "schema/sample_json.h"

namespace kcast::collect {

namespace {

using Json = nlohmann::ordered_json;

struct OutputJob {
  int64_t id = 0;
  std::string line;  // as a worker reads it
};

std::string failure_line(int64_t id, const std::string& reason, const std::string& error) {
  return message_line(WorkerFailure{id, {reason, error}});
}

Result<OutputJob> parse_output_job(const std::string& line) {
  try {
    const Json json = Json::parse(line);
    CollectJob job;
    job.kernel.name = json.at("kernel").get<std::string>();
    job.kernel.language = "opencl";
    job.kernel.source = json.at("source").get<std::string>();
    job.kernel.flags = json.value("flags", std::vector<std::string>{});
    const auto id = json.at("id").get<int64_t>();
    KCAST_TRY(Launch launch, launch_from_json(json.at("launch")));
    job.launches.emplace_back(id, std::move(launch));
    return OutputJob{id, job_line(job)};
  } catch (const Json::exception& error) {
    return Error{ErrorCode::InvalidInput,
                 std::string("an input line: ") + json_problem(error.what())};
  }
}

// A file in memory that holds the lines, read from its start.
Result<int> input_of(const std::deque<OutputJob>& jobs) {
  const auto failed = [] {
    return Error{ErrorCode::Io, std::string("a worker's input: ") + std::strerror(errno)};
  };
  const int file = ::memfd_create("kcast-jobs", MFD_CLOEXEC);
  if (file < 0) return failed();
  for (const OutputJob& job : jobs) {
    const std::string line = job.line + "\n";
    for (size_t at = 0; at < line.size();) {
      const ssize_t wrote = ::write(file, line.data() + at, line.size() - at);
      if (wrote < 0) {
        Error error = failed();
        ::close(file);
        return error;
      }
      at += static_cast<size_t>(wrote);
    }
  }
  ::lseek(file, 0, SEEK_SET);
  return file;
}

struct OutputWorker {
  pid_t pid = 0;
  FILE* lines = nullptr;
};

Result<OutputWorker> start_output_worker(const std::vector<std::string>& command, int input) {
  Pipe lines;
  if (!lines.open()) return Error{ErrorCode::Io, std::strerror(errno)};
  KCAST_TRY(const pid_t pid,
            start_child({.command = command, .input = input, .output = lines.writing()}));
  return OutputWorker{pid, ::fdopen(lines.take_reading(), "r")};
}

// Runs its share of the jobs, in as many processes as it takes.
class OutputShare {
 public:
  OutputShare(const OutputsOptions& options, const SendLine& send)
      : send_(send),
        command_{"/proc/self/exe",
                 "work",
                 "--outputs",
                 "--device-index",
                 std::to_string(options.worker.device_index),
                 "--timeout",
                 std::to_string(options.worker.timeout_seconds)} {}

  void add(OutputJob job) { jobs_.push_back(std::move(job)); }
  int failed() const { return failed_; }

  Status run() {
    while (!jobs_.empty()) {
      const size_t before = jobs_.size();
      KCAST_TRY(const int input, input_of(jobs_));
      const auto worker = start_output_worker(command_, input);
      ::close(input);
      if (!worker) return worker.error();
      follow(*worker);
      const std::string how = wait_for(*worker);
      if (at_) lose(*at_, "the process " + how);
      if (jobs_.size() == before) {
        return Error{ErrorCode::External, "before its first launch the worker " + how};
      }
    }
    return Unit{};
  }

 private:
  // Passes answers on until the worker ends; at_ is then the launch that ended it.
  void follow(const OutputWorker& worker) {
    char* text = nullptr;
    size_t capacity = 0;
    at_.reset();
    ssize_t length = 0;
    while ((length = ::getline(&text, &capacity, worker.lines)) > 0) {
      std::string line(text, static_cast<size_t>(length));
      if (line.back() != '\n') break;  // cut off
      line.pop_back();
      const Json json = Json::parse(line, nullptr, false);
      if (!json.is_object()) continue;
      if (json.contains("at")) at_ = json.value("at", int64_t{-1});
      if (!json.contains("id")) continue;
      const int64_t id = json.value("id", int64_t{-1});
      if (at_ == id) at_.reset();
      if (json.contains("reason")) ++failed_;
      forget(id);
      send_(line);
    }
    ::free(text);
    ::fclose(worker.lines);
  }

  static std::string wait_for(const OutputWorker& worker) {
    int status = 0;
    ::waitpid(worker.pid, &status, 0);
    return WIFSIGNALED(status) ? "was killed by signal " + std::to_string(WTERMSIG(status))
                               : "ended with status " + std::to_string(WEXITSTATUS(status));
  }

  void forget(int64_t id) {
    std::erase_if(jobs_, [id](const OutputJob& job) { return job.id == id; });
  }

  void lose(int64_t id, const std::string& how) {
    forget(id);
    ++failed_;
    send_(failure_line(id, "fault", how));
  }

  const SendLine& send_;
  std::vector<std::string> command_;
  std::deque<OutputJob> jobs_;
  std::optional<int64_t> at_;
  int failed_ = 0;
};

}  // namespace

Result<int> run_outputs(std::istream& input, const OutputsOptions& options, const SendLine& send) {
  std::deque<OutputShare> shares;
  for (int i = 0; i < std::max(options.workers, 1); ++i)
    shares.emplace_back(options, send);
  std::string line;
  for (size_t n = 0; std::getline(input, line); ++n) {
    if (line.empty()) continue;
    KCAST_TRY(OutputJob job, parse_output_job(line));
    shares[n % shares.size()].add(std::move(job));
  }
  std::mutex mutex;
  std::optional<Error> failure;
  std::vector<std::jthread> threads;
  for (OutputShare& share : shares) {
    threads.emplace_back([&share, &mutex, &failure] {
      const Status done = share.run();
      const std::lock_guard lock(mutex);
      if (!done && !failure) failure = done.error();
    });
  }
  threads.clear();
  if (failure) return *failure;
  int failed = 0;
  for (const OutputShare& share : shares)
    failed += share.failed();
  return failed;
}

}  // namespace kcast::collect
