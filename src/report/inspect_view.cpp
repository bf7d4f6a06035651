#include "report/inspect_view.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <sstream>

#include "base/text.h"
#include "schema/inspection_json.h"

namespace kcast::report {

namespace {

std::string source_place(const std::string& file, int64_t line) {
  return file.empty() ? "" : file + ":" + std::to_string(line);
}

std::string number(double value) {
  std::ostringstream out;
  out << value;
  return out.str();
}

std::string show(const HostValue& value) {
  if (value.integer) return std::to_string(*value.integer);
  if (value.real) return number(*value.real);
  return "? (" + (value.text.empty() ? std::string("not known") : value.text) + ")";
}

std::string show(const std::array<HostValue, 3>& dims) {
  // Trailing ones are left out: a plain launch reads "4096", not "4096 x 1 x 1".
  size_t n = 3;
  while (n > 1 && dims[n - 1].integer == 1)
    --n;
  std::string out = show(dims[0]);
  for (size_t i = 1; i < n; ++i)
    out += " x " + show(dims[i]);
  return out;
}

// With one digit behind the point: 67.1 MB.
std::string scaled(int64_t bytes, double unit, const char* name) {
  return number(std::round(static_cast<double>(bytes) / unit * 10) / 10) + " " + name;
}

std::string show_bytes(const HostValue& bytes) {
  if (!bytes.integer) return show(bytes) + " bytes";
  const int64_t n = *bytes.integer;
  if (n >= 10'000'000'000) return scaled(n, 1e9, "GB");
  if (n >= 1'000'000) return scaled(n, 1e6, "MB");
  if (n >= 10'000) return scaled(n, 1e3, "kB");
  return std::to_string(n) + " bytes";
}

std::string show(const HostArgument& argument) {
  std::string out = argument.name.empty() ? "" : argument.name + " = ";
  switch (argument.kind) {
    case ArgumentKind::Buffer:
      out += argument.buffer_name.empty() ? "buffer " + std::to_string(argument.buffer)
                                          : argument.buffer_name;
      if (argument.offset_bytes.integer != 0) out += " + " + show(argument.offset_bytes);
      return out + " [" + show_bytes(argument.buffer_bytes) + "]";
    case ArgumentKind::Scalar:
      return out + show(argument.value);
    case ArgumentKind::Null:
      return out + "null";
    case ArgumentKind::Struct: {
      std::vector<std::string> members;
      for (const HostArgument& member : argument.members)
        members.push_back(show(member));
      return out + "{" + join(members, ", ") + "}";
    }
    case ArgumentKind::Unknown:
      return out + "?";
  }
  return out;
}

std::string show(const Parameter& parameter) {
  std::string out = parameter.type;
  if (!parameter.name.empty()) out += (out.ends_with('*') ? "" : " ") + parameter.name;
  if (parameter.is_pointer && parameter.address_space != "generic") {
    out += " (" + parameter.address_space + ")";
  }
  return out;
}

std::string title(const Kernel& kernel) {
  std::string out = kernel.name;
  if (!kernel.template_arguments.empty()) out += "<" + join(kernel.template_arguments, ", ") + ">";
  return out;
}

void append_kernel(const Kernel& kernel, std::string& out) {
  out += "kernel " + title(kernel) + "  " + source_place(kernel.file, kernel.line) + "  " +
         kernel.language + "\n";
  if (!kernel.mangled.empty() && kernel.mangled != kernel.name) {
    out += "  symbol      " + kernel.mangled + "\n";
  }
  for (size_t i = 0; i < kernel.parameters.size(); ++i) {
    out += (i == 0 ? "  parameters  " : "              ") + show(kernel.parameters[i]) + "\n";
  }
  const LaunchBounds& bounds = kernel.launch_bounds;
  if (bounds.max_threads > 0) {
    out += "  bounds      at most " + std::to_string(bounds.max_threads) + " threads a block";
    if (bounds.min_blocks > 0) out += ", at least " + std::to_string(bounds.min_blocks) + " blocks";
    out += "\n";
  }
  if (kernel.static_shared_bytes > 0 || kernel.uses_dynamic_shared) {
    out += "  shared      " + std::to_string(kernel.static_shared_bytes) + " bytes static" +
           (kernel.uses_dynamic_shared ? ", and dynamic" : "") + "\n";
  }
  if (kernel.resources) {
    const ResourceUse& use = *kernel.resources;
    out += "  ptxas       " + std::to_string(use.registers) + " registers, " +
           std::to_string(use.spill_store_bytes) + "/" + std::to_string(use.spill_load_bytes) +
           " bytes spilled/reloaded, " + std::to_string(use.static_shared_bytes) +
           " bytes shared\n";
  }
  if (!kernel.lowered) out += "  no PTX      " + kernel.not_lowered_reason + "\n";
}

void append_launch(const HostLaunch& launch, const Inspection& inspection, std::string& out) {
  std::string name = launch.kernel;
  for (const Kernel& kernel : inspection.kernels) {
    if (kernel.mangled == launch.kernel) name = title(kernel);
  }
  out += "launch " + name + "  " + source_place(launch.file, launch.line) + "\n";
  out += "  grid        " + show(launch.grid) + "\n";
  out += "  block       " + show(launch.block) + "\n";
  if (launch.shared_bytes.integer != 0) {
    out += "  dynamic     " + show(launch.shared_bytes) + " bytes shared\n";
  }
  for (size_t i = 0; i < launch.arguments.size(); ++i) {
    out += (i == 0 ? "  arguments   " : "              ") + show(launch.arguments[i]) + "\n";
  }
  if (launch.count.integer != 1) out += "  count       " + show(launch.count) + "\n";
  if (!launch.note.empty()) out += "  note        " + launch.note + "\n";
  if (!launch.reached) out += "  note        not on the path that was followed\n";
}

void append_diagnostics(const Inspection& inspection, std::string& out) {
  for (const Diagnostic& diagnostic : inspection.diagnostics) {
    const std::string where = diagnostic.line > 0
                                  ? diagnostic.file + ":" + std::to_string(diagnostic.line) + ":" +
                                        std::to_string(diagnostic.column) + ": "
                                  : diagnostic.file + (diagnostic.file.empty() ? "" : ": ");
    const char* level = diagnostic.severity == Severity::Error     ? "error: "
                        : diagnostic.severity == Severity::Warning ? "warning: "
                                                                   : "note: ";
    out += where + level + diagnostic.message + "\n";
  }
}

}  // namespace

std::string render_inspection_text(const Inspection& inspection) {
  std::string out;
  append_diagnostics(inspection, out);
  for (const Kernel& kernel : inspection.kernels)
    append_kernel(kernel, out);
  if (inspection.kernels.empty()) out += "no kernel found\n";
  for (const HostLaunch& launch : inspection.launches)
    append_launch(launch, inspection, out);
  for (const Unresolved& name : inspection.unresolved) {
    out += "not known: " + name.name + " (" + name.reason + ", " +
           source_place(name.file, name.line) + "); give it with -D " + name.name + "=VALUE\n";
  }
  for (const PtxModule& module : inspection.modules) {
    out += "PTX of " + module.file + " by " + module.route + " for " + module.arch + ": " +
           std::to_string(std::count(module.text.begin(), module.text.end(), '\n')) + " lines\n";
  }
  return out;
}

std::string render_inspection_json(const Inspection& inspection,
                                   const InspectionJsonOptions& options) {
  nlohmann::ordered_json json = inspection_to_json(inspection);
  for (auto& module : json["modules"]) {
    if (!options.with_ptx) module.erase("text");
    if (!options.with_slice) module.erase("slice");
  }
  return json.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

}  // namespace kcast::report
