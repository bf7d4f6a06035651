// What stands at file scope.
#include <algorithm>
#include <utility>

#include "corpus/neutral/builtins.h"
#include "corpus/neutral/printer.h"

namespace kcast::corpus {

Printer::Printer(const Program& program, Language language, const PrintStyle& style)
    : program_(program),
      language_(language),
      style_(style),
      out_(style_),
      needs_(needed_capabilities(program)) {
  find_vector_arrays();
}

bool Printer::needs(Capability capability) const {
  return std::find(needs_.begin(), needs_.end(), capability) != needs_.end();
}

// Shared arrays of numbers that vectors are read from must be aligned like vectors.
void Printer::find_vector_arrays() {
  walk_exprs(program_.kernel.body, [&](const Expr& expr) {
    const Builtin* builtin = expr.kind == Expr::Kind::Call ? find_builtin(expr.text) : nullptr;
    if (builtin == nullptr) return;
    if (builtin->kind != BuiltinKind::Load && builtin->kind != BuiltinKind::Store) return;
    walk_expr(expr.args[0], [&](const Expr& inner) {
      if (inner.kind == Expr::Kind::Name) vector_arrays_.insert(inner.text);
    });
  });
}

void Printer::includes(bool with_host) {
  const bool is_hip = language_ == Language::Hip;
  if (is_c()) {
    if (needs(Capability::Double)) out_.raw("#pragma OPENCL EXTENSION cl_khr_fp64 : enable");
    if (needs(Capability::Half)) out_.raw("#pragma OPENCL EXTENSION cl_khr_fp16 : enable");
  } else {
    if (with_host) host_includes();
    if (is_hip) {
      out_.raw("#include <hip/hip_runtime.h>");
    } else if (with_host) {
      out_.raw("#include <cuda_runtime.h>");
    }
    if (needs(Capability::Half)) {
      out_.raw(is_hip ? "#include <hip/hip_fp16.h>" : "#include <cuda_fp16.h>");
    }
  }
  out_.blank();
}

void Printer::constants() {
  for (const NamedConstant& constant : program_.constants) {
    const std::string value = std::to_string(constant.value);
    if (style_.defines || is_c()) {
      out_.raw("#define " + constant.name + " " + (constant.value < 0 ? "(" + value + ")" : value));
    } else {
      out_.line("constexpr int " + constant.name + " = " + value + ";");
    }
  }
  const bool has_votes = language_ == Language::Cuda && needs(Capability::Warps);
  if (has_votes && style_.mask == 2) out_.raw("#define FULL_MASK 0xffffffff");
  out_.blank();
}

void Printer::records() {
  for (const Record& record : program_.records) {
    out_.open(is_c() ? "typedef struct" : "struct " + record.name);
    for (const Variable& member : record.members) {
      out_.line(declarator(type_name(member.type), member.name) + dims_text(member) + ";");
    }
    out_.close(is_c() ? " " + record.name + ";" : ";");
    out_.blank();
  }
}

void Printer::tables() {
  for (const ConstantTable& table : program_.tables) {
    std::string text = is_c() ? std::string(space_word(Space::Constant)) : "__constant__ ";
    text += type_name(table.variable.type) + " " + table.variable.name + dims_text(table.variable);
    text += " = {";
    for (size_t i = 0; i < table.values.size(); ++i)
      text += (i > 0 ? ", " : "") + text_of(table.values[i]);
    out_.line(text + "};");
    out_.blank();
  }
}

std::string Printer::parameter_text(const Parameter& parameter, bool of_kernel) {
  const Variable& variable = parameter.variable;
  const std::string type = type_name(variable.type);
  if (!variable.type.pointer) {
    const bool is_const = of_kernel && style_.const_scalars && never_changes(variable.name);
    return (is_const ? "const " : "") + declarator(type, variable.name);
  }
  std::string text(space_word(variable.type.space));
  if (!variable.type.writable) text += "const ";
  const bool restricts = of_kernel && style_.restrict_pointers;
  const std::string_view word = is_c() ? "restrict" : "__restrict__";
  return text + pointer(type, restricts ? word : "", variable.name);
}

// On one line, or with parameters below one another as far as they fit.
std::string Printer::signature(std::string head, const std::vector<std::string>& parameters) {
  head += "(";
  for (size_t i = 0; i < parameters.size(); ++i)
    head += (i > 0 ? ", " : "") + parameters[i];
  return head + ")";
}

void Printer::function(const Function& function) {
  constexpr std::string_view kCuda[] = {"__device__ ", "__device__ __forceinline__ ",
                                        "__device__ inline ", "static __device__ "};
  constexpr std::string_view kC[] = {"", "static inline ", "static inline ", "static "};
  find_changed(function);
  comments(function.comments);
  std::string head(is_c() ? kC[style_.inlining] : kCuda[style_.inlining]);
  head += type_name(function.returns) + " " + function.name;
  std::vector<std::string> parameters;
  for (const Parameter& parameter : function.parameters)
    parameters.push_back(parameter_text(parameter, false));
  out_.open(signature(std::move(head), parameters));
  block(function.body);
  out_.close();
  out_.blank();
}

void Printer::kernel() {
  find_changed(program_.kernel);
  comments(program_.kernel.comments);
  std::string head;
  if (is_c()) {
    head = style_.underscores ? "__kernel void " : "kernel void ";
  } else {
    head = style_.extern_c ? "extern \"C\" __global__ void " : "__global__ void ";
    if (program_.launch_bounds > 0) {
      head += "__launch_bounds__(" + std::to_string(program_.launch_bounds) + ") ";
    }
  }
  std::vector<std::string> parameters;
  for (const Parameter& parameter : program_.kernel.parameters)
    parameters.push_back(parameter_text(parameter, true));
  for (const Stmt& stmt : program_.kernel.body) {
    if (!is_c() || stmt.op != "dynamic") continue;
    parameters.push_back(std::string(space_word(Space::Shared)) +
                         pointer(type_name(stmt.variable.type), "", stmt.variable.name));
  }
  out_.open(signature(head + program_.kernel.name, parameters));
  block(program_.kernel.body);
  out_.close();
}

void Printer::device_code() {
  constants();
  records();
  tables();
  for (const Function& inner : program_.functions)
    function(inner);
  kernel();
}

std::string print_program(const Program& program, Language language, const PrintStyle& style) {
  Printer printer(program, language, style);
  printer.print(nullptr);
  return printer.take();
}

std::string print_with_host(const Program& program, const Launch& launch, Language language,
                            const PrintStyle& style) {
  Printer printer(program, language, style);
  printer.print(&launch);
  return printer.take();
}

void Printer::print(const Launch* launch) {
  includes(launch != nullptr);
  device_code();
  if (launch != nullptr) host_code(*launch);
}

}  // namespace kcast::corpus
