// Writes the values of schema/fill.h into a buffer, one value per thread and round.
#include "collect/fill_bytes.h"

extern "C" __global__ void kcast_fill(void* buffer, int type, long long values,
                                      unsigned long long seed, int kind, double low, double high,
                                      long long count, long long elements, double value_step,
                                      double modulus, long long stride_bytes) {
  kcast::FillNumbers numbers;
  numbers.kind = static_cast<kcast::FillKind>(kind);
  numbers.low = low;
  numbers.high = high;
  numbers.count = count;
  numbers.elements = elements;
  numbers.step = value_step;
  numbers.modulus = modulus;
  const long long step = static_cast<long long>(gridDim.x) * blockDim.x;
  for (long long i = blockIdx.x * static_cast<long long>(blockDim.x) + threadIdx.x; i < values;
       i += step)
    kcast::collect::fill_one(buffer, static_cast<kcast::collect::ScalarType>(type), seed, numbers, i, stride_bytes);
}
