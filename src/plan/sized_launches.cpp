#include "plan/sized_launches.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

#include "base/text.h"
#include "launch/argument_rules.h"
#include "launch/check_launch.h"
#include "launch/contract_launch.h"
#include "launch/parameter_role.h"
#include "schema/default_sizes.h"

namespace kcast::plan {
namespace {

using Scalar = launch::ArgumentRule::Scalar;
using Array = launch::ArgumentRule::Array;

// What is tried for a number whose name says nothing.
constexpr std::array<int64_t, 5> kTried = {16, 4, 32, 1, 256};
constexpr size_t kMostTries = 216;

bool takes_integer(const Parameter& parameter) {
  return launch::is_number(parameter) && !launch::is_real_type(parameter.element_type);
}

// The order in which names are taken to be the number of threads; smaller is likelier.
int liking(launch::ParameterRole role) {
  switch (role) {
    case launch::ParameterRole::Length:
      return 0;
    case launch::ParameterRole::Height:
      return 1;
    case launch::ParameterRole::Width:
      return 2;
    case launch::ParameterRole::Extent:
      return 3;
    case launch::ParameterRole::Other:
      return 4;
    default:
      return 5;
  }
}

Scalar fixed(int64_t value) {
  return {value, false, std::nullopt, std::nullopt};
}
Scalar along(size_t axis) {
  return {0, true, axis, std::nullopt};
}
constexpr Scalar kThreads = {0, true, std::nullopt, std::nullopt};

std::string decimal_text(double value) {
  if (value == std::floor(value) && std::abs(value) < 1e15) {
    return std::to_string(static_cast<int64_t>(value));
  }
  return format_digits(value, 6);
}

// "x[size]", "y[size/64 + 1]", "bins[256]".
std::string array_text(const Array& array, const Dims3& local) {
  std::string out;
  const auto in_block = static_cast<double>(launch::block_count(local));
  const auto near = [](double a, double b) { return std::abs(a - b) < 1e-9 * std::max(a, b); };
  if (array.per_thread > 0) {
    const double share = 1 / array.per_thread;
    if (near(share, in_block) && in_block > 1) {
      out = "size/local";
    } else if (share > 1 && near(share, std::round(share))) {
      out = "size/" + decimal_text(std::round(share));
    } else {
      out = array.per_thread == 1 ? "size" : decimal_text(array.per_thread) + "*size";
    }
    if (array.fixed == 0) return out;
    return out + (array.fixed > 0 ? " + " : " - ") + decimal_text(std::abs(array.fixed));
  }
  return decimal_text(array.fixed);
}

class Chooser {
 public:
  Chooser(const launch::ReadyKernel& kernel, size_t axes, const Gpu& gpu,
          const SizedRequest& request)
      : kernel_(kernel), axes_(axes), gpu_(gpu), request_(request) {}

  Result<SizedLaunches> run() {
    if (Status fine = check_names(); !fine) return fine.error();
    for (const Dims3& local : request_.locals)
      locals_.push_back(spread(local));
    if (Status chosen = choose_scalars(); !chosen) return chosen.error();
    std::vector<Result<launch::ArgumentRule>> rules;
    for (const Dims3& local : locals_) {
      auto rule = launch::memory_rule(kernel_, gpu_, scalars_, axes_, local);
      if (rule) give_arrays(*rule);
      if (rule && out_.arguments.empty()) describe(*rule, local);
      rules.push_back(std::move(rule));
    }
    for (const int64_t side : rounded_sides()) {
      for (size_t i = 0; i < locals_.size(); ++i) {
        KCAST_TRY(SizedLaunch made, make(side, locals_[i], rules[i]));
        out_.launches.push_back(std::move(made));
      }
    }
    return std::move(out_);
  }

 private:
  const std::vector<Parameter>& parameters() const { return kernel_.kernel.parameters; }

  const std::pair<std::string, std::optional<predict::Number>>* given(
      const std::string& name) const {
    for (const auto& argument : request_.arguments)
      if (argument.first == name) return &argument;
    return nullptr;
  }

  Status check_names() const {
    std::vector<std::string> names;
    for (const Parameter& parameter : parameters())
      names.push_back(parameter.name);
    const auto check = [&](const std::string& name) -> Status {
      if (std::find(names.begin(), names.end(), name) != names.end()) return Unit{};
      return Error{ErrorCode::InvalidInput, "kernel " + kernel_.kernel.name + " has no argument '" +
                                                name + "'; there are " + join(names, ", ")};
    };
    for (const auto& [name, number] : request_.arguments) {
      KCAST_OK(check(name));
    }
    for (const auto& [name, fill] : request_.fills) {
      KCAST_OK(check(name));
    }
    return Unit{};
  }

  // 128 threads of a kernel with two axes are 16 x 8.
  Dims3 spread(const Dims3& local) const {
    if (axes_ == 1 || local[1] != 1 || local[2] != 1) return local;
    Dims3 out = {1, 1, 1};
    int64_t left = local[0];
    for (size_t axis = 0; left % 2 == 0; axis = (axis + 1) % axes_, left /= 2)
      out[axis] *= 2;
    out[0] *= left;
    return out;
  }

  // The number of threads is one of the parameters of a kernel with one axis, as a rule.
  std::optional<size_t> thread_parameter() const {
    std::optional<size_t> best;
    for (size_t i = 0; i < parameters().size(); ++i) {
      if (!takes_integer(parameters()[i]) || parameters()[i].element_type == "bool") continue;
      const auto* value = given(parameters()[i].name);
      if (value != nullptr) {
        // Somebody said it already.
        if (!value->second) return std::nullopt;
        continue;
      }
      const int mark = liking(launch::role_of(parameters()[i].name));
      if (mark < 5 && (!best || mark < liking(launch::role_of(parameters()[*best].name)))) best = i;
    }
    return best;
  }

  Scalar by_name(launch::ParameterRole role) const {
    const bool plane = axes_ > 1;
    switch (role) {
      case launch::ParameterRole::Width:
        return plane ? along(0) : fixed(kDefaultSide);
      case launch::ParameterRole::Height:
        return plane ? along(1) : fixed(kDefaultSide);
      case launch::ParameterRole::Depth:
        return axes_ == 3 ? along(2) : fixed(kDefaultInnerExtent);
      case launch::ParameterRole::Length:
        return plane ? along(0) : kThreads;
      case launch::ParameterRole::Extent:
        return plane ? along(0) : fixed(kDefaultInnerExtent);
      case launch::ParameterRole::Pitch:
        return plane ? along(0) : fixed(1);
      case launch::ParameterRole::Bins:
        return fixed(kDefaultBins);
      case launch::ParameterRole::Rounds:
        return fixed(kDefaultRounds);
      case launch::ParameterRole::Radius:
        return fixed(kDefaultRadius);
      default:
        break;
    }
    return fixed(kTried.front());
  }

  // Decides what names decide, and finds for the others numbers that keep to the arrays.
  Status choose_scalars() {
    const auto threads = axes_ == 1 ? thread_parameter() : std::nullopt;
    std::vector<size_t> open;  // places in scalars_
    std::vector<std::string> names;
    for (size_t i = 0; i < parameters().size(); ++i) {
      const Parameter& parameter = parameters()[i];
      if (parameter.is_pointer) continue;
      if (!launch::is_number(parameter)) {
        return Error{ErrorCode::Unsupported, "parameter " + parameter.name + " of kernel " +
                                                 kernel_.kernel.name + " is a " + parameter.type +
                                                 "; only plain numbers can be chosen or given"};
      }
      const auto* value = given(parameter.name);
      const launch::ParameterRole role = launch::role_of(parameter.name);
      if (value != nullptr) {
        KCAST_TRY(const Scalar scalar, given_scalar(parameter, value->second));
        scalars_.push_back(scalar);
      } else if (!takes_integer(parameter) || parameter.element_type == "bool") {
        scalars_.push_back({1, false, std::nullopt, 1.0});
      } else if (threads == i) {
        scalars_.push_back(kThreads);
      } else {
        if (role == launch::ParameterRole::Other) {
          open.push_back(scalars_.size());
          names.push_back("--arg " + parameter.name + "=VALUE");
        }
        scalars_.push_back(by_name(role));
      }
    }
    return try_open(open, names);
  }

  static Result<Scalar> given_scalar(const Parameter& parameter,
                                     const std::optional<predict::Number>& number) {
    if (!number) return kThreads;
    if (takes_integer(parameter) && !number->integer) {
      return Error{ErrorCode::InvalidInput, "argument '" + parameter.name + "' is a " +
                                                parameter.type + " and takes no fraction"};
    }
    return Scalar{number->integer.value_or(0), false, std::nullopt, number->real};
  }

  Status try_open(const std::vector<size_t>& open, const std::vector<std::string>& names) {
    std::string why;
    size_t combinations = 1;
    for (size_t i = 0; i < open.size() && combinations < kMostTries; ++i)
      combinations *= kTried.size();
    for (size_t i = 0; i < std::min(combinations, kMostTries); ++i) {
      size_t code = i;
      for (const size_t place : open) {
        scalars_[place] = fixed(kTried[code % kTried.size()]);
        code /= kTried.size();
      }
      for (const Dims3& local : locals_) {
        const auto rule = launch::memory_rule(kernel_, gpu_, scalars_, axes_, local);
        if (rule) return Unit{};
        if (why.empty()) why = rule.error().message;
      }
    }
    return Error{ErrorCode::InvalidInput,
                 "no arguments are found for kernel " + kernel_.kernel.name + ": " + why +
                     (names.empty() ? "; give arguments with --arg NAME=VALUE"
                                    : "; give " + join(names, " "))};
  }

  void give_arrays(launch::ArgumentRule& rule) const {
    for (size_t i = 0; i < parameters().size(); ++i) {
      const auto* value = given(parameters()[i].name);
      if (!rule.arguments[i].array || value == nullptr) continue;
      rule.arguments[i].array = value->second ? Array{0, value->second->real} : Array{1, 0};
    }
  }

  std::string scalar_text(const Scalar& scalar, const Parameter& parameter) const {
    if (scalar.is_threads) return scalar.axis ? "side" : "size";
    if (!takes_integer(parameter) && scalar.real) return decimal_text(*scalar.real);
    return std::to_string(scalar.value);
  }

  void describe(const launch::ArgumentRule& rule, const Dims3& local) {
    for (size_t i = 0; i < parameters().size(); ++i) {
      const Parameter& parameter = parameters()[i];
      const auto& argument = rule.arguments[i];
      const auto* value = given(parameter.name);
      std::string text = parameter.name;
      if (argument.scalar) {
        text += "=" + scalar_text(*argument.scalar, parameter);
      } else if (argument.array) {
        text += "[" + array_text(*argument.array, local) + "]";
      } else {
        text += value != nullptr && value->second ? "[" + decimal_text(value->second->real) + "]"
                                                  : "[local]";
      }
      out_.arguments.push_back(std::move(text));
      if (value == nullptr) out_.chosen.push_back(parameter.name);
    }
  }

  // Threads along each axis, so that all local sizes divide them.
  std::vector<int64_t> rounded_sides() const {
    constexpr int64_t kMostStep = 4096;
    int64_t step = 1;
    int64_t largest = 1;
    for (const Dims3& local : locals_) {
      largest = std::max(largest, launch::side_step(local, axes_));
      step = std::lcm(step, launch::side_step(local, axes_));
    }
    if (step > kMostStep) step = largest;
    std::vector<int64_t> sides;
    for (const int64_t size : request_.sizes) {
      const double side = std::pow(static_cast<double>(size), 1.0 / static_cast<double>(axes_));
      // A hair below, so that the root of a square stays whole.
      const auto whole = static_cast<int64_t>(std::ceil(side * (1 - 1e-12)));
      sides.push_back((std::max<int64_t>(whole, 1) + step - 1) / step * step);
    }
    std::sort(sides.begin(), sides.end());
    sides.erase(std::unique(sides.begin(), sides.end()), sides.end());
    return sides;
  }

  Result<SizedLaunch> make(int64_t side, const Dims3& local,
                           const Result<launch::ArgumentRule>& rule) {
    SizedLaunch out;
    out.local = local;
    Dims3 grid = {1, 1, 1};
    for (size_t axis = 0; axis < axes_; ++axis)
      grid[axis] = (side + local[axis] - 1) / local[axis];
    out.size = launch::block_count(grid) * launch::block_count(local);
    if (!rule) {
      out.launch.grid = grid;
      out.launch.block = local;
      out.refusal = rule.error().message;
      return out;
    }
    KCAST_TRY(out.launch, launch::launch_of(*rule, kernel_, grid, local));
    if (request_.shared_bytes) out.launch.shared_bytes = *request_.shared_bytes;
    give_local(out.launch);
    out.launch = with_fills(out.launch);
    const Launch with_numbers = out.launch;
    for (LaunchArgument& argument : out.launch.arguments) {
      const auto is_this = [&](const auto& fill) { return fill.first == argument.name; };
      argument.fill_given = std::any_of(request_.fills.begin(), request_.fills.end(), is_this);
    }
    analyze::infer_fills(*kernel_.prepared, out.launch);
    out.refusal = refusal_of(out.launch);
    // Indices as the memory rule had them, where plausible ones lead astray.
    if (!out.refusal.empty() && refusal_of(with_numbers).empty()) {
      out.launch = with_numbers;
      out.refusal.clear();
    }
    return out;
  }

  void give_local(Launch& launch) const {
    for (size_t i = 0; i < parameters().size(); ++i) {
      const auto* value = given(parameters()[i].name);
      if (!launch::is_local(parameters()[i]) || value == nullptr || !value->second) continue;
      const int64_t bytes =
          value->second->integer.value_or(1) * std::max<int64_t>(parameters()[i].element_bytes, 1);
      const auto rounded = [](int64_t n) { return (n + 15) / 16 * 16; };
      LaunchArgument& argument = launch.arguments[i];
      launch.shared_bytes += rounded(bytes) - rounded(argument.local_bytes);
      argument.local_bytes = bytes;
    }
  }

  Launch with_fills(Launch launch) const {
    for (LaunchArgument& argument : launch.arguments) {
      for (const auto& [name, fill] : request_.fills) {
        if (argument.name != name) continue;
        argument.fill = fill;
        argument.fill_given = true;
      }
    }
    return launch;
  }

  std::string refusal_of(const Launch& launch) const {
    Dims3 demanded = kernel_.kernel.launch_bounds.required_block;
    for (int64_t& size : demanded)
      size = std::max<int64_t>(size, 1);
    if (kernel_.kernel.launch_bounds.required_block[0] > 0 && launch.block != demanded) {
      return "the kernel demands blocks of " + std::to_string(demanded[0]) + "x" +
             std::to_string(demanded[1]) + "x" + std::to_string(demanded[2]);
    }
    launch::CheckLimits limits{.footprint_bytes = request_.most_bytes,
                               .time_us = HUGE_VAL,
                               .analysis = {.exec_budget = 160'000, .memory_budget = 80'000}};
    const auto checked =
        launch::check_launch(*kernel_.prepared, kernel_.kernel, launch, gpu_, limits);
    switch (checked.fault) {
      case launch::Fault::None:
      case launch::Fault::NoWork:
      case launch::Fault::TooLong:
        return "";
      case launch::Fault::TooLarge:
      case launch::Fault::Refused:
        return checked.reason;
      default:
        return request_.unchecked ? "" : checked.reason;
    }
  }

  const launch::ReadyKernel& kernel_;
  size_t axes_;
  const Gpu& gpu_;
  const SizedRequest& request_;
  std::vector<Dims3> locals_;
  std::vector<Scalar> scalars_;
  SizedLaunches out_;
};

}  // namespace

Result<SizedLaunches> sized_launches(const launch::ReadyKernel& kernel, size_t axes, const Gpu& gpu,
                                     const SizedRequest& request) {
  if (request.sizes.empty() || request.locals.empty()) {
    return Error{ErrorCode::InvalidInput, "no sizes or no local sizes"};
  }
  return Chooser(kernel, axes, gpu, request).run();
}

Result<std::vector<int64_t>> parse_sizes(const std::string& text) {
  constexpr const char* kHalfDecades = ":x3.1622776601683795";
  const bool steps_open =
      text.find("..") != std::string::npos && text.find(':') == std::string::npos;
  auto sweep = predict::parse_sweep("sizes=" + text + (steps_open ? kHalfDecades : ""));
  if (!sweep) {
    return Error{ErrorCode::InvalidInput, "cannot read --sizes '" + text +
                                              "'; write it like 1e3..1e6, 1k..1M:x2 or 1e3,1e5"};
  }
  constexpr double kMost = 1e12;
  std::vector<int64_t> sizes;
  for (const std::string& value : sweep->values) {
    const auto number = predict::parse_number(value);
    if (!number || number->real < 1 || number->real > kMost) {
      return Error{ErrorCode::InvalidInput, "--sizes: '" + value + "' is not from 1 to 1e12"};
    }
    sizes.push_back(std::llround(number->real));
  }
  std::sort(sizes.begin(), sizes.end());
  sizes.erase(std::unique(sizes.begin(), sizes.end()), sizes.end());
  return sizes;
}

Result<std::vector<Dims3>> parse_locals(const std::string& text) {
  std::vector<Dims3> locals;
  for (const std::string& word : split(text, ',')) {
    const auto dims = predict::parse_dims(word);
    if (!dims || launch::block_count(*dims) > 1024) {
      return Error{ErrorCode::InvalidInput,
                   "cannot read --local '" + text + "'; write it like 64,128,16x16, up to 1024"};
    }
    if (std::find(locals.begin(), locals.end(), *dims) == locals.end()) locals.push_back(*dims);
  }
  return locals;
}

}  // namespace kcast::plan
