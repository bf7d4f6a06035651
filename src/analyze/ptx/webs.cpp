#include "analyze/ptx/webs.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace kcast::ptx {
namespace {

constexpr size_t kMostCells = size_t{1} << 26;  // blocks times registers

class Webs {
 public:
  explicit Webs(Function& function)
      : function_(function),
        count_(function.registers.size()),
        live_(function.blocks.size() * count_, false),
        entry_(function.blocks.size() * count_, -1) {}

  void run() {
    find_whole_writes();
    do {
      find_live();
    } while (drop_writes_that_live_on());
    for (size_t b = 0; b < function_.blocks.size(); ++b) {
      for (size_t r = 0; r < count_; ++r)
        if (live_[b * count_ + r]) entry_[b * count_ + r] = add_value();
    }
    for (size_t b = 0; b < function_.blocks.size(); ++b)
      visit(function_.blocks[b], b);
    rename();
  }

 private:
  struct Mention {
    int32_t* place = nullptr;
    int32_t value = 0;
    int32_t old = 0;
  };

  int32_t add_value() {
    parents_.push_back(static_cast<int32_t>(parents_.size()));
    return parents_.back();
  }

  int32_t root(int32_t value) {
    while (parents_[static_cast<size_t>(value)] != value) {
      int32_t& parent = parents_[static_cast<size_t>(value)];
      parent = parents_[static_cast<size_t>(parent)];
      value = parent;
    }
    return value;
  }

  void join(int32_t a, int32_t b) { parents_[static_cast<size_t>(root(a))] = root(b); }

  static bool same_guard(const Instruction& a, const Instruction& b) {
    return a.predicate == b.predicate && a.predicate_negated == b.predicate_negated;
  }

  // What is written under a guard and read under the same alone is as if it was always written.
  void find_whole_writes() {
    whole_.assign(function_.instructions.size(), false);
    for (const Block& block : function_.blocks) {
      for (int32_t i = block.first; i < block.last; ++i) {
        const Instruction& own = function_.instructions[static_cast<size_t>(i)];
        if (own.predicate < 0) continue;
        bool whole = true;
        for_each_write(function_, own, [&](int32_t r) {
          whole = whole && r != own.predicate && is_whole_write(block, i, r);
        });
        whole_[static_cast<size_t>(i)] = whole;
      }
    }
  }

  bool is_whole_write(const Block& block, int32_t i, int32_t r) const {
    const Instruction& own = function_.instructions[static_cast<size_t>(i)];
    for (int32_t j = i + 1; j < block.last; ++j) {
      const Instruction& next = function_.instructions[static_cast<size_t>(j)];
      bool reads = false;
      bool writes = false;
      bool moves_guard = false;
      for_each_read(function_, next, [&](int32_t q) { reads = reads || q == r; });
      for_each_write(function_, next, [&](int32_t q) {
        writes = writes || q == r;
        moves_guard = moves_guard || q == own.predicate;
      });
      if (reads && !same_guard(own, next)) return false;
      if (writes && (next.predicate < 0 || same_guard(own, next))) return true;
      if (writes || moves_guard) return false;
    }
    return true;  // as long as nobody reads it behind the block
  }

  // True: there were some, and what lives has to be found again.
  bool drop_writes_that_live_on() {
    bool dropped = false;
    for (size_t b = 0; b < function_.blocks.size(); ++b) {
      const Block& block = function_.blocks[b];
      for (int32_t i = block.first; i < block.last; ++i) {
        if (!whole_[static_cast<size_t>(i)]) continue;
        for_each_write(function_, function_.instructions[static_cast<size_t>(i)], [&](int32_t r) {
          if (!lives_behind(block, r) || is_written_behind(block, i, r)) return;
          whole_[static_cast<size_t>(i)] = false;
          dropped = true;
        });
      }
    }
    return dropped;
  }

  bool lives_behind(const Block& block, int32_t r) const {
    return std::any_of(block.successors.begin(), block.successors.end(), [&](int32_t next) {
      return live_[static_cast<size_t>(next) * count_ + static_cast<size_t>(r)];
    });
  }

  bool is_written_behind(const Block& block, int32_t i, int32_t r) const {
    bool written = false;
    for (int32_t j = i + 1; j < block.last; ++j) {
      const Instruction& next = function_.instructions[static_cast<size_t>(j)];
      if (next.predicate >= 0) continue;
      for_each_write(function_, next, [&](int32_t q) { written = written || q == r; });
    }
    return written;
  }

  void find_live() {
    const size_t blocks = function_.blocks.size();
    std::vector<bool> reads(blocks * count_, false);
    std::vector<bool> writes(blocks * count_, false);
    for (size_t b = 0; b < blocks; ++b) {
      const Block& block = function_.blocks[b];
      for (int32_t i = block.first; i < block.last; ++i) {
        const Instruction& instruction = function_.instructions[static_cast<size_t>(i)];
        for_each_read(function_, instruction, [&](int32_t r) {
          const size_t cell = b * count_ + static_cast<size_t>(r);
          if (!writes[cell]) reads[cell] = true;
        });
        for_each_write(function_, instruction, [&](int32_t r) {
          const size_t cell = b * count_ + static_cast<size_t>(r);
          // Where the guard does not hold, what was there before stays.
          const bool keeps = instruction.predicate >= 0 && !whole_[static_cast<size_t>(i)];
          if (keeps && !writes[cell]) reads[cell] = true;
          writes[cell] = true;
        });
      }
    }
    live_ = std::move(reads);
    bool changed = true;
    while (changed) {
      changed = false;
      for (size_t b = blocks; b-- > 0;) {
        for (const int32_t next : function_.blocks[b].successors)
          changed |= live_on(b, static_cast<size_t>(next), writes);
      }
    }
  }

  // What a block does not write lives at its beginning if it does at that of a successor.
  bool live_on(size_t block, size_t next, const std::vector<bool>& writes) {
    bool changed = false;
    for (size_t r = 0; r < count_; ++r) {
      const size_t cell = block * count_ + r;
      if (!live_[next * count_ + r] || live_[cell] || writes[cell]) continue;
      live_[cell] = true;
      changed = true;
    }
    return changed;
  }

  void mention(int32_t& place, int32_t value) { mentions_.push_back({&place, value, place}); }

  int32_t current(int32_t r) {
    int32_t& value = current_[static_cast<size_t>(r)];
    if (value < 0) value = add_value();
    return value;
  }

  template <typename Callback>
  void each_operand(Instruction& instruction, bool written, Callback callback) {
    for (size_t k = 0; k < instruction.operands.size(); ++k) {
      Operand& operand = instruction.operands[k];
      const bool is_result = k < instruction.destinations;
      if (operand.kind == OperandKind::Register && is_result == written) callback(operand.index);
      if (operand.kind == OperandKind::Address && !written && !operand.base_is_symbol &&
          operand.index >= 0)
        callback(operand.index);
      if (operand.kind != OperandKind::Vector || is_result != written) continue;
      for (int32_t e = operand.index; e < operand.index + operand.count; ++e) {
        Operand& element = function_.elements[static_cast<size_t>(e)];
        if (element.kind == OperandKind::Register) callback(element.index);
      }
    }
  }

  void visit(const Block& block, size_t b) {
    current_.assign(entry_.begin() + static_cast<std::ptrdiff_t>(b * count_),
                    entry_.begin() + static_cast<std::ptrdiff_t>((b + 1) * count_));
    for (int32_t i = block.first; i < block.last; ++i) {
      Instruction& instruction = function_.instructions[static_cast<size_t>(i)];
      if (instruction.predicate >= 0)
        mention(instruction.predicate, current(instruction.predicate));
      each_operand(instruction, false, [&](int32_t& r) { mention(r, current(r)); });
      each_operand(instruction, true, [&](int32_t& r) {
        const int32_t value = add_value();
        int32_t& now = current_[static_cast<size_t>(r)];
        const bool keeps = instruction.predicate >= 0 && !whole_[static_cast<size_t>(i)];
        if (keeps && now >= 0) join(value, now);
        now = value;
        mention(r, value);
      });
    }
    for (const int32_t next : block.successors) {
      for (size_t r = 0; r < count_; ++r) {
        const int32_t there = entry_[static_cast<size_t>(next) * count_ + r];
        if (there >= 0) join(there, current(static_cast<int32_t>(r)));
      }
    }
  }

  void rename() {
    std::vector<int32_t> numbers(parents_.size(), -1);
    std::vector<Register> registers;
    for (const Mention& mention : mentions_) {
      int32_t& number = numbers[static_cast<size_t>(root(mention.value))];
      if (number < 0) {
        number = static_cast<int32_t>(registers.size());
        registers.push_back(function_.registers[static_cast<size_t>(mention.old)]);
      }
      *mention.place = number;
    }
    function_.registers = std::move(registers);
  }

  Function& function_;
  size_t count_;
  std::vector<bool> whole_;     // writes under a guard that leave nothing of what was there
  std::vector<bool> live_;      // [block][register]: its value at the beginning is read
  std::vector<int32_t> entry_;  // the value
  std::vector<int32_t> parents_;
  std::vector<int32_t> current_;
  std::vector<Mention> mentions_;
};

}  // namespace

void split_registers(Function& function) {
  if (function.blocks.size() * function.registers.size() > kMostCells) return;
  Webs(function).run();
}

}  // namespace kcast::ptx
