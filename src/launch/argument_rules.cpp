#include "launch/argument_rules.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>

#include "analyze/touched.h"
#include "launch/contract_launch.h"

namespace kcast::launch {
namespace {

// gsize stands at the zero.
constexpr std::array<int64_t, 6> kCandidates = {1, 4, 0, 16, 32, 256};
constexpr int64_t kProbeBlock = 64;
constexpr std::array<int64_t, 2> kProbeBlocks = {8, 16};
// Room on both sides of where a probed array begins.
constexpr int64_t kProbeRoom = int64_t{1} << 32;

bool is_local(const Parameter& parameter) {
  return parameter.is_pointer && parameter.address_space == "shared";
}

bool is_array(const Parameter& parameter) {
  return parameter.is_pointer && !is_local(parameter);
}

bool is_number(const Parameter& parameter) {
  return !parameter.is_pointer && parameter.members.empty() && parameter.size_bytes <= 8;
}

LaunchArgument argument_of(const Parameter& parameter, int64_t threads) {
  LaunchArgument argument;
  argument.name = parameter.name;
  argument.element_type = parameter.element_type;
  argument.size_bytes = parameter.size_bytes;
  if (parameter.is_pointer) {
    argument.element_bytes = std::max<int64_t>(parameter.element_bytes, 1);
  }
  // Integers may be places in other arrays; so they stay below the number of threads.
  const std::string& type = parameter.element_type;
  if (parameter.is_pointer && type.find("float") == std::string::npos &&
      type.find("double") == std::string::npos && type.find("half") == std::string::npos) {
    argument.fill.kind = FillKind::UniformInt;
    argument.fill.low = 0;
    argument.fill.high = static_cast<double>(std::max<int64_t>(threads, 1));
    argument.fill_given = true;
  }
  return argument;
}

// One element per thread in local memory.
void add_local(LaunchArgument& argument, int64_t threads, Launch& launch) {
  argument.local_bytes = threads * argument.element_bytes;
  argument.element_bytes = 0;
  launch.shared_bytes += (argument.local_bytes + 15) / 16 * 16;
}

// Elements that an array must have when all of [first, end) is touched.
double elements_of(const TouchedRange& range, int64_t element_bytes) {
  if (!range.touched) return 1;
  const double bytes = static_cast<double>(range.end_byte);
  return std::ceil(bytes / static_cast<double>(std::max<int64_t>(element_bytes, 1)));
}

class RuleFinder {
 public:
  RuleFinder(const ReadyKernel& kernel, const Gpu& gpu) : kernel_(kernel), gpu_(gpu) {}

  std::optional<ArgumentRule> find(const std::vector<int64_t>& scalars) const {
    std::array<std::vector<double>, 2> sizes;
    for (size_t probe = 0; probe < 2; ++probe) {
      auto found = sizes_of(scalars, kProbeBlocks[probe]);
      if (!found) return std::nullopt;
      sizes[probe] = *std::move(found);
    }
    return line_through(scalars, sizes);
  }

 private:
  // Elements of every array in a launch of so many blocks; empty: not valid.
  std::optional<std::vector<double>> sizes_of(const std::vector<int64_t>& scalars,
                                              int64_t blocks) const {
    const int64_t threads = blocks * kProbeBlock;
    Launch launch;
    launch.kernel = kernel_.kernel.name;
    launch.grid = {blocks, 1, 1};
    launch.block = {kProbeBlock, 1, 1};
    size_t next = 0;
    for (const Parameter& parameter : kernel_.kernel.parameters) {
      LaunchArgument argument = argument_of(parameter, threads);
      if (is_array(parameter)) {
        argument.elements = 2 * kProbeRoom / argument.element_bytes;
        argument.offset_bytes = kProbeRoom / argument.element_bytes * argument.element_bytes;
      } else if (is_local(parameter)) {
        add_local(argument, kProbeBlock, launch);
      } else {
        const int64_t value = scalars[next++];
        argument.integer = value == 0 ? threads : value;
        if (is_real_type(parameter.element_type)) {
          argument.real = static_cast<double>(*argument.integer);
          argument.integer.reset();
        }
      }
      launch.arguments.push_back(std::move(argument));
    }
    const auto ranges =
        touched_ranges(*kernel_.prepared, launch, static_cast<int32_t>(gpu_.units.warp_width));
    if (!ranges) return std::nullopt;
    std::vector<double> sizes;
    for (size_t i = 0; i < ranges->size(); ++i) {
      // Before its beginning an array has nothing.
      if ((*ranges)[i].touched && (*ranges)[i].first_byte < 0) return std::nullopt;
      sizes.push_back(elements_of((*ranges)[i], launch.arguments[i].element_bytes));
    }
    return sizes;
  }

  ArgumentRule line_through(const std::vector<int64_t>& scalars,
                            const std::array<std::vector<double>, 2>& sizes) const {
    constexpr double kFirst = kProbeBlocks[0] * kProbeBlock;
    constexpr double kSecond = kProbeBlocks[1] * kProbeBlock;
    ArgumentRule rule;
    size_t next = 0;
    for (size_t i = 0; i < kernel_.kernel.parameters.size(); ++i) {
      const Parameter& parameter = kernel_.kernel.parameters[i];
      ArgumentRule::Argument& argument = rule.arguments.emplace_back();
      if (is_array(parameter)) {
        const double slope = (sizes[1][i] - sizes[0][i]) / (kSecond - kFirst);
        argument.array = {slope, sizes[0][i] - slope * kFirst};
      } else if (!is_local(parameter)) {
        const int64_t value = scalars[next++];
        argument.scalar = {value, value == 0};
      }
    }
    return rule;
  }

  const ReadyKernel& kernel_;
  const Gpu& gpu_;
};

}  // namespace

ArgumentRule simple_rule(const Kernel& kernel) {
  ArgumentRule rule;
  for (const Parameter& parameter : kernel.parameters) {
    ArgumentRule::Argument& argument = rule.arguments.emplace_back();
    if (is_array(parameter)) {
      argument.array = ArgumentRule::Array{};
    } else if (!is_local(parameter)) {
      argument.scalar = {0, true};
    }
  }
  return rule;
}

Result<std::vector<ArgumentRule>> memory_rules(const ReadyKernel& kernel, const Gpu& gpu,
                                               size_t most, Rng& rng) {
  size_t scalars = 0;
  for (const Parameter& parameter : kernel.kernel.parameters) {
    if (parameter.is_pointer) continue;
    if (!is_number(parameter)) {
      return Error{ErrorCode::Unsupported,
                   "parameter " + parameter.name + " is a struct; no rule chooses its values"};
    }
    ++scalars;
  }
  constexpr size_t kMostScalars = 12;
  if (scalars > kMostScalars) {
    return Error{ErrorCode::Unsupported,
                 std::to_string(scalars) + " scalars are too many to try their combinations"};
  }
  // Combinations as numbers in base six.
  uint64_t combinations = 1;
  for (size_t i = 0; i < scalars; ++i)
    combinations *= kCandidates.size();
  const RuleFinder finder(kernel, gpu);
  std::vector<ArgumentRule> rules;
  constexpr uint64_t kMostTried = 216;
  const uint64_t tried = std::min(combinations, kMostTried);
  for (uint64_t i = 0; i < tried && rules.size() < most; ++i) {
    uint64_t code = combinations <= kMostTried ? i : rng.below(combinations);
    std::vector<int64_t> values;
    for (size_t k = 0; k < scalars; ++k, code /= kCandidates.size())
      values.push_back(kCandidates[code % kCandidates.size()]);
    if (auto rule = finder.find(values)) rules.push_back(*std::move(rule));
  }
  return rules;
}

Result<Launch> launch_of(const ArgumentRule& rule, const ReadyKernel& kernel, const Dims3& grid,
                         const Dims3& block) {
  const std::vector<Parameter>& parameters = kernel.kernel.parameters;
  if (rule.arguments.size() != parameters.size()) {
    return Error{ErrorCode::InvalidInput, "the rule is not one for " + kernel.kernel.name};
  }
  const int64_t threads = block_count(grid) * block_count(block);
  Launch launch;
  launch.kernel = kernel.kernel.name;
  launch.grid = grid;
  launch.block = block;
  for (size_t i = 0; i < parameters.size(); ++i) {
    LaunchArgument argument = argument_of(parameters[i], threads);
    if (const auto& array = rule.arguments[i].array) {
      const double elements =
          std::ceil(array->per_thread * static_cast<double>(threads) + array->fixed);
      argument.elements = std::max<int64_t>(static_cast<int64_t>(elements), 1);
      argument.buffer = static_cast<int64_t>(i);
    } else if (const auto& scalar = rule.arguments[i].scalar) {
      const int64_t value = scalar->is_threads ? threads : scalar->value;
      if (!is_number(parameters[i])) {
        return Error{ErrorCode::Unsupported, "parameter " + parameters[i].name +
                                                 " is a struct; no rule chooses its values"};
      }
      if (is_real_type(parameters[i].element_type)) {
        argument.real = static_cast<double>(value);
      } else {
        argument.integer = value;
      }
    } else {
      add_local(argument, block_count(block), launch);
    }
    launch.arguments.push_back(std::move(argument));
  }
  return launch;
}

}  // namespace kcast::launch
