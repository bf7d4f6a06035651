#include "collect/cuda/job_queue.h"

#include <chrono>
#include <utility>

#include "collect/crash_note.h"

namespace kcast::collect {

namespace {

constexpr std::chrono::milliseconds kPatience{500};

Result<CompiledKernel> compiled_job(const CollectJob& job, const std::string& target,
                                    const JobQueue::Compile& compiler) {
  const KernelSource& kernel = job.kernel;
  KCAST_TRY(CompiledKernel compiled, compiler({.name = kernel.name + ".cu",
                                               .source = job.ptx.empty() ? kernel.source : "",
                                               .kernel = kernel.name,
                                               .target = target,
                                               .flags = kernel.flags,
                                               .headers = {},
                                               .variables = kernel.zeroed,
                                               .ptx = job.ptx}));
  compiled.offloads = !job.ptx.empty() && kernel.language == "openmp";
  return compiled;
}

}  // namespace

JobQueue::JobQueue(std::istream& input, std::string target, std::vector<Compile> compilers,
                   size_t ahead)
    : ahead_(ahead) {
  threads_.emplace_back([this, &input] { read(input); });
  for (Compile& compiler : compilers) {
    threads_.emplace_back(
        [this, target, compiler = std::move(compiler)] { compile(target, compiler); });
  }
}

JobQueue::~JobQueue() {
  const std::lock_guard lock(mutex_);
  stopping_ = true;
  changed_.notify_all();
}

void JobQueue::read(std::istream& input) {
  std::string line;
  while (std::getline(input, line)) {
    if (line.empty()) continue;
    auto job = parse_job(line);
    std::unique_lock lock(mutex_);
    if (!job) {
      bad_input_ = job.error();
      break;
    }
    changed_.wait(lock, [this] { return stopping_ || waiting_launches_ < ahead_; });
    if (stopping_) break;
    waiting_launches_ += job->launches.size();
    waiting_.push_back(*std::move(job));
    changed_.notify_all();
  }
  const std::lock_guard lock(mutex_);
  input_ended_ = true;
  changed_.notify_all();
}

void JobQueue::compile(const std::string& target, const Compile& compiler) {
  for (;;) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return stopping_ || !waiting_.empty() || input_ended_; });
    if (stopping_ || waiting_.empty()) return;
    CollectJob job = std::move(waiting_.front());
    waiting_.pop_front();
    ++compiling_;
    lock.unlock();
    const CrashNote note(job.launches.empty() ? -1 : job.launches.front().first);
    auto compiled = compiled_job(job, target, compiler);
    lock.lock();
    --compiling_;
    ready_launches_ += job.launches.size();
    ready_.push_back({std::move(job), std::move(compiled)});
    changed_.notify_all();
  }
}

std::vector<CompiledJob> JobQueue::take(size_t launches) {
  std::unique_lock lock(mutex_);
  const auto idle = [this] { return waiting_.empty() && compiling_ == 0; };
  const auto enough = [&] { return (input_ended_ && idle()) || ready_launches_ >= launches; };
  // A parent that sends little and waits for the answers gets them.
  while (!changed_.wait_for(lock, kPatience, enough)) {
    if (ready_launches_ > 0 && idle()) break;
  }
  std::vector<CompiledJob> jobs;
  size_t taken = 0;
  while (!ready_.empty() && taken < launches) {
    taken += ready_.front().job.launches.size();
    jobs.push_back(std::move(ready_.front()));
    ready_.pop_front();
  }
  ready_launches_ -= taken;
  waiting_launches_ -= taken;
  changed_.notify_all();
  return jobs;
}

}  // namespace kcast::collect
