// A stand-in for CUPTI, libcupti.so.13: sessions of the range profiler as the library in an
// application should use them, with the numbers of a saxpy over 2^24 floats for every launch.
// Calls in a wrong order fail as CUPTI's do.
//
// FAKE_CUPTI_REFUSE=1: nobody may profile here. FAKE_CUPTI_NO_TENSOR=1: no such metrics.
#include <cuda.h>
#include <cupti_activity.h>
#include <cupti_callbacks.h>
#include <cupti_profiler_target.h>
#include <cupti_range_profiler.h>
#include <cupti_result.h>
#include <cupti_target.h>
#include <dlfcn.h>

#include <cstdlib>
#include <cstring>
#include <map>
#include <mutex>
#include <string>

// Needs std::string, which it does not include.
#include <cupti_profiler_host.h>

namespace {

std::mutex g_mutex;
bool g_enabled = false;
bool g_configured = false;
bool g_started = false;
size_t g_max_ranges = 0;
size_t g_ranges = 0;
char g_object = 0;  // whose address stands for objects

const std::map<std::string, double> kValues = {
    {"gpu__time_duration.sum", 64000},
    {"l1tex__t_bytes.sum", 201326592},
    {"l1tex__t_sector_hit_rate.pct", 12.5},
    {"lts__t_bytes.sum", 303000000},
    {"lts__t_sector_hit_rate.pct", 33.5},
    {"dram__bytes_read.sum", 134217728},
    {"dram__bytes_write.sum", 50000000},
    {"sm__sass_thread_inst_executed_op_ffma_pred_on.sum", 16777216},
    {"sm__sass_thread_inst_executed_op_integer_pred_on.sum", 67108864},
    {"sm__cycles_elapsed.avg.per_second", 1.98e9},
};

// A launch between the start and the stop of a session is a range.
void launched() {
  const std::lock_guard lock(g_mutex);
  if (g_started) ++g_ranges;
}

bool is_set(const char* variable) {
  return std::getenv(variable) != nullptr;
}

CUptiResult ok_if(bool allowed) {
  return allowed ? CUPTI_SUCCESS : CUPTI_ERROR_INVALID_OPERATION;
}

}  // namespace

extern "C" {

CUptiResult cuptiGetResultString(CUptiResult result, const char** text) {
  *text = result == CUPTI_ERROR_INSUFFICIENT_PRIVILEGES ? "CUPTI_ERROR_INSUFFICIENT_PRIVILEGES"
                                                        : "CUPTI_ERROR_INVALID_OPERATION";
  return CUPTI_SUCCESS;
}

CUptiResult cuptiSubscribe(CUpti_SubscriberHandle*, CUpti_CallbackFunc callback, void* userdata) {
  void* driver = dlopen("libcuda.so.1", RTLD_NOW | RTLD_NOLOAD);
  if (driver == nullptr) return CUPTI_ERROR_NOT_INITIALIZED;
  using Subscribe = void (*)(CUpti_CallbackFunc, void*, void (*)());
  reinterpret_cast<Subscribe>(dlsym(driver, "fake_driver_subscribe"))(callback, userdata, launched);
  return CUPTI_SUCCESS;
}
// Nobody asks for records here.
CUptiResult cuptiActivityRegisterCallbacks(CUpti_BuffersCallbackRequestFunc,
                                           CUpti_BuffersCallbackCompleteFunc) {
  return CUPTI_SUCCESS;
}
CUptiResult cuptiActivityEnable(CUpti_ActivityKind) {
  return CUPTI_SUCCESS;
}
CUptiResult cuptiActivityDisable(CUpti_ActivityKind) {
  return CUPTI_SUCCESS;
}
CUptiResult cuptiActivityFlushAll(uint32_t) {
  return CUPTI_SUCCESS;
}
CUptiResult cuptiActivityGetNextRecord(uint8_t*, size_t, CUpti_Activity**) {
  return CUPTI_ERROR_MAX_LIMIT_REACHED;
}
CUptiResult cuptiActivityGetNumDroppedRecords(CUcontext, uint32_t, size_t* dropped) {
  *dropped = 0;
  return CUPTI_SUCCESS;
}
CUptiResult cuptiUnsubscribe(CUpti_SubscriberHandle) {
  return CUPTI_SUCCESS;
}
CUptiResult cuptiEnableCallback(uint32_t, CUpti_SubscriberHandle, CUpti_CallbackDomain,
                                CUpti_CallbackId) {
  return CUPTI_SUCCESS;
}

CUptiResult cuptiProfilerInitialize(CUpti_Profiler_Initialize_Params*) {
  return CUPTI_SUCCESS;
}
CUptiResult cuptiProfilerDeviceSupported(CUpti_Profiler_DeviceSupported_Params* p) {
  p->isSupported = CUPTI_PROFILER_CONFIGURATION_SUPPORTED;
  return CUPTI_SUCCESS;
}
CUptiResult cuptiDeviceGetChipName(CUpti_Device_GetChipName_Params* p) {
  p->pChipName = "GH100";
  return CUPTI_SUCCESS;
}
CUptiResult cuptiProfilerGetCounterAvailability(CUpti_Profiler_GetCounterAvailability_Params* p) {
  const std::lock_guard lock(g_mutex);
  p->counterAvailabilityImageSize = 4;
  return ok_if(!g_enabled);
}

CUptiResult cuptiProfilerHostInitialize(CUpti_Profiler_Host_Initialize_Params* p) {
  p->pHostObject = reinterpret_cast<CUpti_Profiler_Host_Object*>(&g_object);
  return CUPTI_SUCCESS;
}
CUptiResult cuptiProfilerHostDeinitialize(CUpti_Profiler_Host_Deinitialize_Params*) {
  return CUPTI_SUCCESS;
}
CUptiResult cuptiProfilerHostConfigAddMetrics(CUpti_Profiler_Host_ConfigAddMetrics_Params* p) {
  for (size_t i = 0; i < p->numMetrics; ++i) {
    const bool tensor = std::strstr(p->ppMetricNames[i], "ops_path_tensor") != nullptr;
    if (tensor && is_set("FAKE_CUPTI_NO_TENSOR")) return CUPTI_ERROR_INVALID_METRIC_NAME;
  }
  return CUPTI_SUCCESS;
}
CUptiResult cuptiProfilerHostGetConfigImageSize(CUpti_Profiler_Host_GetConfigImageSize_Params* p) {
  p->configImageSize = 16;
  return CUPTI_SUCCESS;
}
CUptiResult cuptiProfilerHostGetConfigImage(CUpti_Profiler_Host_GetConfigImage_Params*) {
  return CUPTI_SUCCESS;
}
CUptiResult cuptiProfilerHostGetNumOfPasses(CUpti_Profiler_Host_GetNumOfPasses_Params* p) {
  p->numOfPasses = 3;
  return CUPTI_SUCCESS;
}
CUptiResult cuptiProfilerHostEvaluateToGpuValues(
    CUpti_Profiler_Host_EvaluateToGpuValues_Params* p) {
  for (size_t i = 0; i < p->numMetrics; ++i) {
    const auto found = kValues.find(p->ppMetricNames[i]);
    p->pMetricValues[i] = found == kValues.end() ? 0 : found->second;
  }
  return CUPTI_SUCCESS;
}

CUptiResult cuptiRangeProfilerEnable(CUpti_RangeProfiler_Enable_Params* p) {
  if (is_set("FAKE_CUPTI_REFUSE")) return CUPTI_ERROR_INSUFFICIENT_PRIVILEGES;
  const std::lock_guard lock(g_mutex);
  const CUptiResult result = ok_if(!g_enabled && p->ctx != nullptr);
  g_enabled = true;
  g_configured = false;
  p->pRangeProfilerObject = reinterpret_cast<CUpti_RangeProfiler_Object*>(&g_object);
  return result;
}
CUptiResult cuptiRangeProfilerDisable(CUpti_RangeProfiler_Disable_Params*) {
  const std::lock_guard lock(g_mutex);
  g_enabled = g_started = false;
  return CUPTI_SUCCESS;
}
CUptiResult cuptiRangeProfilerGetCounterDataSize(CUpti_RangeProfiler_GetCounterDataSize_Params* p) {
  p->counterDataSize = 64;
  return CUPTI_SUCCESS;
}
CUptiResult cuptiRangeProfilerCounterDataImageInitialize(
    CUpti_RangeProfiler_CounterDataImage_Initialize_Params*) {
  const std::lock_guard lock(g_mutex);
  g_ranges = 0;
  return CUPTI_SUCCESS;
}
CUptiResult cuptiRangeProfilerSetConfig(CUpti_RangeProfiler_SetConfig_Params* p) {
  const std::lock_guard lock(g_mutex);
  g_max_ranges = p->maxRangesPerPass;
  g_configured = g_enabled && p->range == CUPTI_AutoRange && p->replayMode == CUPTI_KernelReplay;
  return ok_if(g_configured);
}
CUptiResult cuptiRangeProfilerStart(CUpti_RangeProfiler_Start_Params*) {
  const std::lock_guard lock(g_mutex);
  const CUptiResult result = ok_if(g_configured && !g_started);
  g_started = true;
  return result;
}
CUptiResult cuptiRangeProfilerStop(CUpti_RangeProfiler_Stop_Params* p) {
  const std::lock_guard lock(g_mutex);
  const CUptiResult result = ok_if(g_started);
  g_started = false;
  p->isAllPassSubmitted = 1;
  return result;
}
CUptiResult cuptiRangeProfilerPushRange(CUpti_RangeProfiler_PushRange_Params*) {
  return CUPTI_ERROR_INVALID_OPERATION;
}
CUptiResult cuptiRangeProfilerPopRange(CUpti_RangeProfiler_PopRange_Params*) {
  return CUPTI_ERROR_INVALID_OPERATION;
}
CUptiResult cuptiRangeProfilerDecodeData(CUpti_RangeProfiler_DecodeData_Params* p) {
  const std::lock_guard lock(g_mutex);
  p->numOfRangeDropped = g_ranges > g_max_ranges ? g_ranges - g_max_ranges : 0;
  return ok_if(!g_started);
}
CUptiResult cuptiRangeProfilerGetCounterDataInfo(CUpti_RangeProfiler_GetCounterDataInfo_Params* p) {
  const std::lock_guard lock(g_mutex);
  p->numTotalRanges = g_ranges;
  return CUPTI_SUCCESS;
}
CUptiResult cuptiRangeProfilerCounterDataGetRangeInfo(
    CUpti_RangeProfiler_CounterData_GetRangeInfo_Params* p) {
  p->rangeName = "0";
  return CUPTI_SUCCESS;
}

}  // extern "C"
