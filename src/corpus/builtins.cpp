#include "corpus/builtins.h"

#include <algorithm>

namespace kcast::corpus {
namespace {

using enum BuiltinKind;

constexpr Builtin kBuiltins[] = {
    {"gid", Index, 1, 1, "", "", "", "get_global_id"},
    {"tid", Index, 1, 1, "threadIdx", "", "", "get_local_id"},
    {"bid", Index, 1, 1, "blockIdx", "", "", "get_group_id"},
    {"bdim", Index, 1, 1, "blockDim", "", "", "get_local_size"},
    {"gdim", Index, 1, 1, "gridDim", "", "", "get_num_groups"},
    {"gsize", Index, 1, 1, "", "", "", "get_global_size"},
    {"lane", Index, 0, 0, "", "", "", ""},
    {"warp", Index, 0, 0, "", "", "", ""},
    {"warpsize", Index, 0, 0, "warpSize", "", "", ""},

    {"sqrt", Math, 1, 1, "sqrtf", "sqrt", "hsqrt", "sqrt"},
    {"rsqrt", Math, 1, 1, "rsqrtf", "rsqrt", "hrsqrt", "rsqrt"},
    {"cbrt", Math, 1, 1, "cbrtf", "cbrt", "", "cbrt"},
    {"exp", Math, 1, 1, "expf", "exp", "hexp", "exp"},
    {"exp2", Math, 1, 1, "exp2f", "exp2", "hexp2", "exp2"},
    {"exp10", Math, 1, 1, "exp10f", "exp10", "", "exp10"},
    {"expm1", Math, 1, 1, "expm1f", "expm1", "", "expm1"},
    {"log", Math, 1, 1, "logf", "log", "hlog", "log"},
    {"log2", Math, 1, 1, "log2f", "log2", "hlog2", "log2"},
    {"log10", Math, 1, 1, "log10f", "log10", "", "log10"},
    {"log1p", Math, 1, 1, "log1pf", "log1p", "", "log1p"},
    {"sin", Math, 1, 1, "sinf", "sin", "hsin", "sin"},
    {"cos", Math, 1, 1, "cosf", "cos", "hcos", "cos"},
    {"tan", Math, 1, 1, "tanf", "tan", "", "tan"},
    {"asin", Math, 1, 1, "asinf", "asin", "", "asin"},
    {"acos", Math, 1, 1, "acosf", "acos", "", "acos"},
    {"atan", Math, 1, 1, "atanf", "atan", "", "atan"},
    {"atan2", Math, 2, 2, "atan2f", "atan2", "", "atan2"},
    {"sinh", Math, 1, 1, "sinhf", "sinh", "", "sinh"},
    {"cosh", Math, 1, 1, "coshf", "cosh", "", "cosh"},
    {"tanh", Math, 1, 1, "tanhf", "tanh", "", "tanh"},
    {"pow", Math, 2, 2, "powf", "pow", "", "pow"},
    {"fma", Math, 3, 3, "fmaf", "fma", "__hfma", "fma"},
    {"fabs", Math, 1, 1, "fabsf", "fabs", "__habs", "fabs"},
    {"floor", Math, 1, 1, "floorf", "floor", "hfloor", "floor"},
    {"ceil", Math, 1, 1, "ceilf", "ceil", "hceil", "ceil"},
    {"trunc", Math, 1, 1, "truncf", "trunc", "htrunc", "trunc"},
    {"round", Math, 1, 1, "roundf", "round", "", "round"},
    {"rint", Math, 1, 1, "rintf", "rint", "hrint", "rint"},
    {"fmin", Math, 2, 2, "fminf", "fmin", "__hmin", "fmin"},
    {"fmax", Math, 2, 2, "fmaxf", "fmax", "__hmax", "fmax"},
    {"fmod", Math, 2, 2, "fmodf", "fmod", "", "fmod"},
    {"hypot", Math, 2, 2, "hypotf", "hypot", "", "hypot"},
    {"copysign", Math, 2, 2, "copysignf", "copysign", "", "copysign"},
    {"erf", Math, 1, 1, "erff", "erf", "", "erf"},
    {"erfc", Math, 1, 1, "erfcf", "erfc", "", "erfc"},
    {"lgamma", Math, 1, 1, "lgammaf", "lgamma", "", "lgamma"},
    {"tgamma", Math, 1, 1, "tgammaf", "tgamma", "", "tgamma"},

    {"native_exp", Fast, 1, 1, "__expf", "", "", "native_exp"},
    {"native_log", Fast, 1, 1, "__logf", "", "", "native_log"},
    {"native_log2", Fast, 1, 1, "__log2f", "", "", "native_log2"},
    {"native_sin", Fast, 1, 1, "__sinf", "", "", "native_sin"},
    {"native_cos", Fast, 1, 1, "__cosf", "", "", "native_cos"},
    {"native_divide", Fast, 2, 2, "__fdividef", "", "", "native_divide"},
    {"native_powr", Fast, 2, 2, "__powf", "", "", "native_powr"},

    {"min", Choice, 2, 2, "min", "min", "min", "min"},
    {"max", Choice, 2, 2, "max", "max", "max", "max"},
    {"abs", Choice, 1, 1, "abs", "abs", "", "abs"},

    {"popc", Bits, 1, 1, "__popc", "__popcll", "__popc", "popcount"},
    {"clz", Bits, 1, 1, "__clz", "__clzll", "__clz", "clz"},
    {"ffs", Bits, 1, 1, "__ffs", "__ffsll", "__ffs", ""},
    {"brev", Bits, 1, 1, "__brev", "__brevll", "__brev", ""},
    {"mul24", Bits, 2, 2, "__mul24", "", "__umul24", "mul24"},
    {"mulhi", Bits, 2, 2, "__mulhi", "__mul64hi", "__umulhi", "mul_hi"},

    {"shfl", Shuffle, 2, 3, "__shfl", "", "", ""},
    {"shfl_up", Shuffle, 2, 3, "__shfl_up", "", "", ""},
    {"shfl_down", Shuffle, 2, 3, "__shfl_down", "", "", ""},
    {"shfl_xor", Shuffle, 2, 3, "__shfl_xor", "", "", ""},
    {"ballot", Vote, 1, 1, "__ballot", "", "", ""},
    {"any", Vote, 1, 1, "__any", "", "", ""},
    {"all", Vote, 1, 1, "__all", "", "", ""},
    {"syncwarp", Sync, 0, 0, "__syncwarp", "", "", ""},
    {"fence", Sync, 0, 0, "__threadfence", "", "", "mem_fence"},

    {"atomic_add", Atomic, 2, 2, "atomicAdd", "", "", "atomic_add"},
    {"atomic_sub", Atomic, 2, 2, "atomicSub", "", "", "atomic_sub"},
    {"atomic_min", Atomic, 2, 2, "atomicMin", "", "", "atomic_min"},
    {"atomic_max", Atomic, 2, 2, "atomicMax", "", "", "atomic_max"},
    {"atomic_and", Atomic, 2, 2, "atomicAnd", "", "", "atomic_and"},
    {"atomic_or", Atomic, 2, 2, "atomicOr", "", "", "atomic_or"},
    {"atomic_xor", Atomic, 2, 2, "atomicXor", "", "", "atomic_xor"},
    {"atomic_exch", Atomic, 2, 2, "atomicExch", "", "", "atomic_xchg"},
    {"atomic_cas", Swap, 3, 3, "atomicCAS", "", "", "atomic_cmpxchg"},

    {"as_int", Reinterpret, 1, 1, "__float_as_int", "", "", "as_int"},
    {"as_uint", Reinterpret, 1, 1, "__float_as_uint", "", "", "as_uint"},
    {"as_float", Reinterpret, 1, 1, "__int_as_float", "", "__uint_as_float", "as_float"},
    {"as_long", Reinterpret, 1, 1, "__double_as_longlong", "", "", "as_long"},
    {"as_double", Reinterpret, 1, 1, "__longlong_as_double", "", "", "as_double"},

    {"vload2", Load, 2, 2, "", "", "", ""},
    {"vload4", Load, 2, 2, "", "", "", ""},
    {"vstore2", Store, 3, 3, "", "", "", ""},
    {"vstore4", Store, 3, 3, "", "", "", ""},
};

}  // namespace

const Builtin* find_builtin(std::string_view name) {
  const auto* found = std::find_if(std::begin(kBuiltins), std::end(kBuiltins),
                                   [&](const Builtin& builtin) { return builtin.name == name; });
  return found == std::end(kBuiltins) ? nullptr : found;
}

std::span<const Builtin> all_builtins() {
  return kBuiltins;
}

}  // namespace kcast::corpus
