// Jobs from a stream with their kernels built, ahead of the device where threads are given.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <istream>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

#include "base/result.h"
#include "collect/job.h"
#include "collect/opencl/cl_device.h"

namespace kcast::collect {

struct BuiltJob {
  CollectJob job;
  Result<ClKernel> kernel;
};

class BuildQueue {
 public:
  using Build = std::function<Result<ClKernel>(const CollectJob&)>;

  // Without threads each job is built when it is taken.
  BuildQueue(std::istream& input, size_t threads, Build build);
  BuildQueue(const BuildQueue&) = delete;
  BuildQueue& operator=(const BuildQueue&) = delete;
  ~BuildQueue();

  // The next job, in any order; none at the end of the input or after a line that is no job.
  std::optional<BuiltJob> take();

  // The line that ended the input early, once take() has returned none.
  std::optional<Error> bad_input() const { return bad_input_; }

 private:
  std::optional<CollectJob> read();
  void build_ahead();

  std::istream& input_;
  Build build_;
  size_t ahead_;  // jobs that may wait
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<BuiltJob> ready_;
  size_t builders_ = 0;  // that have not come to the end of the input
  bool ended_ = false;   // the input
  bool stopping_ = false;
  std::optional<Error> bad_input_;
  std::vector<std::jthread> threads_;
};

}  // namespace kcast::collect
