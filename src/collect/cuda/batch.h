// Measures launches in batches: first each of them alone, which shows whether it runs at all,
// then all in turn for the repeats of the time, then all in turn for each pass of the counters.
// Before each run the buffers are filled anew, and L2 is emptied or, with `warm`, the launch runs
// once before, outside of what is measured. For
// the time all launches use the same memory, filled right before, as a profiler that replays one
// launch would have it; for counters each has its own, filled before the pass begins, since every
// kernel that runs during a pass costs time.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "base/result.h"
#include "collect/cuda/device.h"
#include "collect/cuda/job_queue.h"
#include "collect/cuda/kernel_durations.h"
#include "collect/cuda/range_profiler.h"
#include "collect/cuda/ready_launch.h"
#include "collect/job.h"

namespace kcast::collect {

struct BatchOptions {
  int repeats = 5;
  size_t launches = 384;  // of a batch
  int timeout_seconds = 20;
  bool counters = true;
  bool warm = false;  // L2 as the same launch left it, instead of emptied
};

class BatchRunner {
 public:
  using Send = std::function<void(const WorkerMessage&)>;
  static Result<std::unique_ptr<BatchRunner>> open(CudaDevice& device, const BatchOptions& options,
                                                   Send send);

  // Sends a message for each launch. An error means that the GPU no longer answers this process.
  Status run(std::vector<CompiledJob> jobs);
  // The launches that used tensor cores are answered now.
  Status finish();

  WorkerStats take_stats();

 private:
  // A launch of the batch.
  struct Item {
    int64_t id = 0;
    std::shared_ptr<LoadedKernel> kernel;
    ReadyLaunch ready;
    LaunchReading reading;
    bool half_types = false;
    bool matrix_code = false;  // the source speaks of matrix instructions
  };
  BatchRunner(CudaDevice& device, const BatchOptions& options, Send send);
  Status prepare();
  void load(std::vector<CompiledJob> jobs, std::vector<Item>& items);
  Status warm_up(std::vector<Item>& items);
  Status time(std::vector<Item>& items);
  Result<std::vector<double>> time_once(std::span<Item> items);
  Status launch_probes();
  Result<std::vector<double>> record_probes();
  Status calibrate();
  using Take = std::function<void(Item&, const std::vector<double>&)>;
  Status count(std::vector<Item>& items, const MetricConfig& config, const Take& take);
  Status count_some(std::span<Item> items, const MetricConfig& config, const Take& take);
  Status count_pass(std::span<Item> items);
  Status count_tensors();
  Status launch(Item& item);
  Status set_l2(Item& item);
  void fail(const Item& item, const std::string& reason, const std::string& detail);
  void spend(const std::string& what, double seconds) { spent_[what] += seconds; }

  CudaDevice& device_;
  BatchOptions options_;
  Send send_;
  Arena arena_;
  const Cupti* cupti_ = nullptr;
  ProfiledChip chip_;
  std::unique_ptr<KernelDurations> durations_;
  double window_us_ = 0;  // by which a profiler's duration is longer than a record's
  std::unique_ptr<MetricConfig> counters_;
  std::unique_ptr<MetricConfig> tensor_counters_;
  const MetricConfig* open_config_ = nullptr;
  std::vector<std::shared_ptr<LoadedKernel>> modules_;  // of the open session
  int session_batches_ = 0;
  std::unique_ptr<RangeProfiler> profiler_;
  std::vector<Item> tensor_items_;
  std::map<std::string, double> spent_;
};

}  // namespace kcast::collect
