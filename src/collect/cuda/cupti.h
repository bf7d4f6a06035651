// CUPTI, loaded at run time as the driver is: counters of NVIDIA GPUs from inside the process.
#pragma once

#include <cuda.h>
#include <cupti_activity.h>
#include <cupti_callbacks.h>
#include <cupti_profiler_target.h>
#include <cupti_range_profiler.h>
#include <cupti_result.h>
#include <cupti_target.h>

#include <string>

// Needs std::string, which it does not include.
#include <cupti_profiler_host.h>

#include "base/result.h"

// Every function of CUPTI that the collector calls.
#define KCAST_CUPTI_FUNCTIONS(X)                  \
  X(cuptiGetResultString)                         \
  X(cuptiActivityDisable)                         \
  X(cuptiActivityEnable)                          \
  X(cuptiActivityFlushAll)                        \
  X(cuptiActivityGetNextRecord)                   \
  X(cuptiActivityGetNumDroppedRecords)            \
  X(cuptiActivityRegisterCallbacks)               \
  X(cuptiSubscribe)                               \
  X(cuptiUnsubscribe)                             \
  X(cuptiEnableCallback)                          \
  X(cuptiProfilerInitialize)                      \
  X(cuptiProfilerDeviceSupported)                 \
  X(cuptiProfilerGetCounterAvailability)          \
  X(cuptiDeviceGetChipName)                       \
  X(cuptiProfilerHostInitialize)                  \
  X(cuptiProfilerHostDeinitialize)                \
  X(cuptiProfilerHostConfigAddMetrics)            \
  X(cuptiProfilerHostGetConfigImageSize)          \
  X(cuptiProfilerHostGetConfigImage)              \
  X(cuptiProfilerHostGetNumOfPasses)              \
  X(cuptiProfilerHostEvaluateToGpuValues)         \
  X(cuptiRangeProfilerEnable)                     \
  X(cuptiRangeProfilerDisable)                    \
  X(cuptiRangeProfilerGetCounterDataSize)         \
  X(cuptiRangeProfilerCounterDataImageInitialize) \
  X(cuptiRangeProfilerSetConfig)                  \
  X(cuptiRangeProfilerStart)                      \
  X(cuptiRangeProfilerStop)                       \
  X(cuptiRangeProfilerPushRange)                  \
  X(cuptiRangeProfilerPopRange)                   \
  X(cuptiRangeProfilerDecodeData)                 \
  X(cuptiRangeProfilerGetCounterDataInfo)         \
  X(cuptiRangeProfilerCounterDataGetRangeInfo)

namespace kcast::collect {

struct Cupti {
#define KCAST_CUPTI_FIELD(function) decltype(&::function) function = nullptr;
  // NOLINTNEXTLINE(readability-identifier-naming): NVIDIA's names.
  KCAST_CUPTI_FUNCTIONS(KCAST_CUPTI_FIELD)
#undef KCAST_CUPTI_FIELD
};

// Loads it once per process. Works without a GPU as far as metrics and passes go.
Result<const Cupti*> load_cupti();

// CUPTI's words for a status, with the remedy where there is a known one.
Error cupti_error(const Cupti& cupti, CUptiResult status, const std::string& doing);

}  // namespace kcast::collect

// Calls a function of CUPTI; on failure returns the error from the enclosing function.
#define KCAST_CUPTI(cupti, function, parameters)                                    \
  do {                                                                              \
    const CUptiResult kcast_cupti_status = (cupti).function(&(parameters));         \
    if (kcast_cupti_status != CUPTI_SUCCESS)                                        \
      return ::kcast::collect::cupti_error((cupti), kcast_cupti_status, #function); \
  } while (false)
