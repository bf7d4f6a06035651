// What the buffers and variables of a launch hold while all of its blocks run.
#pragma once

#include <cstdint>
#include <vector>

#include "analyze/exec/memory.h"
#include "analyze/exec/written_bytes.h"

namespace kcast::exec {

// Blocks run one after the other, and every store stays.
class LaunchContents {
 public:
  // Filled as before the launch. The memory must outlive it.
  explicit LaunchContents(const LaunchMemory& memory);

  // Outside of every buffer nothing is known, and nothing is kept.
  Known load(uint64_t address, int bytes) const;
  void store(uint64_t address, int bytes, Lane value, bool known);

  // By the index of LaunchMemory::buffers.
  const ByteMemory& of(size_t buffer) const { return bytes_[buffer]; }

 private:
  const LaunchMemory* memory_;
  std::vector<ByteMemory> bytes_;
};

}  // namespace kcast::exec
