#include "analyze/ptx/predicated.h"

#include <algorithm>

#include "analyze/ptx/slice_memory.h"

namespace kcast::ptx {

// A pointer of unknown space is taken for one to global memory.
Space memory_of(const Instruction& instruction) {
  const bool generic = instruction.space == Space::Generic;
  return generic ? Space::Global : instruction.space;
}

bool issues_store(const Instruction& instruction) {
  // An atomic answers; red.async goes to the shared memory of another block.
  return writes_memory(instruction) && instruction.op != Op::Atom && instruction.op != Op::RedAsync;
}

bool is_barrier(const Instruction& instruction) {
  switch (instruction.op) {
    case Op::Bar:
    case Op::BarRed:
    case Op::BarrierCluster:
    case Op::CpAsyncWait:
    case Op::Fence:
      return true;
    default:
      return false;
  }
}

namespace {

// ptxas turns the branches around short pieces of code into predicates, and then schedules them
// together with what is around them.
constexpr int32_t kPredicated = 8;  // instructions
constexpr int kNested = 16;         // post-dominators that are looked at

// Copies are not counted: most of them are gone in machine code.
bool is_short(const Function& function, const Block& block) {
  int32_t counted = 0;
  for (int32_t i = block.first; i < block.last && counted <= kPredicated; ++i) {
    const Instruction& instruction = function.instructions[static_cast<size_t>(i)];
    if (is_barrier(instruction) || instruction.op == Op::Call) return false;
    counted += instruction.op == Op::Mov || instruction.op == Op::Bra ? 0 : 1;
  }
  return counted <= kPredicated;
}

bool post_dominates(const Function& function, int32_t block, int32_t of) {
  for (int i = 0; i < kNested && of >= 0; ++i) {
    of = function.blocks[static_cast<size_t>(of)].immediate_post_dominator;
    if (of == block) return true;
  }
  return false;
}

constexpr int kUnrolledRounds = 4;
constexpr int32_t kLongestUnrolled = 32;  // instructions
constexpr int kMostLoads = 4;             // of a round

}  // namespace

// Adds a constant to what the block's last comparison reads. nvcc lets signed 32-bit counters run
// to zero, which ptxas knows to be counted and unrolls again; of 64-bit ones it compares a
// distance, which ptxas does not. Unsigned ones are like these, but look like signed ones here.
bool counts_rounds(const Function& function, const Block& block) {
  const Instruction* test = nullptr;
  for (int32_t i = block.first; i < block.last; ++i) {
    const Instruction& instruction = function.instructions[static_cast<size_t>(i)];
    if (instruction.op == Op::Setp) test = &instruction;
  }
  if (test == nullptr || bits_of(test->type) > 32) return false;
  bool counted = false;
  for (int32_t i = block.first; i < block.last; ++i) {
    const Instruction& instruction = function.instructions[static_cast<size_t>(i)];
    const bool adds = instruction.op == Op::Add && instruction.operands.size() == 3 &&
                      instruction.operands[2].kind == OperandKind::Immediate &&
                      !is_float(instruction.type);
    if (!adds) continue;
    for_each_write(function, instruction, [&](int32_t written) {
      for_each_read(function, *test, [&](int32_t read) { counted = counted || read == written; });
    });
  }
  return counted;
}

bool is_predicated(const Function& function, int32_t block) {
  if (function.is_machine()) return false;
  const Block& own = function.blocks[static_cast<size_t>(block)];
  const int32_t before = own.immediate_dominator;
  if (before < 0 || !is_short(function, own) || post_dominates(function, block, before))
    return false;
  for (const int32_t next : function.blocks[static_cast<size_t>(before)].successors) {
    if (function.blocks[static_cast<size_t>(next)].loop != own.loop) return false;
  }
  return true;
}

bool begins_anew(const Function& function, int32_t block) {
  if (function.is_machine()) return true;
  if (is_predicated(function, block)) return false;
  const Block& own = function.blocks[static_cast<size_t>(block)];
  if (!post_dominates(function, block, own.immediate_dominator)) return true;
  return !std::all_of(own.predecessors.begin(), own.predecessors.end(), [&](int32_t p) {
    return p == own.immediate_dominator || is_predicated(function, p);
  });
}

int rounds_together(const Function& function, const Loop& loop, double rounds) {
  if (function.is_machine() || loop.blocks.size() != 1 || rounds < kUnrolledRounds) return 1;
  const Block& block = function.blocks[static_cast<size_t>(loop.header)];
  if (block.last - block.first > kLongestUnrolled || !counts_rounds(function, block)) return 1;
  int loads = 0;
  for (int32_t i = block.first; i < block.last; ++i) {
    const Instruction& instruction = function.instructions[static_cast<size_t>(i)];
    if (issues_store(instruction) || is_barrier(instruction) || instruction.op == Op::Call ||
        instruction.op == Op::Atom || instruction.is_volatile || instruction.relaxed)
      return 1;
    loads += instruction.op == Op::Ld && memory_of(instruction) == Space::Global ? 1 : 0;
  }
  return loads > 0 && loads <= kMostLoads ? kUnrolledRounds : 1;
}

}  // namespace kcast::ptx
