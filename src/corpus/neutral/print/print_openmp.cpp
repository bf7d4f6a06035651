#include "corpus/neutral/print/print_openmp.h"

#include <algorithm>
#include <set>
#include <utility>
#include <vector>

#include "corpus/neutral/builtins.h"
#include "corpus/neutral/print/print_host.h"
#include "schema/launch_point.h"

namespace kcast::corpus {
namespace {

constexpr std::string_view kLanes = "xyzw";

// Calls `visit` for every type of the program that has a place in memory or a register.
template <typename Visit>
void visit_types(const Program& program, Visit visit) {
  const auto in_function = [&](const Function& function) {
    visit(function.returns);
    for (const Parameter& parameter : function.parameters)
      visit(parameter.variable.type);
    walk_stmts(function.body, [&](const Stmt& stmt) { visit(stmt.variable.type); });
    walk_exprs(function.body, [&](const Expr& expr) {
      visit(expr.type);
      const Builtin* builtin = expr.kind == Expr::Kind::Call ? find_builtin(expr.text) : nullptr;
      if (builtin == nullptr || builtin->kind != BuiltinKind::Load) return;
      Type vector = expr.args[0].type;
      vector.lanes = expr.text.back() - '0';
      visit(vector);
    });
  };
  for (const Record& record : program.records) {
    for (const Variable& member : record.members)
      visit(member.type);
  }
  for (const Function& function : program.functions)
    in_function(function);
  in_function(program.kernel);
}

bool calls(const Program& program, std::initializer_list<std::string_view> names, bool of_reals) {
  bool found = false;
  const auto look = [&](const Function& function) {
    walk_exprs(function.body, [&](const Expr& expr) {
      const bool named = expr.kind == Expr::Kind::Call &&
                         std::find(names.begin(), names.end(), expr.text) != names.end();
      found = found || (named && is_real(expr.type.scalar) == of_reals);
    });
  };
  for (const Function& function : program.functions)
    look(function);
  look(program.kernel);
  return found;
}

// Of those that vectors have.
int64_t bytes_of(Scalar scalar) {
  constexpr int64_t kBytes[] = {0, 1, 1, 1, 2, 2, 4, 4, 8, 8, 2, 4, 8};
  return kBytes[static_cast<size_t>(scalar)];
}

void vector_type(const Spelling& spelling, Scalar scalar, int lanes, LineWriter& out) {
  const std::string name = spelling.vector_name(scalar, lanes);
  const std::string element = spelling.type_name(plain(scalar));
  const int64_t bytes = std::min<int64_t>(lanes * bytes_of(scalar), 16);
  out.open("struct __attribute__((aligned(" + std::to_string(bytes) + "))) " + name);
  std::string members;
  std::string parameters;
  std::string values;
  for (int i = 0; i < lanes; ++i) {
    const std::string comma = i > 0 ? ", " : "";
    const std::string lane(1, kLanes[static_cast<size_t>(i)]);
    members += comma + lane;
    parameters.append(comma).append(element).append(" ").append(lane);
    values += comma + lane;
  }
  out.line(element + " " + members + ";");
  out.close(";");
  out.blank();
  out.raw("#pragma omp declare target");
  out.open("static inline " + name + " make_" + name + "(" + parameters + ")");
  out.line(name + " v = {" + values + "};");
  out.line("return v;");
  out.close();
  out.raw("#pragma omp end declare target");
  out.blank();
}

std::string loop_head(const OffloadLoop& loop, const Spelling& spelling, ExprPrinter& exprs) {
  const std::string step = spelling.style.postfix ? loop.index + "++" : "++" + loop.index;
  return "for (" + spelling.type_name(loop.type) + " " + loop.index + " = 0; " + loop.index +
         " < " + exprs.text_of(loop.bound, kShiftLevel) + "; " + step + ")";
}

// to, from or tofrom: what the region does with a buffer.
std::string map_clause(const Parameter& parameter, const std::string& length) {
  const char* way = parameter.direction == Direction::In    ? "to"
                    : parameter.direction == Direction::Out ? "from"
                                                            : "tofrom";
  return std::string("map(") + way + ": " + parameter.variable.name + "[0:" + length + "])";
}

std::vector<std::string> clauses_of(const Spelling& spelling, const OffloadedKernel& kernel,
                                    ExprPrinter& exprs) {
  std::vector<std::string> out;
  if (kernel.loops.size() > 1) {
    out.push_back("collapse(" + std::to_string(kernel.loops.size()) + ")");
  }
  const OffloadRule& rule = *kernel.contract->offload;
  const std::string limit = std::to_string(kernel.thread_limit);
  if (kernel.follows_launch()) {
    out.push_back("num_teams(" + rule.teams_name + ")");
    out.push_back("thread_limit(" + rule.threads_name + ")");
  } else if (kernel.sizes_teams) {
    std::string trips;
    const int level = kernel.loops.size() > 1 ? kProductLevel : kSumLevel;
    for (const OffloadLoop& loop : kernel.loops)
      trips += (trips.empty() ? "" : " * ") + exprs.text_of(loop.bound, level);
    out.push_back("num_teams((" + trips + " + " + std::to_string(kernel.thread_limit - 1) + ") / " +
                  limit + ")");
  } else if (kernel.num_teams > 0) {
    out.push_back("num_teams(" + std::to_string(kernel.num_teams) + ")");
  }
  if (kernel.thread_limit > 0) out.push_back("thread_limit(" + limit + ")");
  if (!kernel.maps) return out;
  for (const Parameter& parameter : spelling.program.kernel.parameters) {
    for (const BufferContract& buffer : kernel.contract->buffers) {
      if (buffer.name == parameter.variable.name)
        out.push_back(map_clause(parameter, buffer.length));
    }
  }
  return out;
}

// The buffers between their allocation and their end, as the region of a main's data.
std::vector<std::string> data_clauses(const Spelling& spelling, const Launch& launch) {
  std::vector<std::string> out;
  for (const Parameter& parameter : spelling.program.kernel.parameters) {
    const LaunchArgument* argument = argument_named(launch, parameter.variable.name);
    if (!parameter.variable.type.pointer || argument == nullptr) continue;
    Parameter mapped = parameter;
    // What it holds before is what the kernel begins with.
    if (mapped.direction == Direction::Out) mapped.direction = Direction::InOut;
    out.push_back(map_clause(mapped, std::to_string(argument->elements)));
  }
  return out;
}

std::string call_text(const Spelling& spelling, const Launch& launch,
                      const OffloadedKernel& kernel) {
  std::string text = spelling.program.kernel.name + "(";
  bool is_first = true;
  for (const Parameter& parameter : spelling.program.kernel.parameters) {
    text += (is_first ? "" : ", ") + parameter.variable.name;
    is_first = false;
  }
  if (kernel.follows_launch()) {
    const auto volume = [](const Dims3& dims) {
      return std::to_string(dims[0] * dims[1] * dims[2]);
    };
    text += ", " + volume(launch.grid) + ", " + volume(launch.block);
  }
  return text + ");";
}

}  // namespace

void print_openmp_host(const Spelling& spelling, const Launch& launch,
                       const OffloadedKernel& kernel, LineWriter& out) {
  out.blank();
  out.open("int main()");
  print_host_scalars(spelling, launch, out);
  for (const Parameter& parameter : spelling.program.kernel.parameters) {
    const LaunchArgument* argument = argument_named(launch, parameter.variable.name);
    if (parameter.variable.type.pointer && argument != nullptr)
      print_host_array(spelling, launch, parameter, out);
  }
  out.blank();
  print_directive("target data", data_clauses(spelling, launch), spelling.style, out);
  out.open("");
  out.line(call_text(spelling, launch, kernel));
  out.close();
  for (const Parameter& parameter : spelling.program.kernel.parameters) {
    if (parameter.variable.type.pointer) out.line("free(" + parameter.variable.name + ");");
  }
  out.line("return 0;");
  out.close();
}

void print_directive(const std::string& directive, const std::vector<std::string>& clauses,
                     const PrintStyle& style, LineWriter& out) {
  std::string line = "#pragma omp " + directive;
  for (const std::string& clause : clauses) {
    if (line.size() + clause.size() + 3 > static_cast<size_t>(style.width)) {
      out.raw(line + " \\");
      line = "    " + clause;
    } else {
      line += " " + clause;
    }
  }
  out.raw(line);
}

void print_openmp_includes(const Program& program, bool with_host, LineWriter& out) {
  if (calls(program, {"min", "max"}, false)) out.raw("#include <algorithm>");
  out.raw("#include <math.h>");
  if (with_host || calls(program, {"abs"}, false)) out.raw("#include <stdlib.h>");
}

void print_vector_types(const Spelling& spelling, LineWriter& out) {
  std::set<std::pair<Scalar, int>> used;
  visit_types(spelling.program, [&](const Type& type) {
    if (type.record < 0 && type.lanes > 1) used.emplace(type.scalar, type.lanes);
  });
  for (const auto& [scalar, lanes] : used)
    vector_type(spelling, scalar, lanes, out);
}

void print_region(const Spelling& spelling, const OffloadedKernel& kernel, ExprPrinter& exprs,
                  StmtPrinter& stmts, LineWriter& out) {
  print_directive("target teams distribute parallel for", clauses_of(spelling, kernel, exprs),
                  spelling.style, out);
  for (const OffloadLoop& loop : kernel.loops)
    out.open(loop_head(loop, spelling, exprs));
  stmts.block(kernel.body);
  for (size_t i = 0; i < kernel.loops.size(); ++i)
    out.close();
}

bool is_openmp_atomic(const Spelling& spelling, const Expr& expr) {
  if (spelling.language != Language::OpenMp || expr.kind != Expr::Kind::Call) return false;
  const Builtin* builtin = find_builtin(expr.text);
  return builtin != nullptr && builtin->kind == BuiltinKind::Atomic;
}

void print_atomic(const Expr& call, ExprPrinter& exprs, LineWriter& out) {
  const Expr& place = call.args[0];
  const std::string target = place.kind == Expr::Kind::Address
                                 ? exprs.text_of(place.args[0], kPostfixLevel)
                                 : exprs.text_of(place, kPostfixLevel) + "[0]";
  const std::string value = exprs.text_of(call.args[1], kUnaryLevel);
  if (call.text == "atomic_exch") {
    out.raw("#pragma omp atomic write");
    return out.line(target + " = " + value + ";");
  }
  if (call.text == "atomic_min" || call.text == "atomic_max") {
    out.raw("#pragma omp atomic compare");
    const char* op = call.text == "atomic_min" ? " > " : " < ";
    return out.line("if (" + target + op + value + ") { " + target + " = " + value + "; }");
  }
  const std::string_view op = call.text == "atomic_add"   ? "+="
                              : call.text == "atomic_sub" ? "-="
                              : call.text == "atomic_and" ? "&="
                              : call.text == "atomic_or"  ? "|="
                                                          : "^=";
  out.raw("#pragma omp atomic update");
  out.line(target + " " + std::string(op) + " " + exprs.text_of(call.args[1]) + ";");
}

}  // namespace kcast::corpus
