// What a launch needs in memory: which buffers, how they are filled, and the bytes of
// each kernel parameter. The same for every device; only addresses come later.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/result.h"
#include "collect/element_types.h"
#include "schema/sample.h"

namespace kcast::collect {

// One run of values in a buffer, made by schema/fill.h.
struct FillRange {
  int64_t offset_bytes = 0;
  ScalarType type = ScalarType::Float32;
  int64_t values = 0;        // scalars: a float4 is four
  int64_t stride_bytes = 0;  // from one value to the next; 0: they lie side by side
  uint64_t seed = 0;
  FillNumbers numbers;
};

// A place in a parameter, or in a buffer, that gets a buffer's address.
struct AddressSlot {
  int64_t buffer = 0;        // index of LaunchPlan::buffers
  int64_t offset_bytes = 0;  // where the argument points, from the buffer's start
  int64_t place_bytes = 0;   // of the address in what holds it
};

struct PlannedBuffer {
  int64_t bytes = 0;
  std::vector<FillRange> fills;        // in the order of the arguments
  std::vector<AddressSlot> addresses;  // written over the fills
};

struct PlannedParameter {
  std::string name;
  std::vector<unsigned char> bytes;  // at least 8, so that a null pointer fits
  int64_t size_bytes = 0;            // how many of them count
  std::vector<AddressSlot> addresses;
  bool by_value = true;     // false: the parameter is one address
  int64_t local_bytes = 0;  // a pointer to local memory, which OpenCL gives as its size
};

struct LaunchPlan {
  std::vector<PlannedBuffer> buffers;
  std::vector<PlannedParameter> parameters;

  int64_t buffer_bytes() const;  // with each buffer rounded up to kBufferAlignment
};

// cudaMalloc's promise.
inline constexpr int64_t kBufferAlignment = 256;

// An argument that cannot be made (unknown type, absurd length, a target that is not
// there) is an error that names it.
Result<LaunchPlan> plan_launch(const Launch& launch);

// The bytes of a range, computed on the CPU by `threads` threads.
void fill_on_host(const FillRange& range, unsigned char* buffer, int threads);

}  // namespace kcast::collect
