// Values of the host evaluator: what an expression of host code is known to be.
//
// An unknown value carries the names that caused it, so that a launch whose
// size cannot be computed can say what has to be bound.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "frontend/host/values/expectation.h"

namespace kcast::host {

// Index of a set of causes in a CauseTable; 0 is the empty set.
using CauseSet = uint32_t;

// Why a value is unknown.
struct Cause {
  std::string name;
  std::string reason;
  std::string file;
  int64_t line = 0;
  bool anonymous = false;  // takes the name of the first user variable it is stored in
};

// Interns causes and sets of causes. Sets are small: at most kMaxMembers are kept.
class CauseTable {
 public:
  static constexpr size_t kMaxMembers = 8;

  CauseTable();
  CauseSet add(const Cause& cause);
  CauseSet join(CauseSet a, CauseSet b);
  const std::vector<uint32_t>& members(CauseSet set) const { return sets_[set]; }
  const Cause& cause(uint32_t index) const { return causes_[index]; }
  // Causes of estimates of which a number was computed that its type does not hold.
  void add_overflow(CauseSet set) { overflows_.insert(set); }
  const std::set<CauseSet>& overflows() const { return overflows_; }

 private:
  CauseSet intern(std::vector<uint32_t> members);

  std::vector<Cause> causes_;
  std::map<std::string, CauseSet> single_;
  std::vector<std::vector<uint32_t>> sets_;
  std::map<std::vector<uint32_t>, CauseSet> set_ids_;
  std::set<CauseSet> overflows_;
};

// A progression is a whole number that moves by the same step in every round of a loop, seen
// from a round that is not known.
enum class ValueKind : uint8_t { Unknown, Integer, Real, Pointer, Function, Progression };

// The form of a scalar type: how its values are stored and computed.
struct Shape {
  ValueKind kind = ValueKind::Unknown;  // Unknown: not a scalar that is followed
  bool is_unsigned = false;
  bool is_bool = false;
  uint8_t bits = 0;    // of the value: 1 for bool
  uint32_t bytes = 0;  // in memory

  bool operator==(const Shape&) const = default;
};

struct EvalValue {
  ValueKind kind = ValueKind::Unknown;
  bool is_unsigned = false;
  bool offset_known = true;  // Pointer
  uint8_t bits = 0;          // Integer and Real
  uint32_t object = 0;       // Pointer: 0 has no object, its offset is the address
  // Why it is not known: Unknown, Progression, a Pointer whose offset is not known, or a
  // number or an offset that is an estimate.
  CauseSet causes = 0;
  uint32_t loop = 0;  // that a Progression, or the offset of a Pointer, moves with
  union {
    int64_t integer = 0;  // Integer, the byte offset of a Pointer, or the first of a Progression
    double real;
    const void* function;  // clang::FunctionDecl
  };
  int64_t step = 0;      // with `loop`: per round
  int64_t last = 0;      // with `loop`: in the last round that is meant
  Expectation expected;  // Unknown

  bool is_unknown() const { return kind == ValueKind::Unknown; }
  bool is_integer() const { return kind == ValueKind::Integer; }
  bool is_real() const { return kind == ValueKind::Real; }
  bool is_pointer() const { return kind == ValueKind::Pointer; }
  bool is_progression() const { return kind == ValueKind::Progression; }
  bool is_number() const { return is_integer() || is_real(); }
  // The code goes on as if it were this number; what a launch says of it is that it is likely.
  bool is_estimate() const {
    return (is_number() || (is_pointer() && offset_known)) && causes != 0;
  }
  bool is_null() const { return is_pointer() && object == 0 && offset_known && integer == 0; }
};

EvalValue unknown_value(CauseSet causes);
EvalValue integer_value(int64_t value, const Shape& shape);
EvalValue real_value(double value, uint8_t bits = 64);
EvalValue pointer_value(uint32_t object, int64_t offset);
EvalValue function_value(const void* function);
EvalValue null_value();
EvalValue zero_of(const Shape& shape);

// Numbers or addresses in the rounds that are meant; a constant has the step 0.
struct Line {
  int64_t first = 0;
  int64_t last = 0;
  int64_t step = 0;
  uint32_t loop = 0;
};
// False: the value is neither known nor moves with the rounds of one loop.
bool line_of(const EvalValue& value, Line* line);
// False: they move with different loops, or the result has no place in 64 bits.
bool add_lines(const Line& a, const Line& b, Line* sum);
bool subtract_lines(const Line& a, const Line& b, Line* difference);
bool scale_line(const Line& line, int64_t factor, Line* product);
// Unknown when the line leaves the type.
EvalValue line_value(const Line& line, const Shape& shape, CauseSet causes);

// Common shapes.
Shape integer_shape(uint8_t bits, bool is_unsigned);
Shape real_shape(uint8_t bits);
Shape pointer_shape();
Shape bool_shape();

bool same_value(const EvalValue& a, const EvalValue& b);
bool same_bits(const EvalValue& a, const EvalValue& b);

// What is known when either `a` or `b` holds, depending on `condition`.
EvalValue join_values(const EvalValue& a, const EvalValue& b, CauseSet condition,
                      CauseTable& causes);

// Of a number, known or not; not set where nothing is expected.
Expectation expectation_of(const EvalValue& value);

enum class Truth { False, True, Unknown };
Truth truth_of(const EvalValue& value);

// The value converted to a type of the given shape, as C++ converts it.
EvalValue convert_value(const EvalValue& value, const Shape& shape);

// The bytes of a stored value, read as another type of the same size.
EvalValue reinterpret_value(const EvalValue& value, const Shape& shape);

// `a op b` on operands of one type (shifts: the type of `a`); comparisons give a bool.
// Division by zero and comparisons of unrelated pointers are unknown.
EvalValue arithmetic(ArithmeticOp op, const EvalValue& a, const EvalValue& b, const Shape& shape,
                     CauseTable& causes);

}  // namespace kcast::host
