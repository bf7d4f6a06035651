#include "analyze/machine/emit_integer.h"

#include <map>
#include <string>
#include <vector>

namespace kcast::machine {

namespace {

using IntegerHandler = void (*)(Emitter&, const Instruction&);

size_t leading_flags(const Instruction& i, size_t from) {
  size_t count = 0;
  while (from + count < i.operands.size() && is_predicate(i.operands[from + count]))
    ++count;
  return count;
}

std::string bit_of(Emitter& out, const Operand& operand) {
  const std::string bit = out.word_temp();
  out.help("selp.u32 " + bit + ", 1, 0, " + out.flag(operand));
  return bit;
}

// A negated addend is its complement and one more; carries are counted of that.
struct Sum {
  Emitter& out;
  std::vector<std::string> words;  // that are added one after the other
  std::vector<std::string> carries;
  bool counts_carries = false;
  std::string value = "0";

  void add(const std::string& word) {
    if (word == "0") return;
    if (value == "0") {
      value = word;
      return;
    }
    const std::string next = out.word_temp();
    out.help("add.u32 " + next + ", " + value + ", " + word);
    if (counts_carries) {
      const std::string carry = out.flag_temp();
      out.help("setp.lt.u32 " + carry + ", " + next + ", " + word);
      carries.push_back(carry);
    }
    value = next;
  }

  void add_operand(const Operand& operand, bool exact_carry) {
    if (!operand.negative || !exact_carry) {
      add(out.word(operand));
      return;
    }
    const std::string flipped = out.word_temp();
    out.help("not.b32 " + flipped + ", " + out.raw_word(operand));
    add(flipped);
    add("1");
  }
};

void put_carries(Emitter& out, const Sum& sum, const Instruction& i, size_t flags) {
  if (flags == 0) return;
  const std::string first = out.flag_result(i.operands[1]);
  if (sum.carries.empty()) {
    out.put("setp.ne.u32 " + first + ", 0, 0");
  } else if (sum.carries.size() == 1) {
    out.put("mov.pred " + first + ", " + sum.carries[0]);
  } else {
    std::string any = sum.carries[0];
    for (size_t k = 1; k < sum.carries.size(); ++k) {
      const std::string next = out.flag_temp();
      out.help("or.pred " + next + ", " + any + ", " + sum.carries[k]);
      any = next;
    }
    out.put("mov.pred " + first + ", " + any);
  }
  if (flags < 2 || Emitter::is_true(i.operands[2])) return;
  // The second carry is there when two additions overflow.
  std::string count = "0";
  for (const std::string& carry : sum.carries) {
    const std::string bit = out.word_temp();
    const std::string next = out.word_temp();
    out.help("selp.u32 " + bit + ", 1, 0, " + carry);
    out.help("add.u32 " + next + ", " + bit + ", " + count);
    count = next;
  }
  out.put("setp.gt.u32 " + out.flag_result(i.operands[2]) + ", " + count + ", 1");
}

void add3(Emitter& out, const Instruction& i) {
  const size_t flags = leading_flags(i, 1);
  const bool carries = flags > 0;
  Sum sum{out, {}, {}, carries};
  size_t at = 1 + flags;
  std::vector<std::string> plain;
  for (; at < i.operands.size() && !is_predicate(i.operands[at]); ++at)
    sum.add_operand(i.operands[at], carries);
  for (; at < i.operands.size(); ++at)
    if (!Emitter::is_false(i.operands[at])) sum.add(bit_of(out, i.operands[at]));
  put_carries(out, sum, i, flags);
  out.core("mov.b32 " + out.result(i.operands[0]) + ", " + sum.value);
}

// Moves that are written as a product or a sum.
bool is_move(const Instruction& i) {
  return i.operands.size() == 4 && Emitter::is_zero(i.operands[1]) &&
         Emitter::is_zero(i.operands[2]);
}

void wide_product(Emitter& out, const Instruction& i, size_t at, size_t flags) {
  const std::string type = i.has("U32") ? "u32" : "s32";
  const Operand& c = i.operands[at + 2];
  const std::string product = out.wide_temp();
  const std::string a = out.word(i.operands[at]);
  const std::string b = out.word(i.operands[at + 1]);
  const std::string sum = out.wide_temp();
  const bool has_carry = at + 3 < i.operands.size() && is_predicate(i.operands[at + 3]) &&
                         !Emitter::is_false(i.operands[at + 3]);
  if (flags == 0 && !has_carry) {
    if (Emitter::is_zero(c)) {
      out.core("mul.wide." + type + " " + sum + ", " + a + ", " + b);
    } else {
      const std::string more = out.pair(c);
      out.core("mad.wide." + type + " " + sum + ", " + a + ", " + b + ", " + more);
    }
    out.put_pair(i.operands[0], sum);
    return;
  }
  out.help("mul.wide." + type + " " + product + ", " + a + ", " + b);
  out.help("add.s64 " + sum + ", " + product + ", " + out.pair(c));
  std::string last = sum;
  if (has_carry) {
    const std::string bit = out.wide_temp();
    last = out.wide_temp();
    out.help("cvt.u64.u32 " + bit + ", " + bit_of(out, i.operands[at + 3]));
    out.help("add.s64 " + last + ", " + sum + ", " + bit);
  }
  if (flags > 0)
    out.put("setp.lt.u64 " + out.flag_result(i.operands[1]) + ", " + last + ", " + product);
  out.put_pair(i.operands[0], last);
}

// The high half of the product and the pair that is added; the carry is that of 64 bits.
void high_product(Emitter& out, const Instruction& i, size_t at, size_t flags) {
  const std::string type = i.has("U32") ? "u32" : "s32";
  const std::string product = out.wide_temp();
  const std::string sum = out.wide_temp();
  const std::string a = out.word(i.operands[at]);
  const std::string b = out.word(i.operands[at + 1]);
  out.help("mul.wide." + type + " " + product + ", " + a + ", " + b);
  out.help("add.s64 " + sum + ", " + product + ", " + out.pair(i.operands[at + 2]));
  const std::string low = out.word_temp();
  const std::string high = out.word_temp();
  out.help("mov.b64 {" + low + ", " + high + "}, " + sum);
  if (flags > 0)
    out.put("setp.lt.u64 " + out.flag_result(i.operands[1]) + ", " + sum + ", " + product);
  out.core("mov.b32 " + out.result(i.operands[0]) + ", " + high);
}

void imad(Emitter& out, const Instruction& i) {
  const size_t flags = leading_flags(i, 1);
  const size_t at = 1 + flags;
  if (i.has("WIDE")) {
    wide_product(out, i, at, flags);
    return;
  }
  if (is_move(i)) {
    const std::string value = out.word(i.operands[3]);
    out.core("mov.b32 " + out.result(i.operands[0]) + ", " + value);
    return;
  }
  if (i.has("HI")) {
    high_product(out, i, at, flags);
    return;
  }
  const std::string product = out.word_temp();
  const std::string a = out.word(i.operands[at]);
  const std::string b = out.word(i.operands[at + 1]);
  const bool adds = a == "0" || b == "0" ? false : true;
  const bool is_plain_sum = b == "0x1";
  const bool has_carry =
      i.has("X") && at + 3 < i.operands.size() && !Emitter::is_false(i.operands[at + 3]);
  if (flags == 0 && !has_carry && adds && !is_plain_sum) {
    const std::string c = out.word(i.operands[at + 2]);
    if (c == "0") {
      out.core("mul.lo.u32 " + out.result(i.operands[0]) + ", " + a + ", " + b);
    } else {
      out.core("mad.lo.u32 " + out.result(i.operands[0]) + ", " + a + ", " + b + ", " + c);
    }
    return;
  }
  Sum sum{out, {}, {}, flags > 0};
  if (is_plain_sum) {
    sum.add(a);
  } else if (adds) {
    out.help("mul.lo.u32 " + product + ", " + a + ", " + b);
    sum.add(product);
  }
  sum.add_operand(i.operands[at + 2], flags > 0);
  if (has_carry) sum.add(bit_of(out, i.operands[at + 3]));
  put_carries(out, sum, i, flags);
  out.core("mov.b32 " + out.result(i.operands[0]) + ", " + sum.value);
}

// LEA d, a, b, shift: (a << shift) + b; .HI takes the high part of the pair c:a.
void lea(Emitter& out, const Instruction& i) {
  const size_t flags = leading_flags(i, 1);
  const size_t at = 1 + flags;
  const bool high = i.has("HI");
  const bool extends = i.has("SX32");
  size_t shift_at = at + 2;
  while (shift_at < i.operands.size() && i.operands[shift_at].kind != Kind::Immediate)
    ++shift_at;
  if (shift_at >= i.operands.size()) {
    out.fail("LEA without a shift");
    return;
  }
  const uint64_t shift = i.operands[shift_at].bits & 31;
  const std::string a = out.word(i.operands[at]);
  std::string shifted = out.word_temp();
  if (!high) {
    out.help("shl.b32 " + shifted + ", " + a + ", " + std::to_string(shift));
  } else {
    const std::string wide = out.wide_temp();
    if (extends) {
      out.help("cvt.s64.s32 " + wide + ", " + a);
    } else {
      out.help("mov.b64 " + wide + ", {" + a + ", " + out.word(i.operands[at + 2]) + "}");
    }
    const std::string moved = out.wide_temp();
    const std::string low = out.word_temp();
    out.help("shl.b64 " + moved + ", " + wide + ", " + std::to_string(shift));
    out.help("mov.b64 {" + low + ", " + shifted + "}, " + moved);
  }
  Sum sum{out, {}, {}, flags > 0};
  sum.add(shifted);
  sum.add_operand(i.operands[at + 1], flags > 0);
  if (i.has("X") && shift_at + 1 < i.operands.size() &&
      !Emitter::is_false(i.operands[shift_at + 1]))
    sum.add(bit_of(out, i.operands[shift_at + 1]));
  put_carries(out, sum, i, flags);
  out.core("mov.b32 " + out.result(i.operands[0]) + ", " + sum.value);
}

void shf(Emitter& out, const Instruction& i) {
  const bool left = i.has("L");
  const bool wide = i.has("U64") || i.has("S64");
  const bool sign = i.has("S32") || i.has("S64");
  const Operand& by = i.operands[2];
  const Operand& low = i.operands[1];
  const Operand& high = i.operands[3];
  const std::string limit = wide ? "64" : "32";
  std::string amount = out.word(by);
  if (i.has("W")) {
    const std::string masked = out.word_temp();
    out.help("and.b32 " + masked + ", " + amount + ", " + (wide ? "63" : "31"));
    amount = masked;
  } else if (by.kind != Kind::Immediate) {
    const std::string least = out.word_temp();
    out.help("min.u32 " + least + ", " + amount + ", " + limit);
    amount = least;
  }
  const std::string to = out.result(i.operands[0]);
  if (!left && i.has("HI")) {
    out.core((sign ? "shr.s32 " : "shr.u32 ") + to + ", " + out.word(high) + ", " + amount);
    return;
  }
  if (left && !i.has("HI")) {
    out.core("shl.b32 " + to + ", " + out.word(low) + ", " + amount);
    return;
  }
  const std::string value = out.wide_temp();
  const std::string moved = out.wide_temp();
  out.help("mov.b64 " + value + ", {" + out.word(low) + ", " + out.word(high) + "}");
  out.help(std::string(left   ? "shl.b64 "
                       : sign ? "shr.s64 "
                              : "shr.u64 ") +
           moved + ", " + value + ", " + amount);
  const std::string first = out.word_temp();
  const std::string second = out.word_temp();
  out.help("mov.b64 {" + first + ", " + second + "}, " + moved);
  out.core("mov.b32 " + to + ", " + (left ? second : first));
}

void lop3(Emitter& out, const Instruction& i) {
  const size_t flags = is_predicate(i.operands[0]) ? 1 : 0;
  const std::string a = out.word(i.operands[flags + 1]);
  const std::string b = out.word(i.operands[flags + 2]);
  const std::string c = out.word(i.operands[flags + 3]);
  const uint64_t table = i.operands[flags + 4].bits & 255;
  const std::string to = out.word_temp();
  const auto two = [&](const char* op, const std::string& x, const std::string& y) {
    out.help(std::string(op) + " " + to + ", " + x + ", " + y);
  };
  if (c == "0" && table == 0xc0) {
    two("and.b32", a, b);
  } else if (c == "0" && table == 0xfc) {
    two("or.b32", a, b);
  } else if (c == "0" && table == 0x3c) {
    two("xor.b32", a, b);
  } else if (table == 0x33) {
    out.help("not.b32 " + to + ", " + b);
  } else if (table == 0x0f) {
    out.help("not.b32 " + to + ", " + a);
  } else {
    out.help("lop3.b32 " + to + ", " + a + ", " + b + ", " + c + ", " + std::to_string(table));
  }
  if (flags == 1) {
    const bool more = flags + 5 < i.operands.size() && !Emitter::is_false(i.operands[flags + 5]);
    const std::string set = out.flag_result(i.operands[0]);
    if (more) {
      out.put("setp.ne.or.b32 " + set + ", " + to + ", 0, " + out.flag(i.operands[flags + 5]));
    } else {
      out.put("setp.ne.s32 " + set + ", " + to + ", 0");
    }
  }
  out.core("mov.b32 " + out.result(i.operands[flags]) + ", " + to);
}

void plop3(Emitter& out, const Instruction& i) {
  std::string words[3];
  for (size_t k = 0; k < 3; ++k) {
    words[k] = out.word_temp();
    out.help("selp.b32 " + words[k] + ", -1, 0, " + out.flag(i.operands[k + 2]));
  }
  for (size_t k = 0; k < 2; ++k) {
    if (Emitter::is_true(i.operands[k])) continue;
    const std::string value = out.word_temp();
    out.help("lop3.b32 " + value + ", " + words[0] + ", " + words[1] + ", " + words[2] + ", " +
             std::to_string(i.operands[5 + k].bits & 255));
    out.core("setp.ne.s32 " + out.flag_result(i.operands[k]) + ", " + value + ", 0");
  }
}

const char* integer_comparison(const Instruction& i) {
  for (const char* name : {"EQ", "NE", "LT", "LE", "GT", "GE"})
    if (i.has(name)) return name;
  return "";
}

std::string lower(std::string_view text) {
  std::string out(text);
  for (char& c : out)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return out;
}

std::string bool_name(const Instruction& i) {
  return i.has("OR") ? "or" : i.has("XOR") ? "xor" : "and";
}

void isetp(Emitter& out, const Instruction& i) {
  const std::string compare = lower(integer_comparison(i));
  if (compare.empty()) {
    out.fail("ISETP without a comparison");
    return;
  }
  const std::string type = i.has("U32") ? "u32" : "s32";
  const std::string a = out.word(i.operands[2]);
  const std::string b = out.word(i.operands[3]);
  const Operand& with = i.operands[4];
  const bool both = !Emitter::is_true(i.operands[1]);
  const bool combined = !(bool_name(i) == "and" && Emitter::is_true(with));
  if (!i.has("EX")) {
    std::string text = "setp." + compare + (combined ? "." + bool_name(i) : "") + "." + type + " " +
                       out.flag_result(i.operands[0]);
    if (both) text += "|" + out.flag_result(i.operands[1]);
    text += ", " + a + ", " + b;
    if (combined) text += ", " + out.flag(with);
    out.core(text);
    return;
  }
  // The low words decide when the high ones tie.
  const std::string low = out.flag(i.operands[5]);
  const std::string value = out.flag_temp();
  if (compare == "eq") {
    out.help("setp.eq.and." + type + " " + value + ", " + a + ", " + b + ", " + low);
  } else if (compare == "ne") {
    out.help("setp.ne.or." + type + " " + value + ", " + a + ", " + b + ", " + low);
  } else {
    const std::string tie = out.flag_temp();
    const std::string strict = compare == "le" || compare == "lt" ? "lt" : "gt";
    out.help("setp.eq.and." + type + " " + tie + ", " + a + ", " + b + ", " + low);
    out.help("setp." + strict + ".or." + type + " " + value + ", " + a + ", " + b + ", " + tie);
  }
  const std::string to = out.flag_result(i.operands[0]);
  if (both) {
    const std::string other = out.flag_temp();
    out.help("not.pred " + other + ", " + value);
    out.put((combined ? bool_name(i) + ".pred " : "mov.pred ") + out.flag_result(i.operands[1]) +
            ", " + other + (combined ? ", " + out.flag(with) : ""));
  }
  out.core((combined ? bool_name(i) + ".pred " : "mov.pred ") + to + ", " + value +
           (combined ? ", " + out.flag(with) : ""));
}

void put_smaller(Emitter& out, const Instruction& i, const std::string& a, const std::string& b,
                 const Operand& which) {
  const std::string type = i.has("U32") ? "u32" : "s32";
  const std::string to = out.result(i.operands[0]);
  if (Emitter::is_true(which) || Emitter::is_false(which)) {
    out.core((Emitter::is_true(which) ? "min." : "max.") + type + " " + to + ", " + a + ", " + b);
    return;
  }
  const std::string least = out.word_temp();
  const std::string most = out.word_temp();
  out.help("min." + type + " " + least + ", " + a + ", " + b);
  out.help("max." + type + " " + most + ", " + a + ", " + b);
  out.core("selp.b32 " + to + ", " + least + ", " + most + ", " + out.flag(which));
}

void vimnmx(Emitter& out, const Instruction& i) {
  if (i.operands.size() < 4) {
    out.fail(i.full_name());
    return;
  }
  put_smaller(out, i, out.word(i.operands[1]), out.word(i.operands[2]), i.operands[3]);
}

void viaddmnmx(Emitter& out, const Instruction& i) {
  const std::string sum = out.word_temp();
  out.help("add.u32 " + sum + ", " + out.word(i.operands[1]) + ", " + out.word(i.operands[2]));
  const std::string other = out.word(i.operands[3]);
  if (!i.has("RELU")) {
    put_smaller(out, i, sum, other, i.operands[4]);
    return;
  }
  // It is not below zero.
  if (!Emitter::is_true(i.operands[4]) && !Emitter::is_false(i.operands[4])) {
    out.fail(i.full_name());
    return;
  }
  const std::string chosen = out.word_temp();
  out.help((Emitter::is_true(i.operands[4]) ? "min.s32 " : "max.s32 ") + chosen + ", " + sum +
           ", " + other);
  out.core("max.s32 " + out.result(i.operands[0]) + ", " + chosen + ", 0");
}

void prmt(Emitter& out, const Instruction& i) {
  out.core("prmt.b32 " + out.result(i.operands[0]) + ", " + out.word(i.operands[1]) + ", " +
           out.word(i.operands[3]) + ", " + out.word(i.operands[2]));
}

void flo(Emitter& out, const Instruction& i) {
  const std::string type = i.has("U32") ? "u32" : "s32";
  const std::string value = out.word(i.operands[1]);
  out.core("bfind." + std::string(i.has("SH") ? "shiftamt." : "") + type + " " +
           out.result(i.operands[0]) + ", " + value);
}

void one_source(Emitter& out, const Instruction& i, const char* op) {
  const std::string value = out.word(i.operands[1]);
  out.core(std::string(op) + " " + out.result(i.operands[0]) + ", " + value);
}

void brev(Emitter& out, const Instruction& i) {
  one_source(out, i, "brev.b32");
}
void iabs(Emitter& out, const Instruction& i) {
  one_source(out, i, "abs.s32");
}
void popc(Emitter& out, const Instruction& i) {
  one_source(out, i, "popc.b32");
}

void mov(Emitter& out, const Instruction& i) {
  if (i.has("64")) {
    out.put_pair(i.operands[0], out.pair(i.operands[1]));
    return;
  }
  one_source(out, i, "mov.b32");
}

void select(Emitter& out, const Instruction& i) {
  const std::string a = out.word(i.operands[1]);
  const std::string b = out.word(i.operands[2]);
  const std::string flag = out.flag(i.operands[3]);
  out.core("selp.b32 " + out.result(i.operands[0]) + ", " + a + ", " + b + ", " + flag);
}

void sgxt(Emitter& out, const Instruction& i) {
  const std::string value = out.word(i.operands[1]);
  const std::string width = out.word(i.operands[2]);
  out.core(std::string(i.has("U32") ? "bfe.u32 " : "bfe.s32 ") + out.result(i.operands[0]) + ", " +
           value + ", 0, " + width);
}

void bmsk(Emitter& out, const Instruction& i) {
  const std::string start = out.word(i.operands[1]);
  const std::string width = out.word(i.operands[2]);
  out.core(std::string(i.has("W") ? "bmsk.wrap.b32 " : "bmsk.clamp.b32 ") +
           out.result(i.operands[0]) + ", " + start + ", " + width);
}

void idp(Emitter& out, const Instruction& i) {
  if (!i.has("4A") || i.operands.size() < 4) {
    out.fail(i.full_name());
    return;
  }
  std::string types;
  for (const std::string& modifier : i.modifiers) {
    if (modifier == "U8") types += ".u32";
    if (modifier == "S8") types += ".s32";
  }
  if (types.size() != 8) {
    out.fail(i.full_name());
    return;
  }
  out.core("dp4a" + types + " " + out.result(i.operands[0]) + ", " + out.word(i.operands[1]) +
           ", " + out.word(i.operands[2]) + ", " + out.word(i.operands[3]));
}

void vabsdiff(Emitter& out, const Instruction& i) {
  if (i.opcode != "VABSDIFF" || i.operands.size() < 4) {
    out.fail(i.full_name());
    return;
  }
  out.core(std::string(i.has("U32") ? "sad.u32 " : "sad.s32 ") + out.result(i.operands[0]) + ", " +
           out.word(i.operands[1]) + ", " + out.word(i.operands[2]) + ", " +
           out.word(i.operands[3]));
}

void r2p(Emitter& out, const Instruction& i) {
  const std::string value = out.word(i.operands[1]);
  const uint64_t mask = i.operands[2].bits;
  if (i.operands[2].kind != Kind::Immediate) {
    out.fail(i.full_name());
    return;
  }
  for (int bit = 0; bit < 7; ++bit) {
    if ((mask >> bit & 1) == 0) continue;
    const std::string one = out.word_temp();
    out.help("and.b32 " + one + ", " + value + ", " + std::to_string(1 << bit));
    out.put("setp.ne.s32 %p" + std::to_string(bit) + ", " + one + ", 0");
  }
}

void p2r(Emitter& out, const Instruction& i) {
  if (i.operands.size() < 4 || i.operands[3].kind != Kind::Immediate) {
    out.fail(i.full_name());
    return;
  }
  const uint64_t mask = i.operands[3].bits & 127;
  std::string value = out.word_temp();
  out.help("and.b32 " + value + ", " + out.word(i.operands[2]) + ", " +
           std::to_string(static_cast<uint32_t>(~mask)));
  for (int bit = 0; bit < 7; ++bit) {
    if ((mask >> bit & 1) == 0) continue;
    const std::string one = out.word_temp();
    const std::string next = out.word_temp();
    out.help("selp.b32 " + one + ", " + std::to_string(1 << bit) + ", 0, %p" + std::to_string(bit));
    out.help("or.b32 " + next + ", " + value + ", " + one);
    value = next;
  }
  out.core("mov.b32 " + out.result(i.operands[0]) + ", " + value);
}

const std::map<std::string, IntegerHandler, std::less<>>& integer_handlers() {
  static const std::map<std::string, IntegerHandler, std::less<>> table = {
      {"IADD3", add3},  {"VIADD", add3},       {"IADD", add3},    {"IMAD", imad},
      {"LEA", lea},     {"SHF", shf},          {"LOP3", lop3},    {"PLOP3", plop3},
      {"ISETP", isetp}, {"VIMNMX", vimnmx},    {"IMNMX", vimnmx}, {"VIADDMNMX", viaddmnmx},
      {"PRMT", prmt},   {"FLO", flo},          {"BREV", brev},    {"IABS", iabs},
      {"R2P", r2p},     {"P2R", p2r},          {"SEL", select},   {"MOV", mov},
      {"R2UR", mov},    {"POPC", popc},        {"SGXT", sgxt},    {"BMSK", bmsk},
      {"IDP", idp},     {"VABSDIFF", vabsdiff}};
  return table;
}

}  // namespace

bool emit_integer(Emitter& out, std::string_view opcode) {
  const auto found = integer_handlers().find(opcode);
  if (found == integer_handlers().end()) return false;
  found->second(out, out.instruction());
  return true;
}

}  // namespace kcast::machine
