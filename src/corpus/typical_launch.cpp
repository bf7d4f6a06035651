#include "corpus/typical_launch.h"

#include <algorithm>
#include <string>
#include <vector>

#include "corpus/neutral_types.h"

namespace kcast::corpus {
namespace {

constexpr int kMostHalvings = 40;

int64_t scalar_bytes(Scalar scalar) {
  switch (scalar) {
    case Scalar::Void:
      return 0;
    case Scalar::Bool:
    case Scalar::I8:
    case Scalar::U8:
      return 1;
    case Scalar::I16:
    case Scalar::U16:
    case Scalar::Half:
      return 2;
    case Scalar::Int:
    case Scalar::UInt:
    case Scalar::Float:
      return 4;
    case Scalar::Long:
    case Scalar::ULong:
    case Scalar::Double:
      break;
  }
  return 8;
}

struct Layout {
  int64_t bytes = 0;
  int64_t align = 1;
};

Layout layout_of(const Type& type, const Program& program) {
  if (type.record < 0) {
    const int64_t bytes = scalar_bytes(type.scalar) * type.lanes;
    return {bytes, std::min<int64_t>(bytes, 16)};
  }
  Layout whole;
  for (const Variable& member : program.records[static_cast<size_t>(type.record)].members) {
    const Layout inner = layout_of(member.type, program);
    int64_t count = 1;
    for (const Expr& dim : member.dims)
      count *= constant_value(dim, program.constants).value_or(1);
    whole.align = std::max(whole.align, inner.align);
    whole.bytes = (whole.bytes + inner.align - 1) / inner.align * inner.align;
    whole.bytes += inner.bytes * count;
  }
  whole.bytes = (whole.bytes + whole.align - 1) / whole.align * whole.align;
  return whole;
}

// `wanted` moved to where the contract allows it.
int64_t fitted(const ScalarContract& scalar, int64_t wanted) {
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

class LaunchBuilder {
 public:
  LaunchBuilder(const Program& program, const LaunchChoice& choice)
      : program_(program), contract_(*program.contract), choice_(choice) {}

  Result<Launch> build() {
    int64_t size = choice_.size;
    for (int round = 0; round < kMostHalvings; ++round, size /= 2) {
      KCAST_TRY(Launch launch, attempt(std::max<int64_t>(size, 1)));
      int64_t bytes = 0;
      for (const LaunchArgument& argument : launch.arguments)
        bytes += argument.elements * argument.element_bytes;
      if (bytes <= choice_.most_bytes || size <= 1) return launch;
    }
    return Error{ErrorCode::Internal, "no size fits the contract of " + program_.kernel.name};
  }

 private:
  Result<Launch> attempt(int64_t size) {
    Launch launch;
    launch.kernel = program_.kernel.name;
    names_.clear();
    if (auto chosen = choose_scalars(size); !chosen) return std::move(chosen).error();
    launch.block =
        contract_.blocks.empty()
            ? std::array<int64_t, 3>{std::min<int64_t>(contract_.warp_multiples_up_to, 256), 1, 1}
            : contract_.blocks[contract_.blocks.size() / 2];
    add_dims("bx", "by", "bz", launch.block);
    for (size_t axis = 0; axis < 3; ++axis) {
      KCAST_TRY(const int64_t blocks, evaluate_size(contract_.grid[axis], names_));
      launch.grid[axis] = std::max<int64_t>(blocks, 1);
    }
    add_dims("gx", "gy", "gz", launch.grid);
    KCAST_TRY(launch.shared_bytes, evaluate_size(contract_.shared_bytes, names_));
    for (const Parameter& parameter : program_.kernel.parameters) {
      KCAST_TRY(LaunchArgument argument, argument_for(parameter));
      launch.arguments.push_back(std::move(argument));
    }
    return launch;
  }

  Status choose_scalars(int64_t size) {
    for (const ScalarContract& scalar : contract_.scalars) {
      int64_t value = 0;
      if (scalar.role == ScalarRole::Real) continue;
      if (scalar.role == ScalarRole::Derived) {
        KCAST_TRY(value, evaluate_size(scalar.value, names_));
      } else {
        const auto middle = static_cast<int64_t>((scalar.low + scalar.high) / 2);
        value = fitted(scalar, scalar.role == ScalarRole::Size ? size : middle);
      }
      names_.emplace_back(scalar.name, value);
    }
    return Unit{};
  }

  void add_dims(const char* x, const char* y, const char* z, const std::array<int64_t, 3>& dims) {
    names_.emplace_back(x, dims[0]);
    names_.emplace_back(y, dims[1]);
    names_.emplace_back(z, dims[2]);
  }

  Result<LaunchArgument> argument_for(const Parameter& parameter) {
    LaunchArgument argument;
    argument.name = parameter.variable.name;
    const Type& type = parameter.variable.type;
    Type element = type;
    element.rank = 0;
    argument.element_type = type_text(element);
    argument.size_bytes = type.pointer ? 8 : size_of(element, program_);
    if (type.pointer) {
      for (const BufferContract& buffer : contract_.buffers) {
        if (buffer.name != argument.name) continue;
        KCAST_TRY(argument.elements, evaluate_size(buffer.length, names_));
        argument.fill = buffer.fill;
      }
      argument.elements = std::max<int64_t>(argument.elements, 1);
      argument.element_bytes = size_of(element, program_);
      argument.fill_given = true;
      return argument;
    }
    for (const ScalarContract& scalar : contract_.scalars) {
      if (scalar.name == argument.name && scalar.role == ScalarRole::Real) {
        argument.real = (scalar.low + scalar.high) / 2;
      }
    }
    for (const auto& [name, value] : names_) {
      if (name == argument.name) argument.integer = value;
    }
    return argument;
  }

  const Program& program_;
  const KernelContract& contract_;
  LaunchChoice choice_;
  std::vector<NamedNumber> names_;
};

}  // namespace

int64_t size_of(const Type& type, const Program& program) {
  return layout_of(type, program).bytes;
}

Result<Launch> typical_launch(const Program& program, const LaunchChoice& choice) {
  if (!program.contract) {
    return Error{ErrorCode::Unsupported, "kernel " + program.kernel.name + " has no contract"};
  }
  return LaunchBuilder(program, choice).build();
}

}  // namespace kcast::corpus
