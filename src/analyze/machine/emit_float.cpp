#include "analyze/machine/emit_float.h"

#include <map>
#include <string>
#include <vector>

namespace kcast::machine {

namespace {

using FloatHandler = void (*)(Emitter&, const Instruction&);

std::string rounding(const Instruction& i, const char* usual) {
  if (i.has("RZ")) return ".rz";
  if (i.has("RM")) return ".rm";
  if (i.has("RP")) return ".rp";
  return usual;
}

std::string modes(const Instruction& i) {
  return std::string(i.has("FTZ") ? ".ftz" : "") + (i.has("SAT") ? ".sat" : "");
}

void single_arithmetic(Emitter& out, const Instruction& i) {
  const char* op = i.opcode == "FADD" ? "add" : i.opcode == "FMUL" ? "mul" : "fma";
  const size_t count = i.opcode == "FFMA" ? 3 : 2;
  if (i.operands.size() < count + 1) {
    out.fail(i.full_name());
    return;
  }
  std::string sources;
  for (size_t k = 1; k <= count; ++k)
    sources += ", " + out.single(i.operands[k]);
  static constexpr const char* kScales[][2] = {{"D2", "0f3F000000"}, {"D4", "0f3E800000"},
                                               {"D8", "0f3E000000"}, {"M2", "0f40000000"},
                                               {"M4", "0f40800000"}, {"M8", "0f41000000"}};
  for (const auto& [name, scale] : kScales) {
    if (i.opcode != "FMUL" || !i.has(name)) continue;
    const std::string product = out.word_temp();
    out.core(op + rounding(i, ".rn") + ".f32 " + product + sources);
    out.put("mul.rn" + modes(i) + ".f32 " + out.result(i.operands[0]) + ", " + product + ", " +
            scale);
    return;
  }
  out.core(op + rounding(i, ".rn") + modes(i) + ".f32 " + out.result(i.operands[0]) + sources);
}

void double_arithmetic(Emitter& out, const Instruction& i) {
  const char* op = i.opcode == "DADD" ? "add" : i.opcode == "DMUL" ? "mul" : "fma";
  const size_t count = i.opcode == "DFMA" ? 3 : 2;
  if (i.operands.size() < count + 1) {
    out.fail(i.full_name());
    return;
  }
  std::string sources;
  for (size_t k = 1; k <= count; ++k)
    sources += ", " + out.real(i.operands[k]);
  const std::string sum = out.wide_temp();
  out.core(op + rounding(i, ".rn") + ".f64 " + sum + sources);
  out.put_pair(i.operands[0], sum);
}

std::string float_comparison(const Instruction& i) {
  static constexpr const char* kNames[][2] = {
      {"EQ", "eq"},   {"NE", "ne"},   {"LT", "lt"},   {"LE", "le"},   {"GT", "gt"},
      {"GE", "ge"},   {"EQU", "equ"}, {"NEU", "neu"}, {"LTU", "ltu"}, {"LEU", "leu"},
      {"GTU", "gtu"}, {"GEU", "geu"}, {"NUM", "num"}, {"NAN", "nan"}, {"LS", "ls"}};
  for (const auto& [name, word] : kNames)
    if (i.has(name)) return word;
  return "";
}

void put_comparison(Emitter& out, const Instruction& i, const std::string& type,
                    const std::string& a, const std::string& b) {
  const std::string compare = float_comparison(i);
  if (compare.empty() || i.operands.size() < 5) {
    out.fail(i.full_name());
    return;
  }
  const std::string how = i.has("OR") ? "or" : i.has("XOR") ? "xor" : "and";
  const bool combined = !(how == "and" && Emitter::is_true(i.operands[4]));
  std::string text = "setp." + compare + (combined ? "." + how : "") +
                     (i.has("FTZ") ? ".ftz" : "") + type + " " + out.flag_result(i.operands[0]);
  if (!Emitter::is_true(i.operands[1])) text += "|" + out.flag_result(i.operands[1]);
  text += ", " + a + ", " + b;
  if (combined) text += ", " + out.flag(i.operands[4]);
  out.core(text);
}

void single_compare(Emitter& out, const Instruction& i) {
  put_comparison(out, i, ".f32", out.single(i.operands[2]), out.single(i.operands[3]));
}

void double_compare(Emitter& out, const Instruction& i) {
  const std::string a = out.real(i.operands[2]);
  const std::string b = out.real(i.operands[3]);
  if (!i.has("MIN") && !i.has("MAX")) {
    put_comparison(out, i, ".f64", a, b);
    return;
  }
  // The second result says that the first operand is a NaN.
  const std::string nan = out.flag_temp();
  out.help("setp.nan.f64 " + nan + ", " + b + ", " + b);
  out.core(std::string(i.has("MIN") ? "setp.lt.or.f64 " : "setp.gt.or.f64 ") +
           out.flag_result(i.operands[0]) + ", " + a + ", " + b + ", " + nan);
  out.put("setp.nan.f64 " + out.flag_result(i.operands[1]) + ", " + a + ", " + a);
}

void single_minimum(Emitter& out, const Instruction& i) {
  const std::string a = out.single(i.operands[1]);
  const std::string b = out.single(i.operands[2]);
  const Operand& which = i.operands[3];
  const std::string to = out.result(i.operands[0]);
  if (Emitter::is_true(which) || Emitter::is_false(which)) {
    out.core((Emitter::is_true(which) ? "min.f32 " : "max.f32 ") + to + ", " + a + ", " + b);
    return;
  }
  const std::string least = out.word_temp();
  const std::string most = out.word_temp();
  out.help("min.f32 " + least + ", " + a + ", " + b);
  out.help("max.f32 " + most + ", " + a + ", " + b);
  out.core("selp.b32 " + to + ", " + least + ", " + most + ", " + out.flag(which));
}

void single_select(Emitter& out, const Instruction& i) {
  const std::string a = out.single(i.operands[1]);
  const std::string b = out.single(i.operands[2]);
  out.core("selp.b32 " + out.result(i.operands[0]) + ", " + a + ", " + b + ", " +
           out.flag(i.operands[3]));
}

void single_set(Emitter& out, const Instruction& i) {
  const std::string compare = float_comparison(i);
  if (compare.empty() || i.operands.size() < 4 || !Emitter::is_true(i.operands[3])) {
    out.fail(i.full_name());
    return;
  }
  const std::string flag = out.flag_temp();
  out.help("setp." + compare + ".f32 " + flag + ", " + out.single(i.operands[1]) + ", " +
           out.single(i.operands[2]));
  out.core("selp.b32 " + out.result(i.operands[0]) + ", " + (i.has("BF") ? "0f3F800000" : "-1") +
           ", 0, " + flag);
}

// Whether the short way to divide would be wrong, by the exponents.
void division_check(Emitter& out, const Instruction& i) {
  const std::string a = out.word_temp();
  const std::string b = out.word_temp();
  const std::string values[3] = {out.word_temp(), out.word_temp(), out.word_temp()};
  const std::string flags[2] = {out.flag_temp(), out.flag_temp()};
  out.help("bfe.u32 " + a + ", " + out.single(i.operands[1]) + ", 23, 8");
  out.help("bfe.u32 " + b + ", " + out.single(i.operands[2]) + ", 23, 8");
  out.help("sub.u32 " + values[0] + ", " + a + ", 25");
  out.help("sub.u32 " + values[1] + ", " + b + ", 1");
  out.help("sub.u32 " + values[2] + ", " + a + ", " + b);
  out.help("add.u32 " + values[2] + ", " + values[2] + ", 124");
  out.help("setp.gt.u32 " + flags[0] + ", " + values[0] + ", 229");
  out.help("setp.gt.or.u32 " + flags[1] + ", " + values[1] + ", 251, " + flags[0]);
  out.core("setp.gt.or.u32 " + out.flag_result(i.operands[0]) + ", " + values[2] + ", 249, " +
           flags[1]);
}

std::string half_source(Emitter& out, const Operand& operand) {
  const std::string word = out.halves(operand);
  const std::string wide = out.word_temp();
  const std::string low = out.word_temp();
  out.help("and.b32 " + low + ", " + word + ", 65535");
  out.help("cvt.f32.f16 " + wide + ", " + low);
  return wide;
}

void mufu(Emitter& out, const Instruction& i) {
  const Operand& source = i.operands[1];
  if (i.has("RCP64H") || i.has("RSQ64H")) {
    const std::string value = out.wide_temp();
    const std::string answer = out.wide_temp();
    const std::string high = source.kind == Kind::Immediate ? out.single(source) : out.word(source);
    std::string used = high;
    if (source.absolute || source.negative) {
      Operand plain = source;
      plain.absolute = plain.negative = false;
      used = out.single(source);
    }
    out.help("mov.b64 " + value + ", {0, " + used + "}");
    out.core(std::string(i.has("RCP64H") ? "rcp.rn.f64 " : "rsqrt.approx.f64 ") + answer + ", " +
             value);
    const std::string low = out.word_temp();
    out.put("mov.b64 {" + low + ", " + out.result(i.operands[0]) + "}, " + answer);
    return;
  }
  const bool is_half = i.has("F16");
  std::string value = is_half ? half_source(out, source) : out.single(source);
  const char* op = i.has("RCP")    ? "rcp.approx.ftz.f32 "
                   : i.has("RSQ")  ? "rsqrt.approx.ftz.f32 "
                   : i.has("SQRT") ? "sqrt.approx.ftz.f32 "
                   : i.has("EX2")  ? "ex2.approx.ftz.f32 "
                   : i.has("LG2")  ? "lg2.approx.ftz.f32 "
                   : i.has("TANH") ? "tanh.approx.f32 "
                   : i.has("SIN")  ? "sin.approx.ftz.f32 "
                   : i.has("COS")  ? "cos.approx.ftz.f32 "
                                   : nullptr;
  if (op == nullptr) {
    out.fail(i.full_name());
    return;
  }
  if (i.has("SIN") || i.has("COS")) {
    // Here the angle is in turns.
    const std::string angle = out.word_temp();
    out.help("mul.rn.f32 " + angle + ", " + value + ", 0f40C90FDB");
    value = angle;
  }
  if (!is_half) {
    out.core(op + out.result(i.operands[0]) + ", " + value);
    return;
  }
  const std::string answer = out.word_temp();
  out.core(op + answer + ", " + value);
  out.put("cvt.rn.f16.f32 " + out.result(i.operands[0]) + ", " + answer);
}

void float_to_integer(Emitter& out, const Instruction& i) {
  const std::string to = i.has("S64")                                  ? "s64"
                         : i.has("U64")                                ? "u64"
                         : i.has("U32") || i.has("U16") || i.has("U8") ? "u32"
                                                                       : "s32";
  const char* round = i.has("TRUNC")   ? "rzi"
                      : i.has("FLOOR") ? "rmi"
                      : i.has("CEIL")  ? "rpi"
                                       : "rni";
  const std::string from = i.has("F64") ? "f64" : "f32";
  const std::string value = i.has("F64")   ? out.real(i.operands[1])
                            : i.has("F16") ? half_source(out, i.operands[1])
                                           : out.single(i.operands[1]);
  const std::string text = std::string("cvt.") + round + "." + to + "." + from + " ";
  if (to.ends_with("64")) {
    const std::string answer = out.wide_temp();
    out.core(text + answer + ", " + value);
    out.put_pair(i.operands[0], answer);
    return;
  }
  out.core(text + out.result(i.operands[0]) + ", " + value);
}

void integer_to_float(Emitter& out, const Instruction& i) {
  std::string from = "s32";
  for (const char* type : {"U64", "S64", "U32", "U16", "S16", "U8", "S8"}) {
    if (!i.has(type)) continue;
    from = type;
    from[0] = from[0] == 'U' ? 'u' : 's';
    break;
  }
  std::string value;
  if (from.ends_with("64")) {
    value = out.pair(i.operands[1]);
  } else {
    value = out.word(i.operands[1]);
    if (from.ends_with("16") || from.ends_with("8")) {
      // Which byte or half is named behind the register.
      if (i.operands[1].half == 'h') {
        const std::string moved = out.word_temp();
        out.help("shr.u32 " + moved + ", " + value + ", 16");
        value = moved;
      }
      const std::string part = out.word_temp();
      out.help((from[0] == 'u' ? "bfe.u32 " : "bfe.s32 ") + part + ", " + value + ", 0, " +
               from.substr(1));
      value = part;
      from = from[0] == 'u' ? "u32" : "s32";
    }
  }
  const std::string round = rounding(i, ".rn");
  if (i.has("F64")) {
    const std::string answer = out.wide_temp();
    out.core("cvt" + round + ".f64." + from + " " + answer + ", " + value);
    out.put_pair(i.operands[0], answer);
    return;
  }
  out.core("cvt" + round + (i.has("F16") ? ".f16." : ".f32.") + from + " " +
           out.result(i.operands[0]) + ", " + value);
}

// F2F.<to>.<from>
void float_to_float(Emitter& out, const Instruction& i) {
  std::vector<std::string> types;
  for (const std::string& modifier : i.modifiers) {
    if (modifier == "F16" || modifier == "F32" || modifier == "F64" || modifier == "BF16")
      types.push_back(modifier);
  }
  const std::string to = types.empty() ? "F32" : types[0];
  const std::string from = types.size() < 2 ? "F32" : types[1];
  if (to == "BF16" || from == "BF16") {
    out.fail(i.full_name());
    return;
  }
  const std::string value = from == "F64"   ? out.real(i.operands[1])
                            : from == "F16" ? half_source(out, i.operands[1])
                                            : out.single(i.operands[1]);
  const std::string source = from == "F64" ? "f64" : "f32";
  const std::string round = rounding(i, ".rn");
  if (to == "F64") {
    const std::string answer = out.wide_temp();
    out.core("cvt.f64.f32 " + answer + ", " + value);
    out.put_pair(i.operands[0], answer);
  } else if (to == "F16") {
    out.core("cvt" + round + ".f16." + source + " " + out.result(i.operands[0]) + ", " + value);
  } else if (source == "f64") {
    out.core("cvt" + round + ".f32.f64 " + out.result(i.operands[0]) + ", " + value);
  } else {
    out.core("mov.b32 " + out.result(i.operands[0]) + ", " + value);
  }
}

void round_to_integer(Emitter& out, const Instruction& i) {
  const char* round = i.has("TRUNC")   ? "rzi"
                      : i.has("FLOOR") ? "rmi"
                      : i.has("CEIL")  ? "rpi"
                                       : "rni";
  if (i.has("F64")) {
    const std::string answer = out.wide_temp();
    out.core(std::string("cvt.") + round + ".f64.f64 " + answer + ", " + out.real(i.operands[1]));
    out.put_pair(i.operands[0], answer);
    return;
  }
  if (i.has("F16")) {
    out.fail(i.full_name());
    return;
  }
  out.core(std::string("cvt.") + round + ".f32.f32 " + out.result(i.operands[0]) + ", " +
           out.single(i.operands[1]));
}

void pack(Emitter& out, const Instruction& i) {
  if (i.operands.size() < 3 || i.has("E4M3") || i.has("E5M2") || i.has("TF32")) {
    out.fail(i.full_name());
    return;
  }
  const std::string high = out.single(i.operands[1]);
  const std::string low = out.single(i.operands[2]);
  out.core(std::string("cvt.rn") + (i.has("RELU") ? ".relu" : "") +
           (i.has("BF16") ? ".bf16x2" : ".f16x2") + ".f32 " + out.result(i.operands[0]) + ", " +
           high + ", " + low);
}

// Two immediates in a row are a pair.
std::vector<std::string> half_sources(Emitter& out, const Instruction& i, size_t from) {
  std::vector<std::string> values;
  for (size_t at = from; at < i.operands.size(); ++at) {
    const Operand& operand = i.operands[at];
    if (is_predicate(operand)) continue;
    if (operand.kind == Kind::Immediate && at + 1 < i.operands.size() &&
        i.operands[at + 1].kind == Kind::Immediate)
      ++at;
    values.push_back(out.halves(operand));
  }
  return values;
}

void half_arithmetic(Emitter& out, const Instruction& i) {
  const bool is_bfloat = i.has("BF16_V2") || i.has("BF16");
  const std::string type = is_bfloat ? ".bf16x2 " : ".f16x2 ";
  if (i.opcode == "HFMA2" && Emitter::is_zero(i.operands[1]) && Emitter::is_zero(i.operands[2])) {
    out.count_as("HMOVE");
    out.core("mov.b32 " + out.result(i.operands[0]) + ", " + half_sources(out, i, 3).front());
    return;
  }
  if (i.opcode == "HADD2" && i.has("F32")) {
    const std::string a = half_source(out, i.operands[1]);
    const std::string b = half_source(out, i.operands[2]);
    out.core("add.rn.f32 " + out.result(i.operands[0]) + ", " + a + ", " + b);
    return;
  }
  const std::vector<std::string> values = half_sources(out, i, 1);
  const size_t count = i.opcode == "HFMA2" ? 3 : 2;
  if (values.size() < count) {
    out.fail(i.full_name());
    return;
  }
  const char* op = i.opcode == "HADD2" ? "add.rn" : i.opcode == "HMUL2" ? "mul.rn" : "fma.rn";
  std::string text =
      op + std::string(i.has("SAT") ? ".sat" : "") + type + out.result(i.operands[0]);
  for (size_t k = 0; k < count; ++k)
    text += ", " + values[k];
  out.core(text);
}

void half_minimum(Emitter& out, const Instruction& i) {
  const Operand& which = i.operands.back();
  const std::vector<std::string> values = half_sources(out, i, 1);
  if (values.size() < 2 || !(Emitter::is_true(which) || Emitter::is_false(which))) {
    out.fail(i.full_name());
    return;
  }
  out.core((Emitter::is_true(which) ? "min" : "max") +
           std::string(i.has("BF16_V2") ? ".bf16x2 " : ".f16x2 ") + out.result(i.operands[0]) +
           ", " + values[0] + ", " + values[1]);
}

void half_compare(Emitter& out, const Instruction& i) {
  const std::string compare = float_comparison(i);
  if (compare.empty() || i.has("BF16_V2") || i.operands.size() < 5 ||
      !Emitter::is_true(i.operands.back())) {
    out.fail(i.full_name());
    return;
  }
  const std::vector<std::string> values = half_sources(out, i, 2);
  if (values.size() < 2) {
    out.fail(i.full_name());
    return;
  }
  for (size_t part = 0; part < 2; ++part) {
    std::string wide[2];
    for (size_t k = 0; k < 2; ++k) {
      const std::string bits = out.word_temp();
      wide[k] = out.word_temp();
      out.help("bfe.u32 " + bits + ", " + values[k] + ", " + (part == 0 ? "0" : "16") + ", 16");
      out.help("cvt.f32.f16 " + wide[k] + ", " + bits);
    }
    if (part == 1 && Emitter::is_true(i.operands[1])) continue;
    out.core("setp." + compare + ".f32 " + out.flag_result(i.operands[part]) + ", " + wide[0] +
             ", " + wide[1]);
  }
}

const std::map<std::string, FloatHandler, std::less<>>& float_handlers() {
  static const std::map<std::string, FloatHandler, std::less<>> table = {
      {"FADD", single_arithmetic},
      {"FMUL", single_arithmetic},
      {"FFMA", single_arithmetic},
      {"DADD", double_arithmetic},
      {"DMUL", double_arithmetic},
      {"DFMA", double_arithmetic},
      {"FSETP", single_compare},
      {"DSETP", double_compare},
      {"FMNMX", single_minimum},
      {"FSEL", single_select},
      {"FSET", single_set},
      {"FCHK", division_check},
      {"MUFU", mufu},
      {"F2I", float_to_integer},
      {"I2F", integer_to_float},
      {"I2FP", integer_to_float},
      {"F2F", float_to_float},
      {"FRND", round_to_integer},
      {"F2FP", pack},
      {"HADD2", half_arithmetic},
      {"HMUL2", half_arithmetic},
      {"HFMA2", half_arithmetic},
      {"HMNMX2", half_minimum},
      {"HSETP2", half_compare}};
  return table;
}

}  // namespace

bool emit_float(Emitter& out, std::string_view opcode) {
  const auto found = float_handlers().find(opcode);
  if (found == float_handlers().end()) return false;
  found->second(out, out.instruction());
  return true;
}

}  // namespace kcast::machine
