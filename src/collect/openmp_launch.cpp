#include "collect/openmp_launch.h"

#include <cstring>

#include "schema/openmp/offload_geometry.h"

namespace kcast::collect {

namespace {

// Places in ConfigurationEnvironmentTy: three bytes and four numbers stand before.
constexpr size_t kRowBytesAt = 20;
constexpr size_t kRowsAt = 24;
// KernelLaunchEnvironmentTy: two counters of 32 bits, and the address of the buffer.
constexpr int64_t kEnvironmentBytes = 16;
constexpr int64_t kBufferAddressAt = 8;
// The runtime asks for 1,024 rows of what a team reduces; an absurd size is damage.
constexpr int64_t kMostBufferBytes = int64_t{1} << 30;

int32_t number_at(std::span<const unsigned char> bytes, size_t at) {
  int32_t value = 0;
  std::memcpy(&value, bytes.data() + at, sizeof(value));
  return value;
}

int64_t add_buffer(LaunchPlan& plan, int64_t bytes) {
  plan.buffers.push_back({.bytes = bytes, .fills = {}, .addresses = {}});
  return static_cast<int64_t>(plan.buffers.size()) - 1;
}

}  // namespace

std::string kernel_environment_name(std::string_view kernel) {
  return std::string(kernel) + "_kernel_environment";
}

Result<TeamReduction> team_reduction(std::span<const unsigned char> environment) {
  if (environment.size() < kKernelEnvironmentBytes) {
    return Error{ErrorCode::InvalidInput, "the kernel's environment has " +
                                              std::to_string(environment.size()) +
                                              " bytes: another version of OpenMP's runtime"};
  }
  const TeamReduction reduction{.row_bytes = number_at(environment, kRowBytesAt),
                                .rows = number_at(environment, kRowsAt)};
  if (reduction.row_bytes < 0 || reduction.rows < 0 ||
      reduction.row_bytes * reduction.rows > kMostBufferBytes) {
    return Error{ErrorCode::InvalidInput, "the kernel's environment asks for a reduction of " +
                                              std::to_string(reduction.row_bytes) + " x " +
                                              std::to_string(reduction.rows) + " bytes"};
  }
  return reduction;
}

Status add_launch_environment(const TeamReduction& reduction, LaunchPlan& plan) {
  if (plan.parameters.empty() || plan.parameters[0].name != kLaunchEnvironment) {
    return Error{ErrorCode::InvalidInput, "the launch of an OpenMP kernel begins without '" +
                                              std::string(kLaunchEnvironment) +
                                              "' among its arguments"};
  }
  PlannedParameter& parameter = plan.parameters[0];
  parameter.size_bytes = 8;
  parameter.bytes.assign(8, 0xFF);
  if (!reduction.is_needed()) return Unit{};
  const int64_t buffer = add_buffer(plan, reduction.row_bytes * reduction.rows);
  const int64_t environment = add_buffer(plan, kEnvironmentBytes);
  PlannedBuffer& planned = plan.buffers.back();
  // libomptarget writes it anew for each launch.
  planned.fills.push_back({.type = ScalarType::UInt64,
                           .values = kEnvironmentBytes / 8,
                           .numbers = {.kind = FillKind::Zero}});
  planned.addresses.push_back(
      {.buffer = buffer, .offset_bytes = 0, .place_bytes = kBufferAddressAt});
  parameter.by_value = false;
  parameter.addresses.push_back({.buffer = environment, .offset_bytes = 0, .place_bytes = 0});
  return Unit{};
}

}  // namespace kcast::collect
