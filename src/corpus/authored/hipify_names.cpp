#include "corpus/authored/hipify_names.h"

#include <algorithm>
#include <cctype>
#include <functional>
#include <map>
#include <utility>

#include "base/text.h"

namespace kcast::corpus {
namespace {

// Called the same behind the prefix: cudaMalloc and hipMalloc.
constexpr std::string_view kRuntime =
    // Memory.
    "Malloc Free Memcpy MemcpyAsync MemcpyHostToDevice MemcpyDeviceToHost MemcpyDeviceToDevice "
    "MemcpyHostToHost MemcpyDefault MemcpyKind Memset MemsetAsync Memcpy2D Memcpy2DAsync Memset2D "
    "Memset2DAsync MallocPitch MallocManaged MallocAsync FreeAsync MemGetInfo MemPrefetchAsync "
    "MemAdvise CpuDeviceId HostRegister HostUnregister HostGetDevicePointer MemAttachGlobal "
    // Devices and errors.
    "Success Error_t GetLastError PeekAtLastError GetErrorString GetErrorName DeviceSynchronize "
    "DeviceReset SetDevice GetDevice GetDeviceCount GetDeviceProperties DeviceGetAttribute "
    "ErrorInvalidValue DeviceSetCacheConfig FuncCachePreferL1 FuncCachePreferShared "
    // Streams, events and graphs.
    "Stream_t StreamCreate StreamCreateWithFlags StreamCreateWithPriority StreamDestroy "
    "StreamSynchronize StreamWaitEvent StreamQuery StreamDefault StreamNonBlocking Event_t "
    "EventCreate EventCreateWithFlags EventDestroy EventRecord EventSynchronize EventElapsedTime "
    "EventQuery EventDefault EventDisableTiming EventBlockingSync Graph_t GraphExec_t GraphLaunch "
    "GraphInstantiate GraphDestroy GraphExecDestroy StreamBeginCapture StreamEndCapture "
    "StreamCaptureModeGlobal "
    // Kernels.
    "LaunchKernel LaunchCooperativeKernel FuncAttributes "
    "FuncAttributeMaxDynamicSharedMemorySize FuncAttributePreferredSharedMemoryCarveout "
    "OccupancyMaxActiveBlocksPerMultiprocessor OccupancyMaxPotentialBlockSize "
    // Textures.
    "TextureObject_t SurfaceObject_t CreateTextureObject DestroyTextureObject ResourceDesc "
    "ResourceTypeArray ResourceTypeLinear ResourceTypePitch2D TextureDesc ChannelFormatDesc "
    "CreateChannelDesc ReadModeElementType ReadModeNormalizedFloat FilterModePoint "
    "FilterModeLinear MallocArray FreeArray Memcpy2DToArray Array_t "
    "CreateSurfaceObject DestroySurfaceObject";

// cuCmulf and hipCmulf.
constexpr std::string_view kComplex =
    "FloatComplex DoubleComplex Complex Crealf Cimagf Conjf Caddf Csubf Cmulf Cdivf Cabsf Cfmaf "
    "Creal Cimag Conj Cadd Csub Cmul Cdiv Cabs Cfma";

// __shfl_sync(mask, ...) and __shfl(...).
constexpr std::string_view kMasked =
    "__shfl __shfl_up __shfl_down __shfl_xor __all __any __ballot __match_any __match_all";

// Names with two underscores that HIP has too.
constexpr std::string_view kShared =
    // Words of the languages.
    "__global__ __device__ __host__ __shared__ __constant__ __managed__ __restrict__ __restrict "
    "__forceinline__ __noinline__ __inline__ __launch_bounds__ __align__ __attribute__ __LINE__ "
    "__FILE__ __func__ __FUNCTION__ __PRETTY_FUNCTION__ __VA_ARGS__ __COUNTER__ __cplusplus "
    "__builtin_popcount __builtin_popcountll __builtin_clz __builtin_ctz __builtin_expect "
    "__builtin_assume __builtin_unreachable __builtin_memcpy __int128 __func "
    // Barriers and fences.
    "__syncthreads __syncthreads_count __syncthreads_and __syncthreads_or __threadfence "
    "__threadfence_block __threadfence_system __activemask __ldg "
    // Integers and bits.
    "__popc __popcll __clz __clzll __ffs __ffsll __brev __brevll __byte_perm __funnelshift_l "
    "__funnelshift_lc __funnelshift_r __funnelshift_rc __mul24 __umul24 __mulhi __umulhi "
    "__mul64hi __umul64hi __sad __usad __hadd __rhadd __uhadd __urhadd "
    "__float_as_int __float_as_uint __int_as_float __uint_as_float __double_as_longlong "
    "__longlong_as_double __double2hiint __double2loint __hiloint2double "
    // Conversions.
    "__float2int_rn __float2int_rz __float2int_rd __float2int_ru __float2uint_rn __float2uint_rz "
    "__float2uint_rd __float2uint_ru __float2ll_rn __float2ll_rd __int2float_rn __uint2float_rn "
    "__ll2float_rn __ull2float_rn __double2int_rn __double2int_rz __double2int_rd "
    "__double2float_rn __int2double_rn __uint2double_rn __ll2double_rn "
    // Fast and rounded functions.
    "__expf __exp10f __logf __log2f __log10f __sinf __cosf __tanf __sincosf __powf __fdividef "
    "__saturatef __fadd_rn __fsub_rn __fmul_rn __fdiv_rn __frcp_rn __fsqrt_rn __frsqrt_rn "
    "__fmaf_rn __dadd_rn __dsub_rn __dmul_rn __ddiv_rn __drcp_rn __dsqrt_rn __fma_rn "
    // Halves.
    "__half __half2 __float2half __float2half_rn __float2half_rz __half2float __float2half2_rn "
    "__floats2half2_rn __float22half2_rn __half22float2 __half2half2 __low2half __high2half "
    "__low2float __high2float __halves2half2 __low2half2 __high2half2 __lows2half2 __highs2half2 "
    "__lowhigh2highlow __hadd2 __hsub __hsub2 __hmul __hmul2 __hfma __hfma2 __hdiv __h2div __hneg "
    "__hneg2 __habs __habs2 __hmax __hmin __hmax2 __hmin2 __hlt __hle __hgt __hge __heq __hne "
    "__hisnan __int2half_rn __half2int_rn __half2int_rz __uint2half_rn __ushort2half_rn "
    "__short2half_rn __half2short_rn __half_as_ushort __half_as_short __ushort_as_half "
    "__short_as_half "
    // Brain floats.
    "__float2bfloat16 __bfloat162float __bfloat1622float2 __float22bfloat162_rn "
    "__floats2bfloat162_rn __low2bfloat16 __high2bfloat16 __halves2bfloat162 __bfloat162bfloat162";

struct NameRow {
  std::string_view cuda;
  HipChange change;
  std::string_view hip;
};

// What is called otherwise, wants other arguments, or is not there.
constexpr NameRow kHipNames[] = {
    {"cudaMemcpyToSymbol", HipChange::Symbol, "hipMemcpyToSymbol"},
    {"cudaMemcpyToSymbolAsync", HipChange::Symbol, "hipMemcpyToSymbolAsync"},
    {"cudaMemcpyFromSymbol", HipChange::Symbol, "hipMemcpyFromSymbol"},
    {"cudaMemcpyFromSymbolAsync", HipChange::Symbol, "hipMemcpyFromSymbolAsync"},
    {"cudaFuncSetAttribute", HipChange::Function, "hipFuncSetAttribute"},
    {"cudaFuncSetCacheConfig", HipChange::Function, "hipFuncSetCacheConfig"},
    {"cudaThreadSynchronize", HipChange::Name, "hipDeviceSynchronize"},
    {"cudaMallocHost", HipChange::Name, "hipHostMalloc"},
    {"cudaHostAlloc", HipChange::Name, "hipHostMalloc"},
    {"cudaFreeHost", HipChange::Name, "hipHostFree"},
    {"cudaHostAllocDefault", HipChange::Name, "hipHostMallocDefault"},
    {"cudaHostAllocMapped", HipChange::Name, "hipHostMallocMapped"},
    {"cudaDeviceProp", HipChange::Name, "hipDeviceProp_t"},
    {"cudaErrorMemoryAllocation", HipChange::Name, "hipErrorOutOfMemory"},
    {"cudaDevAttrMultiProcessorCount", HipChange::Name, "hipDeviceAttributeMultiprocessorCount"},
    {"cudaDevAttrMaxThreadsPerBlock", HipChange::Name, "hipDeviceAttributeMaxThreadsPerBlock"},
    {"cudaDevAttrMaxSharedMemoryPerBlock", HipChange::Name,
     "hipDeviceAttributeMaxSharedMemoryPerBlock"},
    {"cudaDevAttrWarpSize", HipChange::Name, "hipDeviceAttributeWarpSize"},
    {"cudaDevAttrClockRate", HipChange::Name, "hipDeviceAttributeClockRate"},
    {"make_cuFloatComplex", HipChange::Name, "make_hipFloatComplex"},
    {"make_cuDoubleComplex", HipChange::Name, "make_hipDoubleComplex"},
    {"make_cuComplex", HipChange::Name, "make_hipComplex"},
    {"__nv_bfloat16", HipChange::Name, "__hip_bfloat16"},
    {"__nv_bfloat162", HipChange::Name, "__hip_bfloat162"},
    {"nv_bfloat16", HipChange::Name, "__hip_bfloat16"},
    {"nv_bfloat162", HipChange::Name, "__hip_bfloat162"},
    {"__syncwarp", HipChange::Mask, "__syncwarp"},
    {"nvcuda", HipChange::None, "tensor cores through wmma"},
    {"wmma", HipChange::None, "tensor cores through wmma"},
    {"asm", HipChange::None, "inline PTX"},
    {"__asm__", HipChange::None, "inline PTX"},
    {"__asm", HipChange::None, "inline PTX"},
    {"__cluster_dims__", HipChange::None, "clusters of blocks"},
    {"this_cluster", HipChange::None, "clusters of blocks"},
    {"__nanosleep", HipChange::None, "sleeping threads"},
    {"__pipeline_memcpy_async", HipChange::None, "asynchronous copies"},
    {"memcpy_async", HipChange::None, "asynchronous copies"},
    {"__dp4a", HipChange::None, "dot products of bytes"},
    {"__dp2a", HipChange::None, "dot products of short words"},
    {"__vcmpne4", HipChange::None, "arithmetic on the bytes of a word"},
    {"__vsadu4", HipChange::None, "arithmetic on the bytes of a word"},
    {"__ldcs", HipChange::None, "hints for the cache"},
    {"__stcs", HipChange::None, "hints for the cache"},
    {"__reduce_add_sync", HipChange::None, "reductions of a warp"},
};

struct HeaderRow {
  std::string_view cuda;
  HipHeader hip;
};

constexpr HeaderRow kHeaders[] = {
    {"cuda.h", {"hip/hip_runtime.h", ""}},
    {"cuda_runtime.h", {"hip/hip_runtime.h", ""}},
    {"cuda_runtime_api.h", {"hip/hip_runtime_api.h", ""}},
    {"device_launch_parameters.h", {"hip/hip_runtime.h", ""}},
    {"device_functions.h", {"hip/device_functions.h", ""}},
    {"vector_types.h", {"hip/hip_vector_types.h", ""}},
    {"cuda_fp16.h", {"hip/hip_fp16.h", ""}},
    {"cuda_bf16.h", {"hip/hip_bf16.h", ""}},
    {"cuComplex.h", {"hip/hip_complex.h", ""}},
    {"math_constants.h", {"hip/hip_math_constants.h", ""}},
    {"cooperative_groups.h", {"hip/hip_cooperative_groups.h", ""}},
    {"cooperative_groups/reduce.h", {"", "reductions of groups"}},
    {"cooperative_groups/scan.h", {"", "scans of groups"}},
    {"cooperative_groups/memcpy_async.h", {"", "asynchronous copies"}},
    {"cuda_pipeline.h", {"", "asynchronous copies"}},
    {"cuda_pipeline_primitives.h", {"", "asynchronous copies"}},
    {"cuda_fp8.h", {"", "types of 8 bits"}},
    {"mma.h", {"", "tensor cores through wmma"}},
};

using NameTable = std::map<std::string, HipName, std::less<>>;

NameTable make_name_table() {
  NameTable table;
  const auto add_all = [&](std::string_view words, std::string_view cuda, std::string_view hip) {
    for (const std::string& word : split_words(words))
      table[std::string(cuda) + word] = {HipChange::Name, std::string(hip) + word};
  };
  add_all(kRuntime, "cuda", "hip");
  add_all(kComplex, "cu", "hip");
  add_all(kShared, "", "");
  for (const std::string& word : split_words(kMasked))
    table[word + "_sync"] = {HipChange::Mask, word};
  for (const NameRow& row : kHipNames)
    table[std::string(row.cuda)] = {row.change, std::string(row.hip)};
  return table;
}

// Named as only NVIDIA or a compiler would: what the table does not know is not in HIP.
bool looks_like_cuda(std::string_view name) {
  for (const std::string_view prefix : {"__", "CUDA_", "curand", "cublas"}) {
    if (name.starts_with(prefix)) return true;
  }
  const auto has_capital_behind = [&](std::string_view prefix) {
    return name.starts_with(prefix) && name.size() > prefix.size() &&
           std::isupper(static_cast<unsigned char>(name[prefix.size()])) != 0;
  };
  return has_capital_behind("cuda") || has_capital_behind("cu");
}

}  // namespace

std::optional<HipName> hip_name(std::string_view cuda) {
  static const NameTable table = make_name_table();
  if (const auto found = table.find(cuda); found != table.end()) return found->second;
  constexpr std::string_view kConstant = "CUDART_";
  if (cuda.starts_with(kConstant)) {
    return HipName{HipChange::Name, "HIP_" + std::string(cuda.substr(kConstant.size()))};
  }
  if (looks_like_cuda(cuda)) return HipName{HipChange::None, ""};
  return std::nullopt;
}

std::optional<HipHeader> hip_header(std::string_view cuda) {
  const auto* const found = std::ranges::find(kHeaders, cuda, &HeaderRow::cuda);
  if (found != std::end(kHeaders)) return found->hip;
  // Libraries and CUDA's C++ headers: nothing is known of them.
  if (cuda.starts_with("cuda") || cuda.starts_with("cub") || cuda.starts_with("curand")) {
    return HipHeader{};
  }
  return std::nullopt;
}

}  // namespace kcast::corpus
