#include "frontend/host/opencl.h"

#include <algorithm>

namespace kcast::host {

bool OpenCl::opencl_intrinsic(llvm::StringRef name, const std::vector<EvalValue>& values,
                              EvalValue* result) {
  *result = EvalValue();
  if (name == "__kcast_cl_program") {
    *result = cl_program(values);
    return true;
  }
  if (name == "__kcast_cl_build") {
    auto program = static_cast<size_t>(values[0].integer - 1);
    if (values[0].is_integer() && program < cl_programs_.size()) {
      memory_.read_text(place_of(values[1]), 4096, &cl_programs_[program].text.options);
    }
    return true;
  }
  if (name == "__kcast_cl_kernel") {
    if (cl_kernels_.size() >= 4096) return true;
    ClKernelState kernel;
    if (values[0].is_integer()) kernel.program = values[0].integer - 1;
    if (!memory_.read_text(place_of(values[1]), 1024, &kernel.name)) kernel.name.clear();
    cl_kernels_.push_back(std::move(kernel));
    *result = integer_value(static_cast<int64_t>(cl_kernels_.size()), integer_shape(64, false));
    return true;
  }
  if (name == "__kcast_cl_set_argument") {
    cl_set_argument(values);
    return true;
  }
  if (name == "__kcast_cl_enqueue") {
    cl_enqueue(values);
    return true;
  }
  return false;
}

EvalValue OpenCl::cl_program(const std::vector<EvalValue>& values) {
  if (cl_programs_.size() >= 1024) return EvalValue();
  ClProgramState program;
  program.known = values[2].is_integer() && values[2].integer >= 1;
  program.text.file = position_.place.file;
  program.text.line = position_.place.line;
  int64_t count = program.known ? std::min<int64_t>(values[2].integer, 1024) : 0;
  for (int64_t i = 0; i < count && program.known; ++i) {
    Place slot = place_of(values[0]);
    slot.offset += 8 * i;
    std::string part;
    EvalValue text = memory_.load(slot, pointer_shape());
    size_t limit = 1 << 22;
    Place length = place_of(values[1]);
    length.offset += 8 * i;
    if (length.object != 0) {
      EvalValue size = memory_.load(length, integer_shape(64, true));
      if (size.is_integer() && size.integer > 0) {
        limit = std::min(limit, static_cast<size_t>(size.integer));
      }
    }
    program.known = memory_.read_text(place_of(text), limit, &part);
    program.text.source += part;
  }
  cl_programs_.push_back(std::move(program));
  return integer_value(static_cast<int64_t>(cl_programs_.size()), integer_shape(64, false));
}

// The argument's type is the kernel's business; here it is what was last stored.
HostArgument OpenCl::cl_argument(const EvalValue& address, int64_t bytes) {
  Place at = place_of(address);
  HostArgument result;
  if (at.object == 0 || !at.offset_known || bytes < 0) {
    result.value = records_.host_value(unknown_value(address.causes), "");
    return result;
  }
  std::string text = memory_.object(at.object).name;
  const MemoryContent& content = memory_.content(at.object);
  std::vector<MemoryCell> cells;
  for (const MemoryCell& cell : content.cells) {
    if (cell.offset >= at.offset && cell.offset < at.offset + bytes) cells.push_back(cell);
  }
  if (cells.size() == 1 && cells[0].offset == at.offset) {
    return arguments_.argument_of_value("", cells[0].value, text);
  }
  if (cells.size() > 1) {
    result.kind = ArgumentKind::Struct;
    result.value.text = text;
    for (const MemoryCell& cell : cells) {
      if (result.members.size() >= 256) break;
      std::string name = "+" + std::to_string(cell.offset - at.offset);
      result.members.push_back(arguments_.argument_of_value(name, cell.value, ""));
      result.members.back().member_offset = cell.offset - at.offset;
    }
    return result;
  }
  auto bits = static_cast<uint8_t>(std::min<int64_t>(std::max<int64_t>(bytes, 1), 8) * 8);
  Shape shape = integer_shape(bits, false);
  EvalValue value = load_content(content, at.offset, shape);
  if (value.is_unknown() && value.causes == 0)
    value = causes_.unknown(text, "is read before it is assigned");
  result = arguments_.argument_of_value("", value, text);
  if (result.kind == ArgumentKind::Unknown && bytes < 8) result.kind = ArgumentKind::Scalar;
  return result;
}

void OpenCl::cl_set_argument(const std::vector<EvalValue>& values) {
  auto index = static_cast<size_t>(values[0].integer - 1);
  if (!values[0].is_integer() || index >= cl_kernels_.size() || !values[1].is_integer()) return;
  auto number = static_cast<unsigned>(values[1].integer);
  if (number >= 1024) return;
  ClKernelState& kernel = cl_kernels_[index];
  int64_t bytes = values[2].is_integer() ? values[2].integer : -1;
  if (values[3].is_null()) {
    // Local memory: a size without a value.
    HostArgument local;
    local.kind = ArgumentKind::Null;
    local.value = records_.host_value(values[2], "");
    kernel.arguments[number] = local;
    kernel.local_arguments[number] = bytes;
    return;
  }
  kernel.local_arguments.erase(number);
  kernel.arguments[number] = cl_argument(values[3], bytes);
}

void OpenCl::cl_enqueue(const std::vector<EvalValue>& values) {
  HostLaunch made;
  made.file = position_.place.file;
  made.line = position_.place.line;
  auto index = static_cast<size_t>(values[0].integer - 1);
  const ClKernelState* kernel =
      values[0].is_integer() && index < cl_kernels_.size() ? &cl_kernels_[index] : nullptr;
  int64_t dims = values[1].is_integer() ? std::clamp<int64_t>(values[1].integer, 1, 3) : 3;
  Shape size = integer_shape(64, true);
  for (int64_t axis = 0; axis < 3; ++axis) {
    EvalValue one = integer_value(1, size);
    EvalValue global = one;
    EvalValue local = one;
    if (axis < dims) {
      Place from = place_of(values[2]);
      from.offset += 8 * axis;
      global = named_.load(from, stack_.ast().getSizeType());
      Place group = place_of(values[3]);
      group.offset += 8 * axis;
      local = values[3].is_null()
                  ? causes_.unknown("local size", "is chosen by the OpenCL implementation", false)
                  : named_.load(group, stack_.ast().getSizeType());
    }
    if (const EvalValue* bound = local.is_unknown() ? bindings_.find("local size") : nullptr) {
      local = convert_value(*bound, size);
    }
    EvalValue groups = arithmetic(ArithmeticOp::Div, global, local, size, causes_.table());
    auto at = static_cast<size_t>(axis);
    auto text = [](const EvalValue& value) {
      return value.is_integer() ? std::to_string(value.integer) : std::string();
    };
    made.block[at] = records_.host_value(local, text(local));
    made.grid[at] = records_.host_value(groups, text(groups));
    if (groups.is_unknown() && global.is_integer()) {
      made.grid[at].text = std::to_string(global.integer) + " / local size";
    }
  }
  int64_t shared = 0;
  bool shared_known = true;
  if (kernel != nullptr) {
    made.kernel = kernel->name;
    for (const auto& [number, given] : kernel->arguments) {
      made.arguments.resize(std::max<size_t>(made.arguments.size(), number + 1));
      made.arguments[number] = given;
    }
    for (const auto& [number, bytes] : kernel->local_arguments) {
      shared_known &= bytes >= 0;
      if (bytes > 0 && bytes < (int64_t{1} << 40)) shared += bytes;
    }
  }
  made.shared_bytes = records_.host_value(shared_known ? integer_value(shared, size) : EvalValue(),
                                          shared_known ? std::to_string(shared) : "local memory");
  if (made.kernel.empty()) made.note = "the kernel is not known";
  for (HostArgument& given : made.arguments)
    arguments_.add_fill(given, clang::QualType());
  for (const HostArgument& given : made.arguments)
    arguments_.forget_outputs(given, clang::QualType());
  records_.record(std::move(made), position_.site, nullptr);
}

}  // namespace kcast::host
