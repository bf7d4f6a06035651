#include "analyze/cost/uniform_registers.h"

#include <algorithm>
#include <cstdint>
#include <vector>

#include "analyze/ptx/loops.h"

namespace kcast::cost {
namespace {

bool reads_lane_identity(const ptx::Function& function, const ptx::Instruction& instruction) {
  const auto varies = [](const ptx::Operand& operand) {
    if (operand.kind != ptx::OperandKind::Special) return false;
    switch (operand.special) {
      case ptx::SpecialRegister::NTid:
      case ptx::SpecialRegister::CtaId:
      case ptx::SpecialRegister::NCtaId:
      case ptx::SpecialRegister::NWarpId:
      case ptx::SpecialRegister::NSmId:
      case ptx::SpecialRegister::GridId:
      case ptx::SpecialRegister::DynamicSharedSize:
      case ptx::SpecialRegister::TotalSharedSize:
        return false;
      default:
        return true;
    }
  };
  for (const ptx::Operand& operand : instruction.operands) {
    if (varies(operand)) return true;
    if (operand.kind != ptx::OperandKind::Vector) continue;
    for (int i = 0; i < operand.count; ++i) {
      if (varies(function.elements[static_cast<size_t>(operand.index + i)])) return true;
    }
  }
  return false;
}

bool makes_varying(const ptx::Function& function, const ptx::Instruction& instruction) {
  switch (instruction.op) {
    case ptx::Op::Ld:
    case ptx::Op::Ldu:
      return instruction.space != ptx::Space::Param && instruction.space != ptx::Space::Const;
    case ptx::Op::Atom:
    case ptx::Op::Tex:
    case ptx::Op::Tld4:
    case ptx::Op::Suld:
    case ptx::Op::Call:
    case ptx::Op::Unknown:
    case ptx::Op::WmmaLoad:
    case ptx::Op::WmmaMma:
    case ptx::Op::Mma:
    case ptx::Op::LdMatrix:
    case ptx::Op::ElectSync:
      return true;
    default:
      return reads_lane_identity(function, instruction);
  }
}

// Values that lanes bring along from different ways: from the two sides of a branch, or out of
// a loop that they leave in different rounds.
class DivergentMerges {
 public:
  explicit DivergentMerges(const ptx::Function& function)
      : function_(function), tree_(ptx::dominator_tree(function)) {
    std::vector<Places> all(function.registers.size());
    for (size_t b = 0; b < function.blocks.size(); ++b) {
      const ptx::Block& block = function.blocks[b];
      for (int32_t i = block.first; i < block.last; ++i) {
        const ptx::Instruction& instruction = function.instructions[static_cast<size_t>(i)];
        const auto place = static_cast<int32_t>(b);
        ptx::for_each_read(function, instruction,
                           [&](int32_t r) { note(all[static_cast<size_t>(r)].read, place); });
        ptx::for_each_write(function, instruction, [&](int32_t r) {
          note(all[static_cast<size_t>(r)].written, place);
          ++all[static_cast<size_t>(r)].writes;
        });
      }
    }
    for (size_t r = 0; r < all.size(); ++r) {
      all[r].index = static_cast<int32_t>(r);
      if (all[r].writes > 1) merged_.push_back(std::move(all[r]));
    }
  }

  // Marks registers that vary because the lanes part at this block. True when that changed
  // something.
  bool mark(int32_t block, std::vector<bool>& varying) const {
    bool changed = false;
    for (const Places& places : merged_) {
      const auto index = static_cast<size_t>(places.index);
      if (varying[index] || !(comes_from_both(block, places) || leaves_loop(block, places)))
        continue;
      varying[index] = changed = true;
    }
    return changed;
  }

 private:
  struct Places {
    int32_t index = 0;
    int64_t writes = 0;
    std::vector<int32_t> read, written;  // blocks, ascending
  };
  static void note(std::vector<int32_t>& blocks, int32_t block) {
    if (blocks.empty() || blocks.back() != block) blocks.push_back(block);
  }
  template <typename Test>
  static bool any(const std::vector<int32_t>& blocks, const Test& test) {
    return std::any_of(blocks.begin(), blocks.end(), test);
  }

  bool comes_from_both(int32_t block, const Places& places) const {
    const auto& successors = function_.blocks[static_cast<size_t>(block)].successors;
    return any(successors, [&](int32_t side) {
      if (function_.blocks[static_cast<size_t>(side)].predecessors.size() != 1) return false;
      const auto here = [&](int32_t place) { return tree_.encloses(side, place); };
      const auto elsewhere = [&](int32_t place) { return !here(place); };
      return any(places.written, here) && any(places.written, elsewhere) &&
             any(places.read, elsewhere);
    });
  }
  bool leaves_loop(int32_t block, const Places& places) const {
    const ptx::Block& from = function_.blocks[static_cast<size_t>(block)];
    for (int32_t l = from.loop; l >= 0; l = function_.loops[static_cast<size_t>(l)].parent) {
      const auto& inside = function_.loops[static_cast<size_t>(l)].blocks;
      const auto is_out = [&](int32_t place) {
        return !std::binary_search(inside.begin(), inside.end(), place);
      };
      const auto is_in = [&](int32_t place) { return !is_out(place); };
      if (any(from.successors, is_out) && any(places.written, is_in) && any(places.read, is_out))
        return true;
    }
    return false;
  }

  const ptx::Function& function_;
  ptx::WalkOrder tree_;
  std::vector<Places> merged_;
};

// The branches at which lanes can part: blocks, with the register that decides.
struct Branch {
  int32_t block = 0;
  int32_t predicate = 0;
};
std::vector<Branch> branches_of(const ptx::Function& function) {
  std::vector<Branch> out;
  for (size_t b = 0; b < function.blocks.size(); ++b) {
    const ptx::Block& block = function.blocks[b];
    if (block.successors.size() < 2 || block.first >= block.last) continue;
    const ptx::Instruction& last = function.instructions[static_cast<size_t>(block.last - 1)];
    if (last.predicate >= 0) out.push_back({static_cast<int32_t>(b), last.predicate});
  }
  return out;
}

void spread_by_values(const ptx::Function& function, std::vector<bool>& varying) {
  bool changed = true;
  while (changed) {
    changed = false;
    for (const ptx::Instruction& instruction : function.instructions) {
      bool varies = makes_varying(function, instruction);
      ptx::for_each_read(function, instruction,
                         [&](int32_t r) { varies |= varying[static_cast<size_t>(r)]; });
      if (!varies) continue;
      ptx::for_each_write(function, instruction, [&](int32_t r) {
        changed |= !varying[static_cast<size_t>(r)];
        varying[static_cast<size_t>(r)] = true;
      });
    }
  }
}

}  // namespace

std::vector<bool> uniform_registers(const ptx::Function& function) {
  std::vector<bool> varying(function.registers.size(), false);
  spread_by_values(function, varying);
  const DivergentMerges merges(function);
  const std::vector<Branch> branches = branches_of(function);
  std::vector<bool> done(branches.size(), false);
  bool changed = true;
  while (changed) {
    changed = false;
    for (size_t i = 0; i < branches.size(); ++i) {
      if (done[i] || !varying[static_cast<size_t>(branches[i].predicate)]) continue;
      done[i] = true;
      changed |= merges.mark(branches[i].block, varying);
    }
    if (changed) spread_by_values(function, varying);
  }
  varying.flip();
  return varying;
}

}  // namespace kcast::cost
