// What is assumed where nobody said a size: the numbers that a reader of a kernel would try first.
#pragma once

#include <cstdint>

namespace kcast {

// A problem that fills a GPU.
constexpr int64_t kDefaultLength = int64_t{1} << 24;  // elements, one axis
constexpr int64_t kDefaultExtent = 4096;              // elements per axis, two axes
constexpr int64_t kDefaultExtent3 = 256;              // elements per axis, three axes

// The size of a problem of which nothing is known.
struct DefaultSizes {
  int64_t length = kDefaultLength;
  int64_t extent = kDefaultExtent;
  int64_t extent3 = kDefaultExtent3;
};

// Programs with a main are smaller: of 117 public ones (the open side of tests/suite) half make no
// launch of more than 2^18 threads, and one in ten makes one of more than 2^24.
constexpr DefaultSizes kProgramSizes{int64_t{1} << 20, 1024, 128};

constexpr int64_t kSmallestExtent = 32;

// So many times smaller along an axis; a length stands for a plane.
constexpr DefaultSizes reduced(const DefaultSizes& sizes, int64_t divisor) {
  const auto part = [](int64_t size, int64_t by) {
    return size / by > kSmallestExtent ? size / by : kSmallestExtent;
  };
  return {part(sizes.length, divisor * divisor), part(sizes.extent, divisor),
          part(sizes.extent3, divisor)};
}

// Along an axis that the launch does not have.
constexpr int64_t kDefaultSide = 256;
constexpr int64_t kDefaultInnerExtent = 32;  // of what is neither width nor height

constexpr int64_t kDefaultBins = 256;
constexpr int64_t kDefaultRounds = 16;
constexpr int64_t kDefaultRadius = 4;
constexpr int64_t kDefaultBatch = 8;

constexpr int64_t kDefaultBlockThreads = 256;

// Dynamic shared memory of a kernel that takes some and does not say how much.
constexpr int64_t kDefaultSharedBytesPerThread = 4;

// What a pointer to local memory takes of a block's dynamic shared memory.
constexpr int64_t room_in_shared(int64_t local_bytes) {
  return (local_bytes + 15) / 16 * 16;
}

}  // namespace kcast
