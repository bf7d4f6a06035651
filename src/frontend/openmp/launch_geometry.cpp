#include "frontend/openmp/launch_geometry.h"

#include <algorithm>
#include <cmath>

namespace kcast::frontend {

namespace {

HostValue known(int64_t value) {
  HostValue out;
  out.integer = value;
  out.text = std::to_string(value);
  return out;
}

// The number to go on with; nothing where there is none.
std::optional<int64_t> number_of(const HostValue& value) {
  if (value.integer) return *value.integer;
  if (value.likely) return std::llround(*value.likely);
  return std::nullopt;
}

// A value that rests on others: as sure as they are.
HostValue resting_on(int64_t value, std::initializer_list<const HostValue*> others) {
  HostValue out = known(value);
  for (const HostValue* other : others) {
    if (other->integer) continue;
    out.integer.reset();
    out.likely = static_cast<double>(value);
    out.needs.insert(out.needs.end(), other->needs.begin(), other->needs.end());
  }
  std::sort(out.needs.begin(), out.needs.end());
  out.needs.erase(std::unique(out.needs.begin(), out.needs.end()), out.needs.end());
  return out;
}

}  // namespace

void store_clauses(const LaunchClauses& clauses, HostLaunch& launch) {
  launch.grid = {clauses.num_teams, clauses.trip_count, known(clauses.has_teams ? 1 : 0)};
  launch.block = {clauses.thread_limit, known(1), known(1)};
}

void set_geometry(const KernelEnvironment& kernel, const OffloadSettings& settings,
                  HostLaunch& launch) {
  const HostValue teams = launch.grid[0];
  const HostValue trips = launch.grid[1];
  const HostValue limit = launch.block[0];
  OffloadClauses clauses;
  clauses.has_teams = launch.grid[2].integer.value_or(1) != 0;
  clauses.num_teams = number_of(teams).value_or(0);
  clauses.trip_count = number_of(trips).value_or(0);
  clauses.thread_limit = number_of(limit).value_or(0);
  const OffloadGeometry chosen = choose_geometry(kernel, clauses, settings);
  launch.grid = {known(1), known(1), known(1)};
  launch.block = {known(1), known(1), known(1)};
  launch.block[0] = resting_on(chosen.threads, {&limit});
  const bool is_given = !teams.integer || *teams.integer > 0;
  if (!clauses.has_teams) return;
  if (is_given) {
    launch.grid[0] = resting_on(chosen.teams, {&teams});
    launch.grid[0].text = teams.text;
    if (!number_of(teams)) launch.grid[0].likely.reset();
    return;
  }
  // Above the cap the number of iterations does not matter any more.
  launch.grid[0] = resting_on(chosen.teams, {&trips, &limit});
  if (!number_of(trips)) launch.grid[0].likely.reset();
  if (kernel.mode == OffloadMode::Spmd)
    launch.block[0] = resting_on(chosen.threads, {&trips, &limit});
}

}  // namespace kcast::frontend
