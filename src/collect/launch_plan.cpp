#include "collect/launch_plan.h"

#include <algorithm>
#include <cstring>
#include <map>
#include <thread>
#include <utility>

namespace kcast::collect {

namespace {

// Enough for every GPU that exists, and far from overflow.
constexpr int64_t kMaxBufferBytes = int64_t{1} << 40;
constexpr int64_t kMaxParameterBytes = 4096;
constexpr int64_t kMaxElementBytes = int64_t{1} << 20;

Error bad_argument(const LaunchArgument& argument, const std::string& what) {
  return Error{ErrorCode::InvalidInput, "argument '" + argument.name + "': " + what};
}

class Planner {
 public:
  explicit Planner(const Launch& launch) : launch_(launch) {}

  Result<LaunchPlan> plan() {
    int position = 0;
    for (const LaunchArgument& argument : launch_.arguments) {
      PlannedParameter parameter;
      parameter.name = argument.name;
      if (const Status added = add(argument, position, 0, parameter); !added) {
        return added.error();
      }
      parameter.by_value = argument.elements == 0;
      parameter.bytes.resize(std::max<size_t>(parameter.bytes.size(), 8));
      plan_.parameters.push_back(std::move(parameter));
      ++position;
    }
    return std::move(plan_);
  }

 private:
  Status add(const LaunchArgument& argument, int position, int64_t at,
             PlannedParameter& parameter) {
    if (!argument.members.empty()) return add_struct(argument, position, at, parameter);
    if (argument.elements > 0) return add_buffer(argument, position, at, parameter);
    if (argument.local_bytes > 0) {
      parameter.local_bytes = argument.local_bytes;
      return Unit{};
    }
    return add_scalar(argument, at, parameter);
  }

  Status add_struct(const LaunchArgument& argument, int position, int64_t at,
                    PlannedParameter& parameter) {
    if (argument.size_bytes <= 0 || argument.size_bytes > kMaxParameterBytes) {
      return bad_argument(argument, "a struct needs size_bytes of 1 to 4096");
    }
    if (const Status reserved = reserve(argument, at, argument.size_bytes, parameter); !reserved) {
      return reserved;
    }
    for (const LaunchArgument& member : argument.members) {
      if (member.member_offset < 0 || member.member_offset >= argument.size_bytes) {
        return bad_argument(member, "member_offset lies outside of the struct");
      }
      if (Status added = add(member, position, at + member.member_offset, parameter); !added) {
        return added;
      }
    }
    return Unit{};
  }

  Status add_scalar(const LaunchArgument& argument, int64_t at, PlannedParameter& parameter) {
    KCAST_TRY(const ElementType type, element_type_named(argument.element_type));
    if (type.width != 1) return bad_argument(argument, "a vector cannot be a scalar's type");
    uint64_t bits = 0;
    if (argument.integer && is_integer_type(type.scalar)) {
      bits = static_cast<uint64_t>(*argument.integer);
    } else if (argument.integer || argument.real) {
      const double value = argument.real ? *argument.real : static_cast<double>(*argument.integer);
      bits = element_bits(type.scalar, value);
    } else {
      return bad_argument(argument, "neither elements nor a value");
    }
    return put(argument, &bits, type.bytes(), at, parameter);
  }

  Status add_buffer(const LaunchArgument& argument, int position, int64_t at,
                    PlannedParameter& parameter) {
    if (!argument.fields.empty()) return add_structs(argument, position, at, parameter);
    Result<ElementType> named = element_type_named(argument.element_type);
    if (!named && argument.element_bytes > 0 && argument.element_bytes <= kMaxElementBytes) {
      // A struct of which nobody told the fields is bytes, as it is to the interpreter.
      named = ElementType{.scalar = ScalarType::UInt8, .width = argument.element_bytes};
    }
    KCAST_TRY(const ElementType type, named);
    if (argument.elements > kMaxBufferBytes / type.bytes() || argument.offset_bytes < 0 ||
        argument.offset_bytes > kMaxBufferBytes) {
      return bad_argument(argument, "the buffer is too large");
    }
    if (argument.offset_bytes % scalar_type_bytes(type.scalar) != 0) {
      return bad_argument(argument, "offset_bytes is no multiple of the value's size");
    }
    KCAST_TRY(const FillNumbers numbers,
              numbers_of(argument, argument.fill, argument.elements * type.width));
    const int64_t buffer = buffer_of(argument);
    PlannedBuffer& planned = plan_.buffers[static_cast<size_t>(buffer)];
    planned.bytes =
        std::max(planned.bytes, argument.offset_bytes + argument.elements * type.bytes());
    planned.fills.push_back({.offset_bytes = argument.offset_bytes,
                             .type = type.scalar,
                             .values = argument.elements * type.width,
                             .seed = fill_seed(launch_.seed, position),
                             .numbers = numbers});
    return add_address(argument, buffer, at, parameter);
  }

  // A buffer of structs: zeros, and over them one field after the other.
  Status add_structs(const LaunchArgument& argument, int position, int64_t at,
                     PlannedParameter& parameter) {
    if (argument.element_bytes <= 0 || argument.offset_bytes < 0 ||
        argument.offset_bytes > kMaxBufferBytes ||
        argument.elements > kMaxBufferBytes / argument.element_bytes) {
      return bad_argument(argument, "the buffer is too large");
    }
    const int64_t buffer = buffer_of(argument);
    PlannedBuffer& planned = plan_.buffers[static_cast<size_t>(buffer)];
    const int64_t bytes = argument.elements * argument.element_bytes;
    const uint64_t seed = fill_seed(launch_.seed, position);
    planned.bytes = std::max(planned.bytes, argument.offset_bytes + bytes);
    planned.fills.push_back({.offset_bytes = argument.offset_bytes,
                             .type = ScalarType::UInt8,
                             .values = bytes,
                             .seed = seed,
                             .numbers = {.kind = FillKind::Zero}});
    for (const FillField& field : argument.fields) {
      KCAST_TRY(const ElementType type, element_type_named(field.type));
      if (type.width != 1 || field.offset_bytes < 0 ||
          field.offset_bytes + type.bytes() > argument.element_bytes) {
        return bad_argument(argument, "a field lies outside of the element");
      }
      KCAST_TRY(const FillNumbers numbers, numbers_of(argument, field.fill, argument.elements));
      planned.fills.push_back({.offset_bytes = argument.offset_bytes + field.offset_bytes,
                               .type = type.scalar,
                               .values = argument.elements,
                               .stride_bytes = argument.element_bytes,
                               .seed = fill_field_seed(seed, field.offset_bytes),
                               .numbers = numbers});
    }
    return add_address(argument, buffer, at, parameter);
  }

  Status add_address(const LaunchArgument& argument, int64_t buffer, int64_t at,
                     PlannedParameter& parameter) {
    parameter.addresses.push_back(
        {.buffer = buffer, .offset_bytes = argument.offset_bytes, .place_bytes = at});
    const uint64_t nothing = 0;
    return put(argument, &nothing, 8, at, parameter);
  }

  // The buffer of an argument; those with the same number share one.
  int64_t buffer_of(const LaunchArgument& argument) {
    if (argument.buffer >= 0) {
      const auto found = shared_.find(argument.buffer);
      if (found != shared_.end()) return found->second;
      shared_[argument.buffer] = static_cast<int64_t>(plan_.buffers.size());
    }
    plan_.buffers.emplace_back();
    return static_cast<int64_t>(plan_.buffers.size()) - 1;
  }

  Result<FillNumbers> numbers_of(const LaunchArgument& argument, const Fill& fill, int64_t values) {
    const FillKind kind = fill.kind;
    int64_t target_elements = 0;
    if (kind == FillKind::IndexInto || kind == FillKind::OffsetsInto) {
      const LaunchArgument* target = find(launch_.arguments, fill.target);
      if (target == nullptr || target->elements <= 0) {
        return bad_argument(argument, "fill target '" + fill.target + "' is no buffer");
      }
      target_elements = target->elements;
    }
    return fill_numbers(fill, values, target_elements);
  }

  static const LaunchArgument* find(const std::vector<LaunchArgument>& arguments,
                                    const std::string& name) {
    for (const LaunchArgument& argument : arguments) {
      if (argument.name == name && argument.members.empty()) return &argument;
      if (const LaunchArgument* member = find(argument.members, name)) return member;
    }
    return nullptr;
  }

  static Status reserve(const LaunchArgument& argument, int64_t at, int64_t bytes,
                        PlannedParameter& parameter) {
    if (at + bytes > kMaxParameterBytes) return bad_argument(argument, "is larger than 4096 bytes");
    parameter.size_bytes = std::max(parameter.size_bytes, at + bytes);
    if (std::cmp_less(parameter.bytes.size(), at + bytes)) {
      parameter.bytes.resize(static_cast<size_t>(at + bytes));
    }
    return Unit{};
  }

  static Status put(const LaunchArgument& argument, const void* value, int64_t bytes, int64_t at,
                    PlannedParameter& parameter) {
    if (const Status reserved = reserve(argument, at, bytes, parameter); !reserved) {
      return reserved;
    }
    std::memcpy(parameter.bytes.data() + at, value, static_cast<size_t>(bytes));
    return Unit{};
  }

  const Launch& launch_;
  LaunchPlan plan_;
  std::map<int64_t, int64_t> shared_;  // LaunchArgument::buffer -> index
};

}  // namespace

int64_t LaunchPlan::buffer_bytes() const {
  int64_t total = 0;
  for (const PlannedBuffer& buffer : buffers) {
    total += (buffer.bytes + kBufferAlignment - 1) / kBufferAlignment * kBufferAlignment;
  }
  return total;
}

Result<LaunchPlan> plan_launch(const Launch& launch) {
  for (int i = 0; i < 3; ++i) {
    if (launch.grid[i] <= 0 || launch.block[i] <= 0 || launch.grid[i] > INT32_MAX ||
        launch.block[i] > 1024) {
      return Error{ErrorCode::InvalidInput, "grid and block must be positive and fit a GPU"};
    }
  }
  if (launch.shared_bytes < 0 || launch.shared_bytes > (1 << 20)) {
    return Error{ErrorCode::InvalidInput, "shared_bytes does not fit a GPU"};
  }
  return Planner(launch).plan();
}

void fill_on_host(const FillRange& range, unsigned char* buffer, int threads) {
  unsigned char* start = buffer + range.offset_bytes;
  const int64_t share = (range.values + threads - 1) / std::max(threads, 1);
  std::vector<std::jthread> pool;
  for (int64_t first = 0; first < range.values; first += share) {
    pool.emplace_back([=, &range] {
      const int64_t last = std::min(first + share, range.values);
      for (int64_t i = first; i < last; ++i)
        fill_one(start, range.type, range.seed, range.numbers, i, range.stride_bytes);
    });
  }
}

}  // namespace kcast::collect
