#include "analyze/tools/sass_float.h"

#include <algorithm>
#include <bit>
#include <cfenv>
#include <cmath>
#include <limits>
#include <map>
#include <numbers>

#include "analyze/tools/half.h"

namespace kcast::tools {

namespace {

using Handler = void (*)(Machine&, const Instruction&);

class RoundingScope {
 public:
  explicit RoundingScope(const Instruction& i) {
    const int mode = i.has("RZ") || i.has("TRUNC")   ? FE_TOWARDZERO
                     : i.has("RM") || i.has("FLOOR") ? FE_DOWNWARD
                     : i.has("RP") || i.has("CEIL")  ? FE_UPWARD
                                                     : FE_TONEAREST;
    std::fesetround(mode);
  }
  RoundingScope(const RoundingScope&) = delete;
  RoundingScope& operator=(const RoundingScope&) = delete;
  ~RoundingScope() { std::fesetround(FE_TONEAREST); }
};

float finish(const Instruction& i, float value) {
  if (i.has("SAT")) value = std::isnan(value) ? 0 : std::clamp(value, 0.0F, 1.0F);
  if (i.has("FTZ") && std::fpclassify(value) == FP_SUBNORMAL) value = std::copysign(0.0F, value);
  return value;
}

void set_single(Machine& m, const Instruction& i, float value) {
  m.set(i.operands[0], std::bit_cast<uint32_t>(finish(i, value)));
}

void single_arithmetic(Machine& m, const Instruction& i) {
  const bool flush = i.has("FTZ");
  volatile float a = m.single(i.operands[1], flush);
  volatile float b = m.single(i.operands[2], flush);
  volatile float result = 0;
  {
    const RoundingScope scope(i);
    if (i.opcode == "FADD") {
      result = a + b;
    } else if (i.opcode == "FMUL") {
      result = a * b;
    } else {
      result = std::fma(a, b, m.single(i.operands[3], flush));
    }
  }
  set_single(m, i, result);
}

void double_arithmetic(Machine& m, const Instruction& i) {
  volatile double a = m.number(i.operands[1]);
  volatile double b = m.number(i.operands[2]);
  volatile double result = 0;
  {
    const RoundingScope scope(i);
    if (i.opcode == "DADD") {
      result = a + b;
    } else if (i.opcode == "DMUL") {
      result = a * b;
    } else {
      result = std::fma(a, b, m.number(i.operands[3]));
    }
  }
  m.set_pair(i.operands[0], std::bit_cast<uint64_t>(static_cast<double>(result)));
}

bool compare(const Instruction& i, double a, double b) {
  const bool unordered = std::isnan(a) || std::isnan(b);
  if (i.has("NAN")) return unordered;
  if (i.has("NUM")) return !unordered;
  if (i.has("EQ")) return a == b;
  if (i.has("NE")) return !unordered && a != b;
  if (i.has("LT") || i.has("MIN")) return a < b;
  if (i.has("LE")) return a <= b;
  if (i.has("GT") || i.has("MAX")) return a > b;
  if (i.has("GE")) return a >= b;
  if (i.has("EQU")) return unordered || a == b;
  if (i.has("NEU")) return unordered || a != b;
  if (i.has("LTU")) return unordered || a < b;
  if (i.has("LEU")) return unordered || a <= b;
  if (i.has("GTU")) return unordered || a > b;
  return unordered || a >= b;
}

void set_predicates(Machine& m, const Instruction& i, bool result) {
  const bool with = m.predicate(i.operands[4]);
  const auto combine = [&](bool value) {
    return i.has("OR") ? value || with : i.has("XOR") ? value != with : value && with;
  };
  m.set_predicate(i.operands[0], combine(result));
  m.set_predicate(i.operands[1], combine(!result));
}

void single_compare(Machine& m, const Instruction& i) {
  const bool flush = i.has("FTZ");
  set_predicates(m, i, compare(i, m.single(i.operands[2], flush), m.single(i.operands[3], flush)));
}

void double_compare(Machine& m, const Instruction& i) {
  const double a = m.number(i.operands[2]);
  const double b = m.number(i.operands[3]);
  if (i.has("MIN") || i.has("MAX")) {
    // The second result says that the chosen operand is a NaN.
    m.set_predicate(i.operands[0], compare(i, a, b) || std::isnan(b));
    m.set_predicate(i.operands[1], std::isnan(a));
    return;
  }
  set_predicates(m, i, compare(i, a, b));
}

void single_minimum(Machine& m, const Instruction& i) {
  const float a = m.single(i.operands[1], i.has("FTZ"));
  const float b = m.single(i.operands[2], i.has("FTZ"));
  set_single(m, i, m.predicate(i.operands[3]) ? std::fmin(a, b) : std::fmax(a, b));
}

// True when the short division sequence would be wrong.
void division_check(Machine& m, const Instruction& i) {
  const auto exponent = [&](const Operand& operand) {
    return static_cast<int>(m.raw(operand) >> 23 & 255);
  };
  const int a = exponent(i.operands[1]);
  const int b = exponent(i.operands[2]);
  const bool bad =
      a == 255 || b == 255 || b == 0 || b >= 253 || a <= 24 || a - b >= 126 || a - b <= -125;
  m.set_predicate(i.operands[0], bad);
}

double special_function(const Instruction& i, double x) {
  if (i.has("RCP")) return 1 / x;
  if (i.has("RSQ")) return 1 / std::sqrt(x);
  if (i.has("SQRT")) return std::sqrt(x);
  if (i.has("EX2")) return std::exp2(x);
  if (i.has("LG2")) return std::log2(x);
  if (i.has("TANH")) return std::tanh(x);
  const double angle = 2 * std::numbers::pi * x;
  return i.has("SIN") ? std::sin(angle) : std::cos(angle);
}

void mufu(Machine& m, const Instruction& i) {
  if (i.has("RCP64H") || i.has("RSQ64H")) {
    const double x = std::bit_cast<double>(static_cast<uint64_t>(m.word(i.operands[1])) << 32);
    double result = i.has("RCP64H") ? 1 / x : 1 / std::sqrt(x);
    if (std::fpclassify(x) == FP_SUBNORMAL) {
      result = std::copysign(std::numeric_limits<double>::infinity(), x);
    }
    m.set(i.operands[0], static_cast<uint32_t>(std::bit_cast<uint64_t>(result) >> 32));
    return;
  }
  if (i.has("F16")) {
    m.set(i.operands[0], float_to_half(special_function(i, m.half(i.operands[1], 0))));
    return;
  }
  // The unit flushes subnormal inputs and results.
  const float x = m.single(i.operands[1], true);
  float result = static_cast<float>(special_function(i, x));
  if (std::fpclassify(result) == FP_SUBNORMAL) result = std::copysign(0.0F, result);
  m.set(i.operands[0], std::bit_cast<uint32_t>(result));
}

double conversion_source(Machine& m, const Instruction& i, const Operand& operand) {
  if (i.has("F64")) return m.number(operand);
  if (i.has("F16")) return m.half(operand, 0);
  return m.single(operand, i.has("FTZ"));
}

void float_to_integer(Machine& m, const Instruction& i) {
  double value = conversion_source(m, i, i.operands[1]);
  if (std::isnan(value)) value = 0;
  {
    const RoundingScope scope(i);
    value = std::nearbyint(value);
  }
  if (i.has("S64")) {
    m.set_pair(i.operands[0], static_cast<uint64_t>(static_cast<int64_t>(
                                  std::clamp(value, -0x1p63, 0x1.fffffffffffffp62))));
  } else if (i.has("U64")) {
    m.set_pair(i.operands[0], static_cast<uint64_t>(std::clamp(value, 0.0, 0x1.fffffffffffffp63)));
  } else if (i.has("U32") || i.has("U16") || i.has("U8")) {
    m.set(i.operands[0], static_cast<uint32_t>(std::clamp(value, 0.0, 4294967295.0)));
  } else {
    m.set(i.operands[0], static_cast<uint32_t>(
                             static_cast<int32_t>(std::clamp(value, -2147483648.0, 2147483647.0))));
  }
}

void integer_to_float(Machine& m, const Instruction& i) {
  const Operand& source = i.operands[1];
  const RoundingScope scope(i);
  volatile double wide = 0;
  volatile float narrow = 0;
  if (i.has("S64")) {
    const auto value = static_cast<int64_t>(m.pair(source));
    wide = static_cast<double>(value);
    narrow = static_cast<float>(value);
  } else if (i.has("U64")) {
    wide = static_cast<double>(m.pair(source));
    narrow = static_cast<float>(m.pair(source));
  } else {
    const uint32_t word = m.word(source);
    int64_t value = static_cast<int32_t>(word);
    if (i.has("U32")) value = word;
    if (i.has("U16")) value = word & 0xffff;
    if (i.has("S16")) value = static_cast<int16_t>(word);
    if (i.has("U8")) value = word & 0xff;
    if (i.has("S8")) value = static_cast<int8_t>(word);
    wide = static_cast<double>(value);
    narrow = static_cast<float>(value);
  }
  if (i.has("F64")) {
    m.set_pair(i.operands[0], std::bit_cast<uint64_t>(static_cast<double>(wide)));
  } else if (i.has("F16")) {
    m.set(i.operands[0], float_to_half(wide));
  } else {
    m.set(i.operands[0], std::bit_cast<uint32_t>(static_cast<float>(narrow)));
  }
}

// F2F.<to>.<from>
void float_to_float(Machine& m, const Instruction& i) {
  std::string to = "F32";
  std::string from = "F32";
  std::vector<std::string> types;
  for (const std::string& modifier : i.modifiers) {
    if (modifier == "F16" || modifier == "F32" || modifier == "F64") types.push_back(modifier);
  }
  if (!types.empty()) to = types[0];
  if (types.size() > 1) from = types[1];
  const double value = from == "F64"   ? m.number(i.operands[1])
                       : from == "F16" ? m.half(i.operands[1], 0)
                                       : m.single(i.operands[1], i.has("FTZ"));
  const RoundingScope scope(i);
  if (to == "F64") {
    m.set_pair(i.operands[0], std::bit_cast<uint64_t>(value));
  } else if (to == "F16") {
    m.set(i.operands[0], float_to_half(value));
  } else {
    volatile auto narrow = static_cast<float>(value);
    m.set(i.operands[0], std::bit_cast<uint32_t>(finish(i, narrow)));
  }
}

void round_to_integer(Machine& m, const Instruction& i) {
  const RoundingScope scope(i);
  const double value = std::nearbyint(conversion_source(m, i, i.operands[1]));
  if (i.has("F64")) {
    m.set_pair(i.operands[0], std::bit_cast<uint64_t>(value));
  } else if (i.has("F16")) {
    m.set(i.operands[0], float_to_half(value));
  } else {
    m.set(i.operands[0], std::bit_cast<uint32_t>(static_cast<float>(value)));
  }
}

uint32_t to_bfloat(float value) {
  const auto bits = std::bit_cast<uint32_t>(value);
  return std::isnan(value) ? 0x7fff : (bits + 0x7fff + (bits >> 16 & 1)) >> 16;
}

void pack(Machine& m, const Instruction& i) {
  const float high = m.single(i.operands[1], false);
  const float low = m.single(i.operands[2], false);
  if (i.has("BF16")) {
    m.set(i.operands[0], to_bfloat(high) << 16 | to_bfloat(low));
  } else {
    m.set(i.operands[0], static_cast<uint32_t>(float_to_half(high)) << 16 | float_to_half(low));
  }
}

// Sources of a packed instruction for one half; two immediates in a row are a pair,
// the high half first.
std::vector<double> half_sources(Machine& m, const Instruction& i, size_t from, int part) {
  std::vector<double> values;
  for (size_t at = from; at < i.operands.size(); ++at) {
    const Operand& operand = i.operands[at];
    if (operand.kind == Kind::Immediate) {
      const bool is_pair = at + 1 < i.operands.size() && i.operands[at + 1].kind == Kind::Immediate;
      values.push_back(is_pair && part == 0 ? i.operands[at + 1].number : operand.number);
      at += is_pair ? 1 : 0;
    } else if (operand.kind == Kind::Register || operand.kind == Kind::Uniform ||
               operand.kind == Kind::Constant) {
      values.push_back(m.half(operand, part));
    }
  }
  return values;
}

double combine_halves(const Instruction& i, const std::vector<double>& v) {
  if (i.opcode == "HADD2" && v.size() >= 2) return v[0] + v[1];
  if (i.opcode == "HMUL2" && v.size() >= 2) return v[0] * v[1];
  if (i.opcode == "HFMA2" && v.size() >= 3) return std::fma(v[0], v[1], v[2]);
  if (i.opcode == "HSET2" && v.size() >= 2) return compare(i, v[0], v[1]) ? 1 : 0;
  return 0;
}

void half_arithmetic(Machine& m, const Instruction& i) {
  if (i.opcode == "HADD2" && i.has("F32")) {
    m.set(i.operands[0],
          std::bit_cast<uint32_t>(static_cast<float>(combine_halves(i, half_sources(m, i, 1, 0)))));
    return;
  }
  uint32_t result = 0;
  for (int part = 0; part < 2; ++part) {
    double value = combine_halves(i, half_sources(m, i, 1, part));
    if (i.has("SAT")) value = std::isnan(value) ? 0 : std::clamp(value, 0.0, 1.0);
    result |= static_cast<uint32_t>(float_to_half(value)) << (16 * part);
  }
  m.set(i.operands[0], result);
}

void half_minimum(Machine& m, const Instruction& i) {
  const bool minimum = m.predicate(i.operands.back());
  uint32_t result = 0;
  for (int part = 0; part < 2; ++part) {
    const std::vector<double> v = half_sources(m, i, 1, part);
    if (v.size() < 2) continue;
    const double value = minimum ? std::fmin(v[0], v[1]) : std::fmax(v[0], v[1]);
    result |= static_cast<uint32_t>(float_to_half(value)) << (16 * part);
  }
  m.set(i.operands[0], result);
}

void half_compare(Machine& m, const Instruction& i) {
  const std::vector<double> low = half_sources(m, i, 2, 0);
  const std::vector<double> high = half_sources(m, i, 2, 1);
  if (low.size() < 2 || high.size() < 2) return;
  m.set_predicate(i.operands[0], compare(i, low[0], low[1]));
  m.set_predicate(i.operands[1], compare(i, high[0], high[1]));
}

const std::map<std::string, Handler, std::less<>>& handlers() {
  static const std::map<std::string, Handler, std::less<>> table = {{"FADD", single_arithmetic},
                                                                    {"FMUL", single_arithmetic},
                                                                    {"FFMA", single_arithmetic},
                                                                    {"DADD", double_arithmetic},
                                                                    {"DMUL", double_arithmetic},
                                                                    {"DFMA", double_arithmetic},
                                                                    {"FSETP", single_compare},
                                                                    {"DSETP", double_compare},
                                                                    {"FMNMX", single_minimum},
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
                                                                    {"HSET2", half_arithmetic},
                                                                    {"HSETP2", half_compare},
                                                                    {"HMNMX2", half_minimum}};
  return table;
}

}  // namespace

bool execute_float(Machine& machine, const Instruction& instruction) {
  const auto found = handlers().find(instruction.opcode);
  if (found == handlers().end()) return false;
  found->second(machine, instruction);
  return true;
}

}  // namespace kcast::tools
