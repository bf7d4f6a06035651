#include "collect/cuda/checks/fill_check.h"

#include "collect/fill_examples.h"

namespace kcast::collect {

Result<int> check_fill(CudaDevice& device) {
  const auto bytes = static_cast<size_t>(fill_example_bytes());
  KCAST_TRY(const auto memory, device.allocate(fill_example_bytes()));
  int compared = 0;
  for (const FillRange& range : fill_examples()) {
    std::vector<unsigned char> found(bytes);
    KCAST_CUDA(device.driver(), cuMemsetD8, memory->address(), 0, bytes);
    if (const Status filled = device.fill(memory->address(), range); !filled) {
      return filled.error();
    }
    KCAST_CUDA(device.driver(), cuMemcpyDtoH, found.data(), memory->address(), bytes);
    if (const Status same = check_filled(range, found); !same) return same.error();
    ++compared;
  }
  return compared;
}

}  // namespace kcast::collect
