#include "collect/cuda/inject/launch_reader.h"

#include "collect/cuda/inject/launch_record.h"

namespace kcast::collect {

Result<const MetricConfig*> LaunchReader::config_of(CUcontext context, int device_index,
                                                    bool tensor) {
  if (const auto found = configs_.find({device_index, tensor}); found != configs_.end()) {
    return found->second.get();
  }
  if (!chips_.contains(device_index)) {
    KCAST_TRY(ProfiledChip chip, profiled_chip(cupti_, context, device_index));
    chips_.emplace(device_index, std::move(chip));
  }
  auto made = MetricConfig::make(cupti_, chips_.at(device_index), program_metrics(tensor));
  if (!made && tensor) {
    made = MetricConfig::make(cupti_, chips_.at(device_index), program_metrics(false));
  }
  if (!made) return made.error();
  return (configs_[{device_index, tensor}] = *std::move(made)).get();
}

Status LaunchReader::begin(CUcontext context, int device_index, bool tensor) {
  KCAST_TRY(const MetricConfig* config, config_of(context, device_index, tensor));
  KCAST_TRY(session_, RangeProfiler::open(cupti_, context, *config, RangeKind::EachLaunch, 1,
                                          Replay::Cuptis));
  Status started = session_->start();
  if (!started) session_.reset();
  return started;
}

Result<std::vector<double>> LaunchReader::end() {
  const std::unique_ptr<RangeProfiler> session = std::move(session_);
  KCAST_TRY(const bool all_passes, session->stop());
  if (!all_passes) return Error{ErrorCode::External, "CUPTI did not replay the launch"};
  KCAST_TRY(std::vector<std::vector<double>> ranges, session->values());
  if (ranges.empty() || ranges[0].empty()) {
    return Error{ErrorCode::External, "CUPTI saw no kernel in this launch"};
  }
  return std::move(ranges[0]);
}

}  // namespace kcast::collect
