#include "schema/openmp/offload_geometry.h"

#include <algorithm>

namespace kcast {

namespace {

constexpr int64_t kWarp = 32;
constexpr int64_t kMostThreads = 1024;

int64_t power_of_two_from(int64_t n) {
  int64_t power = 1;
  while (power < n)
    power *= 2;
  return power;
}

}  // namespace

// GenericKernelTy::getNumThreads and getNumBlocks of LLVM 19's PluginInterface. Settings of the
// environment lower the limits of the device.
OffloadGeometry choose_geometry(const KernelEnvironment& kernel, const OffloadClauses& clauses,
                                const OffloadSettings& settings) {
  int64_t most_threads =
      settings.thread_limit > 0 ? std::min(settings.thread_limit, kMostThreads) : kMostThreads;
  if (kernel.max_threads > 0) most_threads = std::min(most_threads, kernel.max_threads);
  int64_t limit = clauses.thread_limit;
  // The main thread has a warp of its own.
  if (limit > 0 && kernel.mode == OffloadMode::Generic) limit += kWarp;
  const int64_t preferred = std::max(kernel.min_threads, kDefaultTeamThreads);
  OffloadGeometry out;
  out.threads = std::min(most_threads, limit > 0 ? limit : preferred);
  if (!clauses.has_teams) return out;
  const int64_t trips = clauses.trip_count;
  out.teams = clauses.num_teams > 0 ? clauses.num_teams : kDefaultTeams;
  if (clauses.num_teams <= 0 && trips > 0) {
    if (kernel.mode == OffloadMode::Spmd && clauses.thread_limit <= 0 &&
        trips < kDefaultTeams * out.threads) {
      // Rather smaller teams than idle multiprocessors.
      const int64_t least = std::min(kWarp, out.threads);
      const int64_t each = (trips + kDefaultTeams - 1) / kDefaultTeams;
      out.threads = std::clamp(power_of_two_from(each), least, out.threads);
    }
    const int64_t wanted = kernel.mode == OffloadMode::Spmd ? (trips - 1) / out.threads + 1 : trips;
    out.teams = std::min(wanted, kDefaultTeams);
  }
  if (settings.num_teams > 0) out.teams = std::min(out.teams, settings.num_teams);
  return out;
}

}  // namespace kcast
