// Counters of single launches, with CUPTI's range profiler.
//
// A session is opened once and used for many batches: its first start takes about 150 ms and a
// millisecond for every range that it may hold, each further one a few milliseconds.
#pragma once

#include <cuda.h>

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "base/result.h"
#include "collect/cuda/cupti.h"

namespace kcast::collect {

// What CUPTI must know of the GPU; the chip's name is enough to ask for metrics and passes.
struct ProfiledChip {
  std::string name;                   // "GH100"
  std::vector<uint8_t> availability;  // of counters on this very GPU; may be empty
};

// Of the GPU of a context. Fails while a session is open.
Result<ProfiledChip> profiled_chip(const Cupti& cupti, CUcontext context, int device_index);

// Metrics to be read together, with the schedule that CUPTI makes for them.
class MetricConfig {
 public:
  static Result<std::unique_ptr<MetricConfig>> make(const Cupti& cupti, const ProfiledChip& chip,
                                                    std::vector<std::string> metrics);
  MetricConfig(const MetricConfig&) = delete;
  MetricConfig& operator=(const MetricConfig&) = delete;
  ~MetricConfig();

  const std::vector<std::string>& metrics() const { return metrics_; }
  size_t passes() const { return passes_; }

 private:
  friend class RangeProfiler;
  MetricConfig(const Cupti& cupti, ProfiledChip chip, std::vector<std::string> metrics);
  Status prepare();

  const Cupti& cupti_;
  ProfiledChip chip_;
  std::vector<std::string> metrics_;
  std::vector<const char*> names_;
  std::vector<uint8_t> image_;
  size_t passes_ = 0;
  CUpti_Profiler_Host_Object* host_ = nullptr;
};

enum class RangeKind {
  EachLaunch,  // every launch is a range, numbered from 0; its time is the kernel's own
  Pushed,      // what lies between push and pop; cheaper, but its time has gaps in it
};

// Metrics of several passes need the launches several times.
enum class Replay {
  Ours,    // the caller makes them again for each pass
  Cuptis,  // CUPTI does, and restores the memory that a kernel wrote; with EachLaunch alone
};

// One at a time for a context.
class RangeProfiler {
 public:
  static Result<std::unique_ptr<RangeProfiler>> open(const Cupti& cupti, CUcontext context,
                                                     const MetricConfig& config, RangeKind kind,
                                                     size_t max_ranges,
                                                     Replay replay = Replay::Ours);
  RangeProfiler(const RangeProfiler&) = delete;
  RangeProfiler& operator=(const RangeProfiler&) = delete;
  ~RangeProfiler();

  // A batch: begin, then start, launches and stop for every pass until stop says that it was the
  // last (CUPTI's own replay needs one round), then values: a row for each range, a column for each
  // metric. Ranges must be pushed with the same numbers in every pass.
  Status begin();
  Status start();
  Status push(size_t range);
  Status pop();
  Result<bool> stop();
  Result<std::vector<std::vector<double>>> values();

 private:
  RangeProfiler(const Cupti& cupti, const MetricConfig& config, size_t max_ranges)
      : cupti_(cupti), config_(config), max_ranges_(max_ranges) {}
  Status enable(CUcontext context, RangeKind kind, Replay replay);
  Status read_range(size_t index, std::vector<std::vector<double>>& rows);

  const Cupti& cupti_;
  const MetricConfig& config_;
  size_t max_ranges_;
  CUpti_RangeProfiler_Object* object_ = nullptr;
  std::vector<uint8_t> data_;
};

}  // namespace kcast::collect
