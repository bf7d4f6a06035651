#include "corpus/neutral/builtins.h"

#include <algorithm>

namespace kcast::corpus {
namespace {

using Kind = BuiltinKind;

constexpr Builtin kBuiltins[] = {
    {"gid", Kind::Index, 1, 1, "", "", "", "get_global_id"},
    {"tid", Kind::Index, 1, 1, "threadIdx", "", "", "get_local_id"},
    {"bid", Kind::Index, 1, 1, "blockIdx", "", "", "get_group_id"},
    {"bdim", Kind::Index, 1, 1, "blockDim", "", "", "get_local_size"},
    {"gdim", Kind::Index, 1, 1, "gridDim", "", "", "get_num_groups"},
    {"gsize", Kind::Index, 1, 1, "", "", "", "get_global_size"},
    {"lane", Kind::Index, 0, 0, "", "", "", ""},
    {"warp", Kind::Index, 0, 0, "", "", "", ""},
    {"warpsize", Kind::Index, 0, 0, "warpSize", "", "", ""},

    {"sqrt", Kind::Math, 1, 1, "sqrtf", "sqrt", "hsqrt", "sqrt"},
    {"rsqrt", Kind::Math, 1, 1, "rsqrtf", "rsqrt", "hrsqrt", "rsqrt"},
    {"cbrt", Kind::Math, 1, 1, "cbrtf", "cbrt", "", "cbrt"},
    {"exp", Kind::Math, 1, 1, "expf", "exp", "hexp", "exp"},
    {"exp2", Kind::Math, 1, 1, "exp2f", "exp2", "hexp2", "exp2"},
    {"exp10", Kind::Math, 1, 1, "exp10f", "exp10", "", "exp10"},
    {"expm1", Kind::Math, 1, 1, "expm1f", "expm1", "", "expm1"},
    {"log", Kind::Math, 1, 1, "logf", "log", "hlog", "log"},
    {"log2", Kind::Math, 1, 1, "log2f", "log2", "hlog2", "log2"},
    {"log10", Kind::Math, 1, 1, "log10f", "log10", "", "log10"},
    {"log1p", Kind::Math, 1, 1, "log1pf", "log1p", "", "log1p"},
    {"sin", Kind::Math, 1, 1, "sinf", "sin", "hsin", "sin"},
    {"cos", Kind::Math, 1, 1, "cosf", "cos", "hcos", "cos"},
    {"tan", Kind::Math, 1, 1, "tanf", "tan", "", "tan"},
    {"asin", Kind::Math, 1, 1, "asinf", "asin", "", "asin"},
    {"acos", Kind::Math, 1, 1, "acosf", "acos", "", "acos"},
    {"atan", Kind::Math, 1, 1, "atanf", "atan", "", "atan"},
    {"atan2", Kind::Math, 2, 2, "atan2f", "atan2", "", "atan2"},
    {"sinh", Kind::Math, 1, 1, "sinhf", "sinh", "", "sinh"},
    {"cosh", Kind::Math, 1, 1, "coshf", "cosh", "", "cosh"},
    {"tanh", Kind::Math, 1, 1, "tanhf", "tanh", "", "tanh"},
    {"pow", Kind::Math, 2, 2, "powf", "pow", "", "pow"},
    {"fma", Kind::Math, 3, 3, "fmaf", "fma", "__hfma", "fma"},
    {"fabs", Kind::Math, 1, 1, "fabsf", "fabs", "__habs", "fabs"},
    {"floor", Kind::Math, 1, 1, "floorf", "floor", "hfloor", "floor"},
    {"ceil", Kind::Math, 1, 1, "ceilf", "ceil", "hceil", "ceil"},
    {"trunc", Kind::Math, 1, 1, "truncf", "trunc", "htrunc", "trunc"},
    {"round", Kind::Math, 1, 1, "roundf", "round", "", "round"},
    {"rint", Kind::Math, 1, 1, "rintf", "rint", "hrint", "rint"},
    {"fmin", Kind::Math, 2, 2, "fminf", "fmin", "__hmin", "fmin"},
    {"fmax", Kind::Math, 2, 2, "fmaxf", "fmax", "__hmax", "fmax"},
    {"fmod", Kind::Math, 2, 2, "fmodf", "fmod", "", "fmod"},
    {"hypot", Kind::Math, 2, 2, "hypotf", "hypot", "", "hypot"},
    {"copysign", Kind::Math, 2, 2, "copysignf", "copysign", "", "copysign"},
    {"erf", Kind::Math, 1, 1, "erff", "erf", "", "erf"},
    {"erfc", Kind::Math, 1, 1, "erfcf", "erfc", "", "erfc"},
    {"lgamma", Kind::Math, 1, 1, "lgammaf", "lgamma", "", "lgamma"},
    {"tgamma", Kind::Math, 1, 1, "tgammaf", "tgamma", "", "tgamma"},

    {"native_exp", Kind::Fast, 1, 1, "__expf", "", "", "native_exp"},
    {"native_log", Kind::Fast, 1, 1, "__logf", "", "", "native_log"},
    {"native_log2", Kind::Fast, 1, 1, "__log2f", "", "", "native_log2"},
    {"native_sin", Kind::Fast, 1, 1, "__sinf", "", "", "native_sin"},
    {"native_cos", Kind::Fast, 1, 1, "__cosf", "", "", "native_cos"},
    {"native_divide", Kind::Fast, 2, 2, "__fdividef", "", "", "native_divide"},
    {"native_powr", Kind::Fast, 2, 2, "__powf", "", "", "native_powr"},

    {"min", Kind::Choice, 2, 2, "min", "min", "min", "min"},
    {"max", Kind::Choice, 2, 2, "max", "max", "max", "max"},
    {"abs", Kind::Choice, 1, 1, "abs", "abs", "", "abs"},

    {"popc", Kind::Bits, 1, 1, "__popc", "__popcll", "__popc", "popcount"},
    {"clz", Kind::Bits, 1, 1, "__clz", "__clzll", "__clz", "clz"},
    {"ffs", Kind::Bits, 1, 1, "__ffs", "__ffsll", "__ffs", ""},
    {"brev", Kind::Bits, 1, 1, "__brev", "__brevll", "__brev", ""},
    {"mul24", Kind::Bits, 2, 2, "__mul24", "", "__umul24", "mul24"},
    {"mulhi", Kind::Bits, 2, 2, "__mulhi", "__mul64hi", "__umulhi", "mul_hi"},

    {"shfl", Kind::Shuffle, 2, 3, "__shfl", "", "", ""},
    {"shfl_up", Kind::Shuffle, 2, 3, "__shfl_up", "", "", ""},
    {"shfl_down", Kind::Shuffle, 2, 3, "__shfl_down", "", "", ""},
    {"shfl_xor", Kind::Shuffle, 2, 3, "__shfl_xor", "", "", ""},
    {"ballot", Kind::Vote, 1, 1, "__ballot", "", "", ""},
    {"any", Kind::Vote, 1, 1, "__any", "", "", ""},
    {"all", Kind::Vote, 1, 1, "__all", "", "", ""},
    {"syncwarp", Kind::Sync, 0, 0, "__syncwarp", "", "", ""},
    {"fence", Kind::Sync, 0, 0, "__threadfence", "", "", "mem_fence"},

    {"atomic_add", Kind::Atomic, 2, 2, "atomicAdd", "", "", "atomic_add"},
    {"atomic_sub", Kind::Atomic, 2, 2, "atomicSub", "", "", "atomic_sub"},
    {"atomic_min", Kind::Atomic, 2, 2, "atomicMin", "", "", "atomic_min"},
    {"atomic_max", Kind::Atomic, 2, 2, "atomicMax", "", "", "atomic_max"},
    {"atomic_and", Kind::Atomic, 2, 2, "atomicAnd", "", "", "atomic_and"},
    {"atomic_or", Kind::Atomic, 2, 2, "atomicOr", "", "", "atomic_or"},
    {"atomic_xor", Kind::Atomic, 2, 2, "atomicXor", "", "", "atomic_xor"},
    {"atomic_exch", Kind::Atomic, 2, 2, "atomicExch", "", "", "atomic_xchg"},
    {"atomic_cas", Kind::Swap, 3, 3, "atomicCAS", "", "", "atomic_cmpxchg"},

    {"as_int", Kind::Reinterpret, 1, 1, "__float_as_int", "", "", "as_int"},
    {"as_uint", Kind::Reinterpret, 1, 1, "__float_as_uint", "", "", "as_uint"},
    {"as_float", Kind::Reinterpret, 1, 1, "__int_as_float", "", "__uint_as_float", "as_float"},
    {"as_long", Kind::Reinterpret, 1, 1, "__double_as_longlong", "", "", "as_long"},
    {"as_double", Kind::Reinterpret, 1, 1, "__longlong_as_double", "", "", "as_double"},

    {"vload2", Kind::Load, 2, 2, "", "", "", ""},
    {"vload4", Kind::Load, 2, 2, "", "", "", ""},
    {"vstore2", Kind::Store, 3, 3, "", "", "", ""},
    {"vstore4", Kind::Store, 3, 3, "", "", "", ""},
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
