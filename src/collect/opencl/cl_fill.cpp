#include "collect/opencl/cl_fill.h"

#include <algorithm>

#include "collect/fill_examples.h"
#include "collect/opencl/cl_check.h"

namespace kcast::collect {

namespace {

// schema/fill.h and collect/fill_bytes.h once more, since OpenCL C has neither namespaces nor
// references; kcast-collect-opencl check-fill compares the two.
constexpr const char* kFillSource = R"(
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#pragma OPENCL FP_CONTRACT OFF
enum { INT8, UINT8, INT16, UINT16, INT32, UINT32, INT64, UINT64, HALF, BFLOAT, FLOAT, DOUBLE };
enum { UNIFORM, UNIFORM_INT, INDEX, OFFSETS, PERMUTATION, CONSTANT, ZERO, IOTA };

ulong mix_bits(ulong x) {
  x += 0x9E3779B97F4A7C15UL;
  x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9UL;
  x = (x ^ (x >> 27)) * 0x94D049BB133111EBUL;
  return x ^ (x >> 31);
}
ulong bits_at(ulong seed, long index) { return mix_bits(mix_bits(seed) ^ (ulong)index); }
long below(ulong bits, long n) {
  if (n <= 1) return 0;
  if (n < (1L << 31)) return (long)(((bits >> 32) * (ulong)n) >> 32);
  return (long)(bits % (ulong)n);
}
long permuted(ulong seed, long index, long n) {
  int half_bits = 1;
  while (half_bits < 31 && (1L << (2 * half_bits)) < n) ++half_bits;
  const ulong mask = (1UL << half_bits) - 1;
  ulong x = (ulong)index;
  do {
    ulong left = x >> half_bits;
    ulong right = x & mask;
    for (ulong round = 0; round < 4; ++round) {
      const ulong next = left ^ (mix_bits(seed + (round << 56) + right) & mask);
      left = right;
      right = next;
    }
    x = (left << half_bits) | right;
  } while (x >= (ulong)n);
  return (long)x;
}
long offset_at(ulong seed, long index, long count, long elements) {
  const long last = elements - 1;
  if (index <= 0 || last <= 0) return 0;
  if (index >= last) return count;
  const long share = count / last;
  const long rest = count % last;
  return share * index + rest * index / last + below(bits_at(seed, index), share + 1);
}
double iota_at(double low, double step, double modulus, long index) {
  if (modulus >= 1) {
    const long m = (long)modulus;
    const long way = (long)step % m * (index % m) % m;
    return low + (double)(way < 0 ? way + m : way);
  }
  const double way = step * (double)index;
  return low + way;
}
double value_at(int kind, ulong seed, long index, double low, double high, long count,
                long elements, double step, double modulus) {
  switch (kind) {
    case UNIFORM: {
      const double part = (double)(bits_at(seed, index) >> 44) * ((high - low) / 1048576.0);
      return low + part;
    }
    case UNIFORM_INT: return low + (double)below(bits_at(seed, index), (long)(high - low));
    case INDEX: return (double)below(bits_at(seed, index), count);
    case OFFSETS: return (double)offset_at(seed, index, count, elements);
    case PERMUTATION: return (double)permuted(seed, index, elements);
    case CONSTANT: return low;
    case IOTA: return iota_at(low, step, modulus, index);
    default: return 0;
  }
}
uint short_float(double value, int mantissa) {
  const int exponent_bits = 15 - mantissa;
  const int bias = (1 << (exponent_bits - 1)) - 1;
  const int infinity = (1 << exponent_bits) - 1;
  const ulong bits = as_ulong(value);
  const uint sign = (uint)(bits >> 63) << 15;
  const int raw = (int)((bits >> 52) & 0x7FF);
  ulong significand = bits & 0xFFFFFFFFFFFFFUL;
  if (raw == 0x7FF) {
    return sign | (uint)infinity << mantissa | (significand != 0 ? 1u << (mantissa - 1) : 0);
  }
  if (raw == 0) return sign;
  significand |= 1UL << 52;
  int exponent = raw - 1023 + bias;
  int drop = 52 - mantissa;
  if (exponent < 1) {
    drop += 1 - exponent;
    exponent = 1;
  }
  if (drop > 54) return sign;
  const ulong rest = significand & ((1UL << drop) - 1);
  const ulong tie = 1UL << (drop - 1);
  ulong rounded = significand >> drop;
  if (rest > tie || (rest == tie && (rounded & 1) != 0)) ++rounded;
  const ulong result = ((ulong)(exponent - 1) << mantissa) + rounded;
  const ulong top = (ulong)infinity << mantissa;
  return sign | (uint)(result < top ? result : top);
}
ulong element_at(int type, double value) {
  if (type <= UINT64) {
    if (!(value > -9.2e18)) return 0x8000000000000000UL;
    if (!(value < 9.2e18)) return 0x7FFFFFFFFFFFFFFFUL;
    return (ulong)(long)value;
  }
  if (type == HALF) return short_float(value, 10);
  if (type == BFLOAT) return short_float(value, 7);
  if (type == FLOAT) return as_uint(convert_float_rte(value));
  return as_ulong(value);
}
__kernel void kcast_fill(__global uchar* buffer, long offset, int type, long values, ulong seed,
                         int kind, double low, double high, long count, long elements,
                         double step, double modulus, long stride) {
  const int size = type <= UINT8 ? 1 : (type <= UINT16 || type == HALF || type == BFLOAT) ? 2
                   : (type <= UINT32 || type == FLOAT) ? 4 : 8;
  __global uchar* start = buffer + offset;
  for (long i = (long)get_global_id(0); i < values; i += (long)get_global_size(0)) {
    const ulong bits =
        element_at(type, value_at(kind, seed, i, low, high, count, elements, step, modulus));
    if (stride > 0) {
      for (int k = 0; k < size; ++k) start[i * stride + k] = (uchar)(bits >> (8 * k));
    } else if (size == 1) {
      start[i] = (uchar)bits;
    } else if (size == 2) {
      ((__global ushort*)start)[i] = (ushort)bits;
    } else if (size == 4) {
      ((__global uint*)start)[i] = (uint)bits;
    } else {
      ((__global ulong*)start)[i] = bits;
    }
  }
}
)";

}  // namespace

Result<ClFill> ClFill::make(const ClDevice& device) {
  ClFill fill;
  KernelSource source;
  source.name = "kcast_fill";
  source.source = kFillSource;
  KCAST_TRY(fill.kernel_, build_cl_kernel(device, source));
  return fill;
}

Status ClFill::fill(const ClDevice& device, ClHandle buffer, const FillRange& range) const {
  const OpenCl& api = *device.api;
  const ClHandle kernel = kernel_.kernel.get();
  unsigned next = 0;
  ClInt status = 0;
  const auto set = [&](const auto& value) {
    const ClInt one = api.clSetKernelArg(kernel, next++, sizeof(value), &value);
    if (one != 0) status = one;
  };
  const FillNumbers& numbers = range.numbers;
  status = api.clSetKernelArg(kernel, next++, sizeof(ClHandle), static_cast<const void*>(&buffer));
  set(range.offset_bytes);
  set(static_cast<int>(range.type));
  set(range.values);
  set(range.seed);
  set(static_cast<int>(numbers.kind));
  set(numbers.low);
  set(numbers.high);
  set(static_cast<int64_t>(numbers.count));
  set(static_cast<int64_t>(numbers.elements));
  set(numbers.step);
  set(numbers.modulus);
  set(range.stride_bytes);
  KCAST_CL(status, "fill");
  constexpr size_t kLocal = 256;
  constexpr size_t kMostGroups = 2048;
  const size_t groups = (static_cast<size_t>(range.values) + kLocal - 1) / kLocal;
  const size_t local[3] = {kLocal, 1, 1};
  const size_t global[3] = {std::clamp<size_t>(groups, 1, kMostGroups) * kLocal, 1, 1};
  KCAST_CL(api.clEnqueueNDRangeKernel(device.queue, kernel, 3, nullptr, global, local, 0, nullptr,
                                      nullptr),
           "fill");
  return Unit{};
}

Result<int> check_cl_fill(const ClDevice& device) {
  KCAST_TRY(const ClFill fill, ClFill::make(device));
  const OpenCl& api = *device.api;
  const auto bytes = static_cast<size_t>(fill_example_bytes());
  ClInt status = 0;
  const ClOwned buffer(api.clCreateBuffer(device.context, kClMemReadWrite, bytes, nullptr, &status),
                       api.clReleaseMemObject);
  KCAST_CL(status, "allocate");
  int compared = 0;
  for (const FillRange& range : fill_examples()) {
    std::vector<unsigned char> found(bytes);
    KCAST_CL(api.clEnqueueWriteBuffer(device.queue, buffer.get(), 1, 0, bytes, found.data(), 0,
                                      nullptr, nullptr),
             "clear");
    if (const Status filled = fill.fill(device, buffer.get(), range); !filled) {
      return filled.error();
    }
    KCAST_CL(api.clEnqueueReadBuffer(device.queue, buffer.get(), 1, 0, bytes, found.data(), 0,
                                     nullptr, nullptr),
             "read");
    if (const Status same = check_filled(range, found); !same) return same.error();
    ++compared;
  }
  return compared;
}

}  // namespace kcast::collect
