#include "frontend/openmp/finish_offload.h"

#include "frontend/openmp/advice.h"
#include "frontend/openmp/launch_geometry.h"

namespace kcast::frontend {

namespace {

OffloadSettings read_settings(const std::vector<std::pair<std::string, int64_t>>& given) {
  OffloadSettings out;
  for (const auto& [name, value] : given) {
    if (name == "OMP_NUM_TEAMS") out.num_teams = value;
    if (name == "OMP_TEAMS_THREAD_LIMIT") out.thread_limit = value;
  }
  return out;
}

void choose_teams(const OffloadedKernels& kernels, const OffloadSettings& settings,
                  HostLaunch& launch) {
  const auto kernel = kernels.find(launch.kernel);
  KernelEnvironment environment;
  if (kernel != kernels.end() && kernel->second.environment) {
    environment = *kernel->second.environment;
    const std::string advice = offload_advice(environment, launch, kernel->second.serial_lines);
    if (!advice.empty()) launch.note += (launch.note.empty() ? "" : "; ") + advice;
  }
  set_geometry(environment, settings, launch);
}

// A region whose every launch its `if` clause refuses is no work of the GPU.
void leave_to_host(Inspection& out) {
  const auto runs_on_host = [](const HostLaunch& launch) {
    return !launch.reached && launch.note == kRunsOnHost;
  };
  for (Kernel& kernel : out.kernels) {
    size_t here = 0;
    size_t all = 0;
    for (const HostLaunch& launch : out.launches) {
      if (launch.kernel != kernel.mangled) continue;
      ++all;
      here += runs_on_host(launch) ? 1 : 0;
    }
    if (here == 0 || here != all) continue;
    kernel.lowered = false;
    kernel.not_lowered_reason = kRunsOnHost;
  }
  std::erase_if(out.launches, runs_on_host);
}

}  // namespace

void finish_offload(const OffloadedKernels& kernels,
                    const std::vector<std::pair<std::string, int64_t>>& settings, Inspection& out) {
  for (HostLaunch& launch : out.launches) {
    // One that was not reached holds no clauses.
    const bool is_region = launch.kernel.starts_with("__omp_offloading_");
    if (is_region && !launch.arguments.empty())
      choose_teams(kernels, read_settings(settings), launch);
  }
  leave_to_host(out);
}

}  // namespace kcast::frontend
