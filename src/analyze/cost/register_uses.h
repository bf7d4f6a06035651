// Who writes and who reads each register of a function, and what its loops count: what the rules
// about fused instructions ask.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "analyze/ptx/ptx.h"

namespace kcast::cost {

// The register that an instruction writes; -1: none, or several.
int32_t result(const ptx::Instruction& i);
// The register that an operand is; -1: it is something else.
int32_t source(const ptx::Instruction& i, size_t at);
// An operation on integers whose result follows from its operands alone.
bool is_pure_integer(const ptx::Instruction& i);
// The operation and its operands by value; empty where it is not worth a name.
std::string expression(const ptx::Instruction& i, const std::map<int32_t, std::string>& same_as);

// An index of a function, which must outlive it. Instructions, registers (`value`), blocks and
// loops go by number; -1 is none. `depth` is how far a rule has followed definitions already.
class RegisterUses {
 public:
  struct Use {
    int32_t instruction = 0;
    int32_t operand = 0;  // -1: as the instruction's predicate
  };

  explicit RegisterUses(const ptx::Function& function);

  const ptx::Function& function() const { return function_; }
  // Of a register that is one.
  const std::vector<Use>& writers(int32_t value) const {
    return writers_[static_cast<size_t>(value)];
  }
  const std::vector<Use>& readers(int32_t value) const {
    return readers_[static_cast<size_t>(value)];
  }
  const ptx::Instruction& instruction(int32_t at) const {
    return function_.instructions[static_cast<size_t>(at)];
  }
  // The only instruction that writes the register; -1 when there are several.
  int32_t definition(int32_t value) const;
  // Whether exactly one operand reads it.
  bool used_once(int32_t value) const {
    return value >= 0 && static_cast<size_t>(value) < readers_.size() &&
           readers_[static_cast<size_t>(value)].size() == 1;
  }
  // Whether several instructions write it.
  bool is_merged(int32_t value) const;
  // How many operands read what the instruction writes.
  size_t use_count(int32_t at) const;
  int32_t block_of(int32_t at) const;
  // Made of parameters, sizes, the block's number and constants alone.
  bool is_uniform(int32_t at, int depth) const;
  // An address in a loop that moves by a constant: of unrolled copies one is computed, the
  // others are offsets of it.
  bool is_stepped_address(int32_t at, int32_t loop) const;
  // Integer arithmetic whose result is the same in every round of the loop.
  bool is_loop_constant(int32_t at, int32_t loop, int depth) const;
  // A 64-bit value made of 32-bit ones, extended: the compilers compute it narrow.
  bool is_index(int32_t value, int depth) const;
  // A 64-bit value that is a 32-bit one, with its sign.
  bool is_extended(int32_t value) const;
  // A product of 32-bit values that is wide, or an extended value that is shifted.
  bool is_scaled(int32_t value) const;
  // The innermost loop around an instruction.
  int32_t loop_of(int32_t at) const;
  bool inside(int32_t at, int32_t loop) const;
  // Nothing in the loop writes it.
  bool is_invariant(const ptx::Operand& operand, int32_t loop) const;
  // The register that value += register adds in the loop; -1: it is not so.
  int32_t register_step(int32_t value, int32_t loop) const;
  // What a value is a constant multiple of.
  int32_t root(int32_t value) const;
  // value += constant, once in the loop; 0: it is not.
  int64_t step_of(int32_t value, int32_t loop) const;
  // The size of the constant step of what an instruction compares with something that does not
  // change in the loop; 0: it does no such thing.
  int64_t tested_step(int32_t at, int32_t loop) const;
  // How often a loop runs that counts from a constant to a constant; 0: it is not such a one.
  int64_t constant_rounds(int32_t loop) const;
  // The constant that a register holds when a loop begins.
  std::optional<int64_t> start_of(int32_t value, int32_t loop) const;
  // A sum or multiple of what changes by a fixed amount in every round of a loop, and of what
  // does not change in it.
  bool advances_evenly(int32_t at, int32_t loop, int depth) const;
  // The constant step of the counter that a loop ends by; 0: there is none.
  int64_t counted_step(int32_t loop) const { return steps_[static_cast<size_t>(loop)]; }
  // Every way to the second instruction passes the first; false where the way is long.
  bool dominates(int32_t first, int32_t second) const;
  // Every way to the block leads through the other, or it is the other itself.
  bool is_within(int32_t block, int32_t outer) const;
  // Whether the block does nothing but return.
  bool ends_kernel(int32_t block) const;
  // Whether a reader takes it as an address, or adds to it.
  bool is_address_use(const Use& use) const;
  bool is_adder(const Use& use) const;
  // Whether all readers but `self` keep the lower 32 bits only.
  bool is_truncated(int32_t value, int32_t self) const;
  // Pointers into shared memory have 32 bits in machine code.
  bool is_shared_pointer(int32_t value, int32_t self, int depth) const;
  // Whether all readers but `self` make 64-bit addresses of it.
  bool feeds_addresses(int32_t value, int32_t self, int depth) const;
  // Few enough readers that rules may look at all of them, and at theirs.
  bool has_few_uses(int32_t value) const;
  // Whether there are readers and all of them pass the test.
  template <typename Test>
  bool all_uses(int32_t value, const Test& test) const {
    if (value < 0 || static_cast<size_t>(value) >= readers_.size()) return false;
    const auto& list = readers_[static_cast<size_t>(value)];
    return !list.empty() && std::all_of(list.begin(), list.end(), test);
  }

 private:
  void note(const ptx::Operand& operand, int32_t instruction, int32_t position, bool written);
  void collect();
  int64_t find_step(int32_t loop) const;

  const ptx::Function& function_;
  std::vector<std::vector<Use>> writers_;  // by register
  std::vector<std::vector<Use>> readers_;  // by register
  std::vector<int64_t> steps_;             // by loop
};

}  // namespace kcast::cost
