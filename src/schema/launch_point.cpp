#include "schema/launch_point.h"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "base/text.h"
#include "schema/openmp/offload_geometry.h"

namespace kcast {
namespace {

Error not_allowed(const std::string& what) {
  return {ErrorCode::InvalidInput, "the contract does not allow " + what};
}

std::string dims_text(const Dims3& dims) {
  std::string text = std::to_string(dims[0]);
  if (dims[1] != 1 || dims[2] != 1) text += "x" + std::to_string(dims[1]);
  if (dims[2] != 1) text += "x" + std::to_string(dims[2]);
  return text;
}

Result<Dims3> parse_dims(std::string_view text) {
  Dims3 dims = {1, 1, 1};
  const std::vector<std::string> parts = split(text, 'x');
  bool good = parts.size() <= 3;
  for (size_t i = 0; i < parts.size() && good; ++i) {
    const auto value = parse_int(parts[i]);
    good = value && *value >= 1;
    if (good) dims[i] = *value;
  }
  if (!good) {
    return Error{ErrorCode::InvalidInput,
                 "'" + std::string(text) + "' is no size; write 256 or 16x16 or 8x8x4"};
  }
  return dims;
}

// Shortest text that reads back as the same number; always with a point or an exponent, so
// that reals and integers can be told apart.
std::string real_text(double value) {
  std::array<char, 40> buffer{};
  const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value).ptr;
  std::string text(buffer.data(), end);
  if (text.find_first_of(".en") == std::string::npos) text += ".0";
  return text;
}

std::optional<double> parse_real(const std::string& text) {
  double value = 0;
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, value);
  if (error != std::errc{} || stop != end || !std::isfinite(value)) return std::nullopt;
  return value;
}

Status check_scalar(const ScalarContract& scalar, int64_t value) {
  if (allowed_value(scalar, value) == value) return Unit{};
  return not_allowed(scalar.name + "=" + std::to_string(value));
}

Status check_block(const KernelContract& contract, const Dims3& block) {
  const bool listed =
      std::find(contract.blocks.begin(), contract.blocks.end(), block) != contract.blocks.end();
  constexpr int64_t kWarp = 32;
  const bool multiple = block[0] % kWarp == 0 && block[0] <= contract.warp_multiples_up_to &&
                        block[1] == 1 && block[2] == 1;
  if (listed || multiple) return Unit{};
  return not_allowed("block=" + dims_text(block));
}

void add_dims(const std::array<const char*, 3>& names, const Dims3& dims,
              std::vector<NamedNumber>& out) {
  for (size_t i = 0; i < 3; ++i)
    out.emplace_back(names[i], dims[i]);
}

Status add_scalars(const KernelContract& contract, const LaunchPoint& point,
                   std::vector<NamedNumber>& names) {
  for (const ScalarContract& scalar : contract.scalars) {
    if (scalar.role == ScalarRole::Real) continue;
    if (scalar.role == ScalarRole::Derived) {
      KCAST_TRY(const int64_t value, evaluate_size(scalar.value, names));
      names.emplace_back(scalar.name, value);
      continue;
    }
    const auto given = std::find_if(point.sizes.begin(), point.sizes.end(),
                                    [&](const NamedNumber& n) { return n.first == scalar.name; });
    if (given == point.sizes.end()) return not_allowed("a launch without " + scalar.name);
    if (auto status = check_scalar(scalar, given->second); !status) return status;
    names.emplace_back(scalar.name, given->second);
  }
  return Unit{};
}

// The contract's lengths are those of its own grid, which the loops cover just as well.
Status offload(const OffloadRule& rule, const std::vector<NamedNumber>& names, LaunchShape& shape) {
  if (!rule.trip.empty()) {
    KCAST_TRY(const int64_t trips, evaluate_size(rule.trip, names));
    KernelEnvironment kernel;
    kernel.max_threads = rule.thread_limit > 0 ? rule.thread_limit : kDefaultTeamThreads;
    OffloadClauses clauses;
    clauses.trip_count = std::max<int64_t>(trips, 1);
    clauses.thread_limit = rule.thread_limit;
    clauses.num_teams = rule.num_teams;
    if (rule.sizes_teams && rule.thread_limit > 0) {
      clauses.num_teams = (clauses.trip_count - 1) / rule.thread_limit + 1;
    }
    const OffloadGeometry chosen = choose_geometry(kernel, clauses);
    shape.grid = {chosen.teams, 1, 1};
    shape.block = {chosen.threads, 1, 1};
  }
  if (rule.teams_name.empty()) return Unit{};
  shape.scalars.emplace_back(rule.teams_name, shape.grid[0]);
  shape.scalars.emplace_back(rule.threads_name, shape.block[0]);
  return Unit{};
}

}  // namespace

int64_t allowed_value(const ScalarContract& scalar, int64_t wanted) {
  const auto low = static_cast<int64_t>(scalar.low);
  const auto high = static_cast<int64_t>(scalar.high);
  int64_t value = std::clamp(wanted, low, high);
  if (scalar.power_of_two) {
    int64_t power = 1;
    while (power * 2 <= value)
      power *= 2;
    value = power < low ? power * 2 : power;
  }
  if (scalar.multiple_of > 1) {
    value = value / scalar.multiple_of * scalar.multiple_of;
    if (value < low) value += scalar.multiple_of;
  }
  return std::clamp(value, low, high);
}

Result<LaunchShape> shape_of(const KernelContract& contract, const LaunchPoint& point) {
  LaunchShape shape;
  std::vector<NamedNumber> names;
  if (auto status = add_scalars(contract, point, names); !status) return std::move(status).error();
  shape.scalars = names;
  if (auto status = check_block(contract, point.block); !status) return std::move(status).error();
  shape.block = point.block;
  add_dims({"bx", "by", "bz"}, shape.block, names);
  for (size_t axis = 0; axis < 3; ++axis) {
    KCAST_TRY(const int64_t blocks, evaluate_size(contract.grid[axis], names));
    shape.grid[axis] = std::max<int64_t>(blocks, 1);
  }
  if (point.grid) {
    if (!contract.any_grid && *point.grid != shape.grid) {
      return not_allowed("grid=" + dims_text(*point.grid));
    }
    shape.grid = *point.grid;
  }
  add_dims({"gx", "gy", "gz"}, shape.grid, names);
  KCAST_TRY(shape.shared_bytes, evaluate_size(contract.shared_bytes, names));
  for (const BufferContract& buffer : contract.buffers) {
    KCAST_TRY(const int64_t length, evaluate_size(buffer.length, names));
    shape.lengths.emplace_back(buffer.name, std::max<int64_t>(length, 1));
  }
  if (contract.offload) {
    if (auto status = offload(*contract.offload, names, shape); !status) {
      return std::move(status).error();
    }
  }
  return shape;
}

std::string point_text(const LaunchPoint& point) {
  std::string text;
  for (const auto& [name, value] : point.sizes)
    text += name + "=" + std::to_string(value) + " ";
  for (const auto& [name, value] : point.reals)
    text += name + "=" + real_text(value) + " ";
  text += ".block=" + dims_text(point.block);
  if (point.grid) text += " .grid=" + dims_text(*point.grid);
  return text + " .seed=" + std::to_string(point.seed);
}

Result<LaunchPoint> parse_point(std::string_view text) {
  LaunchPoint point;
  bool has_block = false;
  for (const std::string& word : split(text, ' ')) {
    if (word.empty()) continue;
    const size_t equals = word.find('=');
    const std::string name = word.substr(0, equals);
    const std::string value = equals == std::string::npos ? "" : word.substr(equals + 1);
    if (name == ".block") {
      KCAST_TRY(point.block, parse_dims(value));
      has_block = true;
    } else if (name == ".grid") {
      KCAST_TRY(point.grid, parse_dims(value));
    } else if (const auto integer = parse_int(value); name == ".seed" && integer) {
      point.seed = static_cast<uint64_t>(*integer);
    } else if (integer) {
      point.sizes.emplace_back(name, *integer);
    } else if (const auto real = parse_real(value)) {
      point.reals.emplace_back(name, *real);
    } else {
      return Error{ErrorCode::InvalidInput,
                   "'" + word + "' is no part of a launch; write name=number, .block= or .grid="};
    }
  }
  if (!has_block) {
    return Error{ErrorCode::InvalidInput, "the launch '" + std::string(text) + "' has no .block"};
  }
  return point;
}

}  // namespace kcast
