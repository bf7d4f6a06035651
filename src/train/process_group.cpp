#include "train/process_group.h"

#define USE_C10D_GLOO
#include <torch/csrc/distributed/c10d/PrefixStore.hpp>
#include <torch/csrc/distributed/c10d/ProcessGroupGloo.hpp>
#include <torch/csrc/distributed/c10d/TCPStore.hpp>

#include <cstdlib>

#include "base/text.h"
#include "train/nccl_group.h"

namespace kcast::train {

namespace {

struct Launcher {
  const char* rank;
  const char* world;
  const char* local_rank;
  const char* local_world;  // processes of this machine, or null
  const char* machines;     // machines of the run, or null
};
constexpr Launcher kLaunchers[] = {
    {"RANK", "WORLD_SIZE", "LOCAL_RANK", "LOCAL_WORLD_SIZE", nullptr},
    {"OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE", "OMPI_COMM_WORLD_LOCAL_RANK",
     "OMPI_COMM_WORLD_LOCAL_SIZE", nullptr},
    {"PMI_RANK", "PMI_SIZE", "MPI_LOCALRANKID", "MPI_LOCALNRANKS", nullptr},
    {"SLURM_PROCID", "SLURM_NTASKS", "SLURM_LOCALID", nullptr, "SLURM_NNODES"}};

Result<std::optional<int>> number_of(const Environment& environment, const char* name) {
  const auto text = name == nullptr ? std::nullopt : environment(name);
  if (!text) return std::optional<int>();
  const auto value = parse_int(*text);
  if (!value || *value < 0 || *value > 1'000'000) {
    return Error{ErrorCode::InvalidInput,
                 std::string(name) + "='" + *text + "' is not a number of processes"};
  }
  return std::optional<int>(static_cast<int>(*value));
}

// Whether all processes are on this machine, as far as the launcher says.
Result<bool> is_one_machine(const Environment& environment, const Launcher& launcher, int world) {
  KCAST_TRY(const auto local, number_of(environment, launcher.local_world));
  KCAST_TRY(const auto machines, number_of(environment, launcher.machines));
  return (local && *local == world) || (machines && *machines == 1);
}

Status read_address(const Environment& environment, const Launcher& launcher, RankInfo& info) {
  KCAST_TRY(const auto port, number_of(environment, "MASTER_PORT"));
  if (port) info.port = *port;
  info.launcher_serves = environment("TORCHELASTIC_USE_AGENT_STORE").value_or("") == "True";
  info.attempt = environment("TORCHELASTIC_RESTART_COUNT").value_or("0");
  if (const auto address = environment("MASTER_ADDR")) {
    info.address = *address;
    return Unit{};
  }
  KCAST_TRY(const bool one_machine, is_one_machine(environment, launcher, info.world));
  if (one_machine) return Unit{};
  return Error{ErrorCode::InvalidInput,
               "MASTER_ADDR is not set: export the name of the machine of rank 0, and a free "
               "MASTER_PORT"};
}

class OneProcess : public ProcessGroup {
 public:
  OneProcess() : ProcessGroup(RankInfo{}) {}
  void sum(Tensor& /*tensor*/) override {}
  void gather(Tensor& whole, const Tensor& part) override {
    if (!whole.is_same(part)) whole.copy_(part);
  }
  void barrier() override {}
};

class GlooGroup : public ProcessGroup {
 public:
  GlooGroup(const RankInfo& info, const c10::intrusive_ptr<c10d::Store>& store)
      : ProcessGroup(info),
        group_(c10::make_intrusive<c10d::ProcessGroupGloo>(
            store, info.rank, info.world, c10d::ProcessGroupGloo::Options::create_default())) {}

  void sum(Tensor& tensor) override {
    std::vector<Tensor> tensors = {tensor};
    group_->allreduce(tensors, c10d::AllreduceOptions())->wait();
  }
  void gather(Tensor& whole, const Tensor& part) override {
    std::vector<std::vector<Tensor>> outputs = {whole.chunk(world())};
    std::vector<Tensor> inputs = {part.clone()};
    group_->allgather(outputs, inputs, c10d::AllgatherOptions())->wait();
  }
  void barrier() override { group_->barrier(c10d::BarrierOptions())->wait(); }

 private:
  c10::intrusive_ptr<c10d::ProcessGroupGloo> group_;
};

}  // namespace

Environment process_environment() {
  return [](const char* name) -> std::optional<std::string> {
    const char* value = std::getenv(name);
    return value == nullptr ? std::nullopt : std::optional<std::string>(value);
  };
}

Result<RankInfo> read_rank_info(const Environment& environment) {
  for (const Launcher& launcher : kLaunchers) {
    KCAST_TRY(const auto rank, number_of(environment, launcher.rank));
    KCAST_TRY(const auto world, number_of(environment, launcher.world));
    if (!rank || !world || *world <= 1) continue;
    if (*rank >= *world) {
      return Error{ErrorCode::InvalidInput,
                   std::string(launcher.rank) + " is not below " + launcher.world};
    }
    RankInfo info{.rank = *rank, .world = *world};
    KCAST_TRY(const auto local_rank, number_of(environment, launcher.local_rank));
    info.local_rank = local_rank.value_or(0);
    KCAST_OK(read_address(environment, launcher, info));
    return info;
  }
  return RankInfo{};
}

Result<std::unique_ptr<ProcessGroup>> join_processes(const RankInfo& info, at::Device device) {
  if (info.world == 1) return std::unique_ptr<ProcessGroup>(std::make_unique<OneProcess>());
  try {
    c10d::TCPStoreOptions options;
    options.port = static_cast<uint16_t>(info.port);
    options.isServer = info.rank == 0 && !info.launcher_serves;
    options.numWorkers = static_cast<size_t>(info.world);
    options.timeout = std::chrono::seconds(120);
    const auto tcp = c10::make_intrusive<c10d::TCPStore>(info.address, options);
    const auto store = c10::make_intrusive<c10d::PrefixStore>("kcast-" + info.attempt, tcp);
    if (device.is_cuda()) return join_nccl(info, device, *store);
    return std::unique_ptr<ProcessGroup>(std::make_unique<GlooGroup>(info, store));
  } catch (const std::exception& error) {
    return Error{ErrorCode::External, "rank " + std::to_string(info.rank) +
                                          " cannot reach the others at " + info.address + ":" +
                                          std::to_string(info.port) + ": " +
                                          split(error.what(), '\n').front()};
  }
}

}  // namespace kcast::train
