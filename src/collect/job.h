// What a collector's parent and its worker process tell each other, one line of JSON each.
//
// Parent to worker: a kernel with its launches.
//   {"kernel": NAME, "language": "cuda", "source": TEXT, "flags": [...],
//    "launches": [{"id": 7, "launch": {...}}, ...]}
//   and where the kernel needs it: "zeroed": [SYMBOL, ...], variables of the GPU that are zero
//   before each run; "cooperative": true, for a kernel whose blocks wait for each other;
//   "ptx": TEXT, which is run instead of the compiled source (OpenMP)
// Worker to parent, in any order:
//   {"worker": {"gpu_name": ..., "driver": ..., "toolkit": ...}}   first
//   {"at": 7}                        before launch 7 is run for the first time: if the worker dies
//                                    now, this launch is the culprit; -1: no single one is
//   {"id": 7, "values": {...}, "times_us": [...], ...}              a reading
//   {"id": 7, "reason": "compile", "error": "one line"}             no reading
//   {"stats": {...}}                                                where the time went
// The end of the input ends the worker when it is through.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "base/result.h"
#include "schema/reading.h"
#include "schema/sample.h"

namespace kcast::collect {

struct CollectJob {
  KernelSource kernel;
  std::string ptx = {};  // what runs instead of the compiled source: kernels of OpenMP
  std::vector<std::pair<int64_t, Launch>> launches;  // with their ids
};

std::string job_line(const CollectJob& job);
// An error names the field.
Result<CollectJob> parse_job(std::string_view line);

struct WorkerHello {
  std::string gpu_name;
  std::string driver;
  std::string toolkit;

  bool operator==(const WorkerHello&) const = default;
};
struct WorkerAt {
  int64_t id = 0;

  bool operator==(const WorkerAt&) const = default;
};
struct WorkerReading {
  int64_t id = 0;
  LaunchReading reading;

  bool operator==(const WorkerReading&) const = default;
};
struct WorkerFailure {
  int64_t id = 0;
  ReadingFailure failure;

  bool operator==(const WorkerFailure&) const = default;
};
// Seconds by what they were spent on, and other sums; those of several lines are added.
struct WorkerStats {
  std::vector<std::pair<std::string, double>> sums;

  bool operator==(const WorkerStats&) const = default;
};
using WorkerMessage =
    std::variant<WorkerHello, WorkerAt, WorkerReading, WorkerFailure, WorkerStats>;

std::string message_line(const WorkerMessage& message);
Result<WorkerMessage> parse_message(std::string_view line);

}  // namespace kcast::collect
