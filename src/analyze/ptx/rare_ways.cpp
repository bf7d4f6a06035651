#include "analyze/ptx/rare_ways.h"

#include <algorithm>
#include <string>
#include <vector>

namespace kcast::ptx {

bool has_rare_ways(const Function& function) {
  return std::any_of(function.machine.begin(), function.machine.end(), [](const MachineCode& code) {
    return code.opcode == kAroundRareWay || code.opcode == kToRareWay;
  });
}

namespace {

std::vector<bool> blocks_without_rare_ways(const Function& function) {
  std::vector<bool> out(function.blocks.size(), false);
  std::vector<int32_t> work = {0};
  while (!work.empty()) {
    const auto b = static_cast<size_t>(work.back());
    work.pop_back();
    if (out[b]) continue;
    out[b] = true;
    const Block& block = function.blocks[b];
    if (block.successors.empty()) continue;
    const bool is_empty = block.first >= block.last;
    const std::string opcode =
        is_empty ? "" : function.machine[static_cast<size_t>(block.last - 1)].opcode;
    if (opcode == kAroundRareWay) {
      work.push_back(block.successors.front());
    } else if (opcode == kToRareWay) {
      work.push_back(block.successors.back());
    } else {
      work.insert(work.end(), block.successors.begin(), block.successors.end());
    }
  }
  return out;
}

}  // namespace

Function without_rare_ways(Function function) {
  // Lifted code begins with what is always true.
  const Instruction& first = function.instructions.front();
  if (first.op != Op::Setp || first.predicate >= 0 || first.destinations != 1 ||
      first.operands[0].kind != OperandKind::Register)
    return function;
  const int32_t always = first.operands[0].index;
  const std::vector<bool> reached = blocks_without_rare_ways(function);
  for (size_t b = 0; b < function.blocks.size(); ++b) {
    for (int32_t i = function.blocks[b].first; i < function.blocks[b].last; ++i) {
      Instruction& instruction = function.instructions[static_cast<size_t>(i)];
      const std::string& opcode = function.machine[static_cast<size_t>(i)].opcode;
      const bool is_branch = opcode == kAroundRareWay || opcode == kToRareWay;
      // What is not reached any more must not ask for values either.
      if (!is_branch && (reached[b] || instruction.predicate < 0)) continue;
      instruction.predicate = always;
      instruction.predicate_negated = opcode == kToRareWay;
    }
  }
  return function;
}

}  // namespace kcast::ptx
