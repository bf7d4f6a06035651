// Exchange of values between the lanes of a sub-group, and reductions and scans built on it.
#pragma once

#include "opencl_place.h"

namespace subgroup {

using place::lane;

constexpr uint kAllLanes = 0xffffffffu;

KC_CONVERGENT inline uint active_lanes() {
  uint value;
  __asm__ volatile("activemask.b32 %0;" : "=r"(value));
  return value;
}

// How a type travels through 32-bit registers.
template <class T>
struct Carrier {
  using Bits = uint;
};
template <>
struct Carrier<char> {
  using Bits = uchar;
};
template <>
struct Carrier<uchar> {
  using Bits = uchar;
};
template <>
struct Carrier<short> {
  using Bits = ushort;
};
template <>
struct Carrier<ushort> {
  using Bits = ushort;
};
template <>
struct Carrier<half> {
  using Bits = ushort;
};
template <>
struct Carrier<long> {
  using Bits = ulong;
};
template <>
struct Carrier<ulong> {
  using Bits = ulong;
};
template <>
struct Carrier<double> {
  using Bits = ulong;
};

// A mode of the shuffle instruction with the clamp that its lanes stay within.
struct Indexed {
  KC_CONVERGENT static int move(uint mask, int a, uint by) {
    return __nvvm_shfl_sync_idx_i32(mask, a, by, 31);
  }
};
struct Up {
  KC_CONVERGENT static int move(uint mask, int a, uint by) {
    return __nvvm_shfl_sync_up_i32(mask, a, by, 0);
  }
};
struct Down {
  KC_CONVERGENT static int move(uint mask, int a, uint by) {
    return __nvvm_shfl_sync_down_i32(mask, a, by, 31);
  }
};
struct Crossed {
  KC_CONVERGENT static int move(uint mask, int a, uint by) {
    return __nvvm_shfl_sync_bfly_i32(mask, a, by, 31);
  }
};

template <class Mode, class T>
KC_CONVERGENT inline T shuffle(uint mask, T a, uint by) {
  using Bits = typename Carrier<T>::Bits;
  Bits bits = __builtin_bit_cast(Bits, a);
  if constexpr (sizeof(T) == 8) {
    uint low = (uint)Mode::move(mask, (int)(uint)bits, by);
    uint high = (uint)Mode::move(mask, (int)(uint)(bits >> 32), by);
    return __builtin_bit_cast(T, (Bits)(((ulong)high << 32) | low));
  } else {
    return __builtin_bit_cast(T, (Bits)Mode::move(mask, (int)(uint)bits, by));
  }
}

template <class T>
struct Range;
#define KC_RANGE(T, low, high) \
  template <>                  \
  struct Range<T> {            \
    static T lowest() {        \
      return (T)low;           \
    }                          \
    static T highest() {       \
      return (T)high;          \
    }                          \
  };
KC_RANGE(char, -128, 127)
KC_RANGE(uchar, 0, 255)
KC_RANGE(short, -32768, 32767)
KC_RANGE(ushort, 0, 65535)
KC_RANGE(int, (-2147483647 - 1), 2147483647)
KC_RANGE(uint, 0, 4294967295u)
KC_RANGE(long, (-9223372036854775807l - 1), 9223372036854775807l)
KC_RANGE(ulong, 0, 18446744073709551615ul)
KC_RANGE(half, -__builtin_inff(), __builtin_inff())
KC_RANGE(float, -__builtin_inff(), __builtin_inff())
KC_RANGE(double, -__builtin_inf(), __builtin_inf())

#define KC_OPERATION(Name, neutral, expression) \
  struct Name {                                 \
    template <class T>                          \
    KC_API static T identity() {                \
      return neutral;                           \
    }                                           \
    template <class T>                          \
    KC_API static T apply(T a, T b) {           \
      return (T)(expression);                   \
    }                                           \
  };
KC_OPERATION(Add, (T)0, a + b)
KC_OPERATION(Mul, (T)1, a* b)
KC_OPERATION(Min, Range<T>::highest(), __builtin_elementwise_min(a, b))
KC_OPERATION(Max, Range<T>::lowest(), __builtin_elementwise_max(a, b))
KC_OPERATION(And, (T)-1, a& b)
KC_OPERATION(Or, (T)0, a | b)
KC_OPERATION(Xor, (T)0, a ^ b)
KC_OPERATION(LogicalAnd, (T)1, a&& b)
KC_OPERATION(LogicalOr, (T)0, a || b)
KC_OPERATION(LogicalXor, (T)0, !a != !b)

// A butterfly over all lanes leaves the result in each of them.
template <class Op, class T>
KC_CONVERGENT inline T reduce(T a) {
  KC_UNROLL for (uint step = 16; step > 0; step >>= 1) {
    a = Op::apply(a, shuffle<Crossed>(kAllLanes, a, step));
  }
  return a;
}
template <class Op, class T>
KC_CONVERGENT inline T scan_inclusive(T a) {
  uint me = lane();
  KC_UNROLL for (uint step = 1; step < 32; step <<= 1) {
    T other = shuffle<Up>(kAllLanes, a, step);
    a = me >= step ? Op::apply(other, a) : a;
  }
  return a;
}
template <class Op, class T>
KC_CONVERGENT inline T scan_exclusive(T a) {
  T shifted = shuffle<Up>(kAllLanes, scan_inclusive<Op>(a), 1);
  return lane() == 0 ? Op::template identity<T>() : shifted;
}

// The non-uniform forms visit the lanes that are active one after the other.
template <class Op, class T>
KC_CONVERGENT inline T visit(T a, uint wanted) {
  uint active = active_lanes();
  T result = Op::template identity<T>();
  for (uint rest = active; rest != 0; rest &= rest - 1) {
    uint source = (uint)__builtin_ctz(rest);
    T other = shuffle<Indexed>(active, a, source);
    result = (wanted >> source) & 1 ? Op::apply(result, other) : result;
  }
  return result;
}
template <class Op, class T>
KC_CONVERGENT inline T reduce_active(T a) {
  return visit<Op>(a, kAllLanes);
}
template <class Op, class T>
KC_CONVERGENT inline T scan_inclusive_active(T a) {
  return visit<Op>(a, ~(~1u << lane()));
}
template <class Op, class T>
KC_CONVERGENT inline T scan_exclusive_active(T a) {
  return visit<Op>(a, ~(~0u << lane()));
}
template <class Op, class T>
KC_CONVERGENT inline T reduce_cluster(T a, uint size) {
  for (uint step = size >> 1; step > 0; step >>= 1) {
    a = Op::apply(a, shuffle<Crossed>(kAllLanes, a, step));
  }
  return a;
}

}  // namespace subgroup
