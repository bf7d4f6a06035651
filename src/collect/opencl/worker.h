// The worker of OpenCL collection: jobs on standard input, lines of JSON on standard output, as
// collect/job.h has them.
#pragma once

#include <functional>
#include <istream>
#include <string>

#include "base/result.h"

namespace kcast::collect {

enum class FlushWhen { OnGpus, Always, Never };

struct ClWorkerOptions {
  int device_index = -1;  // -1: the first GPU, or the first device
  int repeats = 5;        // measured launches, after one that is not
  int timeout_seconds = 20;
  int builders = -1;  // threads that build ahead; -1: several for a GPU, none for a CPU
  FlushWhen flush = FlushWhen::OnGpus;
  // Each launch runs once, and what its buffers hold is sent instead of times:
  //   {"id": 7, "buffers": [{"argument": 0, "unchanged": true}, {"argument": 1, "hex": "00ff"}]}
  bool outputs = false;
};

using SendLine = std::function<void(const std::string&)>;

// Ends when the input does. An error: the device or the input can no longer be used, and the
// process must be given up; launches without a line were not run. `send` may be called from any
// thread.
Status run_cl_worker(std::istream& input, const ClWorkerOptions& options, const SendLine& send);

}  // namespace kcast::collect
