// kcast collect with a plan: launches to a collector's worker, readings into a store.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/result.h"
#include "workflow/streams.h"

namespace kcast::workflow {

struct CollectOptions {
  std::string device;  // "cuda", "opencl", "fake"
  std::string plan;
  std::string out;  // the store
  std::string shard = "0/1";
  bool own_plan = false;  // the plan is of this shard alone
  std::string gpu;        // its id; empty: the one that the worker names
  int repeats = 5;
  uint64_t repeat_readings = 0;  // launches that are measured once more at the end
  double seconds = 0;            // after which no more launches are begun; 0: no limit
  double cost_us = 0;            // of launches that cost the GPU more time, only a share; 0: all
  bool follow = false;           // of a plan that is still being made
  bool counters = true;
  std::string jobs;                 // writes the worker's input to this file and measures nothing
  std::vector<std::string> worker;  // instead of the device's own: for tests
};

Status collect_plan(const CollectOptions& options, const Streams& streams);

// The jobs of the plan as lines (collect/job.h), numbered in its order.
// What cannot be made is left out, with a remark.
Status write_jobs(const CollectOptions& options, const Streams& streams);

}  // namespace kcast::workflow
