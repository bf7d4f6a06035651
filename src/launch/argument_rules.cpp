#include "launch/argument_rules.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <string>

#include "analyze/exec/touched.h"
#include "launch/contract_launch.h"
#include "launch/draft.h"
#include "launch/parameter_role.h"
#include "schema/default_sizes.h"

namespace kcast::launch {
namespace {

// gsize stands at the zero.
constexpr std::array<int64_t, 6> kCandidates = {1, 4, 0, 16, 32, 256};
constexpr int64_t kProbeBlock = 64;
constexpr std::array<int64_t, 2> kProbeBlocks = {8, 16};
using Scalar = ArgumentRule::Scalar;
// The smaller of the two launches has at least so many threads along a line, and in a square.
constexpr int64_t kProbeLine = 512;
constexpr int64_t kProbeSide = 16;
// Room on both sides of where a probed array begins.
constexpr int64_t kProbeRoom = int64_t{1} << 32;

bool is_array(const Parameter& parameter) {
  return parameter.is_pointer && !is_local(parameter);
}

LaunchArgument argument_of(const Parameter& parameter, int64_t threads) {
  LaunchArgument argument = declared_argument(parameter);
  // Integers may be places in other arrays; so they stay below the number of threads.
  if (parameter.is_pointer && !is_real_type(parameter.element_type)) {
    argument.fill.kind = FillKind::UniformInt;
    argument.fill.low = 0;
    argument.fill.high = static_cast<double>(std::max<int64_t>(threads, 1));
    argument.fill_given = true;
  }
  return argument;
}

// CUDA says nothing of how much a kernel takes; in OpenCL the arguments do.
int64_t dynamic_shared_bytes(const Kernel& kernel, const Dims3& block) {
  const bool by_arguments =
      std::any_of(kernel.parameters.begin(), kernel.parameters.end(), is_local);
  return kernel.uses_dynamic_shared && !by_arguments
             ? kDefaultSharedBytesPerThread * block_count(block)
             : 0;
}

// One element per thread in local memory.
void add_local(LaunchArgument& argument, int64_t threads, Launch& launch) {
  argument.local_bytes = threads * argument.element_bytes;
  argument.element_bytes = 0;
  launch.shared_bytes += room_in_shared(argument.local_bytes);
}

// Elements that an array must have when all of [first, end) is touched.
double elements_of(const exec::TouchedRange& range, int64_t element_bytes) {
  if (!range.touched) return 1;
  const double bytes = static_cast<double>(range.end_byte);
  return std::ceil(bytes / static_cast<double>(std::max<int64_t>(element_bytes, 1)));
}

struct Shape {
  Dims3 grid = {1, 1, 1};
  Dims3 block = {1, 1, 1};

  int64_t threads() const { return block_count(grid) * block_count(block); }
};

void give_scalar(const Scalar& scalar, const Shape& shape, LaunchArgument& argument) {
  int64_t value = scalar.value;
  if (scalar.is_threads) {
    value = scalar.axis ? shape.grid[*scalar.axis] * shape.block[*scalar.axis] : shape.threads();
  }
  if (is_real_type(argument.element_type)) {
    argument.real = scalar.real.value_or(static_cast<double>(value));
  } else {
    argument.integer = value;
  }
}

class RuleFinder {
 public:
  RuleFinder(const ReadyKernel& kernel, const Gpu& gpu, const std::array<Shape, 2>& shapes)
      : kernel_(kernel), gpu_(gpu), shapes_(shapes) {}

  Result<ArgumentRule> find(const std::vector<Scalar>& scalars) const {
    std::array<std::vector<double>, 2> sizes;
    for (size_t probe = 0; probe < 2; ++probe) {
      KCAST_TRY(sizes[probe], sizes_of(scalars, shapes_[probe]));
    }
    return line_through(scalars, sizes);
  }

 private:
  // Elements of every array in a launch of that shape.
  Result<std::vector<double>> sizes_of(const std::vector<Scalar>& scalars,
                                       const Shape& shape) const {
    const int64_t threads = shape.threads();
    Launch launch;
    launch.kernel = kernel_.kernel.name;
    launch.grid = shape.grid;
    launch.block = shape.block;
    launch.shared_bytes = dynamic_shared_bytes(kernel_.kernel, shape.block);
    size_t next = 0;
    for (const Parameter& parameter : kernel_.kernel.parameters) {
      LaunchArgument argument = argument_of(parameter, threads);
      if (is_array(parameter)) {
        argument.elements = 2 * kProbeRoom / argument.element_bytes;
        argument.offset_bytes = kProbeRoom / argument.element_bytes * argument.element_bytes;
      } else if (is_local(parameter)) {
        add_local(argument, block_count(shape.block), launch);
      } else {
        give_scalar(scalars[next++], shape, argument);
      }
      launch.arguments.push_back(std::move(argument));
    }
    KCAST_TRY(const std::vector<exec::TouchedRange> ranges,
              exec::touched_ranges(*kernel_.prepared, launch,
                                   static_cast<int32_t>(gpu_.units.warp_width)));
    std::vector<double> sizes;
    for (size_t i = 0; i < ranges.size(); ++i) {
      // Before its beginning an array has nothing.
      if (ranges[i].touched && ranges[i].first_byte < 0) {
        return Error{ErrorCode::InvalidInput,
                     "an access lies before the beginning of " + launch.arguments[i].name};
      }
      sizes.push_back(elements_of(ranges[i], launch.arguments[i].element_bytes));
    }
    return sizes;
  }

  ArgumentRule line_through(const std::vector<Scalar>& scalars,
                            const std::array<std::vector<double>, 2>& sizes) const {
    const auto first = static_cast<double>(shapes_[0].threads());
    const auto second = static_cast<double>(shapes_[1].threads());
    ArgumentRule rule;
    size_t next = 0;
    for (size_t i = 0; i < kernel_.kernel.parameters.size(); ++i) {
      const Parameter& parameter = kernel_.kernel.parameters[i];
      ArgumentRule::Argument& argument = rule.arguments.emplace_back();
      if (is_array(parameter)) {
        const double slope = (sizes[1][i] - sizes[0][i]) / (second - first);
        argument.array = {slope, sizes[0][i] - slope * first};
      } else if (!is_local(parameter)) {
        argument.scalar = scalars[next++];
      }
    }
    return rule;
  }

  const ReadyKernel& kernel_;
  const Gpu& gpu_;
  const std::array<Shape, 2>& shapes_;
};

// Parameters that are no pointers; an error where one is a struct.
Result<size_t> scalar_count(const Kernel& kernel) {
  size_t scalars = 0;
  for (const Parameter& parameter : kernel.parameters) {
    if (parameter.is_pointer) continue;
    if (!is_number(parameter)) {
      return Error{ErrorCode::Unsupported,
                   "parameter " + parameter.name + " is a struct; no rule chooses its values"};
    }
    ++scalars;
  }
  return scalars;
}

}  // namespace

int64_t side_step(const Dims3& block, size_t axes) {
  int64_t step = 1;
  for (size_t axis = 0; axis < axes; ++axis)
    step = std::lcm(step, block[axis]);
  return step;
}

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
  KCAST_TRY(const size_t scalars, scalar_count(kernel.kernel));
  constexpr size_t kMostScalars = 12;
  if (scalars > kMostScalars) {
    return Error{ErrorCode::Unsupported,
                 std::to_string(scalars) + " scalars are too many to try their combinations"};
  }
  // Combinations as numbers in base six.
  uint64_t combinations = 1;
  for (size_t i = 0; i < scalars; ++i)
    combinations *= kCandidates.size();
  const std::array<Shape, 2> shapes = {Shape{{kProbeBlocks[0], 1, 1}, {kProbeBlock, 1, 1}},
                                       Shape{{kProbeBlocks[1], 1, 1}, {kProbeBlock, 1, 1}}};
  const RuleFinder finder(kernel, gpu, shapes);
  std::vector<ArgumentRule> rules;
  constexpr uint64_t kMostTried = 216;
  const uint64_t tried = std::min(combinations, kMostTried);
  for (uint64_t i = 0; i < tried && rules.size() < most; ++i) {
    uint64_t code = combinations <= kMostTried ? i : rng.below(combinations);
    std::vector<Scalar> values;
    for (size_t k = 0; k < scalars; ++k, code /= kCandidates.size()) {
      const int64_t value = kCandidates[code % kCandidates.size()];
      values.push_back({value, value == 0});
    }
    if (auto rule = finder.find(values)) rules.push_back(*std::move(rule));
  }
  return rules;
}

Result<ArgumentRule> memory_rule(const ReadyKernel& kernel, const Gpu& gpu,
                                 const std::vector<ArgumentRule::Scalar>& scalars, size_t axes,
                                 const Dims3& block) {
  KCAST_TRY(const size_t wanted, scalar_count(kernel.kernel));
  if (wanted != scalars.size()) {
    return Error{ErrorCode::InvalidInput, "the scalars are not those of " + kernel.kernel.name};
  }
  const int64_t step = side_step(block, axes);
  const int64_t least = axes == 1 ? kProbeLine : kProbeSide;
  std::array<Shape, 2> shapes;
  for (size_t probe = 0; probe < 2; ++probe) {
    const int64_t steps = (least + step - 1) / step * (axes == 1 ? 1 << probe : 1) +
                          (axes == 1 ? 0 : static_cast<int64_t>(probe));
    shapes[probe].block = block;
    for (size_t axis = 0; axis < axes; ++axis)
      shapes[probe].grid[axis] = steps * step / block[axis];
  }
  return RuleFinder(kernel, gpu, shapes).find(scalars);
}

Result<Launch> launch_of(const ArgumentRule& rule, const ReadyKernel& kernel, const Dims3& grid,
                         const Dims3& block) {
  const std::vector<Parameter>& parameters = kernel.kernel.parameters;
  if (rule.arguments.size() != parameters.size()) {
    return Error{ErrorCode::InvalidInput, "the rule is not one for " + kernel.kernel.name};
  }
  const Shape shape{grid, block};
  const int64_t threads = shape.threads();
  Launch launch;
  launch.kernel = kernel.kernel.name;
  launch.grid = grid;
  launch.block = block;
  launch.shared_bytes = dynamic_shared_bytes(kernel.kernel, block);
  for (size_t i = 0; i < parameters.size(); ++i) {
    LaunchArgument argument = argument_of(parameters[i], threads);
    if (const auto& array = rule.arguments[i].array) {
      const double elements =
          std::ceil(array->per_thread * static_cast<double>(threads) + array->fixed);
      argument.elements = std::max<int64_t>(static_cast<int64_t>(elements), 1);
      argument.buffer = static_cast<int64_t>(i);
    } else if (const auto& scalar = rule.arguments[i].scalar) {
      if (!is_number(parameters[i])) {
        return Error{ErrorCode::Unsupported, "parameter " + parameters[i].name +
                                                 " is a struct; no rule chooses its values"};
      }
      give_scalar(*scalar, shape, argument);
    } else {
      add_local(argument, block_count(block), launch);
    }
    launch.arguments.push_back(std::move(argument));
  }
  return launch;
}

}  // namespace kcast::launch
