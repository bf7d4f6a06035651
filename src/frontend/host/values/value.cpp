#include "frontend/host/values/value.h"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace kcast::host {

CauseTable::CauseTable() {
  sets_.push_back({});
  set_ids_[{}] = 0;
}

CauseSet CauseTable::add(const Cause& cause) {
  std::string key = cause.name + '\n' + cause.reason;
  auto found = single_.find(key);
  if (found != single_.end()) return found->second;
  if (causes_.size() >= 10000) return sets_.size() > 1 ? 1 : 0;
  causes_.push_back(cause);
  CauseSet set = intern({static_cast<uint32_t>(causes_.size() - 1)});
  single_[key] = set;
  return set;
}

CauseSet CauseTable::join(CauseSet a, CauseSet b) {
  if (a == b || b == 0) return a;
  if (a == 0) return b;
  std::vector<uint32_t> merged;
  std::set_union(sets_[a].begin(), sets_[a].end(), sets_[b].begin(), sets_[b].end(),
                 std::back_inserter(merged));
  if (merged.size() > kMaxMembers) merged.resize(kMaxMembers);
  return intern(std::move(merged));
}

CauseSet CauseTable::intern(std::vector<uint32_t> members) {
  auto [entry, is_new] = set_ids_.try_emplace(members, static_cast<CauseSet>(sets_.size()));
  if (is_new) sets_.push_back(std::move(members));
  return entry->second;
}

EvalValue unknown_value(CauseSet causes) {
  EvalValue value;
  value.causes = causes;
  return value;
}

namespace {

// Wraps to `bits`, kept sign- or zero-extended in 64 bits.
int64_t wrap(int64_t value, uint8_t bits, bool is_unsigned) {
  if (bits >= 64 || bits == 0) return value;
  uint64_t mask = (uint64_t{1} << bits) - 1;
  uint64_t low = static_cast<uint64_t>(value) & mask;
  if (!is_unsigned && (low >> (bits - 1)) != 0) low |= ~mask;
  return static_cast<int64_t>(low);
}

double as_double(const EvalValue& value) {
  if (value.is_real()) return value.real;
  return value.is_unsigned ? static_cast<double>(static_cast<uint64_t>(value.integer))
                           : static_cast<double>(value.integer);
}

double round_to(double value, uint8_t bits) {
  return bits <= 32 ? static_cast<double>(static_cast<float>(value)) : value;
}

}  // namespace

EvalValue integer_value(int64_t value, const Shape& shape) {
  EvalValue result;
  result.kind = ValueKind::Integer;
  result.bits = shape.bits;
  result.is_unsigned = shape.is_unsigned;
  result.integer = wrap(value, shape.bits, shape.is_unsigned);
  return result;
}

EvalValue real_value(double value, uint8_t bits) {
  EvalValue result;
  result.kind = ValueKind::Real;
  result.bits = bits;
  result.real = round_to(value, bits);
  return result;
}

EvalValue pointer_value(uint32_t object, int64_t offset) {
  EvalValue result;
  result.kind = ValueKind::Pointer;
  result.bits = 64;
  result.object = object;
  result.integer = offset;
  return result;
}

EvalValue function_value(const void* function) {
  EvalValue result;
  result.kind = ValueKind::Function;
  result.bits = 64;
  result.function = function;
  return result;
}

EvalValue null_value() {
  return pointer_value(0, 0);
}

EvalValue zero_of(const Shape& shape) {
  switch (shape.kind) {
    case ValueKind::Integer:
      return integer_value(0, shape);
    case ValueKind::Real:
      return real_value(0, shape.bits);
    case ValueKind::Pointer:
    case ValueKind::Function:
      return null_value();
    case ValueKind::Unknown:
    case ValueKind::Progression:
      break;
  }
  return unknown_value(0);
}

bool line_of(const EvalValue& value, Line* line) {
  if (value.is_integer() || (value.is_pointer() && value.offset_known)) {
    *line = {value.integer, value.integer, 0, 0};
    return true;
  }
  if (!value.is_progression() && !(value.is_pointer() && value.loop != 0)) return false;
  *line = {value.integer, value.last, value.step, value.loop};
  return true;
}

bool add_lines(const Line& a, const Line& b, Line* sum) {
  if (a.loop != 0 && b.loop != 0 && a.loop != b.loop) return false;
  sum->loop = a.loop != 0 ? a.loop : b.loop;
  return !__builtin_add_overflow(a.first, b.first, &sum->first) &&
         !__builtin_add_overflow(a.last, b.last, &sum->last) &&
         !__builtin_add_overflow(a.step, b.step, &sum->step);
}

bool subtract_lines(const Line& a, const Line& b, Line* difference) {
  Line negative;
  return scale_line(b, -1, &negative) && add_lines(a, negative, difference);
}

bool scale_line(const Line& line, int64_t factor, Line* product) {
  product->loop = line.loop;
  return !__builtin_mul_overflow(line.first, factor, &product->first) &&
         !__builtin_mul_overflow(line.last, factor, &product->last) &&
         !__builtin_mul_overflow(line.step, factor, &product->step);
}

EvalValue line_value(const Line& line, const Shape& shape, CauseSet causes) {
  auto fits = [&](int64_t value) {
    bool is_negative = shape.is_unsigned && value < 0;
    return !is_negative && wrap(value, shape.bits, shape.is_unsigned) == value;
  };
  if (!fits(line.first) || !fits(line.last) || shape.kind != ValueKind::Integer) {
    return unknown_value(causes);
  }
  EvalValue result = integer_value(line.first, shape);
  if (line.step == 0) return result;
  result.kind = ValueKind::Progression;
  result.causes = causes;
  result.loop = line.loop;
  result.step = line.step;
  result.last = line.last;
  return result;
}

Shape integer_shape(uint8_t bits, bool is_unsigned) {
  return {ValueKind::Integer, is_unsigned, false, bits, static_cast<uint32_t>((bits + 7) / 8)};
}

Shape real_shape(uint8_t bits) {
  return {ValueKind::Real, false, false, bits, static_cast<uint32_t>(bits / 8)};
}

Shape pointer_shape() {
  return {ValueKind::Pointer, true, false, 64, 8};
}

Shape bool_shape() {
  return {ValueKind::Integer, true, true, 1, 1};
}

bool same_bits(const EvalValue& a, const EvalValue& b) {
  if (a.kind != b.kind) return false;
  switch (a.kind) {
    case ValueKind::Unknown:
      return true;
    case ValueKind::Integer:
      return a.integer == b.integer && a.bits == b.bits;
    case ValueKind::Real:
      return std::memcmp(&a.real, &b.real, sizeof a.real) == 0;
    case ValueKind::Pointer:
      if (a.object != b.object || a.offset_known != b.offset_known || a.loop != b.loop)
        return false;
      if (!a.offset_known && a.loop == 0) return true;
      return a.integer == b.integer && a.step == b.step && a.last == b.last;
    case ValueKind::Function:
      return a.function == b.function;
    case ValueKind::Progression:
      return a.loop == b.loop && a.bits == b.bits && a.integer == b.integer && a.step == b.step &&
             a.last == b.last;
  }
  return false;
}

bool same_value(const EvalValue& a, const EvalValue& b) {
  return same_bits(a, b) && a.causes == b.causes;
}

EvalValue join_values(const EvalValue& a, const EvalValue& b, CauseSet condition,
                      CauseTable& causes) {
  CauseSet both = causes.join(a.causes, b.causes);
  if (same_bits(a, b)) {
    EvalValue result = a;
    result.causes = both;
    if (result.is_unknown()) result.expected = expected_either(a.expected, b.expected);
    return result;
  }
  // A pointer that is null on one side is only used where it is not null.
  if (a.is_null() && b.is_pointer()) return b;
  if (b.is_null() && a.is_pointer()) return a;
  both = causes.join(both, condition);
  if (a.is_pointer() && b.is_pointer() && a.object == b.object) {
    EvalValue result = a;
    result.offset_known = false;
    result.loop = 0;
    result.causes = both;
    return result;
  }
  EvalValue result = unknown_value(both);
  result.expected = expected_either(expectation_of(a), expectation_of(b));
  return result;
}

Expectation expectation_of(const EvalValue& value) {
  if (value.is_unknown()) return value.expected;
  if (value.is_integer() || value.is_real()) {
    return expected_range(as_double(value), as_double(value), value.is_real());
  }
  if (!value.is_progression()) return {};
  const auto first = static_cast<double>(value.integer);
  Expectation line = expected_range(first, first, false);
  line.loop = value.loop;
  line.low_step = line.high_step = static_cast<double>(value.step);
  return line;
}

Truth truth_of(const EvalValue& value) {
  switch (value.kind) {
    case ValueKind::Unknown:
      return Truth::Unknown;
    case ValueKind::Integer:
      return value.integer != 0 ? Truth::True : Truth::False;
    case ValueKind::Real:
      return value.real != 0 ? Truth::True : Truth::False;
    case ValueKind::Pointer:
      if (value.object != 0) return Truth::True;
      if (!value.offset_known) return Truth::Unknown;
      return value.integer != 0 ? Truth::True : Truth::False;
    case ValueKind::Function:
      return Truth::True;
    case ValueKind::Progression:
      if (value.integer == 0 && value.last == 0) return Truth::False;
      return (value.integer > 0) == (value.last > 0) && value.integer != 0 && value.last != 0
                 ? Truth::True
                 : Truth::Unknown;
  }
  return Truth::Unknown;
}

namespace {

EvalValue to_integer(const EvalValue& value, const Shape& shape) {
  if (shape.is_bool) {
    Truth truth = truth_of(value);
    if (truth == Truth::Unknown) return unknown_value(value.causes);
    return integer_value(truth == Truth::True ? 1 : 0, shape);
  }
  if (value.is_integer()) return integer_value(value.integer, shape);
  if (value.is_progression()) {
    return line_value({value.integer, value.last, value.step, value.loop}, shape, value.causes);
  }
  if (value.is_real()) {
    if (std::isnan(value.real)) return unknown_value(value.causes);
    // Out of range is undefined in C++; saturating keeps it defined here.
    double limit = std::clamp(value.real, -9.3e18, 1.85e19);
    if (limit >= 9223372036854775808.0) {
      uint64_t big = limit >= 18446744073709551615.0 ? UINT64_MAX : static_cast<uint64_t>(limit);
      return integer_value(shape.is_unsigned ? static_cast<int64_t>(big) : INT64_MAX, shape);
    }
    if (limit < -9223372036854775808.0) return integer_value(INT64_MIN, shape);
    return integer_value(static_cast<int64_t>(limit), shape);
  }
  if (value.is_pointer() && value.object == 0 && value.offset_known) {
    return integer_value(value.integer, shape);
  }
  if (shape.bits < 64) return unknown_value(value.causes);
  return value;  // an address kept in an integer stays an address
}

EvalValue expecting(EvalValue value, const Expectation& expected) {
  value.expected = expected;
  return value;
}

Expectation expected_as(Expectation expected, const Shape& shape) {
  if (!expected.is_set) return {};
  if (shape.kind == ValueKind::Real) {
    expected.is_real = true;
    return expected;
  }
  if (shape.kind != ValueKind::Integer) return {};
  if (shape.is_bool) return expected_range(0, 1, false);
  return expected_whole(expected);
}

}  // namespace

namespace {

EvalValue converted(const EvalValue& value, const Shape& shape) {
  if (value.is_unknown()) {
    EvalValue result = value;
    result.expected = expected_as(value.expected, shape);
    return result;
  }
  switch (shape.kind) {
    case ValueKind::Integer:
      return to_integer(value, shape);
    case ValueKind::Real:
      if (value.is_integer() || value.is_real()) return real_value(as_double(value), shape.bits);
      return expecting(unknown_value(value.causes), expected_as(expectation_of(value), shape));
    case ValueKind::Pointer:
    case ValueKind::Function:
      if (value.is_integer()) return pointer_value(0, value.integer);
      if (value.is_real() || value.is_progression()) return unknown_value(value.causes);
      return value;
    case ValueKind::Unknown:
    case ValueKind::Progression:
      break;
  }
  return unknown_value(value.causes);
}

}  // namespace

EvalValue convert_value(const EvalValue& value, const Shape& shape) {
  EvalValue result = converted(value, shape);
  if (value.is_estimate() && result.is_number()) result.causes = value.causes;
  return result;
}

EvalValue reinterpret_value(const EvalValue& value, const Shape& shape) {
  if (value.is_integer() && shape.kind == ValueKind::Real) {
    if (shape.bits == 32) {
      auto low = static_cast<uint32_t>(value.integer);
      float single = 0;
      std::memcpy(&single, &low, sizeof single);
      return real_value(single, 32);
    }
    if (shape.bits != 64) return unknown_value(value.causes);
    double wide = 0;
    std::memcpy(&wide, &value.integer, sizeof wide);
    return real_value(wide, 64);
  }
  if (value.is_real() && shape.kind == ValueKind::Integer && !shape.is_bool) {
    if (shape.bits == 32 && value.bits == 32) {
      auto single = static_cast<float>(value.real);
      int32_t low = 0;
      std::memcpy(&low, &single, sizeof low);
      return integer_value(low, shape);
    }
    if (shape.bits != 64 || value.bits != 64) return unknown_value(value.causes);
    int64_t wide = 0;
    std::memcpy(&wide, &value.real, sizeof wide);
    return integer_value(wide, shape);
  }
  return convert_value(value, shape);
}

namespace {

bool is_comparison(ArithmeticOp op) {
  return op >= ArithmeticOp::Lt;
}

template <typename T>
bool compare(ArithmeticOp op, T a, T b) {
  switch (op) {
    case ArithmeticOp::Lt:
      return a < b;
    case ArithmeticOp::Le:
      return a <= b;
    case ArithmeticOp::Gt:
      return a > b;
    case ArithmeticOp::Ge:
      return a >= b;
    case ArithmeticOp::Eq:
      return a == b;
    default:
      return a != b;
  }
}

EvalValue truth_value(bool truth) {
  return integer_value(truth ? 1 : 0, bool_shape());
}

EvalValue divide(ArithmeticOp op, int64_t x, int64_t y, const Shape& shape) {
  if (y == 0) return unknown_value(0);
  bool is_rem = op == ArithmeticOp::Rem;
  if (shape.is_unsigned) {
    auto ux = static_cast<uint64_t>(x);
    auto uy = static_cast<uint64_t>(y);
    return integer_value(static_cast<int64_t>(is_rem ? ux % uy : ux / uy), shape);
  }
  if (y == -1) {
    return integer_value(is_rem ? 0 : static_cast<int64_t>(-static_cast<uint64_t>(x)), shape);
  }
  return integer_value(is_rem ? x % y : x / y, shape);
}

EvalValue integer_arithmetic(ArithmeticOp op, int64_t x, int64_t y, const Shape& shape) {
  auto ux = static_cast<uint64_t>(x);
  auto uy = static_cast<uint64_t>(y);
  auto result = [&](uint64_t bits) { return integer_value(static_cast<int64_t>(bits), shape); };
  switch (op) {
    case ArithmeticOp::Add:
      return result(ux + uy);
    case ArithmeticOp::Sub:
      return result(ux - uy);
    case ArithmeticOp::Mul:
      return result(ux * uy);
    case ArithmeticOp::Div:
    case ArithmeticOp::Rem:
      return divide(op, x, y, shape);
    case ArithmeticOp::And:
      return result(ux & uy);
    case ArithmeticOp::Or:
      return result(ux | uy);
    case ArithmeticOp::Xor:
      return result(ux ^ uy);
    case ArithmeticOp::Shl:
      return uy >= 64 ? unknown_value(0) : result(ux << uy);
    case ArithmeticOp::Shr:
      if (uy >= 64) return unknown_value(0);
      return shape.is_unsigned ? result(ux >> uy) : integer_value(x >> uy, shape);
    default:
      return truth_value(shape.is_unsigned ? compare(op, ux, uy) : compare(op, x, y));
  }
}

EvalValue real_arithmetic(ArithmeticOp op, double x, double y, const Shape& shape) {
  switch (op) {
    case ArithmeticOp::Add:
      return real_value(x + y, shape.bits);
    case ArithmeticOp::Sub:
      return real_value(x - y, shape.bits);
    case ArithmeticOp::Mul:
      return real_value(x * y, shape.bits);
    case ArithmeticOp::Div:
      return real_value(x / y, shape.bits);
    default:
      return is_comparison(op) ? truth_value(compare(op, x, y)) : unknown_value(0);
  }
}

// `a op b` where at least one of them moves with the rounds of a loop.
EvalValue line_arithmetic(ArithmeticOp op, const EvalValue& a, const EvalValue& b,
                          const Shape& shape, CauseSet both) {
  Line x;
  Line y;
  if (!line_of(a, &x) || !line_of(b, &y)) return unknown_value(both);
  Line result;
  bool done = false;
  if (op == ArithmeticOp::Add) done = add_lines(x, y, &result);
  if (op == ArithmeticOp::Sub || is_comparison(op)) done = subtract_lines(x, y, &result);
  if (op == ArithmeticOp::Mul && y.step == 0) done = scale_line(x, y.first, &result);
  if (op == ArithmeticOp::Mul && x.step == 0) done = scale_line(y, x.first, &result);
  if (!done) return unknown_value(both);
  if (!is_comparison(op)) return line_value(result, shape, both);
  // Above the signed range the order of the stored numbers is not that of the values.
  bool is_huge = a.is_unsigned && (x.first < 0 || x.last < 0 || y.first < 0 || y.last < 0);
  if (is_huge && !a.is_pointer()) return unknown_value(both);
  bool at_first = compare<int64_t>(op, result.first, 0);
  bool at_last = compare<int64_t>(op, result.last, 0);
  // In between, a line meets zero only if its ends lie on both sides.
  bool crosses = (result.first < 0) != (result.last < 0) || result.first == 0 || result.last == 0;
  bool is_equality = op == ArithmeticOp::Eq || op == ArithmeticOp::Ne;
  if (at_first != at_last || (is_equality && crosses && result.step != 0)) {
    return unknown_value(both);
  }
  return truth_value(at_first);
}

// Comparisons and byte differences of addresses; sums of an address and a number.
EvalValue address_arithmetic(ArithmeticOp op, const EvalValue& a, const EvalValue& b,
                             const Shape& shape, CauseSet both) {
  if (a.is_pointer() && b.is_pointer()) {
    if (a.object == b.object && a.offset_known && b.offset_known) {
      if (is_comparison(op)) return truth_value(compare(op, a.integer, b.integer));
      if (op == ArithmeticOp::Sub) {
        auto bytes = static_cast<uint64_t>(a.integer) - static_cast<uint64_t>(b.integer);
        return integer_value(static_cast<int64_t>(bytes), shape);
      }
    }
    if (a.object == b.object && (is_comparison(op) || op == ArithmeticOp::Sub)) {
      return line_arithmetic(op, a, b, shape, both);
    }
    if (a.object != b.object && op == ArithmeticOp::Eq) return truth_value(false);
    if (a.object != b.object && op == ArithmeticOp::Ne) return truth_value(true);
    return unknown_value(both);
  }
  const EvalValue& address = a.is_pointer() ? a : b;
  const EvalValue& number = a.is_pointer() ? b : a;
  if (!number.is_integer()) return unknown_value(both);
  if (op == ArithmeticOp::Eq && number.integer == 0) return truth_value(address.is_null());
  if (op == ArithmeticOp::Ne && number.integer == 0) return truth_value(!address.is_null());
  if (address.loop != 0) return unknown_value(both);
  EvalValue result = address;
  uint64_t step = static_cast<uint64_t>(number.integer);
  if (op == ArithmeticOp::Add) {
    result.integer = static_cast<int64_t>(static_cast<uint64_t>(address.integer) + step);
    return result;
  }
  if (op == ArithmeticOp::Sub && a.is_pointer()) {
    result.integer = static_cast<int64_t>(static_cast<uint64_t>(address.integer) - step);
    return result;
  }
  // Alignment tests: objects are taken as aligned to 256 bytes.
  if (op == ArithmeticOp::And && address.offset_known && number.integer >= 0 &&
      number.integer < 256) {
    return integer_value(address.integer & number.integer, shape);
  }
  if (op == ArithmeticOp::Rem && address.offset_known && number.integer > 0 &&
      number.integer <= 256 && (number.integer & (number.integer - 1)) == 0) {
    return integer_value(address.integer & (number.integer - 1), shape);
  }
  return unknown_value(both);
}

EvalValue known_arithmetic(ArithmeticOp op, const EvalValue& a, const EvalValue& b,
                           const Shape& shape, CauseTable& causes) {
  CauseSet both = causes.join(a.causes, b.causes);
  if (a.is_unknown() || b.is_unknown()) {
    // Zero absorbs, whatever the other side is.
    bool zero = (a.is_integer() && a.integer == 0) || (b.is_integer() && b.integer == 0);
    if (zero && (op == ArithmeticOp::And || op == ArithmeticOp::Mul)) {
      return integer_value(0, shape);
    }
    return unknown_value(both);
  }
  if (a.is_pointer() || b.is_pointer()) return address_arithmetic(op, a, b, shape, both);
  if (a.kind == ValueKind::Function || b.kind == ValueKind::Function) {
    bool same = same_bits(a, b);
    if (op == ArithmeticOp::Eq) return truth_value(same);
    if (op == ArithmeticOp::Ne) return truth_value(!same);
    return unknown_value(both);
  }
  if (a.is_progression() || b.is_progression()) {
    bool is_real = a.is_real() || b.is_real();
    return is_real ? unknown_value(both) : line_arithmetic(op, a, b, shape, both);
  }
  if (a.is_real() || b.is_real()) return real_arithmetic(op, as_double(a), as_double(b), shape);
  Shape operand = shape;
  if (is_comparison(op)) operand = integer_shape(64, a.is_unsigned);
  return integer_arithmetic(op, a.integer, b.integer, operand);
}

// Whether a signed product is larger than its type holds: no sound program computes one.
bool overflows(ArithmeticOp op, const EvalValue& a, const EvalValue& b, const Shape& shape) {
  if (op != ArithmeticOp::Mul || shape.is_unsigned || !a.is_integer() || !b.is_integer())
    return false;
  const double product = static_cast<double>(a.integer) * static_cast<double>(b.integer);
  return std::abs(product) >= std::ldexp(1.0, shape.bits - 1);
}

}  // namespace

EvalValue arithmetic(ArithmeticOp op, const EvalValue& a, const EvalValue& b, const Shape& shape,
                     CauseTable& causes) {
  EvalValue result = known_arithmetic(op, a, b, shape, causes);
  if (result.is_number() && (a.is_estimate() || b.is_estimate())) {
    result.causes = causes.join(a.is_estimate() ? a.causes : 0, b.is_estimate() ? b.causes : 0);
    if (overflows(op, a, b, shape)) causes.add_overflow(result.causes);
  }
  if (!result.is_unknown() || a.is_pointer() || b.is_pointer()) return result;
  const bool is_real = shape.kind == ValueKind::Real;
  result.expected = expected_result(op, expectation_of(a), expectation_of(b), is_real);
  return result;
}

}  // namespace kcast::host
