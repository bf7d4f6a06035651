#include "launch/contract_launch.h"

#include <algorithm>
#include <optional>
#include <string>

#include "launch/parameter_role.h"
#include "schema/openmp/offload_geometry.h"

namespace kcast::launch {
namespace {

template <typename Value>
const Value* find_named(const std::vector<std::pair<std::string, Value>>& list,
                        const std::string& name) {
  for (const auto& [key, value] : list)
    if (key == name) return &value;
  return nullptr;
}

// What the runtime library gives to a target region, and the values of its clauses: the number of
// teams first.
std::optional<LaunchArgument> argument_of_runtime(const Parameter& parameter,
                                                  const LaunchShape& shape, bool& has_teams) {
  LaunchArgument argument;
  argument.name = parameter.name;
  argument.size_bytes = parameter.size_bytes;
  if (parameter.name == kLaunchEnvironment) {
    argument.element_type = "unsigned char";
    argument.element_bytes = 1;
    argument.integer = 0;
    return argument;
  }
  if (parameter.name != kClauseParameter) return std::nullopt;
  argument.element_type = parameter.element_type;
  argument.integer = has_teams ? shape.block[0] : shape.grid[0];
  has_teams = true;
  return argument;
}

Result<LaunchArgument> argument_of(const KernelContract& contract, const LaunchPoint& point,
                                   const LaunchShape& shape, const Parameter& parameter) {
  LaunchArgument argument;
  argument.name = parameter.name;
  argument.element_type = parameter.element_type;
  argument.size_bytes = parameter.size_bytes;
  if (parameter.is_pointer && parameter.address_space == "shared") {
    argument.local_bytes = shape.shared_bytes;
    return argument;
  }
  if (const int64_t* length = find_named(shape.lengths, parameter.name)) {
    argument.elements = *length;
    argument.element_bytes = parameter.element_bytes;
    argument.fill_given = true;
    for (const BufferContract& buffer : contract.buffers) {
      if (buffer.name != parameter.name) continue;
      argument.fill = buffer.fill;
      argument.fields = buffer.fields;
    }
    return argument;
  }
  const double* real = find_named(point.reals, parameter.name);
  const int64_t* integer = find_named(shape.scalars, parameter.name);
  if (real == nullptr && integer == nullptr) {
    return Error{ErrorCode::InvalidInput,
                 "the contract has no value for parameter " + parameter.name};
  }
  if (is_real_type(parameter.element_type)) {
    argument.real = real != nullptr ? *real : static_cast<double>(*integer);
  } else {
    argument.integer = integer != nullptr ? *integer : static_cast<int64_t>(*real);
  }
  return argument;
}

}  // namespace

Result<Launch> launch_of(const KernelContract& contract, const Kernel& kernel,
                         const LaunchPoint& point) {
  KCAST_TRY(const LaunchShape shape, shape_of(contract, point));
  Launch launch;
  launch.kernel = kernel.name;
  launch.block = shape.block;
  launch.grid = shape.grid;
  launch.shared_bytes = shape.shared_bytes;
  launch.seed = point.seed;
  bool has_teams = false;
  for (const Parameter& parameter : kernel.parameters) {
    if (contract.offload) {
      auto given = argument_of_runtime(parameter, shape, has_teams);
      if (given) {
        launch.arguments.push_back(*std::move(given));
        continue;
      }
    }
    KCAST_TRY(LaunchArgument argument, argument_of(contract, point, shape, parameter));
    if (parameter.is_pointer && argument.elements > 0) {
      argument.buffer = static_cast<int64_t>(launch.arguments.size());
    }
    launch.arguments.push_back(std::move(argument));
  }
  return launch;
}

int64_t footprint_bytes(const Launch& launch) {
  int64_t bytes = 0;
  for (const LaunchArgument& argument : launch.arguments)
    bytes += argument.elements * argument.element_bytes;
  return bytes;
}

int64_t footprint_bytes(const LaunchShape& shape, const Kernel& kernel) {
  int64_t bytes = 0;
  for (const Parameter& parameter : kernel.parameters) {
    const int64_t* length = find_named(shape.lengths, parameter.name);
    if (length != nullptr) bytes += *length * parameter.element_bytes;
  }
  return bytes;
}

}  // namespace kcast::launch
