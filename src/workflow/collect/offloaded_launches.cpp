#include "workflow/collect/offloaded_launches.h"

#include <utility>

#include "launch/check_launch.h"
#include "plan/program_job.h"
#include "predict/grammar.h"
#include "workflow/sources.h"

namespace kcast::workflow {
namespace {

struct SizedVariables {
  frontend::InspectRequest request;  // with what has one value
  std::vector<std::string> sized;    // what follows the size
};

Result<SizedVariables> variables_of(const MeasureOptions& options,
                                    const frontend::InspectRequest& request) {
  SizedVariables out{request, {}};
  for (const std::string& text : options.arguments) {
    KCAST_TRY(const auto binding, predict::parse_binding(text));
    if (binding.second == "size") {
      out.sized.push_back(binding.first);
    } else {
      add_define(text, out.request);
    }
  }
  const bool gives_launch =
      !options.local.empty() || !options.fills.empty() || !options.shared.empty();
  if (!gives_launch) return out;
  return Error{ErrorCode::InvalidInput,
               "--local, --fill and --shared are no part of an OpenMP launch: clauses choose its "
               "grid and block"};
}

// In a reduction the last team waits for the others, of which the interpreter runs some.
bool may_wait(const std::string& ptx) {
  return ptx.find("__kmpc_nvptx_teams_reduce") != std::string::npos;
}

plan::SizedLaunch checked(const plan::ProgramLaunch& made, const Gpu& gpu, bool waits) {
  plan::SizedLaunch out;
  out.launch = made.launch;
  out.local = made.launch.block;
  out.size = made.launch.grid[0] * made.launch.block[0];
  const launch::CheckedLaunch result =
      launch::check_launch(*made.kernel.prepared, made.kernel.kernel, made.launch, gpu);
  const bool is_wait = waits && result.fault == launch::Fault::EndlessLoop;
  const bool is_fault = !result.valid() && result.fault != launch::Fault::TooLong && !is_wait;
  if (is_fault) out.refusal = result.reason;
  return out;
}

}  // namespace

Result<plan::SizedLaunches> offloaded_launches(const MeasureOptions& options,
                                               const frontend::InspectRequest& request,
                                               const RegionCode& region,
                                               const launch::Inspect& inspect, const Gpu& gpu) {
  KCAST_TRY(const SizedVariables variables, variables_of(options, request));
  std::vector<int64_t> sizes = {0};
  if (!variables.sized.empty()) {
    KCAST_TRY(sizes, plan::parse_sizes(options.sizes));
  }
  plan::SizedLaunches out;
  for (const std::string& name : variables.sized)
    out.arguments.push_back(name + "=size");
  for (const int64_t size : sizes) {
    frontend::InspectRequest sized = variables.request;
    for (const std::string& name : variables.sized)
      add_define(name + "=" + std::to_string(size), sized);
    KCAST_TRY(const plan::ReadProgram program, plan::read_offloaded(sized, inspect, gpu));
    if (!program.launches.empty() && program.ptx != region.ptx) {
      return Error{ErrorCode::InvalidInput,
                   "--arg " + variables.sized.at(0) +
                       "=size changes the code of the region: give one value with -D"};
    }
    for (const plan::ProgramLaunch& made : program.launches) {
      if (made.kernel.kernel.mangled != region.symbol) continue;
      out.launches.push_back(checked(made, gpu, may_wait(region.ptx)));
      if (options.unchecked) out.launches.back().refusal.clear();
      if (size > 0) out.launches.back().size = size;
    }
  }
  if (!out.launches.empty()) return out;
  return Error{ErrorCode::InvalidInput, "host code launches no region " + region.symbol};
}

}  // namespace kcast::workflow
