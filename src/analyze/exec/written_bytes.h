// Memory that a block or a lane writes while it runs.
#pragma once

#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "analyze/exec/known.h"

namespace kcast::exec {

// Bytes with a record of which were ever written: shared memory of a block, or local
// memory and call parameters of a lane.
class ByteMemory {
 public:
  void reset(size_t bytes);
  size_t size() const { return bytes_.size(); }
  Known load(uint64_t offset, int bytes) const;
  // Returns whether anything changed.
  bool store(uint64_t offset, int bytes, Lane value, bool known);
  const std::vector<uint8_t>& bytes() const { return bytes_; }
  const std::vector<uint8_t>& known() const { return known_; }

 private:
  std::vector<uint8_t> bytes_, known_;
};

// What one block wrote to global memory, by words of eight bytes.
class Overlay {
 public:
  void clear() { words_.clear(); }
  bool empty() const { return words_.empty(); }
  bool store(uint64_t address, int bytes, Lane value, bool known);
  // Replaces the bytes of `under` that were written.
  Known load(uint64_t address, int bytes, Known under, bool& touched) const;

 private:
  struct Word {
    uint64_t bits = 0;
    uint8_t written = 0, known = 0;
  };
  std::unordered_map<uint64_t, Word> words_;  // looked up, never walked: order cannot matter
};

}  // namespace kcast::exec
