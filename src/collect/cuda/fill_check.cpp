#include "collect/cuda/fill_check.h"

#include <thread>

namespace kcast {

namespace {

constexpr int64_t kValues = 100'003;

FillRange example(ScalarType type, FillKind kind) {
  FillRange range{.type = type, .values = kValues, .seed = fill_seed(7, 3)};
  range.numbers = {.kind = kind,
                   .low = -3.7,
                   .high = 11.3,
                   .count = 1'000'003,
                   .elements = kValues,
                   .step = 0.3};
  return range;
}

Status check_one(CudaDevice& device, const DeviceMemory& memory, const FillRange& range) {
  const auto bytes = static_cast<size_t>(range.values * scalar_type_bytes(range.type));
  std::vector<unsigned char> expected(bytes);
  std::vector<unsigned char> found(bytes);
  fill_on_host(range, expected.data(), static_cast<int>(std::thread::hardware_concurrency()));
  if (Status filled = device.fill(memory.address(), range); !filled) return filled;
  KCAST_CUDA(device.driver(), cuMemcpyDtoH, found.data(), memory.address(), bytes);
  for (size_t i = 0; i < bytes; ++i) {
    if (expected[i] == found[i]) continue;
    return Error{ErrorCode::Internal,
                 "type " + std::to_string(static_cast<int>(range.type)) + ", fill " +
                     std::to_string(static_cast<int>(range.numbers.kind)) + ", byte " +
                     std::to_string(i) + ": the GPU wrote " + std::to_string(found[i]) +
                     ", the CPU says " + std::to_string(expected[i])};
  }
  return Unit{};
}

}  // namespace

Result<int> check_fill(CudaDevice& device) {
  KCAST_TRY(const auto memory, device.allocate(kValues * 8));
  int compared = 0;
  for (int type = 0; type <= static_cast<int>(ScalarType::Float64); ++type) {
    for (int kind = 0; kind <= static_cast<int>(FillKind::Iota); ++kind) {
      const FillRange range = example(static_cast<ScalarType>(type), static_cast<FillKind>(kind));
      if (const Status same = check_one(device, *memory, range); !same) return same.error();
      ++compared;
    }
  }
  return compared;
}

}  // namespace kcast
