#include "collect/cuda/kernel_durations.h"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <mutex>
#include <string>
#include <utility>

namespace kcast::collect {

namespace {

constexpr size_t kBufferBytes = size_t{1} << 20;
constexpr size_t kBufferAlignmentBytes = 8;

struct KernelTimes {
  uint64_t start_ns = 0;
  uint64_t end_ns = 0;
};

// CUPTI hands buffers to functions without a context of their own.
struct Records {
  std::mutex mutex;
  const Cupti* cupti = nullptr;
  std::vector<KernelTimes> kernels;
  size_t dropped = 0;
};

Records& records() {
  static Records all;
  return all;
}

void CUPTIAPI give_buffer(uint8_t** buffer, size_t* size, size_t* most_records) {
  *buffer = static_cast<uint8_t*>(std::aligned_alloc(kBufferAlignmentBytes, kBufferBytes));
  *size = *buffer != nullptr ? kBufferBytes : 0;
  *most_records = 0;
}

void CUPTIAPI take_buffer(CUcontext context, uint32_t stream, uint8_t* buffer, size_t /*size*/,
                          size_t valid_bytes) {
  Records& all = records();
  const std::lock_guard lock(all.mutex);
  CUpti_Activity* record = nullptr;
  while (all.cupti->cuptiActivityGetNextRecord(buffer, valid_bytes, &record) == CUPTI_SUCCESS) {
    if (record->kind != CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL) continue;
    const auto* kernel = reinterpret_cast<const CUpti_ActivityKernel10*>(record);
    all.kernels.push_back({kernel->start, kernel->end});
  }
  size_t dropped = 0;
  if (all.cupti->cuptiActivityGetNumDroppedRecords(context, stream, &dropped) == CUPTI_SUCCESS) {
    all.dropped += dropped;
  }
  std::free(buffer);
}

Status checked(const Cupti& cupti, CUptiResult status, const char* doing) {
  if (status == CUPTI_SUCCESS) return Unit{};
  return cupti_error(cupti, status, doing);
}

}  // namespace

Status KernelDurations::start() {
  Records& all = records();
  if (!registered_) {
    all.cupti = &cupti_;
    Status registered =
        checked(cupti_, cupti_.cuptiActivityRegisterCallbacks(give_buffer, take_buffer),
                "cuptiActivityRegisterCallbacks");
    if (!registered) return registered;
    registered_ = true;
  }
  {
    const std::lock_guard lock(all.mutex);
    all.kernels.clear();
    all.dropped = 0;
  }
  return checked(cupti_, cupti_.cuptiActivityEnable(CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL),
                 "cuptiActivityEnable");
}

Result<std::vector<double>> KernelDurations::stop() {
  if (const Status flushed =
          checked(cupti_, cupti_.cuptiActivityFlushAll(0), "cuptiActivityFlushAll");
      !flushed) {
    return flushed.error();
  }
  if (const Status disabled =
          checked(cupti_, cupti_.cuptiActivityDisable(CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL),
                  "cuptiActivityDisable");
      !disabled) {
    return disabled.error();
  }
  Records& all = records();
  const std::lock_guard lock(all.mutex);
  if (all.dropped > 0) {
    return Error{ErrorCode::External,
                 "CUPTI lost the times of " + std::to_string(all.dropped) + " kernels"};
  }
  std::sort(all.kernels.begin(), all.kernels.end(),
            [](const KernelTimes& a, const KernelTimes& b) { return a.start_ns < b.start_ns; });
  std::vector<double> durations;
  for (const KernelTimes& kernel : all.kernels)
    durations.push_back(static_cast<double>(kernel.end_ns - kernel.start_ns) / 1000);
  all.kernels.clear();
  return durations;
}

}  // namespace kcast::collect
