// Jobs from a stream, compiled on several threads ahead of the GPU.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <deque>
#include <functional>
#include <istream>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "base/result.h"
#include "collect/cuda/nvrtc.h"
#include "collect/job.h"

namespace kcast::collect {

// A job whose kernel is machine code, or why it is not.
struct CompiledJob {
  CollectJob job;
  Result<CompiledKernel> compiled;
};

class JobQueue {
 public:
  using Compile = std::function<Result<CompiledKernel>(const CompileRequest&)>;

  // Reads `input` to its end, or to the first line that is no job, on a thread of its own. At
  // most `ahead` launches wait, compiled or not. There is a thread for each of `compilers`.
  JobQueue(std::istream& input, std::string target, std::vector<Compile> compilers, size_t ahead);
  JobQueue(const JobQueue&) = delete;
  JobQueue& operator=(const JobQueue&) = delete;
  ~JobQueue();

  // Jobs with about `launches` launches together, as soon as there are that many; fewer at the end
  // and when no more come for a while. None: all were given out.
  std::vector<CompiledJob> take(size_t launches);

  // The line that ended the input early, once take() has returned none.
  std::optional<Error> bad_input() const { return bad_input_; }

 private:
  void read(std::istream& input);
  void compile(const std::string& target, const Compile& compiler);

  size_t ahead_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<CollectJob> waiting_;
  std::deque<CompiledJob> ready_;
  size_t waiting_launches_ = 0;  // read and not yet taken
  size_t ready_launches_ = 0;    // compiled and not yet taken
  size_t compiling_ = 0;         // jobs
  bool input_ended_ = false;
  bool stopping_ = false;
  std::optional<Error> bad_input_;
  std::vector<std::jthread> threads_;
};

}  // namespace kcast::collect
