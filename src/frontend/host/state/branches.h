// Code of which it is not known whether it runs, or to what end: what it changes is joined
// with what else may be, or forgotten.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "frontend/host/state/call_stack.h"
#include "frontend/host/state/causes.h"
#include "frontend/host/state/control.h"
#include "frontend/host/state/doubt.h"
#include "frontend/host/values/memory.h"

namespace kcast::host {

struct BranchesUses {
  HostMemory& memory_;
  CallStack& stack_;
  Causes& causes_;
  Control& control_;
  Doubt& doubt_;
};

class Branches : private BranchesUses {
 public:
  explicit Branches(const BranchesUses& uses) : BranchesUses(uses) {}

  // Runs the ways on from a condition that is not known and joins what they leave
  // behind. The expected way, if any, does not count as conditional.
  Flow fork(CauseSet condition, const std::vector<std::function<Flow()>>& ways, int expected);
  // Code that launches nothing may cost only so much; then what it changed is forgotten.
  // False when that happened.
  bool run_limited(const std::function<void()>& code, Limited kind, const std::string& reason);

 private:
  void leave_early(Flow flow, CauseSet condition);
  void forget_changes(const std::string& reason);
};

}  // namespace kcast::host
