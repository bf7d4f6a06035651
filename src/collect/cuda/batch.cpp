#include "collect/cuda/batch.h"

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <utility>

#include "collect/cuda/counters.h"
#include "collect/cuda/watchdog.h"
#include "collect/statistics.h"

namespace kcast {

namespace {

// Tensor counters need a session of their own; changing it takes half a second.
constexpr size_t kTensorBatch = 256;
// A whole phase of a batch.
constexpr int kPhaseSeconds = 240;

double now_seconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

}  // namespace

BatchRunner::BatchRunner(CudaDevice& device, const BatchOptions& options, Send send)
    : device_(device),
      options_(options),
      send_(std::move(send)),
      arena_(device),
      timer_(device.driver()) {}

Result<std::unique_ptr<BatchRunner>> BatchRunner::open(CudaDevice& device,
                                                       const BatchOptions& options, Send send) {
  std::unique_ptr<BatchRunner> runner(new BatchRunner(device, options, std::move(send)));
  if (const Status prepared = runner->prepare(); !prepared) return prepared.error();
  return runner;
}

Status BatchRunner::prepare() {
  KCAST_TRY(cupti_, load_cupti());
  KCAST_TRY(chip_, profiled_chip(*cupti_, device_.context(), 0));
  KCAST_TRY(overhead_us_, kcast::event_overhead_us(*cupti_, chip_, device_, timer_));
  if (!options_.counters) return Unit{};
  KCAST_TRY(counters_, MetricConfig::make(*cupti_, chip_, counter_metrics()));
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
    std::shared_ptr<LoadedKernel> kernel;
    if (loaded) kernel = *std::move(loaded);
    const bool half_types = has_half_types(job.job.kernel.source);
    for (const auto& [id, launch] : job.job.launches) {
      Item item{.id = id, .kernel = kernel, .ready = {}, .reading = {}, .half_types = half_types};
      if (kernel == nullptr) {
        fail(item, "compile", loaded.error().message);
        continue;
      }
      auto ready = make_ready(launch);
      if (!ready) {
        fail(item, "argument", ready.error().message);
        continue;
      }
      item.ready = *std::move(ready);
      item.reading.registers = kernel->attribute(CU_FUNC_ATTRIBUTE_NUM_REGS);
      item.reading.static_shared_bytes = kernel->attribute(CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES);
      item.reading.local_bytes = kernel->attribute(CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES);
      items.push_back(std::move(item));
    }
  }
}

Status BatchRunner::run_once(Item& item, bool flush, const std::function<Status()>& before,
                             const std::function<Status()>& after) {
  if (Status filled = fill_buffers(device_, item.ready); !filled) return filled;
  if (flush) {
    if (Status flushed = device_.flush_l2(); !flushed) return flushed;
  }
  if (Status done = before(); !done) return done;
  if (Status done = device_.launch(*item.kernel, item.ready.shape, item.ready.parameters.data());
      !done) {
    return done;
  }
  return after();
}

// Leaves the items that run. A launch that is refused costs only itself; one that faults or hangs
// costs the process.
Status BatchRunner::warm_up(std::vector<Item>& items) {
  std::vector<Item> good;
  for (Item& item : items) {
    const auto memory = arena_.reserve(item.ready.plan.buffer_bytes());
    if (!memory) {
      fail(item, "memory", memory.error().message);
      continue;
    }
    place_buffers(item.ready, *memory);
    if (const Status filled = fill_buffers(device_, item.ready); !filled) return filled;
    if (const Status waited = device_.synchronize(); !waited) return waited;
    send_(WorkerAt{item.id});
    const Watchdog watchdog(options_.timeout_seconds, [&] {
      fail(item, "timeout",
           "ran past " + std::to_string(options_.timeout_seconds) + " s, filling not counted");
      std::_Exit(3);
    });
    const Status launched =
        device_.launch(*item.kernel, item.ready.shape, item.ready.parameters.data());
    if (!launched) {
      fail(item, "launch", launched.error().message);
      continue;
    }
    if (Status ran = device_.synchronize(); !ran) {
      fail(item, "fault", ran.error().message);
      return ran;
    }
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

Status BatchRunner::time(std::vector<Item>& items) {
  for (int repeat = 0; repeat < options_.repeats; ++repeat) {
    for (size_t i = 0; i < items.size(); ++i) {
      Status ran =
          run_once(items[i], true, [&] { return timer_.start(i); }, [&] { return timer_.end(i); });
      if (!ran) return ran;
    }
    if (Status waited = device_.synchronize(); !waited) return waited;
    for (size_t i = 0; i < items.size(); ++i) {
      KCAST_TRY(const double elapsed, timer_.elapsed_us(i));
      // Events cannot tell times below their own resolution.
      items[i].reading.times_us.push_back(std::max(elapsed - overhead_us_, 0.1));
    }
  }
  for (Item& item : items)
    item.reading.values.time_us = median(item.reading.times_us);
  return Unit{};
}

Status BatchRunner::count_pass(std::vector<Item>& items) {
  if (Status started = profiler_->start(); !started) return started;
  for (size_t i = 0; i < items.size(); ++i) {
    Status ran = run_once(
        items[i], true, [&] { return profiler_->push(i); }, [&] { return profiler_->pop(); });
    if (!ran) return ran;
  }
  return device_.synchronize();
}

Status BatchRunner::count(std::vector<Item>& items, const MetricConfig& config,
                          const std::function<void(Item&, const std::vector<double>&)>& take) {
  if (open_config_ != &config) {
    profiler_.reset();
    KCAST_TRY(profiler_, RangeProfiler::open(*cupti_, device_.context(), config, RangeKind::Pushed,
                                             std::max(options_.launches, kTensorBatch) + 64));
    open_config_ = &config;
  } else if (Status begun = profiler_->begin(); !begun) {
    return begun;
  }
  for (bool last = false; !last;) {
    if (Status passed = count_pass(items); !passed) return passed;
    KCAST_TRY(last, profiler_->stop());
  }
  KCAST_TRY(const auto rows, profiler_->values());
  for (size_t i = 0; i < items.size(); ++i) {
    if (rows[i].empty()) return Error{ErrorCode::External, "CUPTI has no counters of a launch"};
    take(items[i], rows[i]);
  }
  return Unit{};
}

Status BatchRunner::count_tensors() {
  if (tensor_items_.empty()) return Unit{};
  if (tensor_counters_ == nullptr) {
    KCAST_TRY(tensor_counters_, MetricConfig::make(*cupti_, chip_, tensor_metrics()));
  }
  // Their places in the arena may be stale.
  for (Item& item : tensor_items_) {
    KCAST_TRY(const CUdeviceptr memory, arena_.reserve(item.ready.plan.buffer_bytes()));
    place_buffers(item.ready, memory);
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
  double last = now_seconds();
  const auto spent = [&](const char* what) {
    const double now = now_seconds();
    spend(what, now - last);
    last = now;
  };
  std::vector<Item> items;
  load(std::move(jobs), items);
  spent("load_s");
  if (Status warm = warm_up(items); !warm) return warm;
  spent("warm_up_s");
  const Watchdog watchdog(kPhaseSeconds, [] { std::_Exit(4); });
  if (Status timed = time(items); !timed) return timed;
  spent("time_s");
  if (options_.counters) {
    Status counted = count(items, *counters_, [](Item& item, const std::vector<double>& values) {
      add_counters(values, item.half_types, item.reading);
    });
    if (!counted) return counted;
  }
  spent("count_s");
  spent_["launches"] += static_cast<double>(items.size());
  for (Item& item : items) {
    if (used_tensor_cores(item.reading)) {
      tensor_items_.push_back(std::move(item));
    } else {
      send_(WorkerReading{item.id, item.reading});
    }
  }
  if (tensor_items_.size() >= kTensorBatch - 64) {
    if (Status counted = count_tensors(); !counted) return counted;
  }
  spent("send_s");
  return Unit{};
}

Status BatchRunner::finish() {
  const double start = now_seconds();
  Status counted = count_tensors();
  spend("count_s", now_seconds() - start);
  return counted;
}

WorkerStats BatchRunner::take_stats() {
  WorkerStats stats;
  stats.sums.assign(spent_.begin(), spent_.end());
  spent_.clear();
  return stats;
}

}  // namespace kcast
