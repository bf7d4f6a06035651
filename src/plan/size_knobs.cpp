#include "plan/size_knobs.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <utility>

#include "base/text.h"
#include "plan/program_job.h"

namespace kcast::plan {
namespace {

constexpr int64_t kSmallest = 4;  // of a constant that was changed
constexpr int64_t kLargestExponent = 40;
constexpr double kExponentShows = 0.8;  // doublings when an exponent grows by one
constexpr int64_t kSmallestTried = 8;   // of a constant as the program has it
constexpr int64_t kLargest = 1 << 30;   // beyond are masks and primes
constexpr size_t kMostTrials = 12;      // readings of host code

double number_of(const HostValue& value) {
  if (value.integer) return static_cast<double>(*value.integer);
  return value.real.value_or(value.likely.value_or(-1));
}

std::string number_text(const HostValue& value) {
  return value.integer ? std::to_string(*value.integer) : std::to_string(number_of(value));
}

// What an argument is, as text; bytes of buffers are gathered by their numbers.
std::string argument_text(const HostArgument& argument, std::map<int64_t, double>& buffers) {
  std::string text;
  if (argument.kind == ArgumentKind::Buffer) {
    buffers[argument.buffer] = std::max(number_of(argument.buffer_bytes), 0.0);
    text = "b" + number_text(argument.buffer_bytes) + "+" + number_text(argument.offset_bytes);
  } else if (argument.kind == ArgumentKind::Scalar) {
    text = number_text(argument.value);
  }
  for (const HostArgument& member : argument.members)
    text += "," + argument_text(member, buffers);
  return text;
}

std::string dims_words(const std::array<HostValue, 3>& dims, double& product) {
  std::string text;
  for (const HostValue& size : dims) {
    product *= std::max(number_of(size), 1.0);
    text += number_text(size) + " ";
  }
  return text;
}

void sort_once(std::vector<std::string>& words) {
  std::sort(words.begin(), words.end());
  words.erase(std::unique(words.begin(), words.end()), words.end());
}

double doublings_of(double after, double before) {
  return after > 0 && before > 0 ? std::log2(after / before) : 0;
}

class KnobFinder {
 public:
  KnobFinder(const corpus::KernelRecipe& recipe, const HostSizes& base,
             const launch::Inspect& inspect, const Gpu& gpu)
      : recipe_(recipe), base_(base), inspect_(inspect), gpu_(gpu) {}

  std::vector<Knob> find(std::string_view cuda) {
    std::vector<corpus::SourceConstant> constants = corpus::integer_constants(cuda);
    std::erase_if(constants, [](const auto& constant) {
      return constant.value < kSmallestTried || constant.value > kLargest;
    });
    // Large ones are sizes more often than not, members less often than variables.
    const auto rank = [](const corpus::SourceConstant& constant) {
      return std::pair(constant.name.find('.') != std::string::npos, -constant.value);
    };
    std::stable_sort(constants.begin(), constants.end(),
                     [&](const auto& a, const auto& b) { return rank(a) < rank(b); });
    for (const corpus::SourceConstant& constant : constants)
      look_at(constant);
    return in_order();
  }

 private:
  std::optional<HostSizes> try_step(const Knob& knob, double steps) {
    corpus::KernelRecipe changed = recipe_;
    changed.constants = turned(knob, steps);
    if (changed.constants.empty() || trials_++ >= kMostTrials) return std::nullopt;
    const auto inspection = host_inspection(changed, inspect_, gpu_);
    if (!inspection) return std::nullopt;
    return host_sizes(*inspection);
  }

  // What a step of a knob does; nothing if it does not move a launch.
  bool measure(Knob& knob) {
    auto after = try_step(knob, 1);
    double direction = 1;
    if (!after || after->launches.empty()) {
      after = try_step(knob, -1);
      direction = -1;
    }
    if (!after || after->launches.empty() || after->launches == base_.launches) return false;
    if (after->blocks != base_.blocks) {
      knob.kind = KnobKind::Block;
      return true;
    }
    knob.byte_doublings = direction * doublings_of(after->bytes, base_.bytes);
    const double threads = direction * doublings_of(after->threads, base_.threads);
    knob.doublings = std::max({knob.byte_doublings, threads, 0.5});
    return true;
  }

  void look_at(const corpus::SourceConstant& constant) {
    Knob exponent{KnobKind::Exponent, {constant}, 0, 0};
    if (constant.value <= kLargestExponent && measure(exponent) &&
        exponent.kind == KnobKind::Exponent && exponent.doublings >= kExponentShows) {
      found_.push_back(std::move(exponent));
      return;
    }
    Knob factor{KnobKind::Factor, {constant}, 0, 0};
    if (measure(factor)) found_.push_back(std::move(factor));
  }

  std::vector<Knob> in_order() {
    Knob all{KnobKind::Factor, {}, 0, 0};
    for (const Knob& knob : found_) {
      if (knob.kind != KnobKind::Factor) continue;
      all.constants.push_back(knob.constants[0]);
      all.byte_doublings += knob.byte_doublings;
      all.doublings += knob.doublings;
    }
    std::stable_sort(found_.begin(), found_.end(), [](const Knob& a, const Knob& b) {
      return (a.kind == KnobKind::Block) < (b.kind == KnobKind::Block);
    });
    if (all.constants.size() > 1) found_.insert(found_.begin(), std::move(all));
    return std::move(found_);
  }

  const corpus::KernelRecipe& recipe_;
  const HostSizes& base_;
  const launch::Inspect& inspect_;
  const Gpu& gpu_;
  size_t trials_ = 0;
  std::vector<Knob> found_;
};

// Whole steps double, a part of a step adds this part: 2.5 is six times as much.
std::optional<int64_t> scaled(int64_t value, double steps) {
  const double whole = std::floor(steps);
  const double result = static_cast<double>(value) * (1 + steps - whole) * std::exp2(whole);
  if (result > static_cast<double>(kLargest)) return std::nullopt;
  // Large sizes are rounded down; small ones would no longer fit what they have to fit.
  const double floored = std::floor(result);
  const bool is_fine = floored == result || floored >= 100;
  if (!is_fine || floored < static_cast<double>(kSmallest)) return std::nullopt;
  return static_cast<int64_t>(floored);
}

}  // namespace

corpus::ConstantValues turned(const Knob& knob, double steps) {
  constexpr int64_t kBlockUnit = 8;
  const bool is_whole = steps == std::floor(steps);
  corpus::ConstantValues values;
  for (const corpus::SourceConstant& constant : knob.constants) {
    std::optional<int64_t> value;
    if (knob.kind != KnobKind::Exponent) {
      value = scaled(constant.value, steps);
    } else if (is_whole) {
      value = constant.value + static_cast<int64_t>(steps);
    }
    if (!value || *value < kSmallest) return {};
    if (knob.kind == KnobKind::Block && !is_whole && *value % kBlockUnit != 0) return {};
    values.emplace_back(constant.name, *value);
  }
  std::sort(values.begin(), values.end());
  return values;
}

HostSizes host_sizes(const Inspection& inspection) {
  // Symbols of template instances hold their arguments, which may be the constants.
  std::map<std::string, std::string> names;
  for (const Kernel& kernel : inspection.kernels)
    names.emplace(kernel.mangled, kernel.name);
  HostSizes sizes;
  for (const HostLaunch& launch : inspection.launches) {
    double threads = 1;
    const std::string grid = dims_words(launch.grid, threads);
    const std::string block = names[launch.kernel] + " " + dims_words(launch.block, threads);
    std::map<int64_t, double> buffers;
    std::string arguments;
    for (const HostArgument& argument : launch.arguments)
      arguments += " " + argument_text(argument, buffers);
    double bytes = 0;
    for (const auto& [number, size] : buffers)
      bytes += size;
    sizes.launches.push_back(block + grid + number_text(launch.shared_bytes) + arguments);
    sizes.blocks.push_back(block);
    sizes.bytes = std::max(sizes.bytes, bytes);
    sizes.threads = std::max(sizes.threads, threads);
  }
  sort_once(sizes.launches);
  sort_once(sizes.blocks);
  return sizes;
}

std::vector<Knob> find_knobs(const corpus::KernelRecipe& recipe, std::string_view cuda,
                             const HostSizes& base, const launch::Inspect& inspect,
                             const Gpu& gpu) {
  return KnobFinder(recipe, base, inspect, gpu).find(cuda);
}

}  // namespace kcast::plan
