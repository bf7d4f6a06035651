#include "analyze/exec/infer_fills.h"

#include <algorithm>
#include <set>
#include <tuple>

namespace kcast::exec {

namespace {

// More parameters than bits are not told apart.
constexpr size_t kMaxParameters = 64;

// Per register: the parameter that it points into, and the parameters whose loaded
// values it was made of.
struct Origin {
  int32_t pointer = -1;
  uint64_t values = 0;

  bool operator==(const Origin&) const = default;
};

uint64_t bit(int32_t parameter) {
  return parameter >= 0 && parameter < static_cast<int32_t>(kMaxParameters)
             ? uint64_t{1} << parameter
             : 0;
}

bool passes_pointer(ptx::Op op) {
  return op == ptx::Op::Add || op == ptx::Op::Sub || op == ptx::Op::Mov || op == ptx::Op::Cvta ||
         op == ptx::Op::Mad || op == ptx::Op::Selp;
}

bool is_order(ptx::Compare compare) {
  switch (compare) {
    case ptx::Compare::Lt:
    case ptx::Compare::Le:
    case ptx::Compare::Gt:
    case ptx::Compare::Ge:
    case ptx::Compare::Lo:
    case ptx::Compare::Ls:
    case ptx::Compare::Hi:
    case ptx::Compare::Hs:
      return true;
    default:
      return false;
  }
}

class UseFinder {
 public:
  UseFinder(const ptx::Module& module, const ptx::Function& kernel)
      : module_(module),
        kernel_(kernel),
        origins_(kernel.registers.size()),
        uses_(kernel.parameters.size()) {}

  std::vector<ParameterUse> find() {
    // A value passes through few registers on its way to an address; the bound only
    // guards against text that is no kernel.
    for (int round = 0; round < 64 && propagate(); ++round) {
    }
    for (const ptx::Instruction& instruction : kernel_.instructions)
      record(instruction);
    find_offsets();
    return std::move(uses_);
  }

 private:
  int32_t parameter_of(const ptx::Instruction& instruction) const {
    if (instruction.op != ptx::Op::Ld || instruction.space != ptx::Space::Param) return -1;
    for (const ptx::Operand& operand : instruction.operands) {
      if (operand.kind != ptx::OperandKind::Address || !operand.base_is_symbol) continue;
      const ptx::Variable* symbol = module_.symbol(kernel_, operand.index);
      for (size_t p = 0; p < kernel_.parameters.size(); ++p) {
        if (symbol == &kernel_.parameters[p]) return static_cast<int32_t>(p);
      }
    }
    return -1;
  }

  const ptx::Operand* address_of(const ptx::Instruction& instruction) const {
    if (instruction.space == ptx::Space::Param || instruction.space == ptx::Space::None) {
      return nullptr;
    }
    for (const ptx::Operand& operand : instruction.operands) {
      if (operand.kind == ptx::OperandKind::Address) return &operand;
    }
    return nullptr;
  }

  Origin of_address(const ptx::Operand& address) const {
    if (address.base_is_symbol || address.index < 0) return {};
    return origins_[static_cast<size_t>(address.index)];
  }

  Origin result_of(const ptx::Instruction& instruction) const {
    if (const int32_t parameter = parameter_of(instruction); parameter >= 0) {
      const bool wide = ptx::bits_of(instruction.type) == 64 && !ptx::is_float(instruction.type);
      return wide ? Origin{parameter, 0} : Origin{};
    }
    if (const ptx::Operand* address = address_of(instruction)) {
      return {-1, bit(of_address(*address).pointer)};
    }
    Origin out;
    bool several = false;
    ptx::for_each_read(kernel_, instruction, [&](int32_t r) {
      const Origin& source = origins_[static_cast<size_t>(r)];
      out.values |= source.values;
      if (source.pointer < 0) return;
      several |= out.pointer >= 0 && out.pointer != source.pointer;
      out.pointer = source.pointer;
    });
    if (several || !passes_pointer(instruction.op)) out.pointer = -1;
    return out;
  }

  bool propagate() {
    bool changed = false;
    for (const ptx::Instruction& instruction : kernel_.instructions) {
      const Origin made = result_of(instruction);
      ptx::for_each_write(kernel_, instruction, [&](int32_t r) {
        Origin& origin = origins_[static_cast<size_t>(r)];
        const Origin merged{made.pointer >= 0 ? made.pointer : origin.pointer,
                            made.values | origin.values};
        changed |= merged != origin;
        origin = merged;
      });
    }
    return changed;
  }

  void record(const ptx::Instruction& instruction) {
    if (const int32_t p = parameter_of(instruction); p >= 0) {
      if (ptx::bits_of(instruction.type) == 64) uses_[static_cast<size_t>(p)].is_pointer = true;
    }
    if (instruction.op == ptx::Op::Setp) {
      ptx::for_each_read(kernel_, instruction, [this](int32_t r) {
        mark_control(origins_[static_cast<size_t>(r)].values);
      });
      if (is_order(instruction.compare)) compared_ |= common_values(instruction);
    }
    const ptx::Operand* address = address_of(instruction);
    if (address == nullptr) return;
    const Origin origin = of_address(*address);
    if (origin.pointer < 0) return;
    ParameterUse& use = uses_[static_cast<size_t>(origin.pointer)];
    const bool loads = instruction.op == ptx::Op::Ld || instruction.op == ptx::Op::Ldu;
    use.loaded |= loads || instruction.op == ptx::Op::Atom;
    use.stored |= !loads;
    use.integer_values |= loads && !ptx::is_float(instruction.type);
    for (size_t p = 0; p < uses_.size() && p < kMaxParameters; ++p) {
      const auto source = static_cast<int32_t>(p);
      if ((origin.values & bit(source)) == 0 || source == origin.pointer) continue;
      // The first buffer that it addresses: later ones run beside it.
      if (uses_[p].index_into < 0) uses_[p].index_into = origin.pointer;
    }
    if (loads) loads_.insert({origin.pointer, address->index, address->offset});
  }

  // Buffers of which both sides of a comparison were made.
  uint64_t common_values(const ptx::Instruction& compare) const {
    uint64_t common = ~uint64_t{0};
    for (size_t i = compare.destinations; i < compare.operands.size(); ++i) {
      const ptx::Operand& side = compare.operands[i];
      const bool known = side.kind == ptx::OperandKind::Register;
      common &= known ? origins_[static_cast<size_t>(side.index)].values : 0;
    }
    return common;
  }

  void mark_control(uint64_t values) {
    for (size_t p = 0; p < uses_.size() && p < kMaxParameters; ++p) {
      if ((values & bit(static_cast<int32_t>(p))) != 0) uses_[p].decides_control = true;
    }
  }

  // Two loads one element apart from the same address, or one value that is the bound of
  // another: a loop from the start of a row to that of the next, which may have been carried
  // over from the row before.
  void find_offsets() {
    for (size_t p = 0; p < uses_.size() && p < kMaxParameters; ++p) {
      ParameterUse& use = uses_[p];
      const bool bounds = (compared_ & bit(static_cast<int32_t>(p))) != 0;
      if (bounds && use.integer_values && use.index_into >= 0) use.is_offsets = true;
    }
    for (const auto& [pointer, base, offset] : loads_) {
      ParameterUse& use = uses_[static_cast<size_t>(pointer)];
      if (!use.integer_values || !use.decides_control || use.index_into < 0) continue;
      for (const int64_t element : {4, 8}) {
        if (loads_.contains({pointer, base, offset + element})) use.is_offsets = true;
      }
    }
  }

  const ptx::Module& module_;
  const ptx::Function& kernel_;
  std::vector<Origin> origins_;
  std::vector<ParameterUse> uses_;
  std::set<std::tuple<int32_t, int32_t, int64_t>> loads_;  // parameter, register, offset
  uint64_t compared_ = 0;  // parameters whose values are ordered against each other
};

bool is_integer_type(const std::string& name) {
  return name.find("int") != std::string::npos || name.find("long") != std::string::npos ||
         name.find("short") != std::string::npos || name.find("char") != std::string::npos ||
         name.find("unsigned") != std::string::npos || name.find("bool") != std::string::npos;
}

// The buffer that values of this one address, if any.
const LaunchArgument* target_of(const ParameterUse& use, const Launch& launch) {
  const auto target = static_cast<size_t>(use.index_into);
  if (use.index_into < 0 || target >= launch.arguments.size()) return nullptr;
  return launch.arguments[target].elements > 0 ? &launch.arguments[target] : nullptr;
}

Fill fill_by_type(const LaunchArgument& argument) {
  Fill fill;
  if (is_integer_type(argument.element_type)) {
    fill.kind = FillKind::UniformInt;
    fill.low = 0;
    fill.high = argument.element_bytes == 1 ? 256 : 1024;
  }
  return fill;
}

Fill fill_of(const ParameterUse& use, const LaunchArgument& argument, const Launch& launch) {
  const LaunchArgument* target = target_of(use, launch);
  if (target != nullptr && use.integer_values) {
    Fill fill;
    fill.kind = use.is_offsets ? FillKind::OffsetsInto : FillKind::IndexInto;
    fill.target = target->name;
    return fill;
  }
  if (!use.loaded && use.stored) return {.kind = FillKind::Zero};
  return fill_by_type(argument);
}

// Host code says which numbers, the kernel what they mean.
Fill host_fill(const ParameterUse* use, const LaunchArgument& argument, const Launch& launch) {
  Fill fill = argument.fill;
  const LaunchArgument* target = use != nullptr ? target_of(*use, launch) : nullptr;
  if (fill.kind == FillKind::OffsetsInto && fill.target.empty()) {
    if (target != nullptr) {
      fill.target = target->name;
    } else {
      fill = {.kind = FillKind::Iota, .low = 0, .high = 0, .step = fill.degree};
    }
  }
  const bool is_index =
      fill.kind == FillKind::UniformInt && target != nullptr && use->integer_values;
  // A range that is the whole target, or that reaches beyond it and is cut by the kernel.
  if (is_index && fill.low == 0 && fill.high >= static_cast<double>(target->elements)) {
    fill = {.kind = FillKind::IndexInto, .target = target->name};
  }
  return fill;
}

// What is worth saying about a buffer whose contents decide addresses or branches.
std::string note_of(const LaunchArgument& argument) {
  return "'" + argument.name + "' holds " + fill_text(argument.fill) + ", as host code fills it";
}

// Which buffer the offsets in a field point into is not followed: their steps are enough.
void settle_fields(LaunchArgument& argument) {
  for (FillField& field : argument.fields) {
    if (field.fill.kind != FillKind::OffsetsInto || !field.fill.target.empty()) continue;
    field.fill = {.kind = FillKind::Iota, .low = 0, .high = 0, .step = field.fill.degree};
  }
}

std::string fields_note(const LaunchArgument& argument) {
  std::string text = "'" + argument.name + "' holds in each element";
  for (const FillField& field : argument.fields) {
    text += (&field == argument.fields.data() ? " " : ", ") + fill_text(field.fill) + " at byte " +
            std::to_string(field.offset_bytes);
  }
  return text + ", as host code fills it";
}

}  // namespace

std::vector<ParameterUse> parameter_uses(const ptx::Module& module, const ptx::Function& kernel) {
  return UseFinder(module, kernel).find();
}

std::vector<std::string> infer_fills(const std::vector<ParameterUse>& uses, Launch& launch) {
  std::vector<std::string> notes;
  for (size_t i = 0; i < launch.arguments.size(); ++i) {
    LaunchArgument& argument = launch.arguments[i];
    const ParameterUse* use = i < uses.size() ? &uses[i] : nullptr;
    for (LaunchArgument& member : argument.members) {
      settle_fields(member);
      if (member.elements <= 0 || member.fill_given) continue;
      member.fill =
          member.fill_from_host ? host_fill(nullptr, member, launch) : fill_by_type(member);
      if (member.fill_from_host && is_integer_type(member.element_type)) {
        notes.push_back(note_of(member));
      }
    }
    if (argument.elements <= 0 || argument.fill_given) continue;
    if (!argument.fields.empty()) {
      settle_fields(argument);
      const bool decides = use != nullptr && (use->index_into >= 0 || use->decides_control);
      if (decides) notes.push_back(fields_note(argument));
      continue;
    }
    if (argument.fill_from_host) {
      argument.fill = host_fill(use, argument, launch);
      const bool decides = use != nullptr && (use->index_into >= 0 || use->decides_control);
      if (decides) notes.push_back(note_of(argument));
    } else if (use != nullptr) {
      argument.fill = fill_of(*use, argument, launch);
    }
  }
  return notes;
}

}  // namespace kcast::exec
