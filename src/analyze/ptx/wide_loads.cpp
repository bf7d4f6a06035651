#include "analyze/ptx/wide_loads.h"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

namespace kcast::ptx {
namespace {

constexpr int kMostZeros = 4;    // low bits of an address that are looked at: 16 bytes
constexpr int32_t kWindow = 96;  // instructions from the first load to one that joins it

int zeros_of(uint64_t value) {
  return std::min(kMostZeros, std::countr_zero(value));
}

// How many low bits of every register are zero, whichever of its definitions made it.
class LowZeros {
 public:
  LowZeros(const Module& module, const Function& function)
      : module_(module), function_(function), zeros_(function.registers.size(), kMostZeros) {
    bool changed = true;
    while (changed) {
      changed = false;
      for (const Instruction& instruction : function.instructions) {
        const int made = made_by(instruction);
        for_each_write(function, instruction, [&](int32_t r) {
          int& own = zeros_[static_cast<size_t>(r)];
          changed = changed || made < own;
          own = std::min(own, made);
        });
      }
    }
  }

  int of_base(const Operand& address) const {
    if (address.base_is_symbol) return of_symbol(address.index);
    return address.index >= 0 ? zeros_[static_cast<size_t>(address.index)] : 0;
  }

 private:
  // Extern arrays begin at 16 bytes, and so does what a function has for itself.
  int of_symbol(int32_t index) const {
    const Variable* variable = module_.symbol(function_, index);
    if (variable == nullptr || variable->space != Space::Shared) return 0;
    return variable->is_extern ? kMostZeros : zeros_of(static_cast<uint64_t>(variable->offset));
  }

  int of(const Instruction& instruction, size_t at) const {
    if (at >= instruction.operands.size()) return 0;
    const Operand& operand = instruction.operands[at];
    switch (operand.kind) {
      case OperandKind::Register:
        return zeros_[static_cast<size_t>(operand.index)];
      case OperandKind::Immediate:
        return zeros_of(operand.bits);
      case OperandKind::Symbol:
        return std::min(of_symbol(operand.index), zeros_of(static_cast<uint64_t>(operand.offset)));
      default:
        return 0;
    }
  }

  int product(const Instruction& i) const { return std::min(kMostZeros, of(i, 1) + of(i, 2)); }

  int made_by(const Instruction& i) const {
    switch (i.op) {
      case Op::Mov:
      case Op::Cvta:
        return of(i, 1);
      case Op::Cvt:
        return is_float(i.type) || is_float(i.type2) ? 0 : of(i, 1);
      case Op::Add:
      case Op::Sub:
      case Op::Or:
      case Op::Xor:
        return is_float(i.type) ? 0 : std::min(of(i, 1), of(i, 2));
      case Op::Selp:
        return std::min(of(i, 1), of(i, 2));
      case Op::And:
        return std::max(of(i, 1), of(i, 2));
      case Op::Shl: {
        const bool known = i.operands.size() > 2 && i.operands[2].kind == OperandKind::Immediate;
        const int by = known ? static_cast<int>(std::min<uint64_t>(i.operands[2].bits, 64)) : 0;
        return std::min(kMostZeros, of(i, 1) + by);
      }
      case Op::Mul:
        return is_float(i.type) || i.high ? 0 : product(i);
      case Op::Mad:
        return is_float(i.type) || i.high ? 0 : std::min(product(i), of(i, 3));
      default:
        return 0;
    }
  }

  const Module& module_;
  const Function& function_;
  std::vector<int> zeros_;
};

// Loads with one base, by offset; of several with one offset the first.
struct Row {
  int32_t first = 0;  // instruction
  std::map<int64_t, int32_t> loads;
};

class JoinLoads {
 public:
  JoinLoads(const Module& module, Function& function)
      : function_(function), zeros_(module, function), made_(function.registers.size(), 0) {
    for (const Instruction& instruction : function.instructions)
      for_each_write(function, instruction, [&](int32_t r) { ++made_[static_cast<size_t>(r)]; });
    gone_.resize(function.instructions.size(), false);
  }

  void run() {
    for (const Block& block : function_.blocks) {
      for (int32_t at = block.first; at < block.last; ++at)
        visit(at);
      close_all();
    }
    if (joined_) drop_gone();
  }

 private:
  static bool ends_rows(const Instruction& i) {
    switch (i.op) {
      case Op::Ld:
        return i.is_volatile || i.relaxed;
      case Op::St:
        return i.space == Space::Shared || i.space == Space::Generic || i.is_volatile;
      case Op::Bra:
      case Op::Shfl:
        return false;
      default:
        return i.op == Op::Call || i.op == Op::Unknown ||
               (i.op >= Op::Atom && i.op <= Op::CpAsyncBulk) || i.op >= Op::Bar;
    }
  }

  bool can_join(const Instruction& i) const {
    const int bits = bits_of(i.type);
    return i.op == Op::Ld && i.space == Space::Shared && i.vector == 1 && i.predicate < 0 &&
           (bits == 32 || bits == 64) && i.operands.size() == 2 &&
           i.operands[0].kind == OperandKind::Register &&
           i.operands[1].kind == OperandKind::Address &&
           made_[static_cast<size_t>(i.operands[0].index)] == 1;
  }

  using Key = std::pair<std::pair<bool, int32_t>, Type>;  // base and type

  void visit(int32_t at) {
    const Instruction& i = function_.instructions[static_cast<size_t>(at)];
    if (ends_rows(i)) {
      close_all();
      return;
    }
    if (can_join(i)) {
      const Operand& address = i.operands[1];
      const Key key = {{address.base_is_symbol, address.index}, i.type};
      auto [row, added] = rows_.try_emplace(key, Row{at, {}});
      if (!added && at - row->second.first > kWindow) {
        close(row->second);
        row->second = {at, {}};
      }
      row->second.loads.try_emplace(address.offset, at);
    }
    for_each_write(function_, i, [&](int32_t r) { close_base(r); });
  }

  void close_base(int32_t changed) {
    for (auto row = rows_.begin(); row != rows_.end();) {
      const auto& [symbol, base] = row->first.first;
      const bool ends = !symbol && base == changed;
      if (ends) close(row->second);
      row = ends ? rows_.erase(row) : std::next(row);
    }
  }

  void close_all() {
    for (auto& [key, row] : rows_)
      close(row);
    rows_.clear();
  }

  // 16 bytes where they can be had, else 8.
  void close(Row& row) {
    for (const int64_t bytes : {16, 8}) {
      for (auto it = row.loads.begin(); it != row.loads.end();) {
        const int64_t offset = it->first;
        const Instruction& first = function_.instructions[static_cast<size_t>(it->second)];
        const int64_t each = bits_of(first.type) / 8;
        const int64_t count = bytes / each;
        ++it;
        if (count < 2 || !is_aligned(first.operands[1], bytes)) continue;
        std::vector<int32_t> members;
        for (int64_t k = 0; k < count; ++k) {
          const auto found = row.loads.find(offset + k * each);
          if (found != row.loads.end()) members.push_back(found->second);
        }
        if (static_cast<int64_t>(members.size()) < count) continue;
        join(members);
        for (int64_t k = 0; k < count; ++k)
          row.loads.erase(offset + k * each);
        it = row.loads.upper_bound(offset);
      }
    }
  }

  bool is_aligned(const Operand& address, int64_t bytes) const {
    return (int64_t{1} << zeros_.of_base(address)) >= bytes && address.offset % bytes == 0;
  }

  void join(const std::vector<int32_t>& members) {
    joined_ = true;
    const int32_t place = *std::min_element(members.begin(), members.end());
    Operand all;
    all.kind = OperandKind::Vector;
    all.count = static_cast<uint8_t>(members.size());
    all.index = static_cast<int32_t>(function_.elements.size());
    for (const int32_t member : members) {
      function_.elements.push_back(function_.instructions[static_cast<size_t>(member)].operands[0]);
      gone_[static_cast<size_t>(member)] = member != place;
    }
    const Operand address = function_.instructions[static_cast<size_t>(members[0])].operands[1];
    Instruction& wide = function_.instructions[static_cast<size_t>(place)];
    wide.operands = {all, address};
    wide.vector = all.count;
    wide.mnemonic =
        "ld.shared.v" + std::to_string(members.size()) + "." + std::string(name_of(wide.type));
  }

  void drop_gone() {
    std::vector<Instruction> kept;
    std::vector<int32_t> place;  // where an instruction, or the next that is left, went to
    for (size_t i = 0; i < function_.instructions.size(); ++i) {
      place.push_back(static_cast<int32_t>(kept.size()));
      if (!gone_[i]) kept.push_back(std::move(function_.instructions[i]));
    }
    place.push_back(static_cast<int32_t>(kept.size()));
    for (Block& block : function_.blocks) {
      block.first = place[static_cast<size_t>(block.first)];
      block.last = place[static_cast<size_t>(block.last)];
    }
    function_.instructions = std::move(kept);
  }

  Function& function_;
  LowZeros zeros_;
  std::vector<int32_t> made_;  // definitions of each register
  std::vector<bool> gone_;
  std::map<Key, Row> rows_;
  bool joined_ = false;
};

}  // namespace

void join_shared_loads(Module& module) {
  for (Function& function : module.functions) {
    if (function.has_body && !function.is_machine()) JoinLoads(module, function).run();
  }
}

}  // namespace kcast::ptx
