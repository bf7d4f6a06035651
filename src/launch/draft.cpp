#include "launch/draft.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "launch/parameter_role.h"

namespace kcast::launch {

namespace {

// A number that is known, or else one that is likely.
std::optional<int64_t> whole_number(const HostValue& value) {
  constexpr double kLargest = 1e15;
  if (value.integer || value.real) return value.integer;
  if (!value.likely || !(std::abs(*value.likely) < kLargest)) return std::nullopt;
  return std::llround(*value.likely);
}

void take_scalar(const HostValue& value, DraftArgument& out) {
  if (!value.known() && !value.likely) {
    out.needs = value.needs;
    return;
  }
  const std::optional<int64_t> integer = whole_number(value);
  const double real = value.real     ? *value.real
                      : value.likely ? *value.likely
                                     : static_cast<double>(integer.value_or(0));
  out.known = set_scalar(out.value, integer, real);
  out.is_likely = !value.known();
}

// "float4" of 16 bytes holds values of 4.
bool holds_values(const LaunchArgument& argument, const HostFill& host) {
  if (host.value_bytes == 0) return true;
  if (is_real_type(argument.element_type) != host.is_real) return false;
  if (argument.element_bytes == host.value_bytes) return true;
  const char last = argument.element_type.empty() ? ' ' : argument.element_type.back();
  const bool is_vector = last >= '2' && last <= '9';
  return is_vector && argument.element_bytes % host.value_bytes == 0;
}

void take_fill(const HostArgument& argument, LaunchArgument& out) {
  if (!argument.fields.empty()) {
    out.fields = argument.fields;
    out.fill_from_host = true;
    return;
  }
  if (!argument.fill || !holds_values(out, *argument.fill)) return;
  out.fill = argument.fill->fill;
  out.fill_from_host = true;
}

void take_buffer(const HostArgument& argument, DraftArgument& out) {
  out.value.buffer = argument.buffer;
  out.value.offset_bytes = argument.offset_bytes.integer.value_or(0);
  take_fill(argument, out.value);
  const std::optional<int64_t> bytes = whole_number(argument.buffer_bytes);
  if (bytes && *bytes >= 0) {
    out.value.elements = *bytes / out.value.element_bytes;
    out.known = true;
    out.is_likely = !argument.buffer_bytes.known();
  } else {
    out.needs = argument.buffer_bytes.needs;
  }
}

// What host code put at a member's place; OpenCL's host code knows no names of members.
const HostArgument* member_at(const HostArgument& argument, const ParameterMember& member) {
  const HostArgument* found = nullptr;
  for (const HostArgument& given : argument.members) {
    if (given.member_offset != member.offset_bytes) continue;
    if (given.name == member.name) return &given;
    if (found == nullptr) found = &given;
  }
  return found;
}

DraftArgument draft_member(const ParameterMember& member, const HostArgument* given) {
  DraftArgument out;
  out.value.name = member.name;
  out.value.element_type = member.element_type;
  out.value.member_offset = member.offset_bytes;
  out.value.size_bytes = member.size_bytes;
  if (given == nullptr && member.is_pointer) {
    out.value.element_bytes = std::max<int64_t>(member.element_bytes, 1);
    if (member.element_bytes <= 0) out.value.element_type = "unsigned char";
  }
  if (given == nullptr) return out;
  if (given->kind == ArgumentKind::Buffer) {
    // An address kept in a number leads to bytes of no known type.
    const bool is_typed = member.is_pointer && member.element_bytes > 0;
    if (!is_typed) out.value.element_type = "unsigned char";
    out.value.element_bytes = is_typed ? member.element_bytes : 1;
    take_buffer(*given, out);
  } else if (given->kind == ArgumentKind::Null) {
    out.value.element_type = "unsigned long";
    out.value.integer = 0;
    out.known = true;
  } else if (!member.is_pointer) {
    take_scalar(given->value, out);
  } else {
    out.value.element_bytes = std::max<int64_t>(member.element_bytes, 1);
    if (member.element_bytes <= 0) out.value.element_type = "unsigned char";
    out.needs = given->value.needs;
  }
  return out;
}

// Every member open. Of the members of a union the first one stands for all.
void open_struct(const Parameter& parameter, DraftArgument& out) {
  std::set<int64_t> taken;
  for (const ParameterMember& member : parameter.members) {
    if (!taken.insert(member.offset_bytes).second) continue;
    out.open_members.push_back(out.value.members.size());
    out.value.members.push_back(draft_member(member, nullptr).value);
  }
}

void take_struct(const HostArgument& argument, const Parameter& parameter, DraftArgument& out,
                 std::vector<std::string>& notes) {
  out.known = true;
  out.value.members.clear();
  out.open_members.clear();
  std::set<int64_t> known;  // of the members of a union, one that is known will do
  std::vector<DraftArgument> members;
  for (const ParameterMember& member : parameter.members) {
    members.push_back(draft_member(member, member_at(argument, member)));
    if (members.back().known) known.insert(member.offset_bytes);
  }
  for (DraftArgument& member : members) {
    if (!member.known && known.contains(member.value.member_offset)) continue;
    if (!member.known) {
      out.known = false;
      known.insert(member.value.member_offset);
      out.open_members.push_back(out.value.members.size());
      out.needs.insert(out.needs.end(), member.needs.begin(), member.needs.end());
    }
    out.is_likely |= member.is_likely;
    out.value.members.push_back(std::move(member.value));
  }
  if (parameter.members.empty() && !argument.members.empty()) {
    notes.push_back("the layout of struct argument '" + argument.name + "' is not known");
  }
}

std::array<std::optional<int64_t>, 3> dims_of(const std::array<HostValue, 3>& dims,
                                              bool& is_likely) {
  std::array<std::optional<int64_t>, 3> out;
  for (size_t i = 0; i < 3; ++i) {
    out[i] = whole_number(dims[i]);
    is_likely |= out[i].has_value() && !dims[i].known();
  }
  return out;
}

}  // namespace

LaunchArgument declared_argument(const Parameter& parameter) {
  LaunchArgument out;
  out.name = parameter.name;
  out.element_type = parameter.element_type;
  out.size_bytes = parameter.size_bytes;
  if (parameter.is_pointer) {
    out.element_bytes = parameter.element_bytes;
    // Of void and incomplete types only the bytes are known.
    if (out.element_bytes <= 0) {
      out.element_type = "unsigned char";
      out.element_bytes = 1;
    }
  }
  return out;
}

bool set_scalar(LaunchArgument& argument, std::optional<int64_t> integer, double real) {
  argument.integer.reset();
  argument.real.reset();
  if (is_real_type(argument.element_type)) {
    argument.real = real;
    return true;
  }
  if (integer) {
    argument.integer = integer;
    return true;
  }
  // A type whose name says nothing may be a real one.
  argument.real = real;
  static constexpr const char* kIntegers[] = {"int", "char", "short", "long", "bool", "size_t"};
  for (const char* name : kIntegers) {
    if (argument.element_type.find(name) != std::string::npos) return false;
  }
  return true;
}

int64_t bounded_product(int64_t a, int64_t b) {
  constexpr int64_t kHuge = int64_t{1} << 50;
  if (a <= 0 || b <= 0) return 0;
  return a > kHuge / b ? kHuge : a * b;
}

LaunchDraft empty_draft(const Kernel& kernel) {
  LaunchDraft draft;
  for (const Parameter& parameter : kernel.parameters) {
    draft.arguments.push_back({declared_argument(parameter), false, false, {}, {}});
    open_struct(parameter, draft.arguments.back());
  }
  if (!kernel.uses_dynamic_shared) draft.shared_bytes = 0;
  return draft;
}

LaunchDraft draft_of(const Kernel& kernel, const HostLaunch& launch) {
  LaunchDraft draft = empty_draft(kernel);
  draft.assumed = launch.assumed;
  draft.grid = dims_of(launch.grid, draft.is_likely);
  draft.block = dims_of(launch.block, draft.is_likely);
  if (const auto shared = whole_number(launch.shared_bytes)) draft.shared_bytes = shared;
  // Numbers of buffers start at 0, in the order of the arguments, so that launches
  // that only swap buffers are the same launch.
  std::map<int64_t, int64_t> numbers;
  const auto renumber = [&](LaunchArgument& argument) {
    if (argument.buffer < 0) return;
    argument.buffer =
        numbers.emplace(argument.buffer, static_cast<int64_t>(numbers.size())).first->second;
  };
  const size_t n = std::min(launch.arguments.size(), draft.arguments.size());
  for (size_t i = 0; i < n; ++i) {
    const HostArgument& given = launch.arguments[i];
    DraftArgument& out = draft.arguments[i];
    switch (given.kind) {
      case ArgumentKind::Buffer:
        if (kernel.parameters[i].is_pointer) take_buffer(given, out);
        break;
      case ArgumentKind::Scalar:
        take_scalar(given.value, out);
        break;
      case ArgumentKind::Null:
        out.value.integer = 0;
        out.known = true;
        break;
      case ArgumentKind::Struct:
        take_struct(given, kernel.parameters[i], out, draft.notes);
        break;
      case ArgumentKind::Unknown:
        out.needs = given.value.needs;
        break;
    }
    renumber(out.value);
    for (LaunchArgument& member : out.value.members)
      renumber(member);
  }
  return draft;
}

}  // namespace kcast::launch
