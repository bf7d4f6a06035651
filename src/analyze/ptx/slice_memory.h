// Which pieces of global memory an address can point into, as a set of bits: one per
// kernel parameter or variable of the module that holds or is the memory.
#pragma once

#include <cstdint>
#include <vector>

#include "analyze/ptx/ptx.h"

namespace kcast::ptx {

using PlaceSet = uint64_t;
inline constexpr PlaceSet kAnyPlace = ~PlaceSet{0};

// What an instruction does to memory, beside its address and value registers.
bool reads_memory(const Instruction& instruction);
bool writes_memory(const Instruction& instruction);
Space read_space(const Instruction& instruction);
// The address through which it reads or writes; nullptr: it has none.
const Operand* address_of(const Instruction& instruction, bool reading);

// Buffers of different parameters are taken to be different; a pointer that comes out
// of memory or of a caller can point anywhere.
class PlaceMap {
 public:
  PlaceMap(const Module& module, const Function& function);
  PlaceSet of(const Operand& address) const;

 private:
  PlaceSet place_of_symbol(int32_t symbol) const;
  PlaceSet made_by(const Instruction& instruction) const;
  void spread();

  const Module& module_;
  const Function& function_;
  std::vector<PlaceSet> places_;  // per register
  PlaceSet pointers_ = kAnyPlace;
};

}  // namespace kcast::ptx
