#include "analyze/tools/sass_integer.h"

#include <bit>
#include <map>

namespace kcast::tools {
namespace {

using Handler = void (*)(Machine&, const Instruction&);

bool is_predicate(const Operand& operand) {
  return operand.kind == Kind::Predicate || operand.kind == Kind::UniformPredicate;
}

int count_leading_predicates(const Instruction& i, size_t from) {
  int count = 0;
  while (from + count < i.operands.size() && is_predicate(i.operands[from + count]))
    ++count;
  return count;
}

// A negated source of an adder is its complement and a carry.
uint64_t addend(const Machine& m, const Operand& operand) {
  const uint32_t value = m.raw(operand);
  if (operand.negative) return static_cast<uint64_t>(static_cast<uint32_t>(~value)) + 1;
  return operand.complement ? static_cast<uint32_t>(~value) : value;
}

void add3(Machine& m, const Instruction& i) {
  const int outs = count_leading_predicates(i, 1);
  const size_t first = 1 + static_cast<size_t>(outs);
  uint64_t sum = 0;
  size_t at = first;
  for (; at < i.operands.size() && !is_predicate(i.operands[at]); ++at) {
    sum += addend(m, i.operands[at]);
  }
  for (; at < i.operands.size(); ++at)
    sum += m.predicate(i.operands[at]) ? 1 : 0;
  m.set(i.operands[0], static_cast<uint32_t>(sum));
  if (outs > 0) m.set_predicate(i.operands[1], (sum >> 32) != 0);
  if (outs > 1) m.set_predicate(i.operands[2], (sum >> 32) > 1);
}

void imad(Machine& m, const Instruction& i) {
  const int outs = count_leading_predicates(i, 1);
  const size_t at = 1 + static_cast<size_t>(outs);
  const Operand& c = i.operands[at + 2];
  const uint32_t a = m.word(i.operands[at]);
  const uint32_t b = m.word(i.operands[at + 1]);
  const bool is_unsigned = i.has("U32");
  const uint64_t product =
      is_unsigned ? static_cast<uint64_t>(a) * b
                  : static_cast<uint64_t>(static_cast<int64_t>(static_cast<int32_t>(a)) *
                                          static_cast<int32_t>(b));
  const bool carry = i.has("X") && at + 3 < i.operands.size() && m.predicate(i.operands[at + 3]);
  if (i.has("WIDE")) {
    const uint64_t addition = c.negative ? ~m.pair(c) + 1 : m.pair(c);
    const uint64_t sum = product + addition + (carry ? 1 : 0);
    m.set_pair(i.operands[0], sum);
    if (outs > 0) m.set_predicate(i.operands[1], sum < product);
    return;
  }
  // .HI adds the pair c before it takes the high half.
  const uint64_t low = static_cast<uint32_t>(product) + static_cast<uint64_t>(addend(m, c));
  const uint64_t sum = i.has("HI") ? (product + m.pair(c)) >> 32 : low + (carry ? 1 : 0);
  m.set(i.operands[0], static_cast<uint32_t>(sum));
  if (outs > 0) m.set_predicate(i.operands[1], (sum >> 32) != 0);
}

// LEA d, a, b, shift: (a << shift) + b; .HI takes the high part of the pair c:a.
void lea(Machine& m, const Instruction& i) {
  const int outs = count_leading_predicates(i, 1);
  const size_t at = 1 + static_cast<size_t>(outs);
  const bool high = i.has("HI");
  const uint32_t a = m.word(i.operands[at]);
  const size_t shift_at = at + (high ? 3 : 2);
  const uint32_t shift = m.raw(i.operands[shift_at]) & 31;
  uint64_t shifted = static_cast<uint32_t>(a << shift);
  if (high) {
    uint64_t wide = (static_cast<uint64_t>(m.word(i.operands[at + 2])) << 32) | a;
    if (i.has("SX32")) wide = static_cast<uint64_t>(static_cast<int64_t>(static_cast<int32_t>(a)));
    shifted = static_cast<uint32_t>((wide << shift) >> 32);
  }
  uint64_t sum = shifted + addend(m, i.operands[at + 1]);
  if (i.has("X") && shift_at + 1 < i.operands.size()) {
    sum += m.predicate(i.operands[shift_at + 1]) ? 1 : 0;
  }
  m.set(i.operands[0], static_cast<uint32_t>(sum));
  if (outs > 0) m.set_predicate(i.operands[1], (sum >> 32) != 0);
}

void shf(Machine& m, const Instruction& i) {
  const uint32_t low = m.word(i.operands[1]);
  const uint32_t high = m.word(i.operands[3]);
  const bool wide = i.has("U64") || i.has("S64");
  const bool sign = i.has("S32") || i.has("S64");
  uint32_t shift = m.raw(i.operands[2]);
  const uint32_t limit = wide ? 64 : 32;
  shift = i.has("W") ? shift & (limit - 1) : (shift > limit ? limit : shift);
  uint64_t value = (static_cast<uint64_t>(high) << 32) | low;
  if (i.has("L")) {
    value = shift >= 64 ? 0 : value << shift;
  } else if (sign) {
    const auto number = static_cast<int64_t>(value);
    value = static_cast<uint64_t>(number >> (shift > 63 ? 63 : shift));
  } else {
    value = shift >= 64 ? 0 : value >> shift;
  }
  // .HI of a right shift works on the high word alone: the low source is RZ.
  if (!i.has("L") && i.has("HI")) {
    const uint64_t source =
        sign ? static_cast<uint64_t>(static_cast<int64_t>(static_cast<int32_t>(high))) : high;
    const uint32_t amount = shift > 63 ? 63 : shift;
    value = sign ? static_cast<uint64_t>(static_cast<int64_t>(source) >> amount) : source >> amount;
    m.set(i.operands[0], static_cast<uint32_t>(value));
    return;
  }
  m.set(i.operands[0],
        i.has("HI") ? static_cast<uint32_t>(value >> 32) : static_cast<uint32_t>(value));
}

uint32_t lut3(uint32_t a, uint32_t b, uint32_t c, uint32_t table) {
  uint32_t result = 0;
  for (uint32_t row = 0; row < 8; ++row) {
    if ((table >> row & 1) == 0) continue;
    result |= ((row & 4) != 0 ? a : ~a) & ((row & 2) != 0 ? b : ~b) & ((row & 1) != 0 ? c : ~c);
  }
  return result;
}

void lop3(Machine& m, const Instruction& i) {
  const size_t at = is_predicate(i.operands[0]) ? 1 : 0;
  const uint32_t result = lut3(m.word(i.operands[at + 1]), m.word(i.operands[at + 2]),
                               m.word(i.operands[at + 3]), m.raw(i.operands[at + 4]));
  m.set(i.operands[at], result);
  if (at == 1) m.set_predicate(i.operands[0], result != 0);
}

void plop3(Machine& m, const Instruction& i) {
  const auto bit = [&](size_t at) { return m.predicate(i.operands[at]) ? ~0U : 0U; };
  const uint32_t a = bit(2);
  const uint32_t b = bit(3);
  const uint32_t c = bit(4);
  m.set_predicate(i.operands[0], (lut3(a, b, c, m.raw(i.operands[5])) & 1) != 0);
  m.set_predicate(i.operands[1], (lut3(a, b, c, m.raw(i.operands[6])) & 1) != 0);
}

bool compare(const Instruction& i, int64_t a, int64_t b) {
  if (i.has("EQ")) return a == b;
  if (i.has("NE")) return a != b;
  if (i.has("LT")) return a < b;
  if (i.has("LE")) return a <= b;
  if (i.has("GT")) return a > b;
  return a >= b;
}

void isetp(Machine& m, const Instruction& i) {
  const bool is_unsigned = i.has("U32");
  const auto widen = [&](const Operand& operand) -> int64_t {
    const uint32_t value = m.word(operand);
    return is_unsigned ? static_cast<int64_t>(value) : static_cast<int32_t>(value);
  };
  const int64_t a = widen(i.operands[2]);
  const int64_t b = widen(i.operands[3]);
  bool result = compare(i, a, b);
  // .EX continues a 64-bit comparison: the low words decide when the high ones tie.
  if (i.has("EX")) {
    const bool low = m.predicate(i.operands[5]);
    if (i.has("EQ")) {
      result = a == b && low;
    } else if (i.has("NE")) {
      result = a != b || low;
    } else if (a == b) {
      result = low;
    }
  }
  const bool with = m.predicate(i.operands[4]);
  const auto combine = [&](bool value) {
    return i.has("OR") ? value || with : i.has("XOR") ? value != with : value && with;
  };
  m.set_predicate(i.operands[0], combine(result));
  m.set_predicate(i.operands[1], combine(!result));
}

uint32_t smaller(const Instruction& i, uint32_t a, uint32_t b, bool minimum) {
  const bool less = i.has("U32") ? a < b : static_cast<int32_t>(a) < static_cast<int32_t>(b);
  return less == minimum ? a : b;
}

void vimnmx(Machine& m, const Instruction& i) {
  m.set(i.operands[0],
        smaller(i, m.word(i.operands[1]), m.word(i.operands[2]), m.predicate(i.operands[3])));
}

void viaddmnmx(Machine& m, const Instruction& i) {
  const uint32_t sum = m.word(i.operands[1]) + m.word(i.operands[2]);
  m.set(i.operands[0], smaller(i, sum, m.word(i.operands[3]), m.predicate(i.operands[4])));
}

void prmt(Machine& m, const Instruction& i) {
  const uint64_t bytes =
      (static_cast<uint64_t>(m.word(i.operands[3])) << 32) | m.word(i.operands[1]);
  const uint32_t selector = m.word(i.operands[2]);
  uint32_t result = 0;
  for (int lane = 0; lane < 4; ++lane) {
    const uint32_t choice = selector >> (4 * lane) & 15;
    uint32_t byte = static_cast<uint32_t>(bytes >> (8 * (choice & 7))) & 255;
    if ((choice & 8) != 0) byte = (byte & 128) != 0 ? 255 : 0;
    result |= byte << (8 * lane);
  }
  m.set(i.operands[0], result);
}

void flo(Machine& m, const Instruction& i) {
  uint32_t value = m.word(i.operands[1]);
  if (!i.has("U32") && static_cast<int32_t>(value) < 0) value = ~value;
  const int found = value == 0 ? -1 : 31 - std::countl_zero(value);
  m.set(i.operands[0], i.has("SH") && found >= 0 ? static_cast<uint32_t>(31 - found)
                                                 : static_cast<uint32_t>(found));
}

void brev(Machine& m, const Instruction& i) {
  uint32_t value = m.word(i.operands[1]);
  uint32_t result = 0;
  for (int bit = 0; bit < 32; ++bit, value >>= 1)
    result = result << 1 | (value & 1);
  m.set(i.operands[0], result);
}

void iabs(Machine& m, const Instruction& i) {
  const uint32_t value = m.word(i.operands[1]);
  m.set(i.operands[0], static_cast<int32_t>(value) < 0 ? 0 - value : value);
}

void r2p(Machine& m, const Instruction& i) {
  const uint32_t value = m.word(i.operands[1]);
  const uint32_t mask = m.word(i.operands[2]);
  for (int bit = 0; bit < 7; ++bit) {
    if ((mask >> bit & 1) == 0) continue;
    Operand target;
    target.kind = Kind::Predicate;
    target.index = bit;
    m.set_predicate(target, (value >> bit & 1) != 0);
  }
}

// Also the floating-point one: a modifier changes the sign bit there.
void select(Machine& m, const Instruction& i) {
  const Operand& chosen = m.predicate(i.operands[3]) ? i.operands[1] : i.operands[2];
  if (i.opcode == "FSEL") {
    m.set(i.operands[0], std::bit_cast<uint32_t>(m.single(chosen, i.has("FTZ"))));
  } else {
    m.set(i.operands[0], m.word(chosen));
  }
}

void move(Machine& m, const Instruction& i) {
  m.set(i.operands[0], m.word(i.operands[1]));
}

void read_special(Machine& m, const Instruction& i) {
  m.set(i.operands[0], 0);
  if (i.opcode == "CS2R" && !i.has("32")) m.set(i.operands[0], 0, 1);
}

void popc(Machine& m, const Instruction& i) {
  m.set(i.operands[0], static_cast<uint32_t>(std::popcount(m.word(i.operands[1]))));
}

void sgxt(Machine& m, const Instruction& i) {
  const uint32_t width = m.word(i.operands[2]) & 31;
  const uint32_t value = m.word(i.operands[1]);
  if (width == 0) {
    m.set(i.operands[0], 0);
    return;
  }
  const uint32_t up = value << (32 - width);
  m.set(i.operands[0], i.has("U32")
                           ? up >> (32 - width)
                           : static_cast<uint32_t>(static_cast<int32_t>(up) >> (32 - width)));
}

void bmsk(Machine& m, const Instruction& i) {
  const uint32_t start = m.word(i.operands[1]) & 31;
  const uint32_t width = m.word(i.operands[2]) & 63;
  const uint64_t mask = (width >= 32 ? 0xffffffffULL : (1ULL << width) - 1) << start;
  m.set(i.operands[0], static_cast<uint32_t>(mask));
}

// Sums of absolute differences and of products matter for their cost, not their value.
void any_value(Machine& m, const Instruction& i) {
  m.set(i.operands[0], m.word(i.operands[1]));
}

const std::map<std::string, Handler, std::less<>>& handlers() {
  static const std::map<std::string, Handler, std::less<>> table = {
      {"IADD3", add3},   {"VIADD", add3},       {"IADD", add3},         {"IMAD", imad},
      {"LEA", lea},      {"SHF", shf},          {"LOP3", lop3},         {"PLOP3", plop3},
      {"ISETP", isetp},  {"VIMNMX", vimnmx},    {"IMNMX", vimnmx},      {"VIADDMNMX", viaddmnmx},
      {"PRMT", prmt},    {"FLO", flo},          {"BREV", brev},         {"IABS", iabs},
      {"R2P", r2p},      {"SEL", select},       {"FSEL", select},       {"MOV", move},
      {"R2UR", move},    {"S2R", read_special}, {"CS2R", read_special}, {"S2UR", read_special},
      {"POPC", popc},    {"SGXT", sgxt},        {"BMSK", bmsk},         {"VABSDIFF", any_value},
      {"IDP", any_value}};
  return table;
}

}  // namespace

bool execute_integer(Machine& machine, const Instruction& instruction) {
  auto found = handlers().find(instruction.opcode);
  if (found == handlers().end() && instruction.opcode.starts_with("U")) {
    found = handlers().find(instruction.opcode.substr(1));
  }
  if (found == handlers().end()) return false;
  found->second(machine, instruction);
  return true;
}

}  // namespace kcast::tools
