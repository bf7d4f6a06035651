// What of a function has to be evaluated, and what only has to be counted.
#pragma once

#include <vector>

#include "analyze/ptx/ptx.h"

namespace kcast::ptx {

// Registers that decide where control goes or which addresses are touched: the
// backward slice of guards, branches, addresses, and of what shuffles, votes,
// atomics and memory pass on to them. [instruction] -> must be evaluated.
// Values outside the slice only need counting: a load or store that is not needed
// still has a needed address. The flags say for shared and local memory (each as a
// whole), and global memory, whether stored values can reach the slice, so that the
// stores that are needed must be carried out. Kernel parameters are taken to point
// to different buffers. Control and barriers are always needed; a call of a function
// with a body, too, with its arguments; a canonical math call if its result is.
struct ControlSlice {
  std::vector<bool> needed;            // per instruction
  std::vector<bool> needed_registers;  // per register
  bool shared_values = false;          // values loaded from shared memory matter
  bool local_values = false;
  bool global_values = false;  // a needed load can see a store of this kernel
};
// What machine code does for the instruction depends on the values that it is given: a
// division or root of full precision, a choice between reals.
bool depends_on_values(const Instruction& instruction);

// `with_math`: canonical math calls and what depends on values are needed whether or not
// their results are.
ControlSlice control_slice(const Module& module, const Function& function, bool with_math = false);

}  // namespace kcast::ptx
