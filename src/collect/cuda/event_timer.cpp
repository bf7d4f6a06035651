#include "collect/cuda/event_timer.h"

#include "collect/statistics.h"

namespace kcast {

namespace {

constexpr size_t kRepeats = 15;
constexpr int kWarmUps = 2000;
constexpr int64_t kBusyValues = 1 << 22;
constexpr int64_t kFillValues[] = {1 << 10, 1 << 15, 1 << 18, 1 << 20, 1 << 22};

// Calibration runs the fill kernel over buffers of several sizes.
struct Calibration {
  CudaDevice& device;
  CUdeviceptr memory = 0;

  Status launch(int64_t values) const {
    return device.fill(
        memory,
        {.type = ScalarType::Float32, .values = values, .numbers = {.kind = FillKind::Zero}});
  }
};

// Durations as CUPTI tells them, by size and repeat.
Result<std::vector<double>> durations_us(const Cupti& cupti, const ProfiledChip& chip,
                                         const Calibration& calibration) {
  KCAST_TRY(const auto config, MetricConfig::make(cupti, chip, {"gpu__time_duration.sum"}));
  const size_t launches = std::size(kFillValues) * kRepeats;
  CudaDevice& device = calibration.device;
  KCAST_TRY(const auto profiler, RangeProfiler::open(cupti, device.context(), *config,
                                                     RangeKind::EachLaunch, launches + 8));
  if (const Status started = profiler->start(); !started) return started.error();
  for (const int64_t values : kFillValues) {
    for (size_t i = 0; i < kRepeats; ++i) {
      if (const Status launched = calibration.launch(values); !launched) return launched.error();
    }
  }
  if (const Status waited = device.synchronize(); !waited) return waited.error();
  KCAST_TRY(const bool last, profiler->stop());
  if (!last) return Error{ErrorCode::External, "CUPTI wants more than one pass for a time"};
  KCAST_TRY(const auto rows, profiler->values());
  std::vector<double> times;
  for (size_t i = 0; i < launches; ++i) {
    if (rows[i].empty()) return Error{ErrorCode::External, "CUPTI has not timed every launch"};
    times.push_back(rows[i][0] / 1000);
  }
  return times;
}

// The same between events.
Result<std::vector<double>> events_us(const Calibration& calibration, int64_t values,
                                      EventTimer& timer) {
  for (size_t i = 0; i < kRepeats; ++i) {
    // As in a measurement: the GPU is busy when the events are enqueued.
    for (const Status& done : {calibration.launch(kBusyValues), timer.start(i),
                               calibration.launch(values), timer.end(i)}) {
      if (!done) return done.error();
    }
  }
  if (const Status waited = calibration.device.synchronize(); !waited) return waited.error();
  std::vector<double> times;
  for (size_t i = 0; i < kRepeats; ++i) {
    KCAST_TRY(const double elapsed, timer.elapsed_us(i));
    times.push_back(elapsed);
  }
  return times;
}

}  // namespace

EventTimer::~EventTimer() {
  for (const Pair& pair : pairs_) {
    driver_.cuEventDestroy(pair.start);
    driver_.cuEventDestroy(pair.end);
  }
}

Status EventTimer::start(size_t index) {
  while (pairs_.size() <= index) {
    Pair pair;
    KCAST_CUDA(driver_, cuEventCreate, &pair.start, CU_EVENT_DEFAULT);
    KCAST_CUDA(driver_, cuEventCreate, &pair.end, CU_EVENT_DEFAULT);
    pairs_.push_back(pair);
  }
  KCAST_CUDA(driver_, cuEventRecord, pairs_[index].start, nullptr);
  return Unit{};
}

Status EventTimer::end(size_t index) {
  KCAST_CUDA(driver_, cuEventRecord, pairs_[index].end, nullptr);
  return Unit{};
}

Result<double> EventTimer::elapsed_us(size_t index) const {
  float milliseconds = 0;
  KCAST_CUDA(driver_, cuEventElapsedTime, &milliseconds, pairs_[index].start, pairs_[index].end);
  return static_cast<double>(milliseconds) * 1000;
}

Result<double> event_overhead_us(const Cupti& cupti, const ProfiledChip& chip, CudaDevice& device,
                                 EventTimer& timer) {
  KCAST_TRY(const auto memory, device.allocate(int64_t{4} << 22));
  const Calibration calibration{device, memory->address()};
  // Builds the kernel, and brings the clocks up.
  for (int i = 0; i < kWarmUps; ++i) {
    if (const Status launched = calibration.launch(kBusyValues); !launched) return launched.error();
  }
  KCAST_TRY(const std::vector<double> durations, durations_us(cupti, chip, calibration));
  std::vector<double> differences;
  for (size_t size = 0; size < std::size(kFillValues); ++size) {
    KCAST_TRY(std::vector<double> events, events_us(calibration, kFillValues[size], timer));
    const auto first = durations.begin() + static_cast<std::ptrdiff_t>(size * kRepeats);
    differences.push_back(median(std::move(events)) - median({first, first + kRepeats}));
  }
  return median(differences);
}

}  // namespace kcast
