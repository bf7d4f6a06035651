#include "corpus/neutral/reserved.h"

#include <algorithm>
#include <string>
#include <vector>

#include "base/text.h"
#include "corpus/neutral/builtins.h"

namespace kcast::corpus {
namespace {

constexpr std::string_view kCpp =
    "alignas alignof and and_eq asm auto bitand bitor bool break case catch char char8_t char16_t "
    "char32_t class compl concept const consteval constexpr constinit const_cast continue co_await "
    "co_return co_yield decltype default delete do double dynamic_cast else enum explicit export "
    "extern false float for friend goto if inline int long mutable namespace new noexcept not "
    "not_eq nullptr operator or or_eq private protected public register reinterpret_cast requires "
    "restrict return short signed sizeof static static_assert static_cast struct switch template "
    "this thread_local throw true try typedef typeid typename union unsigned using virtual void "
    "volatile wchar_t while xor xor_eq final override import module main std size_t ssize_t "
    "int8_t int16_t int32_t int64_t uint8_t uint16_t uint32_t uint64_t NULL EOF errno assert "
    "RAND_MAX INFINITY NAN M_PI";

constexpr std::string_view kDevice =
    "threadIdx blockIdx blockDim gridDim warpSize dim3 cudaStream_t half half2 __half __half2 "
    "FULL_MASK tex1D tex2D surf2Dread cuda hip atomicAdd atomicSub atomicMin atomicMax atomicAnd "
    "atomicOr atomicXor atomicExch atomicCAS atomicInc atomicDec rhypot rnorm norm norm3d norm4d "
    "normcdf normcdfinv rcbrt cospi sinpi sincos sincospi erfinv erfcinv erfcx saturate "
    "make_float4 "
    "isnan isinf isfinite signbit ldexp frexp modf scalbn logb ilogb nextafter remainder fdim nan "
    "clock clock64 printf malloc free memcpy memset abs labs llabs div ldiv rand srand exit time "
    "index rindex signal round lround llround rint lrint llrint nearbyint trunc j0 j1 jn y0 y1 yn "
    "gamma lgamma tgamma drem significand exp10 pow10 tid bid gid";

constexpr std::string_view kOpenCl =
    "kernel global local constant private generic read_only write_only read_write pipe complex "
    "imaginary image1d_t image2d_t image3d_t sampler_t event_t queue_t ndrange_t uchar ushort uint "
    "ulong quad uniform get_global_id get_local_id get_group_id get_num_groups get_local_size "
    "get_global_size get_work_dim get_global_offset barrier mem_fence dot cross length distance "
    "normalize fast_length fast_distance fast_normalize mix step smoothstep clamp sign degrees "
    "radians select any all isequal isless isgreater bitselect shuffle shuffle2 prefetch mad "
    "mad24 mul24 mul_hi mad_hi mad_sat hadd rhadd add_sat sub_sat rotate upsample popcount clz ctz "
    "maxmag minmag fract sincos vec_step rootn pown powr half_exp half_log native_recip "
    "async_work_group_copy wait_group_events work_group_barrier convert_float convert_int as_int "
    "printf read_imagef write_imagef atomic_inc atomic_dec atom_add in out inout shared shared_dyn "
    "func bounds contract unroll CLK_LOCAL_MEM_FENCE CLK_GLOBAL_MEM_FENCE MAXFLOAT HUGE_VALF";

// float3, uchar16 and the like, and make_ of them.
void add_vectors(std::vector<std::string>& words) {
  for (const char* base :
       {"char", "uchar", "short", "ushort", "int", "uint", "long", "ulong", "longlong", "ulonglong",
        "half", "float", "double", "i8", "u8", "i16", "u16"}) {
    words.emplace_back(base);
    for (const char* lanes : {"1", "2", "3", "4", "8", "16"}) {
      words.push_back(std::string(base) + lanes);
      words.push_back("make_" + std::string(base) + lanes);
    }
  }
}

std::vector<std::string> make_reserved() {
  std::vector<std::string> words;
  for (const std::string_view list : {kCpp, kDevice, kOpenCl}) {
    for (std::string& word : split_words(list))
      words.push_back(std::move(word));
  }
  add_vectors(words);
  for (const Builtin& builtin : all_builtins()) {
    for (const std::string_view name :
         {builtin.name, builtin.f32, builtin.f64, builtin.f16, builtin.opencl}) {
      if (!name.empty()) words.emplace_back(name);
    }
  }
  std::sort(words.begin(), words.end());
  return words;
}

}  // namespace

bool is_reserved(std::string_view name) {
  static const std::vector<std::string> reserved_words = make_reserved();
  return name.starts_with("__") ||
         std::binary_search(reserved_words.begin(), reserved_words.end(), name);
}

}  // namespace kcast::corpus
