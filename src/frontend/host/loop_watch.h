// What the evaluator sees of a loop that it may shorten.
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "frontend/host/host_machine.h"

namespace kcast {

struct HostMachine::LoopWatch {
  bool is_allowed = true;
  int64_t block = 2;  // rounds between looks
  int64_t round = 0;
  uint64_t look_step = 0;      // steps taken at the first look
  uint64_t look_launches = 0;  // launches made by then
  std::vector<std::map<uint32_t, ContentRef>> looks;
  std::map<uint32_t, ContentRef> origin;  // contents before the loop
};

}  // namespace kcast
