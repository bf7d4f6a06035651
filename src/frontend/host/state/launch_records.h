// What launches leave behind.
#pragma once

#include <clang/AST/Decl.h>

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "frontend/host/state/causes.h"
#include "frontend/host/state/control.h"
#include "frontend/host/state/doubt.h"
#include "frontend/host/state/launch_log.h"

namespace kcast::host {

struct LaunchState {
  LaunchLog log;
  std::vector<uint32_t> mattered;  // causes in the order in which launches met them
  uint64_t made = 0;
  bool recording = true;
  bool values_vary = false;  // the launch being read depends on the round of a loop
  // Launches of rounds that are only tried out; null: those that happen.
  std::vector<LaunchRecord>* trial_launches = nullptr;
  int trial_conditions = 0;  // conditions that are not known around the trial
};

struct LaunchRecordsUses {
  LaunchState& launched_;
  Causes& causes_;
  Control& control_;
  const Doubt& doubt_;
};

class LaunchRecords : private LaunchRecordsUses {
 public:
  explicit LaunchRecords(const LaunchRecordsUses& uses) : LaunchRecordsUses(uses) {}

  // A value as a launch reports it; why it is not known then matters.
  HostValue host_value(const EvalValue& value, const std::string& text);
  // `kernel` is null where its code is not part of this reading.
  void record(HostLaunch launch, const void* site, const clang::FunctionDecl* kernel);
  void add_record(LaunchRecord record);
  // The evaluation ends inside a loop: how often it would have launched is not known.
  void give_up_counts(uint64_t launches_before);

 private:
  void matters(CauseSet causes);
  bool only_computes_in(const clang::FunctionDecl* kernel, unsigned parameter);

  std::map<std::pair<const clang::FunctionDecl*, unsigned>, bool> only_computes_;
};

}  // namespace kcast::host
