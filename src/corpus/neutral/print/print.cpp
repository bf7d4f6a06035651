#include "corpus/neutral/print/print.h"

#include <algorithm>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "base/check.h"
#include "corpus/neutral/offload.h"
#include "corpus/neutral/print/line_writer.h"
#include "corpus/neutral/print/print_expr.h"
#include "corpus/neutral/print/print_host.h"
#include "corpus/neutral/print/print_openmp.h"
#include "corpus/neutral/print/print_stmt.h"
#include "corpus/neutral/print/spelling.h"

namespace kcast::corpus {
namespace {

// What stands at file scope.
class ProgramPrinter {
 public:
  ProgramPrinter(const Program& program, Language language, const PrintStyle& style)
      : spelling_{program, language, style},
        out_(style),
        exprs_(spelling_),
        stmts_(spelling_, exprs_, out_),
        needs_(needed_capabilities(program)) {
    if (language != Language::OpenMp) return;
    auto offloaded = offload_kernel(program);
    KCAST_CHECK(offloaded, "OpenMP is printed where it is granted");
    offloaded_ = *std::move(offloaded);
  }

  void print(const Launch* launch);  // with host code where a launch is given
  std::string take() { return out_.take(); }

 private:
  void device_code();
  void includes(bool with_host);
  void constants();
  void records();
  void tables();
  void function(const Function& function);
  void kernel();
  void offloaded_kernel();
  std::string parameter_text(const Parameter& parameter, bool of_kernel);
  std::string signature(std::string head, const std::vector<std::string>& parameters);
  bool needs(Capability capability) const;

  Spelling spelling_;
  LineWriter out_;
  ExprPrinter exprs_;
  StmtPrinter stmts_;
  std::vector<Capability> needs_;
  std::optional<OffloadedKernel> offloaded_;  // OpenMP
};

bool ProgramPrinter::needs(Capability capability) const {
  return std::find(needs_.begin(), needs_.end(), capability) != needs_.end();
}

void ProgramPrinter::includes(bool with_host) {
  const bool is_hip = spelling_.language == Language::Hip;
  if (offloaded_) {
    print_openmp_includes(spelling_.program, with_host, out_);
  } else if (spelling_.is_c()) {
    if (needs(Capability::Double)) out_.raw("#pragma OPENCL EXTENSION cl_khr_fp64 : enable");
    if (needs(Capability::Half)) out_.raw("#pragma OPENCL EXTENSION cl_khr_fp16 : enable");
  } else {
    if (with_host) print_host_includes(out_);
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

void ProgramPrinter::constants() {
  for (const NamedConstant& constant : spelling_.program.constants) {
    const std::string value = std::to_string(constant.value);
    if (spelling_.style.defines || spelling_.is_c()) {
      out_.raw("#define " + constant.name + " " + (constant.value < 0 ? "(" + value + ")" : value));
    } else {
      out_.line("constexpr int " + constant.name + " = " + value + ";");
    }
  }
  const bool has_votes = spelling_.language == Language::Cuda && needs(Capability::Warps);
  if (has_votes && spelling_.style.mask == 2) out_.raw("#define FULL_MASK 0xffffffff");
  out_.blank();
}

void ProgramPrinter::records() {
  for (const Record& record : spelling_.program.records) {
    out_.open(spelling_.is_c() ? "typedef struct" : "struct " + record.name);
    for (const Variable& member : record.members) {
      out_.line(spelling_.type_name(member.type) + " " + member.name + stmts_.dims_text(member) +
                ";");
    }
    out_.close(spelling_.is_c() ? " " + record.name + ";" : ";");
    out_.blank();
  }
}

void ProgramPrinter::tables() {
  for (const ConstantTable& table : spelling_.program.tables) {
    std::string text =
        spelling_.is_c() ? std::string(spelling_.space_word(Space::Constant)) : "__constant__ ";
    if (offloaded_) text = "static const ";
    text += spelling_.type_name(table.variable.type) + " " + table.variable.name +
            stmts_.dims_text(table.variable);
    text += " = {";
    for (size_t i = 0; i < table.values.size(); ++i)
      text += (i > 0 ? ", " : "") + exprs_.text_of(table.values[i]);
    out_.line(text + "};");
    out_.blank();
  }
}

std::string ProgramPrinter::parameter_text(const Parameter& parameter, bool of_kernel) {
  const Variable& variable = parameter.variable;
  const std::string type = spelling_.type_name(variable.type);
  if (!variable.type.pointer) {
    const bool is_const =
        of_kernel && spelling_.style.const_scalars && stmts_.never_changes(variable.name);
    return (is_const ? "const " : "") + type + " " + variable.name;
  }
  std::string text(spelling_.space_word(variable.type.space));
  if (!variable.type.writable) text += "const ";
  const bool restricts = of_kernel && spelling_.style.restrict_pointers;
  const std::string_view word = spelling_.is_c() ? "restrict" : "__restrict__";
  return text + spelling_.pointer(type, restricts ? word : "", variable.name);
}

// On one line, or with parameters below one another as far as they fit.
std::string ProgramPrinter::signature(std::string head,
                                      const std::vector<std::string>& parameters) {
  head += "(";
  for (size_t i = 0; i < parameters.size(); ++i)
    head += (i > 0 ? ", " : "") + parameters[i];
  return head + ")";
}

void ProgramPrinter::function(const Function& function) {
  constexpr std::string_view kCuda[] = {"__device__ ", "__device__ __forceinline__ ",
                                        "__device__ inline ", "static __device__ "};
  constexpr std::string_view kC[] = {"", "static inline ", "static inline ", "static "};
  stmts_.begin_function(function);
  stmts_.comments(function.comments);
  const bool is_plain_c = spelling_.is_c() || offloaded_;
  std::string head(is_plain_c ? kC[spelling_.style.inlining] : kCuda[spelling_.style.inlining]);
  head += spelling_.type_name(function.returns) + " " + function.name;
  std::vector<std::string> parameters;
  for (const Parameter& parameter : function.parameters)
    parameters.push_back(parameter_text(parameter, false));
  out_.open(signature(std::move(head), parameters));
  stmts_.block(function.body);
  out_.close();
  out_.blank();
}

void ProgramPrinter::kernel() {
  stmts_.begin_function(spelling_.program.kernel);
  stmts_.comments(spelling_.program.kernel.comments);
  std::string head;
  if (spelling_.is_c()) {
    head = spelling_.style.underscores ? "__kernel void " : "kernel void ";
  } else {
    head = spelling_.style.extern_c ? "extern \"C\" __global__ void " : "__global__ void ";
    if (spelling_.program.launch_bounds > 0) {
      head += "__launch_bounds__(" + std::to_string(spelling_.program.launch_bounds) + ") ";
    }
  }
  std::vector<std::string> parameters;
  for (const Parameter& parameter : spelling_.program.kernel.parameters)
    parameters.push_back(parameter_text(parameter, true));
  for (const Stmt& stmt : spelling_.program.kernel.body) {
    if (!spelling_.is_c() || stmt.op != "dynamic") continue;
    parameters.push_back(
        std::string(spelling_.space_word(Space::Shared)) +
        spelling_.pointer(spelling_.type_name(stmt.variable.type), "", stmt.variable.name));
  }
  out_.open(signature(head + spelling_.program.kernel.name, parameters));
  stmts_.block(spelling_.program.kernel.body);
  out_.close();
}

void ProgramPrinter::offloaded_kernel() {
  Function region = spelling_.program.kernel;
  region.body = offloaded_->body;
  stmts_.begin_function(region);
  stmts_.comments(region.comments);
  std::vector<std::string> parameters;
  for (const Parameter& parameter : region.parameters)
    parameters.push_back(parameter_text(parameter, true));
  if (offloaded_->follows_launch()) {
    const OffloadRule& rule = *offloaded_->contract->offload;
    parameters.push_back("int " + rule.teams_name);
    parameters.push_back("int " + rule.threads_name);
  }
  out_.open(signature("void " + region.name, parameters));
  print_region(spelling_, *offloaded_, exprs_, stmts_, out_);
  out_.close();
}

void ProgramPrinter::device_code() {
  constants();
  if (offloaded_) print_vector_types(spelling_, out_);
  records();
  const bool is_declared =
      offloaded_ && !(spelling_.program.tables.empty() && spelling_.program.functions.empty());
  if (is_declared) out_.raw("#pragma omp declare target");
  tables();
  for (const Function& inner : spelling_.program.functions)
    function(inner);
  if (is_declared) {
    out_.raw("#pragma omp end declare target");
    out_.blank();
  }
  offloaded_ ? offloaded_kernel() : kernel();
}

void ProgramPrinter::print(const Launch* launch) {
  includes(launch != nullptr);
  device_code();
  if (launch == nullptr) return;
  if (offloaded_) return print_openmp_host(spelling_, *launch, *offloaded_, out_);
  print_host_code(spelling_, *launch, out_);
}

}  // namespace

std::string print_program(const Program& program, Language language, const PrintStyle& style) {
  ProgramPrinter printer(program, language, style);
  printer.print(nullptr);
  return printer.take();
}

std::string print_with_host(const Program& program, const Launch& launch, Language language,
                            const PrintStyle& style) {
  ProgramPrinter printer(program, language, style);
  printer.print(&launch);
  return printer.take();
}

}  // namespace kcast::corpus
