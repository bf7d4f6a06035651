// What a number that is not known may plausibly be: a random number of a known range, or
// one that moves evenly with the rounds of a loop.
//
// Expectations say what arrays are filled with. They are hints: nothing that is known
// rests on them, and a wrong one costs only the guess about the contents of a buffer.
#pragma once

#include <cstdint>

namespace kcast::host {

constexpr double kLargestModulus = 2147483647;  // of a sequence that wraps around

// Between `low` and `high`, both of which may move with the rounds of one loop.
struct Expectation {
  bool is_set = false;
  bool is_real = false;  // otherwise `high` is the largest number
  uint32_t loop = 0;     // whose rounds it moves with; 0: none
  double low = 0;        // in the first round that is meant
  double high = 0;
  double low_step = 0;  // per round
  double high_step = 0;
  double modulus = 0;  // the number modulo this; 0: itself. Only of an exact one.

  bool is_exact() const { return low == high && low_step == high_step; }
  bool is_steady() const { return low_step == 0 && high_step == 0; }
  bool operator==(const Expectation&) const = default;
};

Expectation expected_range(double low, double high, bool is_real);
// Either of both; nothing if one of them is not set or moves.
Expectation expected_either(const Expectation& a, const Expectation& b);

// `a op b`; an operand that is not set may be anything.
enum class ArithmeticOp { Add, Sub, Mul, Div, Rem, And, Or, Xor, Shl, Shr, Lt, Le, Gt, Ge, Eq, Ne };
Expectation expected_result(ArithmeticOp op, const Expectation& a, const Expectation& b,
                            bool is_real);

// After a conversion to a whole number.
Expectation expected_whole(Expectation expected);

}  // namespace kcast::host
