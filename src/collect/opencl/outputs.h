// What launches leave in their buffers, each answered whatever the others do: worker processes
// run them, and the next one goes on behind a launch that ends its worker.
//
// Input, one line of JSON each:
//   {"id": 7, "kernel": NAME, "source": TEXT, "flags": [...], "launch": {...}}
// Answers, in any order:
//   {"id": 7, "buffers": [{"argument": 0, "unchanged": true}, {"argument": 1, "hex": "00ff"}]}
//   {"id": 7, "reason": "fault", "error": "the process was killed by signal 11"}
#pragma once

#include <istream>

#include "base/result.h"
#include "collect/opencl/worker.h"

namespace kcast::collect {

struct OutputsOptions {
  ClWorkerOptions worker;
  int workers = 1;  // processes at a time
};

// Returns how many launches failed. The worker is this executable with the command `work`.
Result<int> run_outputs(std::istream& input, const OutputsOptions& options, const SendLine& send);

}  // namespace kcast::collect
