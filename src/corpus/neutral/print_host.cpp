// A main around the kernel, as small programs have it.
#include <algorithm>
#include <cmath>
#include <utility>

#include "corpus/neutral/printer.h"
#include "schema/number_text.h"

namespace kcast::corpus {
namespace {

std::string dims_text3(const std::array<int64_t, 3>& dims) {
  std::string text = std::to_string(dims[0]);
  if (dims[1] > 1 || dims[2] > 1) text += ", " + std::to_string(dims[1]);
  if (dims[2] > 1) text += ", " + std::to_string(dims[2]);
  return text;
}

const LaunchArgument* argument_named(const Launch& launch, std::string_view name) {
  for (const LaunchArgument& argument : launch.arguments) {
    if (argument.name == name) return &argument;
  }
  return nullptr;
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

}  // namespace

std::string Printer::api(std::string_view name) const {
  return (language_ == Language::Hip ? "hip" : "cuda") + std::string(name);
}

void Printer::host_includes() {
  out_.raw("#include <cstdio>");
  out_.raw("#include <cstdlib>");
  out_.raw("#include <vector>");
  out_.blank();
}

std::string Printer::host_element(const Parameter& parameter, const LaunchArgument& argument,
                                  const Launch& launch) const {
  const LaunchArgument* target = argument_named(launch, argument.fill.target);
  const Scalar scalar = parameter.variable.type.scalar;
  const std::string text =
      fill_expression(argument.fill, argument.elements, target == nullptr ? 0 : target->elements,
                      is_real(scalar) || parameter.variable.type.record >= 0);
  if (scalar == Scalar::Half) return "__float2half((float)(" + text + "))";
  return "(" + type_name(plain(scalar)) + ")(" + text + ")";
}

void Printer::host_buffer(const Parameter& parameter, const LaunchArgument& argument,
                          const Launch& launch) {
  const Type& type = parameter.variable.type;
  const std::string& name = parameter.variable.name;
  const std::string device = type_name(type);
  const bool is_record = type.record >= 0;
  const std::string host = is_record ? device : type_name(plain(type.scalar));
  const std::string count = std::to_string(argument.elements * (is_record ? 1 : type.lanes));
  out_.line("std::vector<" + host + "> h_" + name + "(" + count + ");");
  const bool is_written = argument.fill.kind != FillKind::Zero;
  if (is_written) {
    out_.open("for (size_t i = 0; i < h_" + name + ".size(); ++i)");
    if (is_record) {
      for (const Variable& member : program_.records[static_cast<size_t>(type.record)].members) {
        if (!is_plain(member.type)) continue;
        Parameter inner = parameter;
        inner.variable.type = member.type;
        out_.line("h_" + name + "[i]." + member.name + " = " +
                  host_element(inner, argument, launch) + ";");
      }
    } else {
      out_.line("h_" + name + "[i] = " + host_element(parameter, argument, launch) + ";");
    }
    out_.close();
  }
  const std::string bytes = "h_" + name + ".size() * sizeof(" + host + ")";
  out_.line(pointer(device, "", "d_" + name) + " = nullptr;");
  out_.line(api("Malloc") + "(&d_" + name + ", " + bytes + ");");
  out_.line(api("Memcpy") + "(d_" + name + ", h_" + name + ".data(), " + bytes + ", " +
            api("MemcpyHostToDevice") + ");");
}

void Printer::host_launch(const Launch& launch) {
  std::string call = program_.kernel.name + "<<<dim3(" + dims_text3(launch.grid) + "), dim3(" +
                     dims_text3(launch.block) + ")";
  if (launch.shared_bytes > 0) call += ", " + std::to_string(launch.shared_bytes);
  call += ">>>(";
  bool is_first = true;
  for (const Parameter& parameter : program_.kernel.parameters) {
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

void Printer::host_code(const Launch& launch) {
  out_.blank();
  out_.open("int main()");
  for (const Parameter& parameter : program_.kernel.parameters) {
    const LaunchArgument* argument = argument_named(launch, parameter.variable.name);
    if (parameter.variable.type.pointer || argument == nullptr) continue;
    const double real = argument->real.value_or(0);
    out_.line("const " + type_name(parameter.variable.type) + " " + parameter.variable.name +
              " = " + (argument->integer ? std::to_string(*argument->integer) : number_text(real)) +
              ";");
  }
  for (const Parameter& parameter : program_.kernel.parameters) {
    const LaunchArgument* argument = argument_named(launch, parameter.variable.name);
    if (parameter.variable.type.pointer && argument != nullptr) {
      host_buffer(parameter, *argument, launch);
    }
  }
  out_.blank();
  host_launch(launch);
  for (const Parameter& parameter : program_.kernel.parameters) {
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

}  // namespace kcast::corpus
