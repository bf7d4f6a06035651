// What launches leave behind.
#pragma once

#include <cstdint>
#include <vector>

#include "frontend/host/state/launch_log.h"

namespace kcast::host {

struct LaunchState {
  LaunchLog log;
  std::vector<uint32_t> mattered;  // causes in the order in which launches met them
  uint64_t made = 0;
  bool recording = true;
  bool values_vary = false;  // the launch being read depends on the round of a loop
  // Launches of rounds that are only tried out; null: those that happen.
  std::vector<LaunchRecord>* rehearsal = nullptr;
  int rehearsal_base = 0;  // conditions that are not known around the trial
};

}  // namespace kcast::host
