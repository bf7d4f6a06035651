#include "predict/draft.h"

#include <cmath>
#include <map>

#include "base/text.h"

namespace kcast {

namespace {

constexpr int64_t kPointerBytes = 8;

LaunchArgument declared(const Parameter& parameter) {
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

void take_scalar(const HostValue& value, DraftArgument& out) {
  if (!value.known()) {
    out.needs = value.needs;
    return;
  }
  const double real = value.real ? *value.real : static_cast<double>(*value.integer);
  out.known = set_scalar(out.value, value.integer, real);
}

void take_buffer(const HostArgument& argument, DraftArgument& out) {
  out.value.buffer = argument.buffer;
  out.value.offset_bytes = argument.offset_bytes.integer.value_or(0);
  if (argument.buffer_bytes.integer && *argument.buffer_bytes.integer >= 0) {
    out.value.elements = *argument.buffer_bytes.integer / out.value.element_bytes;
    out.known = true;
  } else {
    out.needs = argument.buffer_bytes.needs;
  }
}

int64_t align_up(int64_t value, int64_t to) {
  return (value + to - 1) / to * to;
}

// Lays members out as a compiler would if every number had `number_bytes`; false if
// the struct would then have another size.
bool lay_out(std::vector<LaunchArgument>& members, int64_t number_bytes, int64_t struct_bytes) {
  int64_t offset = 0;
  int64_t alignment = 1;
  for (LaunchArgument& member : members) {
    const int64_t bytes = member.buffer >= 0 || member.elements > 0 ? kPointerBytes : number_bytes;
    offset = align_up(offset, bytes);
    member.member_offset = offset;
    member.size_bytes = bytes;
    offset += bytes;
    alignment = std::max(alignment, bytes);
  }
  return align_up(offset, alignment) == struct_bytes;
}

void take_struct(const HostArgument& argument, DraftArgument& out,
                 std::vector<std::string>& notes) {
  out.known = true;
  for (const HostArgument& given : argument.members) {
    DraftArgument member;
    member.value.name = given.name;
    if (given.kind == ArgumentKind::Buffer) {
      member.value.element_type = "unsigned char";
      member.value.element_bytes = 1;
      take_buffer(given, member);
    } else if (given.kind == ArgumentKind::Null) {
      member.value.integer = 0;
      member.known = true;
    } else if (given.value.known()) {
      member.value.integer = given.value.integer;
      member.value.real = given.value.real;
      member.known = true;
    } else {
      member.needs = given.value.needs;
    }
    if (!member.known) {
      out.known = false;
      out.needs.insert(out.needs.end(), member.needs.begin(), member.needs.end());
    }
    out.value.members.push_back(std::move(member.value));
  }
  if (!lay_out(out.value.members, 4, out.value.size_bytes) &&
      !lay_out(out.value.members, 8, out.value.size_bytes)) {
    notes.push_back("the layout of struct argument '" + argument.name + "' is assumed");
  }
}

std::array<std::optional<int64_t>, 3> known_dims(const std::array<HostValue, 3>& dims) {
  return {dims[0].integer, dims[1].integer, dims[2].integer};
}

}  // namespace

bool is_real_type(const std::string& type) {
  for (const char* name : {"float", "double", "half", "bfloat", "real"}) {
    if (type.find(name) != std::string::npos) return true;
  }
  return false;
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
  for (const Parameter& parameter : kernel.parameters)
    draft.arguments.push_back({declared(parameter), false, {}});
  if (!kernel.uses_dynamic_shared) draft.shared_bytes = 0;
  return draft;
}

LaunchDraft draft_of(const Kernel& kernel, const HostLaunch& launch) {
  LaunchDraft draft = empty_draft(kernel);
  draft.grid = known_dims(launch.grid);
  draft.block = known_dims(launch.block);
  if (launch.shared_bytes.integer) draft.shared_bytes = launch.shared_bytes.integer;
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
        take_struct(given, out, draft.notes);
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

UsedAxes used_axes(const Inspection& inspection, const Kernel& kernel) {
  for (const PtxModule& module : inspection.modules) {
    const size_t start = module.text.find(".entry " + kernel.mangled + "(");
    if (start == std::string::npos) continue;
    const size_t end = module.text.find("\n}", start);
    const std::string_view body = std::string_view(module.text).substr(start, end - start);
    const auto has = [&](std::string_view name) {
      return body.find(name) != std::string_view::npos;
    };
    return {has("%ctaid.y"), has("%ctaid.z"), has("%tid.y"), has("%tid.z")};
  }
  return {};
}

}  // namespace kcast
