#include "collect/cuda/ready_launch.h"

#include <algorithm>
#include <cstring>

#include "collect/openmp_launch.h"

namespace kcast::collect {

Result<CUdeviceptr> Arena::reserve(int64_t bytes) {
  if (memory_ == nullptr || bytes > bytes_) {
    memory_.reset();
    bytes_ = 0;
    KCAST_TRY(memory_, device_.allocate(bytes));
    bytes_ = bytes;
  }
  return memory_->address();
}

Status Arena::reserve_up_to(int64_t bytes) {
  size_t free = 0;
  size_t total = 0;
  KCAST_CUDA(device_.driver(), cuMemGetInfo, &free, &total);
  const auto reserved = reserve(std::min(bytes, static_cast<int64_t>(free / 2)));
  if (!reserved) return reserved.error();
  return Unit{};
}

size_t ReadyLaunch::fills() const {
  size_t count = zeroed.size();
  for (const PlannedBuffer& buffer : plan.buffers)
    count += buffer.fills.size() + buffer.addresses.size();
  return count;
}

Result<ReadyLaunch> make_ready(const Launch& launch, const LoadedKernel& kernel) {
  ReadyLaunch ready;
  ready.zeroed = kernel.variables();
  KCAST_TRY(ready.plan, plan_launch(launch));
  if (kernel.team_reduction()) {
    if (Status added = add_launch_environment(*kernel.team_reduction(), ready.plan); !added) {
      return added.error();
    }
  }
  for (size_t i = 0; i < 3; ++i) {
    ready.shape.grid[i] = static_cast<unsigned>(launch.grid[i]);
    ready.shape.block[i] = static_cast<unsigned>(launch.block[i]);
  }
  ready.shape.shared_bytes = static_cast<unsigned>(launch.shared_bytes);
  return ready;
}

namespace {

CUdeviceptr address_in(const ReadyLaunch& ready, const AddressSlot& slot) {
  return ready.buffers[static_cast<size_t>(slot.buffer)] +
         static_cast<CUdeviceptr>(slot.offset_bytes);
}

// Addresses are far below 2^53, where doubles are exact.
FillRange range_of(const AddressSlot& slot, CUdeviceptr address) {
  FillRange range;
  range.offset_bytes = slot.place_bytes;
  range.type = ScalarType::UInt64;
  range.values = 1;
  range.numbers.kind = FillKind::Constant;
  range.numbers.low = static_cast<double>(address);
  return range;
}

}  // namespace

void place_buffers(ReadyLaunch& ready, CUdeviceptr arena) {
  ready.buffers.clear();
  ready.parameters.clear();
  for (const PlannedBuffer& buffer : ready.plan.buffers) {
    ready.buffers.push_back(arena);
    const int64_t rounded = (buffer.bytes + kBufferAlignment - 1) / kBufferAlignment;
    arena += static_cast<CUdeviceptr>(rounded * kBufferAlignment);
  }
  for (PlannedParameter& parameter : ready.plan.parameters) {
    for (const AddressSlot& slot : parameter.addresses) {
      const CUdeviceptr address = address_in(ready, slot);
      std::memcpy(parameter.bytes.data() + slot.place_bytes, &address, sizeof(address));
    }
    ready.parameters.push_back(parameter.bytes.data());
  }
}

Status fill_buffers(CudaDevice& device, const ReadyLaunch& ready) {
  for (size_t i = 0; i < ready.buffers.size(); ++i) {
    for (const FillRange& range : ready.plan.buffers[i].fills) {
      if (Status filled = device.fill(ready.buffers[i], range); !filled) return filled;
    }
    for (const AddressSlot& slot : ready.plan.buffers[i].addresses) {
      const FillRange range = range_of(slot, address_in(ready, slot));
      if (Status filled = device.fill(ready.buffers[i], range); !filled) return filled;
    }
  }
  return zero_variables(device, ready);
}

Status zero_variables(CudaDevice& device, const ReadyLaunch& ready) {
  for (const DeviceVariable& variable : ready.zeroed) {
    FillRange range;
    range.type = ScalarType::UInt8;
    range.values = static_cast<int64_t>(variable.bytes);
    range.numbers.kind = FillKind::Zero;
    if (Status filled = device.fill(variable.address, range); !filled) return filled;
  }
  return Unit{};
}

}  // namespace kcast::collect
