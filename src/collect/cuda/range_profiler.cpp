#include "collect/cuda/range_profiler.h"

#include <cstdlib>

namespace kcast::collect {

namespace {

// A parameter block with its size set, as every function of CUPTI wants it.
#define KCAST_CUPTI_BLOCK(type, name) \
  type name = {};                     \
  (name).structSize = type##_STRUCT_SIZE

}  // namespace

Result<ProfiledChip> profiled_chip(const Cupti& cupti, CUcontext context, int device_index) {
  KCAST_CUPTI_BLOCK(CUpti_Profiler_Initialize_Params, initialize);
  KCAST_CUPTI(cupti, cuptiProfilerInitialize, initialize);
  KCAST_CUPTI_BLOCK(CUpti_Profiler_DeviceSupported_Params, supported);
  supported.cuDevice = device_index;
  supported.api = CUPTI_PROFILER_RANGE_PROFILING;
  KCAST_CUPTI(cupti, cuptiProfilerDeviceSupported, supported);
  if (supported.isSupported != CUPTI_PROFILER_CONFIGURATION_SUPPORTED) {
    return Error{
        ErrorCode::Unsupported,
        "CUPTI cannot profile this GPU (a virtual GPU, confidential computing, or too old)"};
  }
  ProfiledChip chip;
  KCAST_CUPTI_BLOCK(CUpti_Device_GetChipName_Params, name);
  name.deviceIndex = static_cast<size_t>(device_index);
  KCAST_CUPTI(cupti, cuptiDeviceGetChipName, name);
  chip.name = name.pChipName;
  KCAST_CUPTI_BLOCK(CUpti_Profiler_GetCounterAvailability_Params, counters);
  counters.ctx = context;
  KCAST_CUPTI(cupti, cuptiProfilerGetCounterAvailability, counters);
  chip.availability.resize(counters.counterAvailabilityImageSize);
  counters.pCounterAvailabilityImage = chip.availability.data();
  KCAST_CUPTI(cupti, cuptiProfilerGetCounterAvailability, counters);
  return chip;
}

MetricConfig::MetricConfig(const Cupti& cupti, ProfiledChip chip, std::vector<std::string> metrics)
    : cupti_(cupti), chip_(std::move(chip)), metrics_(std::move(metrics)) {
  for (const std::string& metric : metrics_)
    names_.push_back(metric.c_str());
}

Result<std::unique_ptr<MetricConfig>> MetricConfig::make(const Cupti& cupti,
                                                         const ProfiledChip& chip,
                                                         std::vector<std::string> metrics) {
  std::unique_ptr<MetricConfig> config(new MetricConfig(cupti, chip, std::move(metrics)));
  if (const Status prepared = config->prepare(); !prepared) return prepared.error();
  return config;
}

Status MetricConfig::prepare() {
  KCAST_CUPTI_BLOCK(CUpti_Profiler_Host_Initialize_Params, initialize);
  initialize.profilerType = CUPTI_PROFILER_TYPE_RANGE_PROFILER;
  initialize.pChipName = chip_.name.c_str();
  initialize.pCounterAvailabilityImage =
      chip_.availability.empty() ? nullptr : chip_.availability.data();
  KCAST_CUPTI(cupti_, cuptiProfilerHostInitialize, initialize);
  host_ = initialize.pHostObject;
  KCAST_CUPTI_BLOCK(CUpti_Profiler_Host_ConfigAddMetrics_Params, add);
  add.pHostObject = host_;
  add.ppMetricNames = names_.data();
  add.numMetrics = names_.size();
  KCAST_CUPTI(cupti_, cuptiProfilerHostConfigAddMetrics, add);
  KCAST_CUPTI_BLOCK(CUpti_Profiler_Host_GetConfigImageSize_Params, size);
  size.pHostObject = host_;
  KCAST_CUPTI(cupti_, cuptiProfilerHostGetConfigImageSize, size);
  image_.resize(size.configImageSize);
  KCAST_CUPTI_BLOCK(CUpti_Profiler_Host_GetConfigImage_Params, image);
  image.pHostObject = host_;
  image.configImageSize = image_.size();
  image.pConfigImage = image_.data();
  KCAST_CUPTI(cupti_, cuptiProfilerHostGetConfigImage, image);
  KCAST_CUPTI_BLOCK(CUpti_Profiler_Host_GetNumOfPasses_Params, passes);
  passes.configImageSize = image_.size();
  passes.pConfigImage = image_.data();
  KCAST_CUPTI(cupti_, cuptiProfilerHostGetNumOfPasses, passes);
  passes_ = passes.numOfPasses;
  return Unit{};
}

MetricConfig::~MetricConfig() {
  if (host_ == nullptr) return;
  KCAST_CUPTI_BLOCK(CUpti_Profiler_Host_Deinitialize_Params, end);
  end.pHostObject = host_;
  cupti_.cuptiProfilerHostDeinitialize(&end);
}

Result<std::unique_ptr<RangeProfiler>> RangeProfiler::open(const Cupti& cupti, CUcontext context,
                                                           const MetricConfig& config,
                                                           RangeKind kind, size_t max_ranges,
                                                           Replay replay) {
  std::unique_ptr<RangeProfiler> profiler(new RangeProfiler(cupti, config, max_ranges));
  if (const Status enabled = profiler->enable(context, kind, replay); !enabled) {
    return enabled.error();
  }
  return profiler;
}

Status RangeProfiler::enable(CUcontext context, RangeKind kind, Replay replay) {
  KCAST_CUPTI_BLOCK(CUpti_RangeProfiler_Enable_Params, enable);
  enable.ctx = context;
  KCAST_CUPTI(cupti_, cuptiRangeProfilerEnable, enable);
  object_ = enable.pRangeProfilerObject;
  std::vector<const char*> names = config_.names_;
  KCAST_CUPTI_BLOCK(CUpti_RangeProfiler_GetCounterDataSize_Params, size);
  size.pRangeProfilerObject = object_;
  size.pMetricNames = names.data();
  size.numMetrics = names.size();
  size.maxNumOfRanges = max_ranges_;
  size.maxNumRangeTreeNodes = static_cast<uint32_t>(max_ranges_);
  KCAST_CUPTI(cupti_, cuptiRangeProfilerGetCounterDataSize, size);
  data_.assign(size.counterDataSize, 0);
  if (Status ready = begin(); !ready) return ready;
  KCAST_CUPTI_BLOCK(CUpti_RangeProfiler_SetConfig_Params, set);
  set.pRangeProfilerObject = object_;
  set.configSize = config_.image_.size();
  set.pConfig = config_.image_.data();
  set.counterDataImageSize = data_.size();
  set.pCounterDataImage = data_.data();
  set.range = kind == RangeKind::EachLaunch ? CUPTI_AutoRange : CUPTI_UserRange;
  set.replayMode = replay == Replay::Cuptis ? CUPTI_KernelReplay : CUPTI_UserReplay;
  set.maxRangesPerPass = max_ranges_;
  set.numNestingLevels = 1;
  set.minNestingLevel = 1;
  set.passIndex = 0;
  set.targetNestingLevel = 1;
  KCAST_CUPTI(cupti_, cuptiRangeProfilerSetConfig, set);
  return Unit{};
}

RangeProfiler::~RangeProfiler() {
  if (object_ == nullptr) return;
  KCAST_CUPTI_BLOCK(CUpti_RangeProfiler_Disable_Params, disable);
  disable.pRangeProfilerObject = object_;
  cupti_.cuptiRangeProfilerDisable(&disable);
}

Status RangeProfiler::begin() {
  KCAST_CUPTI_BLOCK(CUpti_RangeProfiler_CounterDataImage_Initialize_Params, initialize);
  initialize.pRangeProfilerObject = object_;
  initialize.counterDataSize = data_.size();
  initialize.pCounterData = data_.data();
  KCAST_CUPTI(cupti_, cuptiRangeProfilerCounterDataImageInitialize, initialize);
  return Unit{};
}

Status RangeProfiler::start() {
  KCAST_CUPTI_BLOCK(CUpti_RangeProfiler_Start_Params, start);
  start.pRangeProfilerObject = object_;
  KCAST_CUPTI(cupti_, cuptiRangeProfilerStart, start);
  return Unit{};
}

Status RangeProfiler::push(size_t range) {
  const std::string name = std::to_string(range);
  KCAST_CUPTI_BLOCK(CUpti_RangeProfiler_PushRange_Params, push);
  push.pRangeProfilerObject = object_;
  push.pRangeName = name.c_str();
  KCAST_CUPTI(cupti_, cuptiRangeProfilerPushRange, push);
  return Unit{};
}

Status RangeProfiler::pop() {
  KCAST_CUPTI_BLOCK(CUpti_RangeProfiler_PopRange_Params, pop);
  pop.pRangeProfilerObject = object_;
  KCAST_CUPTI(cupti_, cuptiRangeProfilerPopRange, pop);
  return Unit{};
}

Result<bool> RangeProfiler::stop() {
  KCAST_CUPTI_BLOCK(CUpti_RangeProfiler_Stop_Params, stop);
  stop.pRangeProfilerObject = object_;
  KCAST_CUPTI(cupti_, cuptiRangeProfilerStop, stop);
  return stop.isAllPassSubmitted != 0;
}

Result<std::vector<std::vector<double>>> RangeProfiler::values() {
  KCAST_CUPTI_BLOCK(CUpti_RangeProfiler_DecodeData_Params, decode);
  decode.pRangeProfilerObject = object_;
  KCAST_CUPTI(cupti_, cuptiRangeProfilerDecodeData, decode);
  if (decode.numOfRangeDropped != 0) {
    return Error{ErrorCode::External,
                 "CUPTI dropped " + std::to_string(decode.numOfRangeDropped) + " ranges"};
  }
  KCAST_CUPTI_BLOCK(CUpti_RangeProfiler_GetCounterDataInfo_Params, info);
  info.pCounterDataImage = data_.data();
  info.counterDataImageSize = data_.size();
  KCAST_CUPTI(cupti_, cuptiRangeProfilerGetCounterDataInfo, info);
  std::vector<std::vector<double>> rows(max_ranges_);
  for (size_t i = 0; i < info.numTotalRanges; ++i) {
    if (const Status read = read_range(i, rows); !read) return read.error();
  }
  return rows;
}

Status RangeProfiler::read_range(size_t index, std::vector<std::vector<double>>& rows) {
  KCAST_CUPTI_BLOCK(CUpti_RangeProfiler_CounterData_GetRangeInfo_Params, range);
  range.pCounterDataImage = data_.data();
  range.counterDataImageSize = data_.size();
  range.rangeIndex = index;
  range.rangeDelimiter = "/";
  KCAST_CUPTI(cupti_, cuptiRangeProfilerCounterDataGetRangeInfo, range);
  const size_t number =
      range.rangeName != nullptr ? std::strtoull(range.rangeName, nullptr, 10) : index;
  if (number >= rows.size()) {
    return Error{ErrorCode::Internal, "CUPTI names a range that nobody pushed"};
  }
  std::vector<const char*> names = config_.names_;
  std::vector<double> values(names.size());
  KCAST_CUPTI_BLOCK(CUpti_Profiler_Host_EvaluateToGpuValues_Params, evaluate);
  evaluate.pHostObject = config_.host_;
  evaluate.pCounterDataImage = data_.data();
  evaluate.counterDataImageSize = data_.size();
  evaluate.rangeIndex = index;
  evaluate.ppMetricNames = names.data();
  evaluate.numMetrics = names.size();
  evaluate.pMetricValues = values.data();
  KCAST_CUPTI(cupti_, cuptiProfilerHostEvaluateToGpuValues, evaluate);
  rows[number] = std::move(values);
  return Unit{};
}

}  // namespace kcast::collect
