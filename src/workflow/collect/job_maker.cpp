#include "workflow/collect/job_maker.h"

#include <algorithm>
#include <utility>

namespace kcast::workflow {

namespace {

// A region of OpenMP takes half a second to compile, a hundred times what it takes to measure.
size_t thread_count() {
  return std::clamp<size_t>(std::thread::hardware_concurrency(), 4, 16);
}

constexpr size_t kAhead = 64;

}  // namespace

JobMaker::JobMaker(plan::PlanReader reader, int64_t attempt, Wanted wanted,
                   const launch::Inspect& inspect, const Gpu& gpu, std::function<bool()> stopped)
    : reader_(std::move(reader)),
      attempt_(attempt),
      wanted_(std::move(wanted)),
      inspect_(inspect),
      gpu_(gpu),
      stopped_(std::move(stopped)),
      running_(thread_count()) {
  for (size_t i = thread_count(); i > 0; --i)
    threads_.emplace_back([this] { work(); });
}

JobMaker::~JobMaker() {
  const std::lock_guard lock(mutex_);
  closed_ = true;
  changed_.notify_all();
}

std::optional<Prepared> JobMaker::next() {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [this] { return !ready_.empty() || running_ == 0; });
  if (ready_.empty()) return std::nullopt;
  Prepared prepared = std::move(ready_.front());
  ready_.pop_front();
  changed_.notify_all();
  return prepared;
}

std::optional<plan::KernelRows> JobMaker::next_rows() {
  const std::lock_guard lock(read_mutex_);
  for (;;) {
    if (closed_ || stopped_() || error_) return std::nullopt;
    auto kernel = reader_.next();
    if (!kernel) {
      error_ = kernel.error();
      return std::nullopt;
    }
    if (!*kernel) return std::nullopt;
    plan::KernelRows wanted;
    for (size_t i = 0; i < (*kernel)->rows.size(); ++i) {
      if (!wanted_((*kernel)->rows[i], attempt_)) continue;
      wanted.rows.push_back((*kernel)->rows[i]);
      if (!(*kernel)->features.empty()) wanted.features.push_back((*kernel)->features[i]);
    }
    if (!wanted.rows.empty()) return wanted;
  }
}

void JobMaker::work() {
  while (auto rows = next_rows()) {
    auto job = plan::plan_job(rows->rows, inspect_, gpu_);
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return closed_ || ready_.size() < kAhead; });
    if (closed_) break;
    ready_.push_back({*std::move(rows), attempt_, std::move(job)});
    changed_.notify_all();
  }
  const std::lock_guard lock(mutex_);
  --running_;
  changed_.notify_all();
}

}  // namespace kcast::workflow
