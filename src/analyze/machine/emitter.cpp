#include "analyze/machine/emitter.h"

#include <algorithm>
#include <cstdio>
#include <utility>

namespace kcast::machine {

namespace {

std::string hex(uint64_t bits) {
  char text[32];
  std::snprintf(text, sizeof text, "0x%llx", static_cast<unsigned long long>(bits));
  return text;
}

std::string real_bits(const char* format, uint64_t bits) {
  char text[32];
  std::snprintf(text, sizeof text, format, static_cast<unsigned long long>(bits));
  return text;
}

}  // namespace

bool Emitter::is_zero(const Operand& operand) {
  return (operand.kind == Kind::Register && operand.index == kZeroRegister) ||
         (operand.kind == Kind::Uniform && operand.index == kZeroUniform);
}

bool Emitter::is_true(const Operand& operand) {
  return is_predicate(operand) && operand.index == kTruePredicate && !operand.complement;
}

bool Emitter::is_false(const Operand& operand) {
  return is_predicate(operand) && operand.index == kTruePredicate && operand.complement;
}

void Emitter::begin(const Instruction& instruction, const std::string& guard) {
  instruction_ = &instruction;
  guard_ = guard;
  opcode_ = instruction.full_name();
  lines_.clear();
  core_ = -1;
  words_ = wides_ = flags_ = 0;
}

void Emitter::end(std::string& out) {
  most_words_ = std::max(most_words_, words_);
  most_wides_ = std::max(most_wides_, wides_);
  most_flags_ = std::max(most_flags_, flags_);
  if (lines_.empty()) put("mov.b32 %none, 0");
  if (core_ < 0) core_ = static_cast<int>(lines_.size()) - 1;
  const Control control = control_of(*instruction_);
  for (size_t i = 0; i < lines_.size(); ++i) {
    if (static_cast<int>(i) == core_) {
      out += "\t.pragma \"machine " + opcode_ + " " + std::to_string(control.stall) + " " +
             std::to_string(control.write_barrier == 7 ? -1 : control.write_barrier) + " " +
             std::to_string(control.wait_mask) + "\";\n";
    }
    out += "\t";
    if (!guard_.empty()) out += guard_ + " ";
    out += lines_[i] + ";\n";
  }
}

std::string Emitter::raw_word(const Operand& operand, int part) {
  switch (operand.kind) {
    case Kind::Register:
      return operand.index == kZeroRegister ? "0" : "%r" + std::to_string(operand.index + part);
    case Kind::Uniform:
      return operand.index == kZeroUniform ? "0" : "%u" + std::to_string(operand.index + part);
    case Kind::Immediate:
      return hex(static_cast<uint32_t>(operand.bits >> (32 * part)));
    case Kind::Constant: {
      Operand at = operand;
      at.offset += int64_t{4} * part;
      return constant(at, 4);
    }
    default:
      fail("an operand that is not understood: " + operand.name);
      return "0";
  }
}

std::string Emitter::word(const Operand& operand, int part) {
  std::string value = raw_word(operand, part);
  const auto apply = [&](const char* op) {
    const std::string next = word_temp();
    help(std::string(op) + " " + next + ", " + value);
    value = next;
  };
  if (operand.absolute) apply("abs.s32");
  if (operand.complement) apply("not.b32");
  if (operand.negative) apply("neg.s32");
  return value;
}

std::string Emitter::raw_pair(const Operand& operand) {
  if (operand.kind == Kind::Immediate) return hex(operand.bits);
  if (is_zero(operand)) return "0";
  if (operand.kind == Kind::Constant) return constant(operand, 8);
  const std::string out = wide_temp();
  help("mov.b64 " + out + ", {" + raw_word(operand) + ", " + raw_word(operand, 1) + "}");
  return out;
}

std::string Emitter::pair(const Operand& operand) {
  std::string value = raw_pair(operand);
  if (!operand.negative && !operand.complement) return value;
  const std::string out = wide_temp();
  help((operand.negative ? "neg.s64 " : "not.b64 ") + out + ", " + value);
  return out;
}

std::string Emitter::flag(const Operand& operand) {
  if (!is_predicate(operand)) {
    fail("a predicate that is not understood");
    return "%true";
  }
  if (operand.index == kTruePredicate) return operand.complement ? "%false" : "%true";
  const std::string name =
      (operand.kind == Kind::Predicate ? "%p" : "%q") + std::to_string(operand.index);
  if (!operand.complement) return name;
  const std::string out = flag_temp();
  help("not.pred " + out + ", " + name);
  return out;
}

std::string Emitter::single(const Operand& operand) {
  if (operand.kind == Kind::Immediate) return real_bits("0f%08llX", instruction_->low >> 32);
  std::string value = raw_word(operand);
  if (value == "0") value = "0f00000000";
  const auto apply = [&](const char* op) {
    const std::string next = word_temp();
    help(std::string(op) + " " + next + ", " + value);
    value = next;
  };
  if (operand.absolute) apply("abs.f32");
  if (operand.negative) apply("neg.f32");
  return value;
}

std::string Emitter::real(const Operand& operand) {
  if (operand.kind == Kind::Immediate) return real_bits("0d%016llX", instruction_->low >> 32 << 32);
  std::string value = raw_pair(operand);
  if (value == "0") value = "0d0000000000000000";
  const auto apply = [&](const char* op) {
    const std::string next = wide_temp();
    help(std::string(op) + " " + next + ", " + value);
    value = next;
  };
  if (operand.absolute) apply("abs.f64");
  if (operand.negative) apply("neg.f64");
  return value;
}

std::string Emitter::halves(const Operand& operand) {
  if (operand.kind == Kind::Immediate) return hex(instruction_->low >> 32);
  std::string value = raw_word(operand);
  const auto apply = [&](const std::string& op, const std::string& more) {
    const std::string next = word_temp();
    help(op + " " + next + ", " + value + more);
    value = next;
  };
  if (operand.half == 'l') apply("prmt.b32", ", 0, 0x1010");
  if (operand.half == 'h') apply("prmt.b32", ", 0, 0x3232");
  if (operand.absolute) apply("and.b32", ", 0x7fff7fff");
  if (operand.negative) apply("xor.b32", ", 0x80008000");
  return value;
}

std::string Emitter::result(const Operand& operand, int part) {
  if (is_zero(operand)) return word_temp();
  if (operand.kind == Kind::Register) return "%r" + std::to_string(operand.index + part);
  if (operand.kind == Kind::Uniform) return "%u" + std::to_string(operand.index + part);
  fail("a result that is not understood: " + operand.name);
  return "%none";
}

std::string Emitter::flag_result(const Operand& operand) {
  if (!is_predicate(operand)) fail("a predicate that is not understood");
  if (operand.index == kTruePredicate) return flag_temp();
  return (operand.kind == Kind::Predicate ? "%p" : "%q") + std::to_string(operand.index);
}

void Emitter::put_pair(const Operand& operand, const std::string& wide) {
  put("mov.b64 {" + result(operand) + ", " + result(operand, 1) + "}, " + wide);
}

// Bank 0 is what the launch passes: sizes, the window of local memory, the stack and the
// parameters; bank 2 and 3 are constants, bank 4 are addresses of variables.
std::string Emitter::constant(const Operand& operand, int bytes) {
  const bool is_indexed = (operand.index >= 0 && operand.index != kZeroRegister) ||
                          (operand.uniform >= 0 && operand.uniform != kZeroUniform);
  if (operand.bank == 0 && operand.offset >= 0x210) {
    return is_indexed ? indexed_parameter(operand, operand.offset - 0x210, bytes)
                      : parameter(operand.offset - 0x210, bytes);
  }
  if (operand.bank == 3) return of_bank3(operand, bytes);
  if (is_indexed) {
    fail("a table of constants in bank " + std::to_string(operand.bank));
    return "0";
  }
  if (operand.bank == 0) {
    static constexpr const char* kSizes[] = {"%ntid.x",   "%ntid.y",   "%ntid.z",
                                             "%nctaid.x", "%nctaid.y", "%nctaid.z"};
    const int64_t at = operand.offset;
    if (bytes == 8) {
      if (at == 0x208 || at == 0x20 || at == 0x18) return "0";
      const std::string out = wide_temp();
      Operand high = operand;
      high.offset += 4;
      help("mov.b64 " + out + ", {" + constant(operand, 4) + ", " + constant(high, 4) + "}");
      return out;
    }
    if (at >= 0 && at < 24 && at % 4 == 0) {
      const std::string out = word_temp();
      help("mov.u32 " + out + ", " + kSizes[at / 4]);
      return out;
    }
    if (at == 0x28) {
      const std::string out = word_temp();
      help("mov.u32 " + out + ", stack");
      help("add.u32 " + out + ", " + out + ", " + std::to_string(context_.stack_bytes));
      return out;
    }
    // Generic addresses of the interpreter need no window.
    if ((at >= 0x18 && at < 0x28) || at == 0x208 || at == 0x20c) return "0";
  }
  if (operand.bank == 4) {
    const auto found = context_.listing.global_names.find(static_cast<int>(operand.offset & ~7));
    const auto is_it = [&](const ptx::Variable& variable) {
      return variable.name == found->second;
    };
    if (found != context_.listing.global_names.end() &&
        std::any_of(context_.module.variables.begin(), context_.module.variables.end(), is_it)) {
      const std::string wide = wide_temp();
      help("mov.u64 " + wide + ", " + found->second);
      if (bytes == 8) return wide;
      const std::string low = word_temp();
      const std::string high = word_temp();
      help("mov.b64 {" + low + ", " + high + "}, " + wide);
      return operand.offset % 8 == 0 ? low : high;
    }
  }
  if (operand.bank == 2) {
    for (const std::string& name :
         {".nv.constant2." + context_.code.name, std::string(".nv.constant2")}) {
      const auto found = context_.listing.constants.find(name);
      if (found == context_.listing.constants.end()) continue;
      const std::string& data = found->second;
      if (operand.offset < 0 || operand.offset + bytes > static_cast<int64_t>(data.size()))
        continue;
      uint64_t bits = 0;
      for (int i = 0; i < bytes; ++i) {
        const auto byte = static_cast<uint8_t>(data[static_cast<size_t>(operand.offset + i)]);
        bits |= static_cast<uint64_t>(byte) << (8 * i);
      }
      return hex(bits);
    }
  }
  fail("a constant that nobody knows: bank " + std::to_string(operand.bank) + ", " +
       hex(static_cast<uint64_t>(operand.offset)));
  return "0";
}

std::string Emitter::parameter(int64_t offset, int bytes) {
  for (const ptx::Variable& variable : context_.kernel.parameters) {
    const int64_t at = offset - variable.offset;
    if (at < 0 || at >= variable.bytes) continue;
    const std::string place = "[" + variable.name + "+" + std::to_string(at) + "]";
    if (bytes == 8) {
      const std::string out = wide_temp();
      help("ld.param.b64 " + out + ", " + place);
      return out;
    }
    if (variable.bytes == 8) {
      // Pointers are followed as a whole.
      const std::string wide = wide_temp();
      const std::string low = word_temp();
      const std::string high = word_temp();
      help("ld.param.b64 " + wide + ", [" + variable.name + "]");
      help("mov.b64 {" + low + ", " + high + "}, " + wide);
      if (at % 4 == 0) return at == 0 ? low : high;
    }
    const std::string out = word_temp();
    const int64_t left = variable.bytes - at;
    const char* type = bytes == 1 || left == 1 ? "u8" : bytes == 2 || left < 4 ? "u16" : "b32";
    help(std::string("ld.param.") + type + " " + out + ", " + place);
    return out;
  }
  fail("a parameter that the kernel does not have");
  return "0";
}

std::string Emitter::indexed_parameter(const Operand& operand, int64_t offset, int bytes) {
  const ptx::Variable* base = nullptr;
  for (const ptx::Variable& variable : context_.kernel.parameters)
    if (variable.offset <= offset) base = &variable;
  if (base == nullptr || offset - base->offset >= base->bytes) {
    fail("an index into the parameters");
    return "0";
  }
  const std::string start = wide_temp();
  const std::string index = wide_temp();
  help("mov.b64 " + start + ", " + base->name);
  help("cvt.s64.s32 " + index + ", " +
       (operand.index >= 0 ? "%r" + std::to_string(operand.index)
                           : "%u" + std::to_string(operand.uniform)));
  help("add.s64 " + start + ", " + start + ", " + index);
  const std::string out = bytes == 8 ? wide_temp() : word_temp();
  const char* type = bytes == 8 ? "b64" : bytes == 1 ? "u8" : bytes == 2 ? "u16" : "b32";
  help(std::string("ld.param.") + type + " " + out + ", [" + start + "+" +
       std::to_string(offset - base->offset) + "]");
  return out;
}

std::string Emitter::of_bank3(const Operand& operand, int bytes) {
  const ConstantVariable* base = nullptr;
  for (const ConstantVariable& variable : context_.listing.variables)
    if (variable.offset <= operand.offset) base = &variable;
  const auto known = [&](const ptx::Variable& variable) { return variable.name == base->name; };
  if (base == nullptr ||
      std::none_of(context_.module.variables.begin(), context_.module.variables.end(), known)) {
    fail("a constant that the PTX does not have");
    return "0";
  }
  const std::string out = bytes == 8 ? wide_temp() : word_temp();
  const char* type = bytes == 8 ? "b64" : bytes == 1 ? "u8" : bytes == 2 ? "u16" : "b32";
  std::string place = base->name;
  if (operand.index >= 0 && operand.index != kZeroRegister) {
    place = word_temp();
    help("mov.u32 " + place + ", " + base->name);
    help("add.u32 " + place + ", " + place + ", %r" + std::to_string(operand.index));
  }
  if (operand.uniform >= 0 && operand.uniform != kZeroUniform) {
    const std::string sum = word_temp();
    if (place == base->name) {
      help("mov.u32 " + sum + ", " + base->name);
      place = sum;
    }
    help("add.u32 " + sum + ", " + place + ", %u" + std::to_string(operand.uniform));
    place = sum;
  }
  help(std::string("ld.const.") + type + " " + out + ", [" + place + "+" +
       std::to_string(operand.offset - base->offset) + "]");
  return out;
}

}  // namespace kcast::machine
