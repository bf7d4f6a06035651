#include "analyze/exec/memory.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <string_view>

#include "analyze/exec/shared_layout.h"
#include "schema/gpu/l2_contents.h"

namespace kcast::exec {
namespace {

using ptx::Space;
using ptx::Type;

constexpr uint64_t kAlign = uint64_t{2} << 20;
// Texels of textures: our headers place their rows far apart, so a texture takes more room in the
// space of addresses than its memory has.
constexpr const char* kTexel = "texel ";
constexpr int64_t kTextureRoom = int64_t{1} << 38;
constexpr int64_t kMaxBuffer = int64_t{1} << 44;

uint64_t aligned(uint64_t value, uint64_t to) {
  return to <= 1 ? value : (value + to - 1) / to * to;
}

struct Component {
  ptx::Type type = ptx::Type::None;
  int width = 1;
};

// "unsigned int", "float4", "uchar", "__half2": the scalar type and the components.
Component component_of(std::string name, int64_t element_bytes) {
  static const std::map<std::string_view, ptx::Type> k_names = {
      {"char", ptx::Type::S8},
      {"signed char", ptx::Type::S8},
      {"int8_t", ptx::Type::S8},
      {"unsigned char", ptx::Type::U8},
      {"uchar", ptx::Type::U8},
      {"uint8_t", ptx::Type::U8},
      {"bool", ptx::Type::U8},
      {"short", ptx::Type::S16},
      {"int16_t", ptx::Type::S16},
      {"unsigned short", ptx::Type::U16},
      {"ushort", ptx::Type::U16},
      {"uint16_t", ptx::Type::U16},
      {"int", ptx::Type::S32},
      {"int32_t", ptx::Type::S32},
      {"unsigned int", ptx::Type::U32},
      {"unsigned", ptx::Type::U32},
      {"uint", ptx::Type::U32},
      {"uint32_t", ptx::Type::U32},
      {"long", ptx::Type::S64},
      {"long long", ptx::Type::S64},
      {"longlong", ptx::Type::S64},
      {"int64_t", ptx::Type::S64},
      {"unsigned long", ptx::Type::U64},
      {"unsigned long long", ptx::Type::U64},
      {"ulong", ptx::Type::U64},
      {"ulonglong", ptx::Type::U64},
      {"size_t", ptx::Type::U64},
      {"uint64_t", ptx::Type::U64},
      {"half", ptx::Type::F16},
      {"__half", ptx::Type::F16},
      {"_Float16", ptx::Type::F16},
      {"bfloat16", ptx::Type::BF16},
      {"__nv_bfloat16", ptx::Type::BF16},
      {"__nv_bfloat", ptx::Type::BF16},
      {"__bf16", ptx::Type::BF16},
      {"float", ptx::Type::F32},
      {"double", ptx::Type::F64},
  };
  for (const char* prefix : {"const ", kTexel}) {
    if (name.starts_with(prefix)) name = name.substr(6);
  }
  if (const auto exact = k_names.find(name); exact != k_names.end()) {
    const int bytes = ptx::bits_of(exact->second) / 8;
    return {.type = exact->second,
            .width = element_bytes > bytes ? static_cast<int>(element_bytes / bytes) : 1};
  }
  size_t digits = name.size();
  while (digits > 0 && name[digits - 1] >= '0' && name[digits - 1] <= '9')
    --digits;
  if (digits < name.size() && name.size() - digits <= 2) {
    const auto vector = k_names.find(name.substr(0, digits));
    const int width = std::stoi(name.substr(digits));
    if (vector != k_names.end() && width >= 1 && width <= 16)
      return {.type = vector->second, .width = width};
  }
  return {.type = ptx::Type::None, .width = 1};
}

// The bits that a collector writes for a value of the fill function.
Lane fill_lane(double value, ptx::Type type) {
  switch (type) {
    case ptx::Type::F16:
      return float_to_half(value);
    case ptx::Type::BF16:
      return float_to_bfloat(value);
    case ptx::Type::F32:
      return LaneType<float>::to(static_cast<float>(value));
    case ptx::Type::F64:
      return LaneType<double>::to(value);
    default:
      break;
  }
  const double limit = 9.2e18;
  const double cut = std::trunc(value);
  if (cut >= limit)
    return low_bits(static_cast<Lane>(cut < 2 * limit ? cut : 0), ptx::bits_of(type));
  if (!(cut > -limit)) return 0;
  return low_bits(static_cast<Lane>(static_cast<int64_t>(cut)), ptx::bits_of(type));
}

int64_t length_of(const Launch& launch, const std::string& target) {
  for (const LaunchArgument& argument : launch.arguments)
    if (argument.name == target) return argument.elements;
  return 0;
}

int64_t element_bytes_of(const LaunchArgument& argument) {
  if (argument.element_bytes > 0) return argument.element_bytes;
  const Component component = component_of(argument.element_type, 0);
  if (component.type == ptx::Type::None) return 1;
  // Vectors of three take the room of their three components in CUDA.
  return int64_t{ptx::bits_of(component.type) / 8} * component.width;
}

}  // namespace

bool has_known_values(const LaunchArgument& argument) {
  return component_of(argument.element_type, argument.element_bytes).type != ptx::Type::None;
}

ptx::Space space_of_address(uint64_t address) {
  if (address >= kGlobalBase) return ptx::Space::Global;
  if (address >= kLocalEnd) return ptx::Space::Global;
  if (address >= kLocalBase) return ptx::Space::Local;
  if (address >= kConstBase) return ptx::Space::Const;
  if (address >= kParamBase) return ptx::Space::Param;
  if (address >= kSharedBase) return ptx::Space::Shared;
  return ptx::Space::Global;
}

Result<LaunchMemory> LaunchMemory::make(const ptx::Module& module, const ptx::Function& kernel,
                                        const Launch& launch) {
  LaunchMemory memory;
  memory.module_ = &module;
  KCAST_OK(memory.place_buffers(launch));
  KCAST_OK(memory.place_variables(module));
  KCAST_OK(memory.add_arguments(kernel, launch));
  return memory;
}

namespace {

void add_fields(const Launch& launch, const LaunchArgument& argument, Buffer& buffer) {
  buffer.element_bytes = static_cast<uint64_t>(argument.element_bytes);
  for (const FillField& field : argument.fields) {
    const ptx::Type type = component_of(field.type, 0).type;
    if (type == ptx::Type::None || field.offset_bytes < 0) continue;
    buffer.fields.push_back(
        {.offset = static_cast<uint64_t>(field.offset_bytes),
         .type = type,
         .fill = fill_numbers(field.fill, argument.elements, length_of(launch, field.fill.target)),
         .seed = fill_field_seed(buffer.seed, field.offset_bytes)});
  }
}

// The byte of an element that a field covers; zero between fields.
Lane field_byte(const Buffer& buffer, uint64_t offset) {
  const uint64_t index = offset / buffer.element_bytes;
  const uint64_t at = offset % buffer.element_bytes;
  for (const BufferField& field : buffer.fields) {
    const auto bytes = static_cast<uint64_t>(ptx::bits_of(field.type) / 8);
    if (at < field.offset || at >= field.offset + bytes) continue;
    const double value = fill_value(field.seed, field.fill, static_cast<long long>(index));
    return (fill_lane(value, field.type) >> (8 * (at - field.offset))) & 255;
  }
  return 0;
}

}  // namespace

Status LaunchMemory::place_buffers(const Launch& launch) {
  std::map<int64_t, int32_t> by_number;
  std::vector<const LaunchArgument*> tables;
  const auto place = [&](const LaunchArgument& argument, int position) -> Status {
    if (!is_buffer(argument)) return Unit{};
    const int64_t each = std::max<int64_t>(1, element_bytes_of(argument));
    if (argument.elements < 0 || argument.elements > kMaxBuffer / each) {
      return Error{ErrorCode::InvalidInput,
                   "argument '" + argument.name + "' has an impossible length"};
    }
    const bool is_texture = argument.element_type.starts_with(kTexel);
    const int64_t bytes = is_texture ? kTextureRoom : argument.elements * each;
    if (argument.buffer >= 0) {
      if (const auto known = by_number.find(argument.buffer); known != by_number.end()) {
        Buffer& buffer = buffers_[known->second];
        buffer.extent.bytes = std::max(buffer.extent.bytes, bytes);
        pointers_[&argument] = known->second;
        return Unit{};
      }
      by_number[argument.buffer] = static_cast<int32_t>(buffers_.size());
    }
    Buffer buffer;
    buffer.argument = position;
    buffer.name = argument.name;
    buffer.extent.bytes = bytes;
    Component component = component_of(argument.element_type, argument.element_bytes);
    if (component.type == ptx::Type::None)
      component = {.type = ptx::Type::U8, .width = static_cast<int>(each)};
    buffer.component = component.type;
    buffer.component_bytes = ptx::bits_of(component.type) / 8;
    buffer.fill = fill_numbers(argument.fill, argument.elements * component.width,
                               length_of(launch, argument.fill.target));
    buffer.seed = fill_seed(launch.seed, position);
    buffer.unknown = argument.fill_unknown;
    add_fields(launch, argument, buffer);
    if (argument.holds_pointers) tables.push_back(&argument);
    pointers_[&argument] = static_cast<int32_t>(buffers_.size());
    buffers_.push_back(std::move(buffer));
    return Unit{};
  };
  for (size_t i = 0; i < launch.arguments.size(); ++i) {
    const LaunchArgument& argument = launch.arguments[i];
    KCAST_OK(place(argument, static_cast<int>(i)));
    for (const LaunchArgument& member : argument.members) {
      KCAST_OK(place(member, static_cast<int>(i)));
    }
  }
  for (Buffer& buffer : buffers_) {
    buffer.extent.base = next_;
    next_ = aligned(next_ + static_cast<uint64_t>(buffer.extent.bytes) + 1, kAlign) + kAlign;
  }
  place_pointees(tables);
  if (next_ >= kLocalTraceBase)
    return Error{ErrorCode::InvalidInput, "the buffers of the launch are larger than any GPU"};
  return Unit{};
}

// Memory that no argument names: a table of pointers leads to it.
void LaunchMemory::place_pointees(const std::vector<const LaunchArgument*>& tables) {
  constexpr int64_t kMostPointees = 64;
  int64_t longest = 0;
  for (const Buffer& buffer : buffers_)
    longest = std::max(longest, buffer.extent.bytes);
  const auto room = static_cast<uint64_t>(longest);
  for (const LaunchArgument* table : tables) {
    const auto which = static_cast<size_t>(pointers_.at(table));
    for (int64_t i = 0; i < std::min(table->elements, kMostPointees); ++i) {
      if (next_ + room >= kLocalTraceBase) return;
      Buffer buffer;
      buffer.argument = buffers_[which].argument;
      buffer.name = "*" + table->name;
      buffer.extent = {.base = next_, .bytes = longest};
      buffers_[which].pointees.push_back(next_);
      next_ = aligned(next_ + room + 1, kAlign) + kAlign;
      buffers_.push_back(std::move(buffer));
    }
  }
}

Status LaunchMemory::place_variables(const ptx::Module& module) {
  variable_addresses_.assign(module.variables.size(), 0);
  uint64_t constant = 0;
  constexpr int64_t kMaxVariable = int64_t{1} << 36;
  for (size_t i = 0; i < module.variables.size(); ++i) {
    const ptx::Variable& variable = module.variables[i];
    if (variable.bytes < 0 || variable.bytes > kMaxVariable)
      return Error{ErrorCode::InvalidInput, "variable '" + variable.name + "' is too large"};
    if (variable.space == ptx::Space::Const) {
      constant = aligned(constant, static_cast<uint64_t>(std::max<int64_t>(variable.align, 1)));
      variable_addresses_[i] = kConstBase + constant;
      constant += static_cast<uint64_t>(variable.bytes);
      if (constant > (kLocalBase - kConstBase))
        return Error{ErrorCode::InvalidInput, "constant memory is too large"};
    } else if (variable.space == ptx::Space::Global) {
      Buffer buffer;
      buffer.variable = static_cast<int32_t>(i);
      buffer.name = variable.name;
      const int64_t bytes = variable.type == ptx::Type::Other ? kTextureRoom : variable.bytes;
      buffer.extent = {.base = next_, .bytes = bytes};
      variable_addresses_[i] = next_;
      next_ = aligned(next_ + static_cast<uint64_t>(bytes) + 1, kAlign) + kAlign;
      buffers_.push_back(std::move(buffer));
    }
  }
  constants_.assign(constant, 0);
  for (size_t i = 0; i < module.variables.size(); ++i) {
    const ptx::Variable& variable = module.variables[i];
    if (variable.space != ptx::Space::Const) continue;
    const size_t at = variable_addresses_[i] - kConstBase;
    const size_t bytes = std::min(variable.initial.size(), static_cast<size_t>(variable.bytes));
    for (size_t k = 0; k < bytes; ++k)
      constants_[at + k] = static_cast<uint8_t>(variable.initial[k]);
    for (const ptx::AddressValue& pointer : variable.addresses) {
      if (pointer.at < 0 || pointer.at + 8 > variable.bytes) continue;
      const uint64_t value = pointed_at(pointer);
      for (int k = 0; k < 8; ++k) {
        constants_[at + static_cast<size_t>(pointer.at) + k] =
            static_cast<uint8_t>(value >> (8 * k));
      }
    }
  }
  return Unit{};
}

// What a pointer that the module initialises holds; 0: a name that it does not define.
uint64_t LaunchMemory::pointed_at(const ptx::AddressValue& pointer) const {
  if (pointer.function >= 0) return function_address(pointer.function);
  if (pointer.symbol < 0) return 0;
  return variable_addresses_[pointer.symbol] + static_cast<uint64_t>(pointer.addend);
}

void LaunchMemory::put_parameter(int64_t at, int64_t size, uint64_t value, bool known) {
  for (int64_t k = 0; k < size && k < 8; ++k) {
    const auto where = static_cast<size_t>(at + k);
    if (at + k < 0 || where >= parameters_.size()) return;
    parameters_[where] = static_cast<uint8_t>(value >> (8 * k));
    parameters_known_[where] = known ? 1 : 0;
  }
}

Status LaunchMemory::add_argument(const LaunchArgument& argument, int position, int64_t at,
                                  int64_t size) {
  if (const auto pointer = pointers_.find(&argument); pointer != pointers_.end()) {
    // A pointer may be null on purpose.
    const bool null = argument.elements == 0 && argument.integer == 0;
    const uint64_t value =
        buffers_[pointer->second].extent.base + static_cast<uint64_t>(argument.offset_bytes);
    put_parameter(at, 8, null ? 0 : value, true);
    return Unit{};
  }
  if (!argument.members.empty()) {
    for (const LaunchArgument& member : argument.members) {
      int64_t bytes = member.size_bytes > 0 ? member.size_bytes : element_bytes_of(member);
      KCAST_OK(add_argument(member, position, at + member.member_offset, bytes));
    }
    return Unit{};
  }
  const ptx::Type type = component_of(argument.element_type, 0).type;
  const bool is_real = type == ptx::Type::None ? argument.real.has_value() : ptx::is_float(type);
  const bool known = argument.integer.has_value() || argument.real.has_value();
  const double real =
      argument.real.value_or(argument.integer ? static_cast<double>(*argument.integer) : 0.0);
  uint64_t bits = 0;
  if (is_real) {
    bits = type != ptx::Type::None ? fill_lane(real, type)
                                   : fill_lane(real, size == 8 ? ptx::Type::F64 : ptx::Type::F32);
  } else if (argument.integer) {
    bits = static_cast<uint64_t>(*argument.integer);
  } else {
    bits = fill_lane(real, ptx::Type::S64);
  }
  put_parameter(at, size, bits, known);
  return Unit{};
}

Status LaunchMemory::add_arguments(const ptx::Function& kernel, const Launch& launch) {
  int64_t bytes = 0;
  for (const ptx::Variable& parameter : kernel.parameters)
    bytes = std::max(bytes, parameter.offset + parameter.bytes);
  if (bytes < 0 || bytes > 65536)
    return Error{ErrorCode::InvalidInput, "kernel '" + kernel.name + "' has too many parameters"};
  parameters_.assign(static_cast<size_t>(bytes), 0);
  parameters_known_.assign(static_cast<size_t>(bytes), 0);
  if (launch.arguments.size() < kernel.parameters.size()) {
    return Error{ErrorCode::InvalidInput,
                 "kernel '" + kernel.name + "' has " + std::to_string(kernel.parameters.size()) +
                     " parameters, the launch gives " + std::to_string(launch.arguments.size())};
  }
  if (launch.arguments.size() > kernel.parameters.size())
    notes_.emplace_back("The launch gives more arguments than the kernel has parameters.");
  // Pointers to local memory share the dynamic part of the block's shared memory, in order.
  uint64_t local = kSharedBase + static_cast<uint64_t>(lay_out_shared(*module_, 0).dynamic);
  for (size_t i = 0; i < kernel.parameters.size(); ++i) {
    const ptx::Variable& parameter = kernel.parameters[i];
    if (const int64_t room = launch.arguments[i].local_bytes; room > 0) {
      put_parameter(parameter.offset, parameter.bytes, local, true);
      local += static_cast<uint64_t>((room + 15) / 16 * 16);
      continue;
    }
    KCAST_OK(
        add_argument(launch.arguments[i], static_cast<int>(i), parameter.offset, parameter.bytes));
  }
  return Unit{};
}

int32_t LaunchMemory::find(uint64_t address, int64_t bytes) const {
  const auto after = std::upper_bound(
      buffers_.begin(), buffers_.end(), address,
      [](uint64_t value, const Buffer& buffer) { return value < buffer.extent.base; });
  if (after == buffers_.begin()) return -1;
  const Buffer& buffer = *(after - 1);
  const uint64_t offset = address - buffer.extent.base;
  const auto limit = static_cast<uint64_t>(buffer.extent.bytes);
  if (offset > limit || limit - offset < static_cast<uint64_t>(bytes)) return -1;
  return static_cast<int32_t>(after - 1 - buffers_.begin());
}

int32_t LaunchMemory::nearest(uint64_t address) const {
  int32_t best = -1;
  uint64_t distance = std::numeric_limits<uint64_t>::max();
  for (size_t i = 0; i < buffers_.size(); ++i) {
    const Extent& extent = buffers_[i].extent;
    const uint64_t end = extent.base + static_cast<uint64_t>(extent.bytes);
    const uint64_t away =
        address < extent.base ? extent.base - address : (address >= end ? address - end : 0);
    if (away < distance) {
      distance = away;
      best = static_cast<int32_t>(i);
    }
  }
  return best;
}

Known LaunchMemory::initial(uint64_t address, int bytes) const {
  const int32_t index = find(address, bytes);
  if (index < 0) return {.value = 0, .known = false, .buffer = -1};
  Known result = initial_in(buffers_[index], address, bytes);
  result.buffer = index;
  return result;
}

Known LaunchMemory::initial_in(const Buffer& buffer, uint64_t address, int bytes) const {
  const uint64_t offset = address - buffer.extent.base;
  if (!buffer.pointees.empty() && bytes == 8)
    return {.value = buffer.pointees[(offset / 8) % buffer.pointees.size()]};
  if (buffer.unknown) return {.value = 0, .known = false, .buffer = -1};
  Known result;
  if (buffer.variable >= 0) {
    const ptx::Variable& variable = module_->variables[buffer.variable];
    for (int k = 0; k < bytes; ++k) {
      const uint64_t at = offset + static_cast<uint64_t>(k);
      if (at >= variable.initial.size()) break;
      result.value |= Lane{static_cast<uint8_t>(variable.initial[at])} << (8 * k);
    }
    for (const ptx::AddressValue& pointer : variable.addresses) {
      if (bytes == 8 && static_cast<uint64_t>(pointer.at) == offset)
        result.value = pointed_at(pointer);
    }
    return result;
  }
  if (!buffer.fields.empty() && buffer.element_bytes > 0) {
    for (int k = 0; k < bytes; ++k)
      result.value |= field_byte(buffer, offset + static_cast<uint64_t>(k)) << (8 * k);
    return result;
  }
  const auto each = static_cast<uint64_t>(buffer.component_bytes);
  const auto value_at = [&](uint64_t index) {
    return fill_lane(fill_value(buffer.seed, buffer.fill, static_cast<long long>(index)),
                     buffer.component);
  };
  if (static_cast<uint64_t>(bytes) == each && offset % each == 0) {
    result.value = value_at(offset / each);
    return result;
  }
  for (int k = 0; k < bytes; ++k) {
    const uint64_t at = offset + static_cast<uint64_t>(k);
    const Lane byte = (value_at(at / each) >> (8 * (at % each))) & 255;
    result.value |= byte << (8 * k);
  }
  return result;
}

Known LaunchMemory::parameter(int64_t offset, int bytes) const {
  Known result;
  for (int k = 0; k < bytes; ++k) {
    const int64_t at = offset + k;
    if (at < 0 || static_cast<size_t>(at) >= parameters_.size())
      return {.value = 0, .known = false, .buffer = -1};
    result.value |= Lane{parameters_[static_cast<size_t>(at)]} << (8 * k);
    if (parameters_known_[static_cast<size_t>(at)] == 0) result.known = false;
  }
  return result;
}

Known LaunchMemory::constant(int64_t offset, int bytes) const {
  Known result;
  for (int k = 0; k < bytes; ++k) {
    const int64_t at = offset + k;
    if (at < 0 || static_cast<size_t>(at) >= constants_.size())
      return {.value = 0, .known = false, .buffer = -1};
    result.value |= Lane{constants_[static_cast<size_t>(at)]} << (8 * k);
  }
  return result;
}

}  // namespace kcast::exec
