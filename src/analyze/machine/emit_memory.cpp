#include "analyze/machine/emit_memory.h"

#include <map>
#include <string>
#include <vector>

namespace kcast::machine {

namespace {

using MemoryHandler = void (*)(Emitter&, const Instruction&);

const Operand* memory_operand(const Instruction& i, size_t nth = 0) {
  for (const Operand& operand : i.operands)
    if (operand.kind == Kind::Memory && nth-- == 0) return &operand;
  return nullptr;
}

bool has_base(const Operand& at) {
  return at.index >= 0 && at.index != kZeroRegister;
}

bool has_uniform(const Operand& at) {
  return at.uniform >= 0 && at.uniform != kZeroUniform;
}

// "[%w3+16]" of global memory, whose addresses have 64 bits.
std::string wide_place(Emitter& out, const Operand& at) {
  std::string sum;
  const auto add = [&](int number, bool is_wide, const std::string& letter) {
    const std::string next = out.wide_temp();
    const std::string name = letter + std::to_string(number);
    if (is_wide) {
      out.help("mov.b64 " + next + ", {" + name + ", " + letter + std::to_string(number + 1) + "}");
    } else {
      out.help("cvt.u64.u32 " + next + ", " + name);
    }
    if (sum.empty()) {
      sum = next;
      return;
    }
    const std::string both = out.wide_temp();
    out.help("add.s64 " + both + ", " + sum + ", " + next);
    sum = both;
  };
  const bool is_extended = out.instruction().has("E");
  if (has_base(at)) add(at.index, at.is_wide || (is_extended && !at.is_narrow), "%r");
  if (has_uniform(at)) add(at.uniform, at.is_uniform_wide, "%u");
  if (sum.empty() || at.scale != 1) out.fail("an address of global memory that is a number");
  return "[" + sum + "+" + std::to_string(at.offset) + "]";
}

// Of shared and local memory.
std::string narrow_place(Emitter& out, const Operand& at) {
  std::string sum;
  if (has_base(at)) {
    sum = "%r" + std::to_string(at.index);
    if (at.scale != 1) {
      const std::string scaled = out.word_temp();
      out.help("mul.lo.u32 " + scaled + ", " + sum + ", " + std::to_string(at.scale));
      sum = scaled;
    }
  }
  if (has_uniform(at)) {
    const std::string uniform = "%u" + std::to_string(at.uniform);
    if (sum.empty()) {
      sum = uniform;
    } else {
      const std::string both = out.word_temp();
      out.help("add.u32 " + both + ", " + sum + ", " + uniform);
      sum = both;
    }
  }
  if (sum.empty()) {
    sum = out.word_temp();
    out.help("mov.u32 " + sum + ", 0");
  }
  return "[" + sum + "+" + std::to_string(at.offset) + "]";
}

struct Width {
  std::string type = "b32";
  int words = 1;
};

Width width_of(const Instruction& i) {
  if (i.has("U8")) return {"u8", 1};
  if (i.has("S8")) return {"s8", 1};
  if (i.has("U16")) return {"u16", 1};
  if (i.has("S16")) return {"s16", 1};
  if (i.has("64")) return {"b32", 2};
  if (i.has("128")) return {"b32", 4};
  return {};
}

std::string list_of(Emitter& out, const Operand& operand, int words, bool written) {
  if (words == 1) return written ? out.result(operand) : out.raw_word(operand);
  std::string text = "{";
  for (int k = 0; k < words; ++k) {
    if (k > 0) text += ", ";
    text += written ? out.result(operand, k) : out.raw_word(operand, k);
  }
  return text + "}";
}

std::string vector_type(const Width& width) {
  return (width.words > 1 ? ".v" + std::to_string(width.words) : "") + "." + width.type;
}

enum class Where { Global, Generic, Shared, Local };

Where space_of(std::string_view opcode) {
  if (opcode == "LDS" || opcode == "STS" || opcode == "ATOMS") return Where::Shared;
  if (opcode == "LDL" || opcode == "STL") return Where::Local;
  if (opcode == "LDG" || opcode == "STG" || opcode == "ATOMG" || opcode == "RED" ||
      opcode == "REDG")
    return Where::Global;
  return Where::Generic;
}

const char* name_of(Where where) {
  switch (where) {
    case Where::Global:
      return ".global";
    case Where::Shared:
      return ".shared";
    case Where::Local:
      return ".local";
    default:
      return "";
  }
}

std::string place_of(Emitter& out, Where where, const Operand& at) {
  if (where == Where::Shared) out.uses_shared = true;
  return where == Where::Global || where == Where::Generic ? wide_place(out, at)
                                                           : narrow_place(out, at);
}

// In which order others see it.
std::string order_of(const Instruction& i, Where where) {
  if ((where != Where::Global && where != Where::Generic) || !i.has("STRONG")) return "";
  return i.has("SYS") ? ".volatile" : ".relaxed.gpu";
}

void load(Emitter& out, const Instruction& i) {
  const Operand* at = memory_operand(i);
  if (at == nullptr) {
    out.fail(i.full_name());
    return;
  }
  const Width width = width_of(i);
  const Where where = space_of(i.opcode);
  std::string text = "ld" + order_of(i, where) + name_of(where);
  if (i.has("CONSTANT") && where == Where::Global) text += ".nc";
  text += vector_type(width) + " ";
  const std::string place = place_of(out, where, *at);
  // Results that nobody wants are loaded all the same.
  out.core(
      text +
      list_of(out, i.operands[i.operands[0].kind == Kind::Predicate ? 1 : 0], width.words, true) +
      ", " + place);
}

void store(Emitter& out, const Instruction& i) {
  const Operand* at = memory_operand(i);
  if (at == nullptr) {
    out.fail(i.full_name());
    return;
  }
  const Width width = width_of(i);
  const Where where = space_of(i.opcode);
  const std::string place = place_of(out, where, *at);
  out.core("st" + order_of(i, where) + name_of(where) + vector_type(width) + " " + place + ", " +
           list_of(out, i.operands.back(), width.words, false));
}

void load_constant(Emitter& out, const Instruction& i) {
  const Operand* from = nullptr;
  for (const Operand& operand : i.operands)
    if (operand.kind == Kind::Constant) from = &operand;
  if (from == nullptr || i.has("128") || i.has("IL") || i.has("ISL")) {
    out.fail(i.full_name());
    return;
  }
  if (i.has("64")) {
    out.put_pair(i.operands[0], out.raw_pair(*from));
    return;
  }
  const std::string value = out.raw_word(*from);
  if (i.has("U8") || i.has("S8") || i.has("U16") || i.has("S16")) {
    const char* bits = i.has("U8") || i.has("S8") ? "8" : "16";
    out.core(std::string(i.has("U8") || i.has("U16") ? "bfe.u32 " : "bfe.s32 ") +
             out.result(i.operands[0]) + ", " + value + ", 0, " + bits);
    return;
  }
  out.core("mov.b32 " + out.result(i.operands[0]) + ", " + value);
}

struct AtomicForm {
  std::string op;
  std::string type;
  bool is_wide = false;
};

AtomicForm atomic_form(const Instruction& i) {
  AtomicForm out;
  static constexpr const char* kOps[][2] = {{"ADD", "add"}, {"MIN", "min"}, {"MAX", "max"},
                                            {"INC", "inc"}, {"DEC", "dec"}, {"AND", "and"},
                                            {"OR", "or"},   {"XOR", "xor"}, {"EXCH", "exch"},
                                            {"CAS", "cas"}, {"CAST", "cas"}};
  for (const auto& [name, op] : kOps)
    if (i.has(name)) out.op = op;
  out.is_wide = i.has("64") || i.has("U64") || i.has("S64") || i.has("F64");
  const bool is_bits =
      out.op == "and" || out.op == "or" || out.op == "xor" || out.op == "exch" || out.op == "cas";
  const std::string bits = out.is_wide ? "64" : "32";
  out.type = is_bits                        ? "b" + bits
             : i.has("F32") || i.has("F64") ? "f" + bits
             : i.has("S32") || i.has("S64") ? "s" + bits
                                            : "u" + bits;
  if (i.has("F16x2") || i.has("F16") || i.has("BF16_V2") || i.has("BF16")) out.op.clear();
  return out;
}

std::string atomic_source(Emitter& out, const Operand& operand, bool is_wide) {
  return is_wide ? out.raw_pair(operand) : out.raw_word(operand);
}

void atomic(Emitter& out, const Instruction& i) {
  const Operand* at = memory_operand(i);
  const Where where = space_of(i.opcode);
  if (at == nullptr) {
    out.fail(i.full_name());
    return;
  }
  // A flag may stand before the result.
  size_t to = 0;
  while (to < i.operands.size() && is_predicate(i.operands[to]))
    ++to;
  const std::string place = place_of(out, where, *at);
  if (i.has("POPC")) {
    const std::string one = out.word_temp();
    out.core(std::string("atom") + name_of(where) + ".add.u32 " +
             (Emitter::is_zero(i.operands[to]) ? one : out.result(i.operands[to])) + ", " + place +
             ", 1");
    return;
  }
  const AtomicForm form = atomic_form(i);
  size_t from = static_cast<size_t>(at - i.operands.data()) + 1;
  if (form.op.empty() || from >= i.operands.size()) {
    out.fail(i.full_name());
    return;
  }
  std::string sources = atomic_source(out, i.operands[from], form.is_wide);
  if (form.op == "cas") {
    if (from + 1 >= i.operands.size()) {
      out.fail(i.full_name());
      return;
    }
    sources += ", " + atomic_source(out, i.operands[from + 1], form.is_wide);
  }
  const std::string text = std::string("atom") + name_of(where) + "." + form.op + "." + form.type;
  if (i.has("CAST")) {
    // It answers whether it wrote.
    const std::string old = form.is_wide ? out.wide_temp() : out.word_temp();
    const std::string flag = out.flag_temp();
    const std::string compared = atomic_source(out, i.operands[from], form.is_wide);
    out.core(text + " " + old + ", " + place + ", " + sources);
    out.put("setp.eq." + std::string(form.is_wide ? "u64 " : "u32 ") + flag + ", " + old + ", " +
            compared);
    out.put("selp.b32 " + out.result(i.operands[to]) + ", 1, 0, " + flag);
    return;
  }
  if (form.is_wide) {
    const std::string old = out.wide_temp();
    out.core(text + " " + old + ", " + place + ", " + sources);
    out.put_pair(i.operands[to], old);
    return;
  }
  out.core(text + " " + out.result(i.operands[to]) + ", " + place + ", " + sources);
}

void reduction(Emitter& out, const Instruction& i) {
  const Operand* at = memory_operand(i);
  const AtomicForm form = atomic_form(i);
  if (at == nullptr || form.op.empty() || i.operands.empty()) {
    out.fail(i.full_name());
    return;
  }
  const std::string place = place_of(out, Where::Global, *at);
  out.core("red.global." + form.op + "." + form.type + " " + place + ", " +
           atomic_source(out, i.operands.back(), form.is_wide));
}

void copy(Emitter& out, const Instruction& i) {
  const Operand* to = memory_operand(i, 0);
  const Operand* from = memory_operand(i, 1);
  if (to == nullptr || from == nullptr || i.operands.size() != 2) {
    out.fail(i.full_name());
    return;
  }
  out.uses_shared = true;
  out.uses_async = true;
  const char* bytes = i.has("128") ? "16" : i.has("64") ? "8" : "4";
  out.core(std::string("cp.async.") + (i.has("BYPASS") ? "cg" : "ca") + ".shared.global " +
           narrow_place(out, *to) + ", " + wide_place(out, *from) + ", " + bytes);
}

void load_matrix(Emitter& out, const Instruction& i) {
  const Operand* at = memory_operand(i);
  const int words = i.has("4") ? 4 : i.has("2") ? 2 : 1;
  if (at == nullptr || !(i.has("M88") || i.has("MT88"))) {
    out.fail(i.full_name());
    return;
  }
  out.uses_shared = true;
  std::string list = "{";
  for (int k = 0; k < words; ++k)
    list += (k > 0 ? ", " : "") + out.result(i.operands[0], k);
  out.core("ldmatrix.sync.aligned.m8n8.x" + std::to_string(words) +
           (i.has("MT88") ? ".trans" : "") + ".shared.b16 " + list + "}, " +
           narrow_place(out, *at));
}

void fence(Emitter& out, const Instruction&) {
  out.core("membar.gl");
}

void no_access(Emitter&, const Instruction&) {}

void close_group(Emitter& out, const Instruction&) {
  out.core("cp.async.commit_group");
}

void await_group(Emitter& out, const Instruction& i) {
  const bool counts = i.operands.size() > 1 && i.operands[1].kind == Kind::Immediate;
  if (out.uses_async && counts)
    out.core("cp.async.wait_group " + std::to_string(i.operands[1].bits));
}

const std::map<std::string, MemoryHandler, std::less<>>& memory_handlers() {
  static const std::map<std::string, MemoryHandler, std::less<>> table = {
      {"LDG", load},
      {"LD", load},
      {"LDS", load},
      {"LDL", load},
      {"STG", store},
      {"ST", store},
      {"STS", store},
      {"STL", store},
      {"LDC", load_constant},
      {"ATOM", atomic},
      {"ATOMG", atomic},
      {"ATOMS", atomic},
      {"RED", reduction},
      {"REDG", reduction},
      {"LDGSTS", copy},
      {"LDSM", load_matrix},
      {"MEMBAR", fence},
      {"ERRBAR", no_access},
      {"CGAERRBAR", no_access},
      {"CCTL", no_access},
      {"CCTLL", no_access},
      {"LDGDEPBAR", close_group},
      {"DEPBAR", await_group}};
  return table;
}

}  // namespace

bool emit_memory(Emitter& out, std::string_view opcode) {
  const auto found = memory_handlers().find(opcode);
  if (found == memory_handlers().end()) return false;
  found->second(out, out.instruction());
  return true;
}

}  // namespace kcast::machine
