#ifndef KCAST_THRUST_FUNCTIONAL_H
#define KCAST_THRUST_FUNCTIONAL_H
#include <functional>
namespace thrust {
using std::bit_and;
using std::bit_or;
using std::bit_xor;
using std::divides;
using std::equal_to;
using std::greater;
using std::greater_equal;
using std::less;
using std::less_equal;
using std::logical_and;
using std::logical_not;
using std::logical_or;
using std::minus;
using std::modulus;
using std::multiplies;
using std::negate;
using std::not_equal_to;
using std::plus;
template <class _T = void>
struct maximum {
  KCAST_HD constexpr _T operator()(const _T& a, const _T& b) const { return a < b ? b : a; }
};
template <class _T = void>
struct minimum {
  KCAST_HD constexpr _T operator()(const _T& a, const _T& b) const { return b < a ? b : a; }
};
template <class _T = void>
struct square {
  KCAST_HD constexpr _T operator()(const _T& a) const { return a * a; }
};
template <class _T = void>
struct identity {
  KCAST_HD constexpr const _T& operator()(const _T& a) const { return a; }
};
template <class _A, class _R>
struct unary_function {
  typedef _A argument_type;
  typedef _R result_type;
};
template <class _A, class _B, class _R>
struct binary_function {
  typedef _A first_argument_type;
  typedef _B second_argument_type;
  typedef _R result_type;
};
// Expressions like _1 + _2 stand for functors that only the device calls.
struct __kcast_expression {
  template <class... _A>
  KCAST_HD __kcast_expression operator()(const _A&...) const {
    return {};
  }
};
namespace placeholders {
inline constexpr __kcast_expression _1{}, _2{}, _3{};
#define KCAST_EXPRESSION(op)                                                                              \
  KCAST_HD constexpr __kcast_expression operator op(__kcast_expression, __kcast_expression) { return {}; } \
  template <class _T>                                                                                     \
  KCAST_HD constexpr __kcast_expression operator op(__kcast_expression, const _T&) {                      \
    return {};                                                                                            \
  }                                                                                                       \
  template <class _T>                                                                                     \
  KCAST_HD constexpr __kcast_expression operator op(const _T&, __kcast_expression) {                      \
    return {};                                                                                            \
  }
}  // namespace placeholders
KCAST_EXPRESSION(+)
KCAST_EXPRESSION(-)
KCAST_EXPRESSION(*)
KCAST_EXPRESSION(/)
KCAST_EXPRESSION(%)
KCAST_EXPRESSION(<)
KCAST_EXPRESSION(>)
KCAST_EXPRESSION(<=)
KCAST_EXPRESSION(>=)
KCAST_EXPRESSION(==)
KCAST_EXPRESSION(!=)
KCAST_EXPRESSION(&&)
KCAST_EXPRESSION(||)
#undef KCAST_EXPRESSION
}  // namespace thrust
#endif
