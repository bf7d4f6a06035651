// Rounds that are only tried out.
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "frontend/host/machine.h"

namespace kcast::host {

// Rounds that are undone: what they change, the launches they make and the way they end are
// of no account outside.
class HostMachine::Trial {
 public:
  Trial(HostMachine& machine, uint64_t budget, std::vector<LaunchRecord>* launches);
  Trial(const Trial&) = delete;
  Trial& operator=(const Trial&) = delete;
  ~Trial();

  EarlyExits& exits() { return exits_; }
  // What the rounds left behind, and the state before them again.
  MemoryDelta undo();

 private:
  HostMachine& machine_;
  EarlyExits exits_;
  bool is_undone_ = false;
  uint64_t deadline_;
  std::vector<LaunchRecord>* rehearsal_;
  int rehearsal_base_;
  bool loop_doubted_;
  bool way_skipped_;
  CauseSet loop_doubt_;
  SourcePlace user_place_;
  EarlyExits* break_exits_;
  EarlyExits* continue_exits_;
};

}  // namespace kcast::host
