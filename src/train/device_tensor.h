// Numbers of the host as a tensor of a device. To a GPU they are copied behind the program's back:
// a pass can be queued while the one before it is still computed.
#pragma once

#include <cstring>
#include <vector>

#include "train/torch.h"

namespace kcast::train {

template <typename T>
Tensor device_tensor(const std::vector<T>& values, at::Device device) {
  const bool pinned = device.is_cuda();
  const auto type = c10::CppTypeToScalarType<T>::value;
  const Tensor host = at::empty({static_cast<int64_t>(values.size())},
                                at::TensorOptions().dtype(type).pinned_memory(pinned));
  if (!values.empty()) std::memcpy(host.data_ptr(), values.data(), values.size() * sizeof(T));
  // LibTorch keeps pinned memory until the copy is over.
  return host.to(device, /*non_blocking=*/pinned);
}

}  // namespace kcast::train
