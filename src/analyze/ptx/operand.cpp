#include <algorithm>

#include "analyze/ptx/names.h"
#include "analyze/ptx/opcode.h"
#include "analyze/ptx/parser.h"

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

}  // namespace

const Instruction& Parser::decoded(std::string_view mnemonic) {
  const auto [slot, fresh] = decoded_.try_emplace(mnemonic);
  if (fresh) {
    slot->second = decode_opcode(mnemonic);
    if (slot->second.op == Op::Unknown) module_.unknown.emplace_back(mnemonic);
  }
  return slot->second;
}

bool Parser::take_guard(int32_t& guard, bool& negated) {
  next();
  negated = accept('!');
  if (token_.kind != Token::Kind::Word || !find_register(token_.text, guard))
    return fail("expected a predicate, found '" + std::string(token_.text.substr(0, 40)) + "'");
  next();
  return true;
}

bool Parser::take_instruction(Function& function, int32_t guard, bool guard_negated,
                              std::string_view mnemonic) {
  if (++instructions_ > limits_.instructions) return fail("too many instructions");
  if (decoded_.size() > kMostOpcodes) return fail("too many different opcodes");
  Instruction& instruction = function.instructions.emplace_back(decoded(mnemonic));
  instruction.predicate = guard;
  instruction.predicate_negated = guard_negated;
  instruction.line = body_.line;
  operands_.clear();
  forgiving_ = instruction.op == Op::Unknown;
  const bool taken = instruction.op == Op::Call ? take_call(function, instruction)
                                                : take_operands(function, instruction);
  if (!taken && !forgiving_) return false;
  forgiving_ = false;
  instruction.operands = operands_;
  finish_operands(instruction);
  return instruction.op == Op::Unknown ? skip_statement() : expect(';');
}

bool Parser::take_operands(Function& function, Instruction& instruction) {
  if (token_.is(';')) return true;
  do {
    if (!take_operand(function, instruction)) return false;
    while (accept('|')) {
      if (!take_operand(function, instruction)) return false;
      ++instruction.destinations;
    }
  } while (accept(','));
  return true;
}

bool Parser::take_operand(Function& function, Instruction& instruction) {
  const bool jumps =
      instruction.op == Op::Bra || (instruction.op == Op::BrxIdx && operands_.size() == 1);
  if (jumps) return take_label(function);
  if (token_.is('[')) return take_address(function, instruction);
  if (token_.is('{')) return take_vector(function, instruction);
  Operand operand;
  if (!take_simple(instruction, operand)) return false;
  operands_.push_back(operand);
  return true;
}

bool Parser::take_label(const Function& function) {
  if (token_.kind != Token::Kind::Word) return fail("expected a label");
  body_.uses.push_back({int32_t(function.instructions.size()) - 1,
                        int32_t(operands_.size()),
                        {body_.scope, token_.text}});
  Operand operand;
  operand.kind = OperandKind::Label;
  operands_.push_back(operand);
  next();
  return true;
}

// A register, number or name; also as an element of a vector.
bool Parser::take_simple(const Instruction& instruction, Operand& out) {
  if (accept('!')) out.negated = true;
  if (token_.kind == Token::Kind::Number || token_.is('-') || token_.is('+'))
    return take_number(instruction, out);
  if (token_.kind != Token::Kind::Word)
    return fail("expected an operand, found '" + std::string(token_.text.substr(0, 40)) + "'");
  const std::string_view name = token_.text;
  if (name == "_") {
    out.kind = OperandKind::Sink;
  } else if (name == "WARP_SZ") {
    out.kind = OperandKind::Immediate;
    out.bits = 32;
  } else if (!resolve_name(name, out)) {
    // Operands of an instruction that is not known may be anything.
    if (instruction.op != Op::Unknown)
      return fail("'" + std::string(name.substr(0, 80)) + "' is not declared");
  }
  next();
  return out.kind != OperandKind::Symbol || take_offset(out.offset);
}

bool Parser::take_number(const Instruction& instruction, Operand& out) {
  const bool negative = token_.is('-');
  if (negative || token_.is('+')) next();
  if (token_.kind != Token::Kind::Number) return fail("expected a number");
  const std::optional<Literal> literal = parse_number(token_.text);
  if (!literal) return fail("bad number '" + std::string(token_.text.substr(0, 40)) + "'");
  const size_t written = std::min<size_t>(instruction.destinations, operands_.size());
  const Type type = source_type(instruction, operands_.size() - written);
  out.kind = OperandKind::Immediate;
  out.bits = bits_as(negative ? negate(*literal) : *literal, type);
  next();
  return true;
}

// "+4", "-4", "+-4" or nothing.
bool Parser::take_offset(int64_t& offset) {
  while (token_.is('+') || token_.is('-')) {
    const bool minus = token_.is('-');
    next();
    int64_t value = 0;
    if (!take_integer(value)) return false;
    const uint64_t step = minus ? 0 - uint64_t(value) : uint64_t(value);
    offset = int64_t(uint64_t(offset) + step);
  }
  return true;
}

bool Parser::take_address_base(Operand& out) {
  out.kind = OperandKind::Address;
  if (token_.kind == Token::Kind::Number || token_.is('-')) return take_integer(out.offset);
  if (token_.kind != Token::Kind::Word) return fail("expected an address");
  Operand base;
  if (!resolve_name(token_.text, base) ||
      (base.kind != OperandKind::Register && base.kind != OperandKind::Symbol))
    return fail("'" + std::string(token_.text.substr(0, 80)) + "' is no address");
  out.index = base.index;
  out.base_is_symbol = base.kind == OperandKind::Symbol;
  next();
  return take_offset(out.offset);
}

bool Parser::take_address(Function& function, Instruction& instruction) {
  next();
  Operand address;
  if (!take_address_base(address)) return false;
  operands_.push_back(address);
  while (accept(',')) {
    if (token_.is('{')) {
      if (!take_vector(function, instruction)) return false;
      continue;
    }
    Operand part;
    if (!take_simple(instruction, part)) return false;
    operands_.push_back(part);
  }
  return expect(']');
}

bool Parser::take_vector(Function& function, Instruction& instruction) {
  next();
  Operand vector;
  vector.kind = OperandKind::Vector;
  vector.index = int32_t(function.elements.size());
  size_t count = 0;
  do {
    Operand element;
    if (!take_simple(instruction, element)) return false;
    function.elements.push_back(element);
    if (++count > 255) return fail("vector too long");
  } while (accept(','));
  vector.count = uint8_t(count);
  const int width = bits_of(instruction.type) / int(count);
  if (instruction.op == Op::Mov && width > 0 && width < 64) {
    for (size_t i = 0; i < count; ++i)
      function.elements[size_t(vector.index) + i].bits &= (uint64_t{1} << width) - 1;
  }
  operands_.push_back(vector);
  return expect('}');
}

// "call (results), callee, (arguments), prototype;"
bool Parser::take_call(Function& function, Instruction& instruction) {
  if (token_.is('(')) {
    if (!take_call_list(function, instruction) || !expect(',')) return false;
  }
  instruction.destinations = uint8_t(std::min<size_t>(operands_.size(), 255));
  Operand callee;
  if (!take_simple(instruction, callee)) return false;
  operands_.push_back(callee);
  if (accept(',') && token_.is('(')) {
    if (!take_call_list(function, instruction)) return false;
    accept(',');
  }
  if (token_.kind == Token::Kind::Word) next();  // prototype or table of targets
  return true;
}

bool Parser::take_call_list(Function& function, Instruction& instruction) {
  next();
  while (!token_.is(')')) {
    if (!take_operand(function, instruction)) return false;
    if (!accept(',') && !token_.is(')')) return fail("expected ',' or ')'");
  }
  next();
  return true;
}

bool Parser::find_register(std::string_view name, int32_t& index) const {
  size_t digits = name.size();
  while (digits > 0 && is_digit(name[digits - 1]))
    --digits;
  // "%r13" is number 13 of %r; number 3 of a range "%r1" is possible, too.
  for (size_t split = digits; split < name.size() && name.size() - split <= 9; ++split) {
    if (name[split] == '0' && split + 1 < name.size()) continue;
    const RegisterRange* const range = body_.ranges.find(name.substr(0, split));
    if (range == nullptr) continue;
    int32_t number = 0;
    for (const char c : name.substr(split))
      number = number * 10 + (c - '0');
    if (number >= range->count) continue;
    index = range->first + number;
    return true;
  }
  const Name* const single = body_.names.find(name);
  if (single == nullptr || single->kind != Name::Kind::Register) return false;
  index = single->index;
  return true;
}

bool Parser::resolve_name(std::string_view name, Operand& out) {
  if (find_register(name, out.index)) {
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
  const Name* known = body_.names.find(name);
  if (known == nullptr) {
    const auto found = names_.find(name);
    if (found == names_.end()) return false;
    known = &found->second;
  }
  out.kind = known->kind == Name::Kind::Function ? OperandKind::Function : OperandKind::Symbol;
  out.index = known->index;
  return true;
}

void Parser::finish_operands(Instruction& instruction) {
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

}  // namespace kcast::ptx
