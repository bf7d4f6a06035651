#include "analyze/ptx/parse/instruction.h"

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "analyze/ptx/forms.h"
#include "analyze/ptx/names.h"
#include "analyze/ptx/opcode.h"

namespace kcast::ptx {
namespace {

constexpr size_t kMostOpcodes = size_t{1} << 16;  // compilers use a few hundred

// The type that an immediate has as source number `source` of the instruction.
Type source_type(const Instruction& instruction, size_t source) {
  switch (instruction.op) {
    case Op::Mul:
    case Op::Mad:
      return instruction.wide && source < 2 ? instruction.type2 : instruction.type;
    case Op::Cvt:
    case Op::Set:
    case Op::Tex:
    case Op::Tld4:
      return instruction.type2;
    case Op::Slct:
      return source == 2 ? instruction.type2 : instruction.type;
    case Op::Call:
    case Op::BarRed:
    case Op::Unknown:
      return Type::None;
    default:
      return instruction.type;
  }
}

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

bool take_vector(ParseState& p, Function& function, Instruction& instruction);

const Instruction& decoded(ParseState& p, std::string_view mnemonic) {
  const auto [slot, fresh] = p.decoded.try_emplace(mnemonic);
  if (fresh) {
    slot->second = decode_opcode(mnemonic);
    if (slot->second.op == Op::Unknown) p.module.unknown.emplace_back(mnemonic);
  }
  return slot->second;
}

bool find_register(const ParseState& p, std::string_view name, int32_t& index) {
  size_t digits = name.size();
  while (digits > 0 && is_digit(name[digits - 1]))
    --digits;
  // "%r13" is number 13 of %r; number 3 of a range "%r1" is possible, too.
  for (size_t split = digits; split < name.size() && name.size() - split <= 9; ++split) {
    if (name[split] == '0' && split + 1 < name.size()) continue;
    const RegisterRange* const range = p.body.ranges.find(name.substr(0, split));
    if (range == nullptr) continue;
    int32_t number = 0;
    for (const char c : name.substr(split))
      number = number * 10 + (c - '0');
    if (number >= range->count) continue;
    index = range->first + number;
    return true;
  }
  const Name* const single = p.body.names.find(name);
  if (single == nullptr || single->kind != Name::Kind::Register) return false;
  index = single->index;
  return true;
}

bool resolve_name(ParseState& p, std::string_view name, Operand& out) {
  if (find_register(p, name, out.index)) {
    out.kind = OperandKind::Register;
    return true;
  }
  if (name.front() == '%') {
    const std::optional<SpecialName> special = parse_special(name);
    if (!special) return false;
    out.kind = OperandKind::Special;
    out.special = special->special;
    out.dimension = special->dimension;
    return true;
  }
  const Name* known = p.body.names.find(name);
  if (known == nullptr) {
    const auto found = p.names.find(name);
    if (found == p.names.end()) return false;
    known = &found->second;
  }
  out.kind = known->kind == Name::Kind::Function ? OperandKind::Function : OperandKind::Symbol;
  out.index = known->index;
  return true;
}

bool take_number(ParseState& p, const Instruction& instruction, Operand& out) {
  const bool negative = p.in.token.is('-');
  if (negative || p.in.token.is('+')) p.in.next();
  if (p.in.token.kind != Token::Kind::Number) return p.in.fail("expected a number");
  const std::optional<Literal> literal = parse_number(p.in.token.text);
  if (!literal) return p.in.fail("bad number '" + std::string(p.in.token.text.substr(0, 40)) + "'");
  const size_t written = std::min<size_t>(instruction.destinations, p.operands.size());
  const Type type = source_type(instruction, p.operands.size() - written);
  out.kind = OperandKind::Immediate;
  out.bits = bits_as(negative ? negate(*literal) : *literal, type);
  p.in.next();
  return true;
}

// A register, number or name; also as an element of a vector.
bool take_simple(ParseState& p, const Instruction& instruction, Operand& out) {
  if (p.in.accept('!')) out.negated = true;
  if (p.in.token.kind == Token::Kind::Number || p.in.token.is('-') || p.in.token.is('+'))
    return take_number(p, instruction, out);
  if (p.in.token.kind != Token::Kind::Word) {
    return p.in.fail("expected an operand, found '" + std::string(p.in.token.text.substr(0, 40)) +
                     "'");
  }
  const std::string_view name = p.in.token.text;
  if (name == "_") {
    out.kind = OperandKind::Sink;
  } else if (name == "WARP_SZ") {
    out.kind = OperandKind::Immediate;
    out.bits = 32;
  } else if (!resolve_name(p, name, out)) {
    // Operands of an instruction that is not known may be anything.
    if (instruction.op != Op::Unknown)
      return p.in.fail("'" + std::string(name.substr(0, 80)) + "' is not declared");
  }
  p.in.next();
  return out.kind != OperandKind::Symbol || p.in.take_offset(out.offset);
}

bool take_label(ParseState& p, const Function& function) {
  if (p.in.token.kind != Token::Kind::Word) return p.in.fail("expected a label");
  p.body.uses.push_back({int32_t(function.instructions.size()) - 1,
                         int32_t(p.operands.size()),
                         {p.body.scope, p.in.token.text}});
  Operand operand;
  operand.kind = OperandKind::Label;
  p.operands.push_back(operand);
  p.in.next();
  return true;
}

bool take_address_base(ParseState& p, Operand& out) {
  out.kind = OperandKind::Address;
  if (p.in.token.kind == Token::Kind::Number || p.in.token.is('-'))
    return p.in.take_integer(out.offset);
  if (p.in.token.kind != Token::Kind::Word) return p.in.fail("expected an address");
  Operand base;
  if (!resolve_name(p, p.in.token.text, base) ||
      (base.kind != OperandKind::Register && base.kind != OperandKind::Symbol))
    return p.in.fail("'" + std::string(p.in.token.text.substr(0, 80)) + "' is no address");
  out.index = base.index;
  out.base_is_symbol = base.kind == OperandKind::Symbol;
  p.in.next();
  return p.in.take_offset(out.offset);
}

bool take_address(ParseState& p, Function& function, Instruction& instruction) {
  p.in.next();
  Operand address;
  if (!take_address_base(p, address)) return false;
  p.operands.push_back(address);
  while (p.in.accept(',')) {
    if (p.in.token.is('{')) {
      if (!take_vector(p, function, instruction)) return false;
      continue;
    }
    Operand part;
    if (!take_simple(p, instruction, part)) return false;
    p.operands.push_back(part);
  }
  return p.in.expect(']');
}

bool take_vector(ParseState& p, Function& function, Instruction& instruction) {
  p.in.next();
  Operand vector;
  vector.kind = OperandKind::Vector;
  vector.index = int32_t(function.elements.size());
  size_t count = 0;
  do {
    Operand element;
    if (!take_simple(p, instruction, element)) return false;
    function.elements.push_back(element);
    if (++count > 255) return p.in.fail("vector too long");
  } while (p.in.accept(','));
  vector.count = uint8_t(count);
  const int width = bits_of(instruction.type) / int(count);
  if (instruction.op == Op::Mov && width > 0 && width < 64) {
    for (size_t i = 0; i < count; ++i)
      function.elements[size_t(vector.index) + i].bits &= (uint64_t{1} << width) - 1;
  }
  p.operands.push_back(vector);
  return p.in.expect('}');
}

bool take_operand(ParseState& p, Function& function, Instruction& instruction) {
  const bool jumps =
      instruction.op == Op::Bra || (instruction.op == Op::BrxIdx && p.operands.size() == 1);
  if (jumps) return take_label(p, function);
  if (p.in.token.is('[')) return take_address(p, function, instruction);
  if (p.in.token.is('{')) return take_vector(p, function, instruction);
  Operand operand;
  if (!take_simple(p, instruction, operand)) return false;
  p.operands.push_back(operand);
  return true;
}

bool take_operands(ParseState& p, Function& function, Instruction& instruction) {
  if (p.in.token.is(';')) return true;
  do {
    if (!take_operand(p, function, instruction)) return false;
    while (p.in.accept('|')) {
      if (!take_operand(p, function, instruction)) return false;
      ++instruction.destinations;
    }
  } while (p.in.accept(','));
  return true;
}

bool take_call_list(ParseState& p, Function& function, Instruction& instruction) {
  p.in.next();
  while (!p.in.token.is(')')) {
    if (!take_operand(p, function, instruction)) return false;
    if (!p.in.accept(',') && !p.in.token.is(')')) return p.in.fail("expected ',' or ')'");
  }
  p.in.next();
  return true;
}

// "call (results), callee, (arguments), prototype;"
bool take_call(ParseState& p, Function& function, Instruction& instruction) {
  if (p.in.token.is('(')) {
    if (!take_call_list(p, function, instruction) || !p.in.expect(',')) return false;
  }
  instruction.destinations = uint8_t(std::min<size_t>(p.operands.size(), 255));
  Operand callee;
  if (!take_simple(p, instruction, callee)) return false;
  p.operands.push_back(callee);
  if (p.in.accept(',') && p.in.token.is('(')) {
    if (!take_call_list(p, function, instruction)) return false;
    p.in.accept(',');
  }
  if (p.in.token.kind == Token::Kind::Word) p.in.next();  // prototype or table of targets
  return true;
}

void finish_operands(Instruction& instruction) {
  const std::vector<Operand>& operands = instruction.operands;
  // "mbarrier.arrive [a]" and unknown stores have no result.
  if (!operands.empty() && operands.front().kind == OperandKind::Address &&
      instruction.op != Op::Call)
    instruction.destinations = 0;
  instruction.destinations = uint8_t(std::min<size_t>(instruction.destinations, operands.size()));
  const size_t table = size_t(instruction.destinations) + 3;
  if (instruction.op == Op::Lop3 && operands.size() > table)
    instruction.lut = uint8_t(operands[table].bits);
}

// With operands that its operation does not take, an instruction is one that is not known.
void make_unknown(ParseState& p, Instruction& instruction) {
  constexpr size_t kMostNames = 256;
  instruction.op = Op::Unknown;
  std::vector<std::string>& names = p.module.unknown;
  if (names.size() < kMostNames &&
      std::find(names.begin(), names.end(), instruction.mnemonic) == names.end()) {
    names.push_back(instruction.mnemonic);
  }
}

}  // namespace

bool take_guard(ParseState& p, int32_t& guard, bool& negated) {
  p.in.next();
  negated = p.in.accept('!');
  if (p.in.token.kind != Token::Kind::Word || !find_register(p, p.in.token.text, guard)) {
    return p.in.fail("expected a predicate, found '" + std::string(p.in.token.text.substr(0, 40)) +
                     "'");
  }
  p.in.next();
  return true;
}

bool take_instruction(ParseState& p, Function& function, int32_t guard, bool guard_negated,
                      std::string_view mnemonic) {
  if (++p.instructions > p.limits.instructions) return p.in.fail("too many instructions");
  if (p.decoded.size() > kMostOpcodes) return p.in.fail("too many different opcodes");
  Instruction& instruction = function.instructions.emplace_back(decoded(p, mnemonic));
  instruction.predicate = guard;
  instruction.predicate_negated = guard_negated;
  instruction.line = p.body.line;
  p.operands.clear();
  p.in.forgiving = instruction.op == Op::Unknown;
  const bool taken = instruction.op == Op::Call ? take_call(p, function, instruction)
                                                : take_operands(p, function, instruction);
  if (!taken && !p.in.forgiving) return false;
  p.in.forgiving = false;
  instruction.operands = p.operands;
  finish_operands(instruction);
  const bool known = instruction.op != Op::Unknown;
  if (!fits_form(function, instruction)) make_unknown(p, instruction);
  return known ? p.in.expect(';') : p.in.skip_statement();
}

}  // namespace kcast::ptx
