#include "corpus/typical_launch.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "corpus/neutral/types.h"
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

// Elements of a member that may be an array.
int64_t count_of(const Variable& member, const Program& program) {
  int64_t count = 1;
  for (const Expr& dim : member.dims)
    count *= constant_value(dim, program.constants).value_or(1);
  return count;
}

Layout layout_of(const Type& type, const Program& program) {
  if (type.record < 0) {
    const int64_t bytes = scalar_bytes(type.scalar) * type.lanes;
    return {bytes, std::min<int64_t>(bytes, 16)};
  }
  Layout whole;
  for (const Variable& member : program.records[static_cast<size_t>(type.record)].members) {
    const Layout inner = layout_of(member.type, program);
    const int64_t count = count_of(member, program);
    whole.align = std::max(whole.align, inner.align);
    whole.bytes = (whole.bytes + inner.align - 1) / inner.align * inner.align;
    whole.bytes += inner.bytes * count;
  }
  whole.bytes = (whole.bytes + whole.align - 1) / whole.align * whole.align;
  return whole;
}

// Types as collectors know them; neutral text calls some of them otherwise.
std::string plain_type(Scalar scalar) {
  switch (scalar) {
    case Scalar::I8:
      return "char";
    case Scalar::U8:
      return "uchar";
    case Scalar::I16:
      return "short";
    case Scalar::U16:
      return "ushort";
    default:
      break;
  }
  Type type;
  type.scalar = scalar;
  return type_text(type);
}

// Every number of an element, with the place where it lies.
void add_fields(const Type& type, const Program& program, const Fill& fill, int64_t at,
                std::vector<FillField>& out) {
  if (type.record < 0) {
    for (int lane = 0; lane < type.lanes; ++lane) {
      out.push_back({at + lane * scalar_bytes(type.scalar), plain_type(type.scalar), fill});
    }
    return;
  }
  for (const Variable& member : program.records[static_cast<size_t>(type.record)].members) {
    const Layout inner = layout_of(member.type, program);
    at = (at + inner.align - 1) / inner.align * inner.align;
    for (int64_t i = count_of(member, program); i > 0; --i, at += inner.bytes)
      add_fields(member.type, program, fill, at, out);
  }
}

LaunchArgument argument_for(const Parameter& parameter, const Program& program,
                            const LaunchPoint& point, const LaunchShape& shape) {
  LaunchArgument argument;
  argument.name = parameter.variable.name;
  Type element = parameter.variable.type;
  const bool pointer = element.pointer;
  element.rank = 0;
  argument.element_type = type_text(element);
  if (element.record < 0) {
    argument.element_type =
        plain_type(element.scalar) + (element.lanes > 1 ? std::to_string(element.lanes) : "");
  }
  argument.size_bytes = pointer ? 8 : size_of(element, program);
  if (pointer) {
    for (const BufferContract& buffer : program.contract->buffers) {
      if (buffer.name != argument.name) continue;
      argument.fill = buffer.fill;
      argument.fields = buffer.fields;
    }
    for (const auto& [name, length] : shape.lengths)
      if (name == argument.name) argument.elements = length;
    argument.element_bytes = size_of(element, program);
    argument.fill_given = true;
    return argument;
  }
  for (const auto& [name, value] : point.reals)
    if (name == argument.name) argument.real = value;
  for (const auto& [name, value] : shape.scalars)
    if (name == argument.name) argument.integer = value;
  return argument;
}

LaunchPoint typical_point(const KernelContract& contract, int64_t size) {
  LaunchPoint point;
  for (const ScalarContract& scalar : contract.scalars) {
    const double middle = (scalar.low + scalar.high) / 2;
    if (scalar.role == ScalarRole::Real) {
      point.reals.emplace_back(scalar.name, middle);
    } else if (scalar.role != ScalarRole::Derived) {
      const bool grows = scalar.role == ScalarRole::Size;
      point.sizes.emplace_back(scalar.name,
                               allowed_value(scalar, grows ? size : static_cast<int64_t>(middle)));
    }
  }
  point.block = contract.blocks.empty()
                    ? Dims3{std::min<int64_t>(contract.warp_multiples_up_to, 256), 1, 1}
                    : contract.blocks[contract.blocks.size() / 2];
  return point;
}

Error no_contract(const Program& program) {
  return {ErrorCode::Unsupported, "kernel " + program.kernel.name + " has no contract"};
}

}  // namespace

void add_struct_fields(Program& program) {
  if (!program.contract) return;
  for (const Parameter& parameter : program.kernel.parameters) {
    Type element = parameter.variable.type;
    if (!element.pointer || element.record < 0) continue;
    element.rank = 0;
    for (BufferContract& buffer : program.contract->buffers) {
      if (buffer.name != parameter.variable.name) continue;
      buffer.fields.clear();
      add_fields(element, program, buffer.fill, 0, buffer.fields);
    }
  }
}

Result<Launch> launch_at(const Program& program, const LaunchPoint& point, Language language) {
  if (!program.contract) return no_contract(program);
  if (language == Language::OpenMp) {
    return Error{ErrorCode::Unsupported, "what a target region is given the compiler decides"};
  }
  KCAST_TRY(const LaunchShape shape, shape_of(*program.contract, point));
  Launch launch;
  launch.kernel = program.kernel.name;
  launch.block = shape.block;
  launch.grid = shape.grid;
  launch.shared_bytes = shape.shared_bytes;
  launch.seed = point.seed;
  for (const Parameter& parameter : program.kernel.parameters)
    launch.arguments.push_back(argument_for(parameter, program, point, shape));
  if (language != Language::OpenCl) return launch;
  for (const Stmt& stmt : program.kernel.body) {
    if (stmt.op != "dynamic") continue;
    LaunchArgument argument;
    argument.name = stmt.variable.name;
    argument.element_type = plain_type(stmt.variable.type.scalar);
    argument.size_bytes = 8;
    argument.local_bytes = shape.shared_bytes;
    launch.arguments.push_back(std::move(argument));
  }
  return launch;
}

int64_t size_of(const Type& type, const Program& program) {
  return layout_of(type, program).bytes;
}

Result<Launch> typical_launch(const Program& program, const LaunchChoice& choice) {
  if (!program.contract) return no_contract(program);
  int64_t size = choice.size;
  for (int round = 0; round < kMostHalvings; ++round, size /= 2) {
    const LaunchPoint point = typical_point(*program.contract, std::max<int64_t>(size, 1));
    KCAST_TRY(Launch launch, launch_at(program, point, Language::Cuda));
    int64_t bytes = 0;
    for (const LaunchArgument& argument : launch.arguments)
      bytes += argument.elements * argument.element_bytes;
    if (bytes <= choice.most_bytes || size <= 1) return launch;
  }
  return Error{ErrorCode::Internal, "no size fits the contract of " + program.kernel.name};
}

}  // namespace kcast::corpus
