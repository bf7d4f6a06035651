#include "corpus/typical_launch.h"

#include <algorithm>
#include <string>
#include <vector>

#include "corpus/neutral_types.h"
#include "schema/launch_point.h"

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
    LaunchPoint point;
    for (const ScalarContract& scalar : contract_.scalars) {
      if (scalar.role == ScalarRole::Real || scalar.role == ScalarRole::Derived) continue;
      const auto middle = static_cast<int64_t>((scalar.low + scalar.high) / 2);
      point.sizes.emplace_back(
          scalar.name, allowed_value(scalar, scalar.role == ScalarRole::Size ? size : middle));
    }
    point.block = contract_.blocks.empty()
                      ? Dims3{std::min<int64_t>(contract_.warp_multiples_up_to, 256), 1, 1}
                      : contract_.blocks[contract_.blocks.size() / 2];
    KCAST_TRY(const LaunchShape shape, shape_of(contract_, point));
    Launch launch;
    launch.kernel = program_.kernel.name;
    launch.block = shape.block;
    launch.grid = shape.grid;
    launch.shared_bytes = shape.shared_bytes;
    for (const Parameter& parameter : program_.kernel.parameters)
      launch.arguments.push_back(argument_for(parameter, shape));
    return launch;
  }

  LaunchArgument argument_for(const Parameter& parameter, const LaunchShape& shape) const {
    LaunchArgument argument;
    argument.name = parameter.variable.name;
    const Type& type = parameter.variable.type;
    Type element = type;
    element.rank = 0;
    argument.element_type = type_text(element);
    argument.size_bytes = type.pointer ? 8 : size_of(element, program_);
    if (type.pointer) {
      for (const BufferContract& buffer : contract_.buffers)
        if (buffer.name == argument.name) argument.fill = buffer.fill;
      for (const auto& [name, length] : shape.lengths)
        if (name == argument.name) argument.elements = length;
      argument.element_bytes = size_of(element, program_);
      argument.fill_given = true;
      return argument;
    }
    for (const ScalarContract& scalar : contract_.scalars) {
      if (scalar.name == argument.name && scalar.role == ScalarRole::Real) {
        argument.real = (scalar.low + scalar.high) / 2;
      }
    }
    for (const auto& [name, value] : shape.scalars)
      if (name == argument.name) argument.integer = value;
    return argument;
  }

  const Program& program_;
  const KernelContract& contract_;
  LaunchChoice choice_;
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
