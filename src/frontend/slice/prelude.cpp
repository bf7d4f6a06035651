#include "frontend/slice/prelude.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "base/text.h"

namespace kcast::frontend {

namespace {

struct Integer {
  std::string_view name;
  std::string_view type;
};

constexpr std::array kIntegers = std::to_array<Integer>({
    {"int8_t", "signed char"},
    {"int16_t", "short"},
    {"int32_t", "int"},
    {"int64_t", "long"},
    {"uint8_t", "unsigned char"},
    {"uint16_t", "unsigned short"},
    {"uint32_t", "unsigned int"},
    {"uint64_t", "unsigned long"},
    {"int_least8_t", "signed char"},
    {"int_least16_t", "short"},
    {"int_least32_t", "int"},
    {"int_least64_t", "long"},
    {"uint_least8_t", "unsigned char"},
    {"uint_least16_t", "unsigned short"},
    {"uint_least32_t", "unsigned int"},
    {"uint_least64_t", "unsigned long"},
    {"int_fast8_t", "signed char"},
    {"int_fast16_t", "long"},
    {"int_fast32_t", "long"},
    {"int_fast64_t", "long"},
    {"uint_fast8_t", "unsigned char"},
    {"uint_fast16_t", "unsigned long"},
    {"uint_fast32_t", "unsigned long"},
    {"uint_fast64_t", "unsigned long"},
    {"intptr_t", "long"},
    {"uintptr_t", "unsigned long"},
    {"intmax_t", "long"},
    {"uintmax_t", "unsigned long"},
    {"ssize_t", "long"},
    {"uint", "unsigned int"},
    {"ushort", "unsigned short"},
    {"ulong", "unsigned long"},
    {"u_int32_t", "unsigned int"},
    {"u_int64_t", "unsigned long"},
});

// Functions that NVRTC declares in the global namespace only.
constexpr std::array kGlobalFunctions = std::to_array<std::string_view>({
    "abs",       "acos",      "acosh",    "asin",      "asinh",     "atan",   "atan2",  "atanh",
    "cbrt",      "ceil",      "copysign", "cos",       "cosh",      "erf",    "erfc",   "exp",
    "exp2",      "expm1",     "fabs",     "fdim",      "floor",     "fma",    "fmax",   "fmin",
    "fmod",      "frexp",     "hypot",    "ilogb",     "isfinite",  "isinf",  "isnan",  "labs",
    "ldexp",     "lgamma",    "llabs",    "llrint",    "llround",   "log",    "log10",  "log1p",
    "log2",      "logb",      "lrint",    "lround",    "memcpy",    "memset", "modf",   "nan",
    "nearbyint", "nextafter", "pow",      "printf",    "remainder", "remquo", "rint",   "round",
    "scalbln",   "scalbn",    "signbit",  "sin",       "sinh",      "sqrt",   "tan",    "tanh",
    "tgamma",    "trunc",     "size_t",   "ptrdiff_t", "cosf",      "sinf",   "tanf",   "expf",
    "logf",      "sqrtf",     "powf",     "fabsf",     "fminf",     "fmaxf",  "floorf", "ceilf",
    "fmaf",      "roundf",    "truncf",   "fmodf",     "log2f",     "log10f", "exp2f",  "atan2f",
    "tanhf",
});

// Names that NVRTC itself declares in std.
constexpr std::array kNvrtcOwn =
    std::to_array<std::string_view>({"move", "forward", "initializer_list"});

// A written-out part of the standard library and the names it offers.
struct StdPart {
  std::string_view names;  // separated by blanks
  std::string_view text;
};

constexpr StdPart kStdParts[] = {
    {"min max swap clamp exchange",
     R"(template <class T> __host__ __device__ constexpr const T& min(const T& a, const T& b) {
  return b < a ? b : a;
}
template <class T> __host__ __device__ constexpr const T& max(const T& a, const T& b) {
  return a < b ? b : a;
}
template <class T> __host__ __device__ constexpr const T& clamp(const T& v, const T& a, const T& b) {
  return v < a ? a : b < v ? b : v;
}
template <class T> __host__ __device__ void swap(T& a, T& b) {
  T c = static_cast<T&&>(a);
  a = static_cast<T&&>(b);
  b = static_cast<T&&>(c);
}
template <class T, class U = T> __host__ __device__ T exchange(T& a, U&& b) {
  T c = static_cast<T&&>(a);
  a = static_cast<U&&>(b);
  return c;
}
)"},
    {"numeric_limits",
     R"(template <class T> struct numeric_limits { static constexpr bool is_specialized = false; };
template <class T> struct numeric_limits<const T> : numeric_limits<T> {};
#define KCAST_LIMITS(T, low, high, bits, sign)                              \
  template <> struct numeric_limits<T> {                                    \
    static constexpr bool is_specialized = true, is_integer = true;         \
    static constexpr bool is_signed = sign, is_exact = true;                \
    static constexpr bool has_infinity = false, has_quiet_NaN = false;      \
    static constexpr int digits = bits, digits10 = bits * 30103 / 100000, radix = 2; \
    __host__ __device__ static constexpr T min() { return low; }            \
    __host__ __device__ static constexpr T max() { return high; }           \
    __host__ __device__ static constexpr T lowest() { return low; }         \
    __host__ __device__ static constexpr T epsilon() { return 0; }          \
  };
KCAST_LIMITS(bool, false, true, 1, false)
KCAST_LIMITS(char, -128, 127, 7, true)
KCAST_LIMITS(signed char, -128, 127, 7, true)
KCAST_LIMITS(unsigned char, 0, 255, 8, false)
KCAST_LIMITS(short, -32768, 32767, 15, true)
KCAST_LIMITS(unsigned short, 0, 65535, 16, false)
KCAST_LIMITS(int, -2147483647 - 1, 2147483647, 31, true)
KCAST_LIMITS(unsigned int, 0, 4294967295U, 32, false)
KCAST_LIMITS(long, -9223372036854775807L - 1, 9223372036854775807L, 63, true)
KCAST_LIMITS(unsigned long, 0, 18446744073709551615UL, 64, false)
KCAST_LIMITS(long long, -9223372036854775807LL - 1, 9223372036854775807LL, 63, true)
KCAST_LIMITS(unsigned long long, 0, 18446744073709551615ULL, 64, false)
#undef KCAST_LIMITS
#define KCAST_LIMITS(T, low, high, eps, tiny, bits, inf, nan)               \
  template <> struct numeric_limits<T> {                                    \
    static constexpr bool is_specialized = true, is_integer = false;        \
    static constexpr bool is_signed = true, is_exact = false;               \
    static constexpr bool has_infinity = true, has_quiet_NaN = true;        \
    static constexpr int digits = bits, digits10 = (bits - 1) * 30103 / 100000, radix = 2; \
    __host__ __device__ static constexpr T min() { return low; }            \
    __host__ __device__ static constexpr T max() { return high; }           \
    __host__ __device__ static constexpr T lowest() { return -(high); }     \
    __host__ __device__ static constexpr T epsilon() { return eps; }        \
    __host__ __device__ static constexpr T denorm_min() { return tiny; }    \
    __host__ __device__ static T infinity() { return inf; }                 \
    __host__ __device__ static T quiet_NaN() { return nan; }                \
  };
KCAST_LIMITS(float, 1.17549435082228750797e-38F, 3.40282346638528859812e+38F,
             1.1920928955078125e-7F, 1.40129846432481707092e-45F, 24,
             __int_as_float(0x7f800000), __int_as_float(0x7fc00000))
KCAST_LIMITS(double, 2.22507385850720138309e-308, 1.79769313486231570815e+308,
             2.2204460492503130808e-16, 4.9406564584124654418e-324, 53,
             __longlong_as_double(0x7ff0000000000000LL), __longlong_as_double(0x7ff8000000000000LL))
#undef KCAST_LIMITS
)"},
    {"integral_constant bool_constant true_type false_type is_same is_same_v enable_if enable_if_t "
     "conditional conditional_t remove_const remove_const_t remove_volatile remove_cv remove_cv_t "
     "remove_reference remove_reference_t remove_pointer remove_pointer_t is_const is_const_v "
     "is_pointer is_pointer_v is_integral is_integral_v is_floating_point is_floating_point_v "
     "is_arithmetic is_arithmetic_v is_signed is_signed_v is_unsigned is_unsigned_v void_t decay_t "
     "decay type_identity type_identity_t",
     R"(template <class T, T v> struct integral_constant {
  static constexpr T value = v;
  typedef T value_type;
  typedef integral_constant type;
  __host__ __device__ constexpr operator T() const { return v; }
  __host__ __device__ constexpr T operator()() const { return v; }
};
template <bool v> using bool_constant = integral_constant<bool, v>;
typedef integral_constant<bool, true> true_type;
typedef integral_constant<bool, false> false_type;
template <class T> struct type_identity { typedef T type; };
template <class T> using type_identity_t = T;
template <class...> using void_t = void;
template <bool b, class T = void> struct enable_if {};
template <class T> struct enable_if<true, T> { typedef T type; };
template <bool b, class T = void> using enable_if_t = typename enable_if<b, T>::type;
template <bool b, class T, class U> struct conditional { typedef T type; };
template <class T, class U> struct conditional<false, T, U> { typedef U type; };
template <bool b, class T, class U> using conditional_t = typename conditional<b, T, U>::type;
template <class T, class U> struct is_same : false_type {};
template <class T> struct is_same<T, T> : true_type {};
template <class T> struct remove_const { typedef T type; };
template <class T> struct remove_const<const T> { typedef T type; };
template <class T> struct remove_volatile { typedef T type; };
template <class T> struct remove_volatile<volatile T> { typedef T type; };
template <class T> struct remove_cv : remove_const<typename remove_volatile<T>::type> {};
template <class T> struct remove_reference { typedef T type; };
template <class T> struct remove_reference<T&> { typedef T type; };
template <class T> struct remove_reference<T&&> { typedef T type; };
template <class T> struct remove_pointer { typedef T type; };
template <class T> struct remove_pointer<T*> { typedef T type; };
template <class T> struct remove_pointer<T* const> { typedef T type; };
template <class T> struct decay : remove_cv<typename remove_reference<T>::type> {};
template <class T> struct decay<T[]> { typedef T* type; };
template <class T, size_t n> struct decay<T[n]> { typedef T* type; };
template <class T, size_t n> struct decay<T (&)[n]> { typedef T* type; };
template <class T> using remove_const_t = typename remove_const<T>::type;
template <class T> using remove_cv_t = typename remove_cv<T>::type;
template <class T> using remove_reference_t = typename remove_reference<T>::type;
template <class T> using remove_pointer_t = typename remove_pointer<T>::type;
template <class T> using decay_t = typename decay<T>::type;
template <class T> struct is_const : false_type {};
template <class T> struct is_const<const T> : true_type {};
template <class T> struct is_pointer : false_type {};
template <class T> struct is_pointer<T*> : true_type {};
template <class T> struct is_pointer<T* const> : true_type {};
template <class T, class... U> struct kcast_is_one_of : false_type {};
template <class T, class U, class... V>
struct kcast_is_one_of<T, U, V...>
    : conditional_t<is_same<T, U>::value, true_type, kcast_is_one_of<T, V...>> {};
template <class T>
struct is_integral
    : kcast_is_one_of<remove_cv_t<T>, bool, char, signed char, unsigned char, wchar_t, short,
                      unsigned short, int, unsigned int, long, unsigned long, long long,
                      unsigned long long> {};
template <class T>
struct is_floating_point : kcast_is_one_of<remove_cv_t<T>, float, double, long double> {};
template <class T>
struct is_arithmetic : bool_constant<is_integral<T>::value || is_floating_point<T>::value> {};
template <class T, bool b = is_arithmetic<T>::value>
struct is_signed : bool_constant<(T(-1) < T(0))> {};
template <class T> struct is_signed<T, false> : false_type {};
template <class T, bool b = is_arithmetic<T>::value>
struct is_unsigned : bool_constant<(T(0) < T(-1))> {};
template <class T> struct is_unsigned<T, false> : false_type {};
#if __cplusplus >= 201402L
template <class T, class U> constexpr bool is_same_v = is_same<T, U>::value;
template <class T> constexpr bool is_const_v = is_const<T>::value;
template <class T> constexpr bool is_pointer_v = is_pointer<T>::value;
template <class T> constexpr bool is_integral_v = is_integral<T>::value;
template <class T> constexpr bool is_floating_point_v = is_floating_point<T>::value;
template <class T> constexpr bool is_arithmetic_v = is_arithmetic<T>::value;
template <class T> constexpr bool is_signed_v = is_signed<T>::value;
template <class T> constexpr bool is_unsigned_v = is_unsigned<T>::value;
#endif
)"},
};

constexpr std::string_view kHipNames =
    "__shfl __shfl_up __shfl_down __shfl_xor __all __any __ballot __ballot64 __lane_id "
    "unsafeAtomicAdd safeAtomicAdd atomicAddNoRet __clock __clock64 wall_clock64";

// HIP's warp functions, and CUDA's before Volta, take no mask, and a width may be that of a wave
// of 64.
constexpr std::string_view kHipText =
    R"(#define KCAST_SHUFFLE(name, type)                                   \
  template <class T>                                                             \
  __device__ __forceinline__ T name(T v, type at, int width = 32) {              \
    return name##_sync(0xffffffff, v, at, width > 32 ? 32 : width);              \
  }
KCAST_SHUFFLE(__shfl, int)
KCAST_SHUFFLE(__shfl_up, unsigned int)
KCAST_SHUFFLE(__shfl_down, unsigned int)
KCAST_SHUFFLE(__shfl_xor, int)
#undef KCAST_SHUFFLE
// NVRTC declares these, but for architectures before Volta.
#define __all(p) __all_sync(0xffffffff, p)
#define __any(p) __any_sync(0xffffffff, p)
#define __ballot(p) ((unsigned long long)__ballot_sync(0xffffffff, p))
#define __ballot64(p) __ballot(p)
__device__ __forceinline__ unsigned int __lane_id() {
  unsigned int lane;
  asm("mov.u32 %0, %%laneid;" : "=r"(lane));
  return lane;
}
template <class T> __device__ __forceinline__ T unsafeAtomicAdd(T* p, T v) { return atomicAdd(p, v); }
template <class T> __device__ __forceinline__ T safeAtomicAdd(T* p, T v) { return atomicAdd(p, v); }
template <class T> __device__ __forceinline__ T atomicAddNoRet(T* p, T v) { return atomicAdd(p, v); }
__device__ __forceinline__ long long __clock64() { return clock64(); }
__device__ __forceinline__ long long __clock() { return clock(); }
__device__ __forceinline__ unsigned long long wall_clock64() {
  unsigned long long time;
  asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(time));
  return time;
}
)";

// Macros whose bodies in the built-in headers are for Clang alone.
struct MacroText {
  std::string_view name;
  std::string_view body;
};

constexpr MacroText kNvrtcMacros[] = {
    {"INFINITY", "__int_as_float(0x7f800000)"},
    {"NAN", "__int_as_float(0x7fc00000)"},
    {"HUGE_VALF", "__int_as_float(0x7f800000)"},
    {"HUGE_VAL", "__longlong_as_double(0x7ff0000000000000LL)"},
};

bool contains_word(std::string_view words, std::string_view word) {
  const std::vector<std::string> all = split(words, ' ');
  return std::find(all.begin(), all.end(), word) != all.end();
}

template <typename Array>
bool contains(const Array& array, std::string_view name) {
  return std::find(array.begin(), array.end(), name) != array.end();
}

const Integer* find_integer(std::string_view name) {
  const auto* found = std::find_if(kIntegers.begin(), kIntegers.end(),
                                   [&](const Integer& integer) { return integer.name == name; });
  return found == kIntegers.end() ? nullptr : found;
}

std::string integer_text(const BuiltinUses& uses) {
  std::string out;
  for (const Integer& integer : kIntegers) {
    const std::string name(integer.name);
    if (uses.global_names.contains(name) || uses.std_names.contains(name)) {
      out += "typedef " + std::string(integer.type) + " " + name + ";\n";
    }
  }
  return out;
}

// Names of the standard library that none of the written-out parts offers.
bool needs_cccl(const BuiltinUses& uses) {
  return std::any_of(uses.std_names.begin(), uses.std_names.end(), [](const std::string& name) {
    if (find_integer(name) != nullptr || contains(kGlobalFunctions, name) ||
        contains(kNvrtcOwn, name)) {
      return false;
    }
    return std::none_of(std::begin(kStdParts), std::end(kStdParts),
                        [&](const StdPart& part) { return contains_word(part.names, name); });
  });
}

std::string cccl_text(const BuiltinUses& uses) {
  std::string out;
  for (const std::string& header : uses.other_headers) {
    std::string name = header == "bits/stdc++.h" ? "utility" : header;
    if (name.ends_with(".h")) continue;
    name = "cuda/std/" + name;
    out += "#if __has_include(<" + name + ">)\n#include <" + name + ">\n#endif\n";
  }
  // What other headers bring along with them.
  for (const char* name : {"algorithm", "cmath", "limits", "type_traits", "utility"}) {
    if (uses.other_headers.contains(name)) continue;
    const std::string path = "cuda/std/" + std::string(name);
    out += "#if __has_include(<" + path + ">)\n#include <" + path + ">\n#endif\n";
  }
  return out + "namespace std {\nusing namespace cuda::std;\n}\n";
}

std::string std_text(const BuiltinUses& uses) {
  if (uses.std_names.empty()) return "";
  if (needs_cccl(uses)) return cccl_text(uses);
  std::string out = "namespace std {\n";
  for (const std::string& name : uses.std_names) {
    if (contains(kGlobalFunctions, name) || find_integer(name) != nullptr) {
      out += "using ::" + name + ";\n";
    }
  }
  for (const StdPart& part : kStdParts) {
    const bool used =
        std::any_of(uses.std_names.begin(), uses.std_names.end(),
                    [&](const std::string& name) { return contains_word(part.names, name); });
    if (used) out += part.text;
  }
  return out + "}\n";
}

std::string macro_text(const std::map<std::string, std::string>& macros) {
  std::string out;
  for (const auto& [head, body] : macros) {
    const std::string name = head.substr(0, head.find('('));
    std::string text = body;
    for (const MacroText& known : kNvrtcMacros) {
      if (known.name == name) text = known.body;
    }
    if (name == "assert") text = "((void)0)";
    out += "#undef " + name + "\n#define " + head + " " + text + "\n";
  }
  return out;
}

// The whole of CUB holds host code, which NVRTC refuses; its parts for the device
// are headers of their own: BlockReduce is in cub/block/block_reduce.cuh.
std::string cub_text(const BuiltinUses& uses) {
  std::string nvrtc;
  for (const std::string& name : uses.cub_names) {
    const bool is_block = name.starts_with("Block");
    if (!is_block && !name.starts_with("Warp")) continue;
    std::string file;
    for (const char c : name) {
      if (c >= 'A' && c <= 'Z' && !file.empty()) file += '_';
      file += to_lower(std::string_view(&c, 1));
    }
    const std::string path = std::string("cub/") + (is_block ? "block/" : "warp/") + file + ".cuh";
    nvrtc += "#if __has_include(<" + path + ">)\n#include <" + path + ">\n#endif\n";
  }
  return "#ifdef __CUDACC_RTC__\n" + nvrtc + "#else\n#include <cub/cub.cuh>\n#endif\n";
}

bool uses_hip(const BuiltinUses& uses) {
  return std::any_of(uses.global_names.begin(), uses.global_names.end(),
                     [](const std::string& name) { return contains_word(kHipNames, name); });
}

}  // namespace

bool nvrtc_has_macro(std::string_view name) {
  return name.starts_with("__") || name.starts_with("atomic") || name == "NULL";
}

std::string slice_prelude(const BuiltinUses& uses,
                          const std::map<std::string, std::string>& macros) {
  std::string nvrtc = macro_text(macros) + integer_text(uses) + std_text(uses);
  if (uses_hip(uses)) nvrtc += kHipText;
  std::string others;
  for (const std::string& header : uses.other_headers)
    others += "#include <" + header + ">\n";
  std::string out;
  if (!nvrtc.empty() || !others.empty()) {
    out += "#ifdef __CUDACC_RTC__\n" + nvrtc;
    if (!others.empty()) out += "#else\n" + others;
    out += "#endif\n";
  }
  for (const std::string& header : uses.device_headers) {
    out += header == "cub/cub.cuh" ? cub_text(uses) : "#include <" + header + ">\n";
  }
  return out;
}

}  // namespace kcast::frontend
