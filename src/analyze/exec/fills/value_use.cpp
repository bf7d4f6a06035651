#include "analyze/exec/fills/value_use.h"

#include <algorithm>

#include "analyze/exec/fills/value_origins.h"

namespace kcast::exec {
namespace {

using ptx::Compare;
using ptx::Op;

bool is_order(Compare compare) {
  switch (compare) {
    case Compare::Lt:
    case Compare::Le:
    case Compare::Gt:
    case Compare::Ge:
    case Compare::Lo:
    case Compare::Ls:
    case Compare::Hi:
    case Compare::Hs:
      return true;
    default:
      return false;
  }
}

bool is_equality(Compare compare) {
  return compare == Compare::Eq || compare == Compare::Ne;
}

template <typename T>
void add_once(std::vector<T>& list, T value) {
  if (std::find(list.begin(), list.end(), value) == list.end()) list.push_back(value);
}

class UseFinder {
 public:
  UseFinder(const ptx::Module& module, const ptx::Function& kernel)
      : kernel_(kernel),
        origins_(module, kernel),
        fields_(origins_.fields().size()),
        touched_(kernel.loops.size()) {
    for (const PointerPlace& place : origins_.buffers()) {
      buffers_.push_back({.parameter = place.first, .member_offset = place.second, .fields = {}});
    }
    for (size_t f = 0; f < fields_.size(); ++f) {
      fields_[f].offset = origins_.fields()[f].offset;
      fields_[f].type = origins_.fields()[f].type;
    }
  }

  std::vector<BufferUse> find() {
    find_conditions();
    for (size_t b = 0; b < kernel_.blocks.size(); ++b) {
      for (int32_t i = kernel_.blocks[b].first; i < kernel_.blocks[b].last; ++i)
        record_access(kernel_.instructions[static_cast<size_t>(i)], kernel_.blocks[b].loop);
    }
    for (size_t b = 0; b < kernel_.blocks.size(); ++b) {
      for (int32_t i = kernel_.blocks[b].first; i < kernel_.blocks[b].last; ++i) {
        const ptx::Instruction& instruction = kernel_.instructions[static_cast<size_t>(i)];
        if (instruction.op == Op::Setp && is_condition(instruction)) record_compare(instruction, b);
      }
    }
    find_neighbours();
    for (size_t f = 0; f < fields_.size(); ++f)
      buffers_[static_cast<size_t>(origins_.fields()[f].buffer)].fields.push_back(fields_[f]);
    return std::move(buffers_);
  }

 private:
  template <typename Callback>
  void for_fields(uint64_t set, Callback callback) {
    for (size_t f = 0; f < fields_.size(); ++f) {
      if (((set >> f) & 1) != 0) callback(fields_[f], origins_.fields()[f]);
    }
  }

  // Predicates that guard an instruction, and those that they are made of. What only chooses
  // between two values decides nothing.
  void find_conditions() {
    conditions_.assign(kernel_.registers.size(), false);
    for (const ptx::Instruction& instruction : kernel_.instructions) {
      if (instruction.predicate >= 0)
        conditions_[static_cast<size_t>(instruction.predicate)] = true;
    }
    bool grows = true;
    while (grows) {
      grows = false;
      for (const ptx::Instruction& instruction : kernel_.instructions) {
        if (instruction.type != ptx::Type::Pred || !is_condition(instruction)) continue;
        ptx::for_each_read(kernel_, instruction, [&](int32_t r) {
          const auto read = static_cast<size_t>(r);
          grows = grows || !conditions_[read];
          conditions_[read] = true;
        });
      }
    }
  }

  bool is_condition(const ptx::Instruction& instruction) const {
    bool found = false;
    ptx::for_each_write(kernel_, instruction,
                        [&](int32_t r) { found = found || conditions_[static_cast<size_t>(r)]; });
    return found;
  }

  void record_access(const ptx::Instruction& instruction, int32_t loop) {
    const ptx::Operand* address = origins_.address_of(instruction);
    if (address == nullptr) return;
    const ValueOrigin origin = origins_.of_address(*address);
    const bool near =
        instruction.space == ptx::Space::Shared || instruction.space == ptx::Space::Local;
    if (origin.buffer < 0 && !near) {
      for_fields(origin.fields, [](FieldUse& field, const LoadedField&) {
        field.is_pointer = field.is_pointer || ptx::bits_of(field.type) == 64;
      });
    }
    if (origin.buffer < 0) return;
    for (size_t f = 0; f < fields_.size(); ++f) {
      const LoadedField& from = origins_.fields()[f];
      if (from.buffer != origin.buffer || !(origin.changes || origin.counts)) continue;
      for (int32_t l = loop; l >= 0; l = kernel_.loops[static_cast<size_t>(l)].parent)
        add_once(fields_[f].loaded_in, l);
    }
    BufferUse& use = buffers_[static_cast<size_t>(origin.buffer)];
    const bool loads = instruction.op == Op::Ld || instruction.op == Op::Ldu;
    use.loaded |= loads || instruction.op == Op::Atom;
    use.stored |= !loads;
    for (int32_t l = loop; l >= 0; l = kernel_.loops[static_cast<size_t>(l)].parent)
      add_once(touched_[static_cast<size_t>(l)], origin.buffer);
    for_fields(origin.fields, [&](FieldUse& field, const LoadedField& from) {
      if (from.buffer == origin.buffer) {
        field.chases = true;
      } else {
        if (field.index_into.empty()) field.stride = origin.factor;
        add_once(field.index_into, origin.buffer);
      }
    });
  }

  // Whether the block ends a round of its innermost loop, or the loop itself.
  bool leaves_loop(size_t block) const {
    const int32_t loop = kernel_.blocks[block].loop;
    if (loop < 0) return false;
    const std::vector<int32_t>& inside = kernel_.loops[static_cast<size_t>(loop)].blocks;
    return std::any_of(
        kernel_.blocks[block].successors.begin(), kernel_.blocks[block].successors.end(),
        [&](int32_t next) { return !std::binary_search(inside.begin(), inside.end(), next); });
  }

  void record_compare(const ptx::Instruction& compare, size_t block) {
    if (compare.operands.size() < size_t{compare.destinations} + 2) return;
    const ValueOrigin a = origins_.of(compare, compare.operands[compare.destinations]);
    const ValueOrigin b = origins_.of(compare, compare.operands[compare.destinations + 1]);
    const bool at_end = leaves_loop(block);
    // A counter that has come to its end may be asked for by its order or by equality.
    const bool counted = at_end && is_equality(compare.compare) && (a.counts || b.counts);
    if (is_order(compare.compare) || counted)
      record_order(a, b, kernel_.blocks[block].loop, at_end);
    for (const auto& sides : {std::pair(&a, &b), std::pair(&b, &a)}) {
      const ValueOrigin* side = sides.first;
      const ValueOrigin* other = sides.second;
      for_fields(side->fields, [&](FieldUse& field, const LoadedField&) {
        field.decides_control = true;
        const bool until_equal = (compare.compare == Compare::Eq) == leaves_when_true(block);
        if (at_end && is_equality(compare.compare) && !counted && until_equal &&
            moves_in(field, block))
          field.is_searched = true;
        field.drives_loop = field.drives_loop || at_end;
        if (at_end && !field.chases) return;
        if (other->number) add_once(field.compared, *other->number);
        if (other->scalar >= 0 && other->fields == 0) add_once(field.scalars, other->scalar);
      });
    }
  }

  // Whether the loop is left where the block's last branch finds its condition to hold.
  bool leaves_when_true(size_t block) const {
    const ptx::Block& here = kernel_.blocks[block];
    if (here.last <= here.first || here.successors.empty() || here.loop < 0) return true;
    const ptx::Instruction& branch = kernel_.instructions[static_cast<size_t>(here.last) - 1];
    const std::vector<int32_t>& inside = kernel_.loops[static_cast<size_t>(here.loop)].blocks;
    const bool stays = std::binary_search(inside.begin(), inside.end(), here.successors.front());
    return stays == branch.predicate_negated;
  }

  // Whether the loop around the block reads another value of the field in each round.
  bool moves_in(const FieldUse& field, size_t block) const {
    return std::find(field.loaded_in.begin(), field.loaded_in.end(), kernel_.blocks[block].loop) !=
           field.loaded_in.end();
  }

  void record_order(const ValueOrigin& a, const ValueOrigin& b, int32_t loop, bool at_end) {
    for (const auto& sides : {std::pair(&a, &b), std::pair(&b, &a)}) {
      const ValueOrigin* side = sides.first;
      const ValueOrigin* other = sides.second;
      const uint64_t extra = side->fields & ~other->fields;
      const bool adds = other->fields != 0 && (other->fields & ~side->fields) == 0;
      for_fields(side->fields, [&](FieldUse& field, const LoadedField& from) {
        if (field.is_real()) return;
        if (other->fields == 0) {
          if (from.one_address && other->thread) field.counts_threads = true;
          if (at_end && (other->counts || side->counts)) end_loop(field, from, loop);
        } else if (adds && (extra & bit(field)) != 0) {
          // "start" against "start + count": what is added is a number of elements.
          if (at_end) end_loop(field, from, loop);
        } else if (!adds || extra == 0) {
          order_rows(field, from, *other, at_end);
        }
      });
    }
  }

  void end_loop(FieldUse& field, const LoadedField& from, int32_t loop) {
    field.ends_loop = true;
    add_once(field.end_loops, loop);
    for (const int32_t buffer : touched_[static_cast<size_t>(loop)]) {
      if (buffer != from.buffer) add_once(field.loop_over, buffer);
    }
  }

  // Values of one buffer, or a counter that begins with one value and ends with another.
  void order_rows(FieldUse& field, const LoadedField& from, const ValueOrigin& other, bool at_end) {
    for_fields(other.fields, [&](const FieldUse& second, const LoadedField& two) {
      if (second.is_real()) return;
      const bool same = from.buffer == two.buffer;
      const bool begins = (at_end || same) && !second.index_into.empty();
      // Values that address nothing are keys, not places.
      if (!begins && field.index_into.empty() && second.index_into.empty()) return;
      if (!same && !at_end) return;
      field.is_offset = true;
      const bool other_place = !same || field.offset != second.offset;
      if (other_place && begins && field.index_into.empty()) {
        field.is_row_end = true;
        for (const int32_t buffer : second.index_into)
          add_once(field.loop_over, buffer);
      }
    });
  }

  uint64_t bit(const FieldUse& field) const { return uint64_t{1} << (&field - fields_.data()); }

  // Two loads one element apart from the same address, of values that decide control and become
  // addresses: from the start of a row to that of the next.
  void find_neighbours() {
    for (size_t f = 0; f < fields_.size(); ++f) {
      FieldUse& field = fields_[f];
      if (field.is_real() || !field.decides_control || field.index_into.empty()) continue;
      const int64_t bytes = ptx::bits_of(field.type) / 8;
      for (size_t g = 0; g < fields_.size(); ++g) {
        const bool next = origins_.fields()[g].buffer == origins_.fields()[f].buffer &&
                          fields_[g].offset == field.offset + bytes && !fields_[g].is_real();
        if (!next || !fields_[g].decides_control) continue;
        field.is_offset = true;
        fields_[g].is_offset = true;
      }
    }
  }

  const ptx::Function& kernel_;
  const ValueOrigins origins_;
  std::vector<FieldUse> fields_;
  std::vector<BufferUse> buffers_;
  std::vector<bool> conditions_;               // by register
  std::vector<std::vector<int32_t>> touched_;  // by loop: buffers
};

}  // namespace

std::vector<BufferUse> buffer_uses(const ptx::Module& module, const ptx::Function& kernel) {
  return UseFinder(module, kernel).find();
}

}  // namespace kcast::exec
