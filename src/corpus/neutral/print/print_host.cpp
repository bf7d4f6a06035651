#include "corpus/neutral/print/print_host.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <string_view>

#include "schema/number_text.h"

namespace kcast::corpus {
namespace {

std::string dims_text3(const std::array<int64_t, 3>& dims) {
  std::string text = std::to_string(dims[0]);
  if (dims[1] > 1 || dims[2] > 1) text += ", " + std::to_string(dims[1]);
  if (dims[2] > 1) text += ", " + std::to_string(dims[2]);
  return text;
}

// What element `i` of a buffer is set to, as an expression over i.
std::string fill_expression(const Fill& fill, int64_t elements, int64_t target, bool real) {
  const std::string low = number_text(fill.low);
  switch (fill.kind) {
    case FillKind::Uniform:
      if (real) {
        return low + " + " + number_text(fill.high - fill.low) + " * (rand() / (double)RAND_MAX)";
      }
      [[fallthrough]];
    case FillKind::UniformInt:
      return low + " + rand() % " +
             number_text(std::max(1.0, std::floor(fill.high) - std::floor(fill.low)));
    case FillKind::IndexInto:
      return "rand() % " + std::to_string(std::max<int64_t>(target, 1));
    case FillKind::OffsetsInto: {
      const FillNumbers numbers = fill_numbers(fill, elements, target);
      const int64_t rows = std::max<int64_t>(elements - 1, 1);
      return "(long long)i * " + std::to_string(numbers.count) + " / " + std::to_string(rows);
    }
    case FillKind::Permutation:
      return std::to_string(elements - 1) + " - i";
    case FillKind::Constant:
      return low;
    case FillKind::Zero:
      return "0";
    case FillKind::Iota:
      break;
  }
  std::string text = fill.step == 1 ? "i" : "i * " + number_text(fill.step);
  if (fill.modulus > 0) text = "(" + text + ") % " + number_text(fill.modulus);
  return fill.low == 0 ? text : low + " + " + text;
}

class HostPrinter {
 public:
  HostPrinter(const Spelling& spelling, const Launch& launch, LineWriter& out)
      : spelling_(spelling), launch_(launch), out_(out) {}

  void print();
  void array(const Parameter& parameter, const LaunchArgument& argument);

 private:
  void fill(const std::string& name, const std::string& count, const Parameter& parameter,
            const LaunchArgument& argument);
  void buffer(const Parameter& parameter, const LaunchArgument& argument);
  std::string element_text(const Parameter& parameter, const LaunchArgument& argument) const;
  void call_kernel();
  std::string api(std::string_view name) const;

  const Spelling& spelling_;
  const Launch& launch_;
  LineWriter& out_;
};

std::string HostPrinter::api(std::string_view name) const {
  return (spelling_.language == Language::Hip ? "hip" : "cuda") + std::string(name);
}

std::string HostPrinter::element_text(const Parameter& parameter,
                                      const LaunchArgument& argument) const {
  const LaunchArgument* target = argument_named(launch_, argument.fill.target);
  const Scalar scalar = parameter.variable.type.scalar;
  const std::string text =
      fill_expression(argument.fill, argument.elements, target == nullptr ? 0 : target->elements,
                      is_real(scalar) || parameter.variable.type.record >= 0);
  if (scalar == Scalar::Half) return "__float2half((float)(" + text + "))";
  return "(" + spelling_.type_name(plain(scalar)) + ")(" + text + ")";
}

// What stands in each element, or in each member of it.
void HostPrinter::fill(const std::string& name, const std::string& count,
                       const Parameter& parameter, const LaunchArgument& argument) {
  const Type& type = parameter.variable.type;
  out_.open("for (size_t i = 0; i < " + count + "; ++i)");
  if (type.record >= 0) {
    for (const Variable& member :
         spelling_.program.records[static_cast<size_t>(type.record)].members) {
      if (!is_plain(member.type)) continue;
      Parameter inner = parameter;
      inner.variable.type = member.type;
      out_.line(name + "[i]." + member.name + " = " + element_text(inner, argument) + ";");
    }
  } else {
    out_.line(name + "[i] = " + element_text(parameter, argument) + ";");
  }
  out_.close();
}

// Vectors are filled number by number, through a pointer to numbers.
void HostPrinter::array(const Parameter& parameter, const LaunchArgument& argument) {
  const Type& type = parameter.variable.type;
  const std::string& name = parameter.variable.name;
  const std::string element = spelling_.type_name(type);
  const std::string count = std::to_string(argument.elements);
  const std::string star = spelling_.style.pointer_left ? "*" : " *";
  const bool is_zero = argument.fill.kind == FillKind::Zero;
  out_.line(spelling_.pointer(element, "", name) + " = (" + element + star + ")" +
            (is_zero ? "calloc(" + count + ", sizeof(" + element + "))"
                     : "malloc(" + count + " * sizeof(" + element + "))") +
            ";");
  if (is_zero) return;
  if (type.record >= 0 || type.lanes == 1) return fill(name, count, parameter, argument);
  const std::string number = spelling_.type_name(plain(type.scalar));
  fill("((" + number + star + ")" + name + ")", std::to_string(argument.elements * type.lanes),
       parameter, argument);
}

void HostPrinter::buffer(const Parameter& parameter, const LaunchArgument& argument) {
  const Type& type = parameter.variable.type;
  const std::string& name = parameter.variable.name;
  const std::string device = spelling_.type_name(type);
  const bool is_record = type.record >= 0;
  const std::string host = is_record ? device : spelling_.type_name(plain(type.scalar));
  const std::string count = std::to_string(argument.elements * (is_record ? 1 : type.lanes));
  out_.line("std::vector<" + host + "> h_" + name + "(" + count + ");");
  if (argument.fill.kind != FillKind::Zero)
    fill("h_" + name, "h_" + name + ".size()", parameter, argument);
  const std::string bytes = "h_" + name + ".size() * sizeof(" + host + ")";
  out_.line(spelling_.pointer(device, "", "d_" + name) + " = nullptr;");
  out_.line(api("Malloc") + "(&d_" + name + ", " + bytes + ");");
  out_.line(api("Memcpy") + "(d_" + name + ", h_" + name + ".data(), " + bytes + ", " +
            api("MemcpyHostToDevice") + ");");
}

void HostPrinter::call_kernel() {
  std::string call = spelling_.program.kernel.name + "<<<dim3(" + dims_text3(launch_.grid) +
                     "), dim3(" + dims_text3(launch_.block) + ")";
  if (launch_.shared_bytes > 0) call += ", " + std::to_string(launch_.shared_bytes);
  call += ">>>(";
  bool is_first = true;
  for (const Parameter& parameter : spelling_.program.kernel.parameters) {
    call += (is_first ? "" : ", ") + std::string(parameter.variable.type.pointer ? "d_" : "") +
            parameter.variable.name;
    is_first = false;
  }
  out_.line(call + ");");
  out_.open("if (" + api("DeviceSynchronize") + "() != " + api("Success") + ")");
  out_.line("printf(\"the kernel failed\\n\");");
  out_.line("return 1;");
  out_.close();
}

void HostPrinter::print() {
  out_.blank();
  out_.open("int main()");
  print_host_scalars(spelling_, launch_, out_);
  for (const Parameter& parameter : spelling_.program.kernel.parameters) {
    const LaunchArgument* argument = argument_named(launch_, parameter.variable.name);
    if (parameter.variable.type.pointer && argument != nullptr) {
      buffer(parameter, *argument);
    }
  }
  out_.blank();
  call_kernel();
  for (const Parameter& parameter : spelling_.program.kernel.parameters) {
    const std::string& name = parameter.variable.name;
    if (!parameter.variable.type.pointer) continue;
    if (parameter.direction != Direction::In) {
      out_.line(api("Memcpy") + "(h_" + name + ".data(), d_" + name + ", h_" + name +
                ".size() * sizeof(h_" + name + "[0]), " + api("MemcpyDeviceToHost") + ");");
    }
    out_.line(api("Free") + "(d_" + name + ");");
  }
  out_.line("return 0;");
  out_.close();
}

}  // namespace

const LaunchArgument* argument_named(const Launch& launch, std::string_view name) {
  for (const LaunchArgument& argument : launch.arguments) {
    if (argument.name == name) return &argument;
  }
  return nullptr;
}

void print_host_scalars(const Spelling& spelling, const Launch& launch, LineWriter& out) {
  for (const Parameter& parameter : spelling.program.kernel.parameters) {
    const LaunchArgument* argument = argument_named(launch, parameter.variable.name);
    if (parameter.variable.type.pointer || argument == nullptr) continue;
    const double real = argument->real.value_or(0);
    out.line("const " + spelling.type_name(parameter.variable.type) + " " +
             parameter.variable.name + " = " +
             (argument->integer ? std::to_string(*argument->integer) : number_text(real)) + ";");
  }
}

void print_host_array(const Spelling& spelling, const Launch& launch, const Parameter& parameter,
                      LineWriter& out) {
  if (const LaunchArgument* argument = argument_named(launch, parameter.variable.name))
    HostPrinter(spelling, launch, out).array(parameter, *argument);
}

void print_host_includes(LineWriter& out) {
  out.raw("#include <cstdio>");
  out.raw("#include <cstdlib>");
  out.raw("#include <vector>");
  out.blank();
}

void print_host_code(const Spelling& spelling, const Launch& launch, LineWriter& out) {
  HostPrinter(spelling, launch, out).print();
}

}  // namespace kcast::corpus
