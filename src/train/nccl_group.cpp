#include "train/nccl_group.h"

#include <dlfcn.h>
#include <torch/csrc/distributed/c10d/Store.hpp>

#include <algorithm>
#include <cstring>

namespace kcast::train {

namespace {

// As nccl.h declares them.
struct NcclId {
  char bytes[128];
};
using NcclComm = void*;
constexpr int kNcclFloat32 = 7;
constexpr int kNcclFloat64 = 8;
constexpr int kNcclSum = 0;

struct NcclApi {
  int (*get_unique_id)(NcclId*);
  int (*init_rank)(NcclComm*, int, NcclId, int);
  int (*all_reduce)(const void*, void*, size_t, int, int, NcclComm, void*);
  int (*all_gather)(const void*, void*, size_t, int, NcclComm, void*);
  const char* (*error_string)(int);
  int (*async_error)(NcclComm, int*);
};

template <typename F>
bool find(void* library, const char* name, F& function) {
  function = reinterpret_cast<F>(::dlsym(library, name));
  return function != nullptr;
}

Result<NcclApi> load_nccl() {
  void* library = ::dlopen("libnccl.so.2", RTLD_NOW | RTLD_GLOBAL);
  if (library == nullptr) {
    return Error{ErrorCode::Unsupported,
                 std::string("libnccl.so.2 cannot be loaded: ") + ::dlerror()};
  }
  NcclApi api{};
  if (!find(library, "ncclGetUniqueId", api.get_unique_id) ||
      !find(library, "ncclCommInitRank", api.init_rank) ||
      !find(library, "ncclAllReduce", api.all_reduce) ||
      !find(library, "ncclAllGather", api.all_gather) ||
      !find(library, "ncclGetErrorString", api.error_string) ||
      !find(library, "ncclCommGetAsyncError", api.async_error)) {
    return Error{ErrorCode::Unsupported, "libnccl.so.2 is not a version that is known"};
  }
  return api;
}

class NcclGroup : public ProcessGroup {
 public:
  NcclGroup(const RankInfo& info, at::Device device, const NcclApi& api, NcclComm comm)
      : ProcessGroup(info), device_(device), api_(api), comm_(comm) {}

  void sum(Tensor& tensor) override {
    const Tensor here = tensor.to(device_).contiguous();
    check(api_.all_reduce(here.data_ptr(), here.data_ptr(), static_cast<size_t>(here.numel()),
                          type_of(here), kNcclSum, comm_, nullptr));
    if (!here.is_same(tensor)) tensor.copy_(here);
  }
  void gather(Tensor& whole, const Tensor& part) override {
    check(api_.all_gather(part.data_ptr(), whole.data_ptr(), static_cast<size_t>(part.numel()),
                          type_of(part), comm_, nullptr));
  }
  void barrier() override {
    Tensor one = at::ones({1}, at::TensorOptions().dtype(at::kFloat).device(device_));
    sum(one);
    one.item<float>();
  }

 private:
  static int type_of(const Tensor& tensor) {
    return tensor.scalar_type() == at::kDouble ? kNcclFloat64 : kNcclFloat32;
  }
  // Work is queued on the default stream, as LibTorch's own.
  void check(int status) {
    int late = 0;
    if (status == 0) api_.async_error(comm_, &late);
    if (status == 0 && late == 0) return;
    throw std::runtime_error(std::string("nccl: ") +
                             api_.error_string(status != 0 ? status : late));
  }

  at::Device device_;
  NcclApi api_;
  NcclComm comm_;
};

}  // namespace

Result<std::unique_ptr<ProcessGroup>> join_nccl(const RankInfo& info, at::Device device,
                                                c10d::Store& store) {
  KCAST_TRY(const NcclApi api, load_nccl());
  NcclId id{};
  if (info.rank == 0) {
    if (const int status = api.get_unique_id(&id); status != 0) {
      return Error{ErrorCode::External, std::string("nccl: ") + api.error_string(status)};
    }
    store.set("kcast-nccl-id", std::vector<uint8_t>(id.bytes, id.bytes + sizeof(id.bytes)));
  } else {
    const std::vector<uint8_t> bytes = store.get("kcast-nccl-id");
    std::memcpy(id.bytes, bytes.data(), std::min(bytes.size(), sizeof(id.bytes)));
  }
  NcclComm comm = nullptr;
  if (const int status = api.init_rank(&comm, info.world, id, info.rank); status != 0) {
    return Error{ErrorCode::External, std::string("nccl: ") + api.error_string(status)};
  }
  return std::unique_ptr<ProcessGroup>(std::make_unique<NcclGroup>(info, device, api, comm));
}

}  // namespace kcast::train
