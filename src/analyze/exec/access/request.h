// Lanes that go to memory together.
#pragma once

#include "analyze/exec/ops/lanes.h"
#include "analyze/exec/program.h"

namespace kcast::exec {

struct Request {
  ptx::Space space = ptx::Space::Global;
  Slot slot = kNoSlot;  // of the register that holds the addresses
  const Lane* address = nullptr;
  LaneMask mask = 0;
};

}  // namespace kcast::exec
