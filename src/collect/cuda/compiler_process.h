// NVRTC in a process of its own. In one process most of it runs on one thread at a time, so that
// several compile faster; one that crashes or does not end costs its kernel alone.
#pragma once

#include <chrono>
#include <istream>
#include <optional>
#include <ostream>
#include <string>
#include <vector>

#include "base/result.h"
#include "collect/cuda/nvrtc.h"
#include "collect/worker_process.h"

namespace kcast::collect {

class CompilerProcess {
 public:
  // `command` is one that calls serve_compiler. It is started when it is needed, and again where
  // it has died.
  explicit CompilerProcess(std::vector<std::string> command,
                           std::chrono::seconds patience = std::chrono::seconds(60));

  // As compile_kernel, without headers.
  Result<CompiledKernel> compile(const CompileRequest& request);

 private:
  Error end(const std::string& why);

  std::vector<std::string> command_;
  std::chrono::seconds patience_;
  std::optional<WorkerProcess> process_;
};

// Answers requests, one a line, until there are no more.
void serve_compiler(std::istream& input, std::ostream& output);

}  // namespace kcast::collect
