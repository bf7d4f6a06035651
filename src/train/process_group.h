// The processes of a data-parallel run: c10d's store and Gloo on CPUs, NCCL on GPUs.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "base/result.h"
#include "train/torch.h"

namespace kcast::train {

// Where this process stands, from the variables of torchrun, mpirun (Open MPI, MPICH) or srun.
struct RankInfo {
  int rank = 0;
  int world = 1;
  int local_rank = 0;  // which GPU of its machine is its own
  std::string address = "127.0.0.1";
  int port = 29500;
  bool launcher_serves = false;  // torchrun has a store at that address already
  std::string attempt = "0";     // of a launcher that starts again what died
};
using Environment = std::function<std::optional<std::string>(const char*)>;
Result<RankInfo> read_rank_info(const Environment& environment);
Environment process_environment();

class ProcessGroup {
 public:
  virtual ~ProcessGroup() = default;
  // Adds up a tensor over all processes, in place.
  virtual void sum(Tensor& tensor) = 0;
  // Every process gives its part; all get the whole, which is in order of rank.
  virtual void gather(Tensor& whole, const Tensor& part) = 0;
  virtual void barrier() = 0;
  int rank() const { return info_.rank; }
  int world() const { return info_.world; }

 protected:
  explicit ProcessGroup(RankInfo info) : info_(std::move(info)) {}
  RankInfo info_;
};

// One process alone needs no network. Operations throw when another process is gone.
Result<std::unique_ptr<ProcessGroup>> join_processes(const RankInfo& info, at::Device device);

}  // namespace kcast::train
