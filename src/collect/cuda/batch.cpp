#include "collect/cuda/batch.h"

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <utility>

#include "collect/crash_note.h"
#include "collect/cuda/counters.h"
#include "collect/source_words.h"
#include "collect/statistics.h"
#include "collect/watchdog.h"

namespace kcast::collect {

namespace {

// Tensor counters need a session of their own; changing it takes half a second.
constexpr size_t kTensorBatch = 256;
// Launches that are timed in both ways, to learn the difference, and what runs before them.
constexpr size_t kProbes = 66;
constexpr int kWarmingRuns = 300;
// For the buffers of all launches of a pass; a GPU with less memory takes them in more pieces.
constexpr int64_t kArenaBytes = int64_t{32} << 30;
// CUPTI 13.0 keeps what it knows of a kernel as long as the session lasts, and crashes when the
// module is unloaded and another takes its place: modules stay until the session is closed.
constexpr int kSessionBatches = 8;
// A whole phase of a batch.
constexpr int kPhaseSeconds = 240;

double now_seconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

// Seconds since it was made or last asked.
class Laps {
 public:
  double next() {
    const double now = now_seconds();
    return now - std::exchange(last_, now);
  }

 private:
  double last_ = now_seconds();
};

}  // namespace

BatchRunner::BatchRunner(CudaDevice& device, const BatchOptions& options, Send send)
    : device_(device), options_(options), send_(std::move(send)), arena_(device) {}

Result<std::unique_ptr<BatchRunner>> BatchRunner::open(CudaDevice& device,
                                                       const BatchOptions& options, Send send) {
  std::unique_ptr<BatchRunner> runner(new BatchRunner(device, options, std::move(send)));
  if (const Status prepared = runner->prepare(); !prepared) return prepared.error();
  return runner;
}

Status BatchRunner::prepare() {
  Laps laps;
  KCAST_TRY(cupti_, load_cupti());
  KCAST_TRY(chip_, profiled_chip(*cupti_, device_.context(), 0));
  durations_ = std::make_unique<KernelDurations>(*cupti_);
  spend("start_cupti_s", laps.next());
  if (Status ready = arena_.reserve_up_to(kArenaBytes); !ready) return ready;
  spend("start_memory_s", laps.next());
  if (Status calibrated = calibrate(); !calibrated) return calibrated;
  laps.next();
  if (!options_.counters) return Unit{};
  KCAST_TRY(counters_, MetricConfig::make(*cupti_, chip_, counter_metrics()));
  spend("start_metrics_s", laps.next());
  return Unit{};
}

void BatchRunner::fail(const Item& item, const std::string& reason, const std::string& detail) {
  send_(WorkerFailure{item.id, {reason, detail}});
}

void BatchRunner::load(std::vector<CompiledJob> jobs, std::vector<Item>& items) {
  for (CompiledJob& job : jobs) {
    Result<std::unique_ptr<LoadedKernel>> loaded =
        job.compiled ? device_.load(*job.compiled)
                     : Result<std::unique_ptr<LoadedKernel>>(job.compiled.error());
    const std::string refusal = loaded ? "" : loaded.error().message;
    std::shared_ptr<LoadedKernel> kernel;
    if (loaded) kernel = modules_.emplace_back(*std::move(loaded));
    const bool half_types = has_half_types(job.job.kernel.source);
    const bool matrix_code = has_matrix_code(job.job.kernel.source);
    for (const auto& [id, launch] : job.job.launches) {
      Item item{.id = id,
                .kernel = kernel,
                .ready = {},
                .reading = {},
                .half_types = half_types,
                .matrix_code = matrix_code};
      if (kernel == nullptr) {
        fail(item, "compile", refusal);
        continue;
      }
      auto ready = make_ready(launch, *kernel);
      if (!ready) {
        fail(item, "argument", ready.error().message);
        continue;
      }
      item.ready = *std::move(ready);
      item.ready.shape.cooperative = job.job.kernel.cooperative;
      item.reading.registers = kernel->attribute(CU_FUNC_ATTRIBUTE_NUM_REGS);
      item.reading.static_shared_bytes = kernel->attribute(CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES);
      item.reading.local_bytes = kernel->attribute(CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES);
      items.push_back(std::move(item));
    }
  }
}

// CUPTI patches a kernel's code within the call.
Status BatchRunner::launch(Item& item) {
  const CrashNote note(item.id);
  return device_.launch(*item.kernel, item.ready.shape, item.ready.parameters.data());
}

// What L2 holds when the measured launch begins: nothing of it, or what it left there itself.
Status BatchRunner::set_l2(Item& item) {
  return options_.warm ? launch(item) : device_.flush_l2();
}

// Leaves the items that run. A launch that is refused costs only itself; one that faults or hangs
// costs the process.
Status BatchRunner::warm_up(std::vector<Item>& items) {
  std::vector<Item> good;
  const Item* current = nullptr;
  Watchdog watchdog([&] {
    fail(*current, "timeout", "ran past " + std::to_string(options_.timeout_seconds) + " s");
    std::_Exit(3);
  });
  for (Item& item : items) {
    const auto memory = arena_.reserve(item.ready.plan.buffer_bytes());
    if (!memory) {
      fail(item, "memory", memory.error().message);
      continue;
    }
    place_buffers(item.ready, *memory);
    current = &item;
    send_(WorkerAt{item.id});
    watchdog.arm(options_.timeout_seconds);
    if (const Status filled = fill_buffers(device_, item.ready); !filled) return filled;
    if (const Status launched = launch(item); !launched) {
      fail(item, "launch", launched.error().message);
      continue;
    }
    if (Status ran = device_.synchronize(); !ran) {
      fail(item, "fault", ran.error().message);
      return ran;
    }
    watchdog.disarm();
    good.push_back(std::move(item));
  }
  items = std::move(good);
  send_(WorkerAt{-1});
  // The arena may have grown since the first were placed.
  for (Item& item : items) {
    KCAST_TRY(const CUdeviceptr memory, arena_.reserve(item.ready.plan.buffer_bytes()));
    place_buffers(item.ready, memory);
  }
  return Unit{};
}

// One timed run of each, in microseconds by CUPTI's records.
Result<std::vector<double>> BatchRunner::time_once(std::span<Item> items) {
  if (const Status started = durations_->start(); !started) return started.error();
  size_t kernels = 0;
  for (Item& item : items) {
    if (const Status filled = fill_buffers(device_, item.ready); !filled) return filled.error();
    if (const Status set = set_l2(item); !set) return set.error();
    if (const Status launched = launch(item); !launched) return launched.error();
    kernels += item.ready.fills() + 2;
  }
  if (const Status waited = device_.synchronize(); !waited) return waited.error();
  KCAST_TRY(const std::vector<double> all, durations_->stop());
  if (all.size() != kernels) {
    return Error{ErrorCode::External, "CUPTI timed " + std::to_string(all.size()) + " of " +
                                          std::to_string(kernels) + " kernels"};
  }
  std::vector<double> durations;
  size_t end = 0;
  for (const Item& item : items) {
    end += item.ready.fills() + 2;
    durations.push_back(all[end - 1]);
  }
  return durations;
}

Status BatchRunner::time(std::vector<Item>& items) {
  for (int repeat = 0; repeat < options_.repeats; ++repeat) {
    KCAST_TRY(const std::vector<double> durations, time_once(items));
    for (size_t i = 0; i < items.size(); ++i)
      items[i].reading.times_us.push_back(durations[i]);
  }
  for (Item& item : items) {
    for (double& time : item.reading.times_us)
      time += window_us_;
    item.reading.values.time_us = median(item.reading.times_us);
  }
  return Unit{};
}

// Short kernels whose work is known, over and over: fills of 4 KB to 4 MB.
Status BatchRunner::launch_probes() {
  KCAST_TRY(const CUdeviceptr memory, arena_.reserve(int64_t{4} << 20));
  for (size_t i = 0; i < kProbes; ++i) {
    const int64_t values = int64_t{1} << (10 + i % 11);
    if (Status filled = device_.fill(memory, {.values = values}); !filled) return filled;
  }
  return device_.synchronize();
}

Result<std::vector<double>> BatchRunner::record_probes() {
  if (const Status started = durations_->start(); !started) return started.error();
  if (const Status ran = launch_probes(); !ran) return ran.error();
  KCAST_TRY(std::vector<double> durations, durations_->stop());
  if (durations.size() != kProbes) {
    return Error{ErrorCode::External, "CUPTI has not timed every kernel"};
  }
  return durations;
}

// By how much a kernel's duration as the profiler and ncu tell it is longer than the one of its
// record: 0.8 us on an H200, the same for short and long kernels.
Status BatchRunner::calibrate() {
  Laps laps;
  // Until the clocks are up.
  for (int i = 0; i < kWarmingRuns; ++i) {
    if (Status flushed = device_.flush_l2(); !flushed) return flushed;
  }
  if (Status ran = launch_probes(); !ran) return ran;
  spend("start_clocks_s", laps.next());
  KCAST_TRY(const std::vector<double> before, record_probes());
  spend("start_records_s", laps.next());
  KCAST_TRY(const auto config, MetricConfig::make(*cupti_, chip_, {"gpu__time_duration.sum"}));
  KCAST_TRY(auto profiler, RangeProfiler::open(*cupti_, device_.context(), *config,
                                               RangeKind::EachLaunch, kProbes));
  if (Status started = profiler->start(); !started) return started;
  if (Status ran = launch_probes(); !ran) return ran;
  KCAST_TRY(const bool last, profiler->stop());
  if (!last) return Error{ErrorCode::External, "CUPTI wants more than one pass for a time"};
  KCAST_TRY(const auto ranges, profiler->values());
  profiler.reset();
  KCAST_TRY(const std::vector<double> after, record_probes());
  std::vector<double> differences;
  for (size_t i = 0; i < kProbes; ++i) {
    if (ranges[i].empty()) return Error{ErrorCode::External, "CUPTI has not timed every range"};
    differences.push_back(ranges[i][0] / 1000 - (before[i] + after[i]) / 2);
  }
  window_us_ = median(differences);
  spent_["window_us"] = window_us_;
  spend("start_window_s", laps.next());
  return Unit{};
}

Status BatchRunner::count_pass(std::span<Item> items) {
  for (const Item& item : items) {
    if (Status filled = fill_buffers(device_, item.ready); !filled) return filled;
  }
  if (Status waited = device_.synchronize(); !waited) return waited;
  if (Status started = profiler_->start(); !started) return started;
  for (size_t i = 0; i < items.size(); ++i) {
    // A launch before it may have had the same kernel.
    if (Status zeroed = zero_variables(device_, items[i].ready); !zeroed) return zeroed;
    if (Status set = set_l2(items[i]); !set) return set;
    if (Status pushed = profiler_->push(i); !pushed) return pushed;
    if (Status launched = launch(items[i]); !launched) return launched;
    if (Status popped = profiler_->pop(); !popped) return popped;
  }
  return device_.synchronize();
}

Status BatchRunner::count_some(std::span<Item> items, const MetricConfig& config,
                               const Take& take) {
  Laps laps;
  if (open_config_ != &config) {
    profiler_.reset();
    KCAST_TRY(profiler_, RangeProfiler::open(*cupti_, device_.context(), config, RangeKind::Pushed,
                                             options_.launches));
    open_config_ = &config;
  } else if (Status begun = profiler_->begin(); !begun) {
    return begun;
  }
  spend("begin_s", laps.next());
  int pass = 0;
  for (bool last = false; !last; ++pass) {
    if (Status passed = count_pass(items); !passed) return passed;
    KCAST_TRY(last, profiler_->stop());
    spend("pass" + std::to_string(pass) + "_s", laps.next());
  }
  KCAST_TRY(const auto rows, profiler_->values());
  for (size_t i = 0; i < items.size(); ++i) {
    if (rows[i].empty()) return Error{ErrorCode::External, "CUPTI has no counters of a launch"};
    take(items[i], rows[i]);
  }
  spend("values_s", laps.next());
  return Unit{};
}

// In pieces that the arena and the session can hold.
Status BatchRunner::count(std::vector<Item>& items, const MetricConfig& config, const Take& take) {
  KCAST_TRY(const CUdeviceptr memory, arena_.reserve(1));
  size_t first = 0;
  while (first < items.size()) {
    int64_t used = 0;
    size_t end = first;
    while (end < items.size() && end - first < options_.launches &&
           (end == first || used + items[end].ready.plan.buffer_bytes() <= arena_.bytes())) {
      place_buffers(items[end].ready, memory + static_cast<CUdeviceptr>(used));
      used += items[end].ready.plan.buffer_bytes();
      ++end;
    }
    Status counted = count_some(std::span(items).subspan(first, end - first), config, take);
    if (!counted) return counted;
    first = end;
  }
  return Unit{};
}

Status BatchRunner::count_tensors() {
  if (tensor_items_.empty()) return Unit{};
  if (tensor_counters_ == nullptr) {
    KCAST_TRY(tensor_counters_, MetricConfig::make(*cupti_, chip_, tensor_metrics()));
  }
  Status counted =
      count(tensor_items_, *tensor_counters_, [](Item& item, const std::vector<double>& values) {
        add_tensor_counters(values, item.reading);
      });
  if (!counted) return counted;
  for (const Item& item : tensor_items_)
    send_(WorkerReading{item.id, item.reading});
  tensor_items_.clear();
  return Unit{};
}

Status BatchRunner::run(std::vector<CompiledJob> jobs) {
  Laps laps;
  if (++session_batches_ > kSessionBatches) {
    profiler_.reset();
    open_config_ = nullptr;
    modules_.clear();
    session_batches_ = 1;
  }
  std::vector<Item> items;
  load(std::move(jobs), items);
  spend("load_s", laps.next());
  if (Status warm = warm_up(items); !warm) return warm;
  spend("warm_up_s", laps.next());
  const Watchdog phase_watchdog(kPhaseSeconds, [] { std::_Exit(4); });
  if (Status timed = time(items); !timed) return timed;
  spend("time_s", laps.next());
  if (options_.counters) {
    Status counted = count(items, *counters_, [](Item& item, const std::vector<double>& values) {
      add_counters(values, item.half_types, item.reading);
    });
    if (!counted) return counted;
  }
  laps.next();
  spent_["launches"] += static_cast<double>(items.size());
  for (Item& item : items) {
    if (item.matrix_code && used_tensor_cores(item.reading)) {
      tensor_items_.push_back(std::move(item));
    } else {
      send_(WorkerReading{item.id, item.reading});
    }
  }
  if (tensor_items_.size() >= kTensorBatch) {
    if (Status counted = count_tensors(); !counted) return counted;
  }
  spend("send_s", laps.next());
  return Unit{};
}

Status BatchRunner::finish() {
  return count_tensors();
}

WorkerStats BatchRunner::take_stats() {
  WorkerStats stats;
  stats.sums.assign(spent_.begin(), spent_.end());
  spent_.clear();
  return stats;
}

}  // namespace kcast::collect
