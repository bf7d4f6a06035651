// Jobs of a plan's launches, made ahead of the worker that measures them.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

#include "base/result.h"
#include "launch/ready_kernel.h"
#include "plan/plan_job.h"
#include "plan/plan_reader.h"
#include "schema/gpu/gpu.h"

namespace kcast::workflow {

// A kernel's rows on the way to the worker.
struct Prepared {
  plan::KernelRows rows;
  int64_t attempt = 0;
  Result<plan::PlanJob> job;
};

// Makes jobs from a plan on a few threads, in any order.
class JobMaker {
 public:
  using Wanted = std::function<bool(const plan::PlannedLaunch&, int64_t attempt)>;

  JobMaker(plan::PlanReader reader, int64_t attempt, Wanted wanted, const launch::Inspect& inspect,
           const Gpu& gpu, std::function<bool()> stopped);
  JobMaker(const JobMaker&) = delete;
  JobMaker& operator=(const JobMaker&) = delete;
  ~JobMaker();

  // None: the end, or an error of the plan.
  std::optional<Prepared> next();

  const std::optional<Error>& error() const { return error_; }

 private:
  std::optional<plan::KernelRows> next_rows();
  void work();

  plan::PlanReader reader_;
  int64_t attempt_;
  Wanted wanted_;
  const launch::Inspect& inspect_;
  const Gpu& gpu_;
  std::function<bool()> stopped_;
  std::mutex read_mutex_;
  std::optional<Error> error_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<Prepared> ready_;
  size_t running_;
  std::atomic<bool> closed_ = false;
  std::vector<std::jthread> threads_;
};

}  // namespace kcast::workflow
