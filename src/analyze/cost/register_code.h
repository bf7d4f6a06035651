// A kernel as ptxas allocates it: values that need registers of a thread, and steps that read and
// write them. What machine code has elsewhere or folds into operands is gone: parameters and
// constants, predicates, what is equal in the whole warp, scaled indices, offsets, copies.
#pragma once

#include <cstdint>
#include <vector>

#include "analyze/cost/step_class.h"
#include "analyze/ptx/ptx.h"

namespace kcast::cost {

struct RegisterStep {
  std::vector<int32_t> reads;   // values, each once
  std::vector<int32_t> writes;  // values, each once
  int32_t instruction = 0;      // of the function
  int32_t scratch = 0;          // registers that it takes beside what lives across it
  StepClass kind = StepClass::Arithmetic;
  bool partial = false;  // runs under a predicate: what it writes may keep its old value
};

struct RegisterBlock {
  std::vector<RegisterStep> steps;
  std::vector<int32_t> successors;  // blocks
  int32_t depth = 0;                // loops around it
};

struct RegisterCode {
  std::vector<int32_t> width;  // of each value, in registers
  std::vector<RegisterBlock> blocks;
};

struct RegisterCodeOptions {
  bool keeps_bases = false;  // addresses of parameters, before loops and from block to block
  bool unrolls = false;      // short loops, once more
};

RegisterCode register_code(const ptx::Module& module, const ptx::Function& function,
                           const RegisterCodeOptions& options = {});

}  // namespace kcast::cost
