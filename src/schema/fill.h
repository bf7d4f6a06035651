// What a buffer holds before a launch: one documented function of (seed, fill,
// element index), the same on the CPU, where the interpreter reads it, and on the
// GPU, where collectors write it.
//
// This header is compiled by NVRTC and nvcc too: nothing but integers, doubles and
// plain functions. Every step is exact or correctly rounded and nothing may be
// contracted to a fused multiply-add, so both sides give the same bits.
#pragma once

#if defined(__CUDACC__)
#define KCAST_FILL_FN __host__ __device__ inline
#else
#define KCAST_FILL_FN inline
#endif

#if !defined(__CUDACC_RTC__)
#include <cstdint>
#endif

namespace kcast {

enum class FillKind : unsigned char {
  Uniform,      // reals in [low, high); integers: the next integer below
  UniformInt,   // integers in [low, high)
  IndexInto,    // integers in [0, count): an index into another argument
  OffsetsInto,  // ascending integers from 0 to count: rows of a sparse matrix
  Permutation,  // each of 0 to elements-1 once
  Constant,     // `low` everywhere
  Zero,
  Iota,  // low, low + step, low + 2 step, ...; the way modulo `modulus`, if there is one
};

// The numbers of a fill, without the names that the schema adds.
struct FillNumbers {
  FillKind kind = FillKind::Uniform;
  double low = 0;
  double high = 1;
  long long count = 0;     // IndexInto, OffsetsInto: length of the other argument
  long long elements = 0;  // length of this buffer
  double step = 1;         // Iota
  double modulus = 0;      // Iota; 0: none
};

// SplitMix64's finaliser: a bijection whose output bits look random.
KCAST_FILL_FN unsigned long long fill_mix(unsigned long long x) {
  x += 0x9E3779B97F4A7C15ULL;
  x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9ULL;
  x = (x ^ (x >> 27)) * 0x94D049BB133111EBULL;
  return x ^ (x >> 31);
}

KCAST_FILL_FN unsigned long long fill_bits(unsigned long long seed, long long index) {
  return fill_mix(fill_mix(seed) ^ static_cast<unsigned long long>(index));
}

// floor(bits * n / 2^32) with the upper half of the bits: uniform below n < 2^31;
// longer ranges take a remainder, whose bias no counter can see.
KCAST_FILL_FN long long fill_below(unsigned long long bits, long long n) {
  if (n <= 1) return 0;
  if (n < (1LL << 31)) {
    return static_cast<long long>(((bits >> 32) * static_cast<unsigned long long>(n)) >> 32);
  }
  return static_cast<long long>(bits % static_cast<unsigned long long>(n));
}

// A Feistel network over the smallest even number of bits that holds n, walked
// until it lands below n: a bijection of [0, n).
KCAST_FILL_FN long long fill_permuted(unsigned long long seed, long long index, long long n) {
  int half = 1;
  while (half < 31 && (1LL << (2 * half)) < n)
    ++half;
  const unsigned long long mask = (1ULL << half) - 1;
  unsigned long long x = static_cast<unsigned long long>(index);
  do {
    unsigned long long left = x >> half;
    unsigned long long right = x & mask;
    for (unsigned long long round = 0; round < 4; ++round) {
      const unsigned long long next = left ^ (fill_mix(seed + (round << 56) + right) & mask);
      left = right;
      right = next;
    }
    x = (left << half) | right;
  } while (x >= static_cast<unsigned long long>(n));
  return static_cast<long long>(x);
}

// The integer value of an element; real kinds are rounded down.
KCAST_FILL_FN long long fill_offset(unsigned long long seed, const FillNumbers& fill,
                                    long long index) {
  // Row i starts at i shares of the whole plus a random part of one share, so that
  // offsets ascend and a row holds 0 to 2 shares.
  const long long last = fill.elements - 1;
  if (index <= 0 || last <= 0) return 0;
  if (index >= last) return fill.count;
  const long long share = fill.count / last;
  const long long rest = fill.count % last;
  const long long start = share * index + rest * index / last;
  return start + fill_below(fill_bits(seed, index), share + 1);
}

// Whole steps are exact; a fraction is rounded once in the product and once in the sum.
KCAST_FILL_FN double fill_iota(const FillNumbers& fill, long long index) {
  if (fill.modulus >= 1) {
    const long long modulus = static_cast<long long>(fill.modulus);
    const long long way = static_cast<long long>(fill.step) % modulus * (index % modulus) % modulus;
    return fill.low + static_cast<double>(way < 0 ? way + modulus : way);
  }
#if defined(__CUDA_ARCH__)
  return __dadd_rn(fill.low, __dmul_rn(fill.step, static_cast<double>(index)));
#else
  const double way = fill.step * static_cast<double>(index);
  return fill.low + way;
#endif
}

// The value of an element as a double; exact for every integer kind below 2^53.
KCAST_FILL_FN double fill_value(unsigned long long seed, const FillNumbers& fill, long long index) {
  switch (fill.kind) {
    case FillKind::Uniform: {
      // 20 random bits times the step: the product is exact for a range of 2^k, and
      // otherwise rounded once; the sum is rounded once.
      const double step = (fill.high - fill.low) / 1048576.0;
      const double part = static_cast<double>(fill_bits(seed, index) >> 44) * step;
#if defined(__CUDA_ARCH__)
      return __dadd_rn(fill.low, part);
#else
      return fill.low + part;
#endif
    }
    case FillKind::UniformInt:
      return fill.low + static_cast<double>(fill_below(
                            fill_bits(seed, index), static_cast<long long>(fill.high - fill.low)));
    case FillKind::IndexInto:
      return static_cast<double>(fill_below(fill_bits(seed, index), fill.count));
    case FillKind::OffsetsInto:
      return static_cast<double>(fill_offset(seed, fill, index));
    case FillKind::Permutation:
      return static_cast<double>(fill_permuted(seed, index, fill.elements));
    case FillKind::Constant:
      return fill.low;
    case FillKind::Iota:
      return fill_iota(fill, index);
    case FillKind::Zero:
      break;
  }
  return 0;
}

// The seed of one argument of a launch.
KCAST_FILL_FN unsigned long long fill_seed(unsigned long long launch_seed, int argument) {
  return fill_mix(launch_seed * 1000003ULL + static_cast<unsigned long long>(argument));
}

// The seed of a field in the elements of an argument, by its place.
KCAST_FILL_FN unsigned long long fill_field_seed(unsigned long long seed, long long offset_bytes) {
  return fill_mix(seed ^ (static_cast<unsigned long long>(offset_bytes + 1) << 32));
}

}  // namespace kcast
