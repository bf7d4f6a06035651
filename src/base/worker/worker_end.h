// How a worker's work ended.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/wire.h"

namespace kcast {

enum class WorkerEnd : uint8_t {
  Answered,
  Stopped,    // by itself, at a limit
  Died,       // a crash
  TimedOut,   // the caller's time was up; the text says how much that was
  Cancelled,  // by the caller
  Refused,    // it asked or answered more than it may
  Unable,     // no worker could be started
};

KCAST_WIRE_ENUM(WorkerEnd, Unable)

struct WorkerOutcome {
  WorkerEnd end = WorkerEnd::Died;
  std::string text;                   // the answer, or why there is none
  std::vector<std::string> progress;  // what it said that it works on, in order
};

}  // namespace kcast
