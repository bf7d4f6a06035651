// NCCL for GPUs, loaded when it is needed. Its C interface is used directly: LibTorch's wrapper can
// be compiled only where CUDA's headers are.
#pragma once

#include <memory>

#include "train/process_group.h"

namespace c10d {
class Store;
}

namespace kcast::train {

// The processes agree on an id through the store.
Result<std::unique_ptr<ProcessGroup>> join_nccl(const RankInfo& info, at::Device device,
                                                c10d::Store& store);

}  // namespace kcast::train
