#include "corpus/neutral/checker.h"

#include <algorithm>
#include <utility>

#include "corpus/neutral/parser.h"
#include "corpus/neutral/reserved.h"
#include "corpus/neutral/types.h"

namespace kcast::corpus {
namespace {

constexpr int64_t kLargestArray = 1 << 16;

bool is_assignment_target(const Expr& expr) {
  if (expr.kind == Expr::Kind::Member) return is_assignment_target(expr.args[0]);
  if (expr.kind == Expr::Kind::Index) return expr.args[0].type.writable;
  return expr.kind == Expr::Kind::Name;
}

}  // namespace

std::optional<int64_t> constant_value(const Expr& expr, const std::vector<NamedConstant>& names) {
  if (expr.kind == Expr::Kind::Literal) {
    int64_t value = 0;
    for (const char c : expr.text) {
      if (c < '0' || c > '9' || value > (1LL << 40)) return std::nullopt;
      value = value * 10 + (c - '0');
    }
    return value;
  }
  if (expr.kind == Expr::Kind::Name) {
    for (const NamedConstant& constant : names) {
      if (constant.name == expr.text) return constant.value;
    }
    return std::nullopt;
  }
  if (expr.kind != Expr::Kind::Binary) return std::nullopt;
  const auto a = constant_value(expr.args[0], names);
  const auto b = constant_value(expr.args[1], names);
  if (!a || !b || std::abs(*a) > (1 << 30) || std::abs(*b) > (1 << 30)) return std::nullopt;
  if (expr.text == "+") return *a + *b;
  if (expr.text == "-") return *a - *b;
  if (expr.text == "*") return *a * *b;
  if (expr.text == "/" && *b != 0) return *a / *b;
  return std::nullopt;
}

std::string type_text(const Type& type) {
  constexpr std::string_view kNames[] = {"void", "bool", "i8",    "u8",   "i16",   "u16",   "int",
                                         "uint", "long", "ulong", "half", "float", "double"};
  constexpr std::string_view kVectors[] = {"void",   "bool",  "char",  "uchar", "short",
                                           "ushort", "int",   "uint",  "long",  "ulong",
                                           "half",   "float", "double"};
  std::string text;
  const auto at = static_cast<size_t>(type.scalar);
  if (type.record >= 0) {
    text = "struct";
  } else if (type.lanes > 1) {
    text = std::string(kVectors[at]) + std::to_string(type.lanes);
  } else {
    text = kNames[at];
  }
  return type.rank > 0 ? text + (type.pointer ? "*" : " array") : text;
}

void Checker::fail(int line, std::string message) {
  if (error_.empty()) error_ = "line " + std::to_string(line) + ": " + std::move(message);
}

const Checker::Known* Checker::find(std::string_view name) const {
  for (size_t i = known_.size(); i > 0; --i) {
    if (known_[i - 1].name == name) return &known_[i - 1];
  }
  return nullptr;
}

void Checker::declare(const std::string& name, const Type& type, bool assignable, int line) {
  if (is_reserved(name)) fail(line, "'" + name + "' is a word of one of the languages");
  for (size_t i = scope_start_; i < known_.size(); ++i) {
    if (known_[i].name == name) fail(line, "'" + name + "' is declared twice");
  }
  known_.push_back({name, type, assignable});
}

void Checker::check() {
  for (const NamedConstant& constant : program_.constants)
    declare(constant.name, plain(Scalar::Int), false, 1);
  check_records();
  check_tables();
  for (Function& function : program_.functions) {
    check_function(function, false);
    ++functions_known_;
  }
  check_function(program_.kernel, true);
  if (error_.empty() && program_.contract) error_ = contract_error(program_);
  if (error_.empty()) settle_index_signs(program_);
}

void Checker::check_records() {
  for (const Record& record : program_.records) {
    for (const Variable& member : record.members) {
      const Type& type = member.type;
      if (is_reserved(member.name)) {
        fail(1, "'" + member.name + "' is a word of one of the languages");
      }
      if (type.pointer || type.scalar == Scalar::Bool ||
          (type.scalar == Scalar::Void && type.record < 0)) {
        fail(1, "struct " + record.name + ": member '" + member.name + "' cannot be " +
                    type_text(type));
      }
      for (const Expr& dim : member.dims) {
        if (!constant_value(dim, program_.constants)) fail(dim.line, "the length is no constant");
      }
    }
  }
}

void Checker::check_tables() {
  for (ConstantTable& table : program_.tables) {
    const Variable& variable = table.variable;
    Type element = variable.type;
    element.rank = 0;
    if (!is_plain(element) || element.scalar == Scalar::Half || variable.dims.empty()) {
      fail(1, "constant '" + variable.name + "' is an array of numbers other than half");
    }
    int64_t length = 1;
    for (const Expr& dim : variable.dims)
      length *= constant_value(dim, program_.constants).value_or(0);
    if (length != static_cast<int64_t>(table.values.size())) {
      fail(1, "constant '" + variable.name + "' has " + std::to_string(table.values.size()) +
                  " values and not its length");
    }
    for (Expr& value : table.values) {
      check_expr(value);
      convert(value, plain(element.scalar), "a value of the table");
    }
    declare(variable.name, variable.type, false, 1);
  }
}

void Checker::check_parameter(const Parameter& parameter, bool is_kernel) {
  const Variable& variable = parameter.variable;
  const Type& type = variable.type;
  const int line = function_->line;
  if (type.scalar == Scalar::Void && type.record < 0) fail(line, "a parameter cannot be void");
  if (type.scalar == Scalar::Bool && (is_kernel || type.pointer)) {
    fail(line, "'" + variable.name + "': OpenCL has no bool arguments; use int or u8");
  }
  if (is_kernel && !type.pointer && (!is_plain(type) || type.scalar == Scalar::Half)) {
    fail(line, "'" + variable.name + "': a kernel takes buffers and numbers other than half");
  }
  declare(variable.name, type, !type.pointer, line);
}

void Checker::check_function(Function& function, bool is_kernel) {
  function_ = &function;
  in_kernel_ = is_kernel;
  const size_t outer = known_.size();
  declare(function.name, Type{}, false, function.line);
  const size_t start = std::exchange(scope_start_, known_.size());
  for (const Parameter& parameter : function.parameters)
    check_parameter(parameter, is_kernel);
  check_block(function.body);
  known_.resize(outer + 1);
  scope_start_ = start;
}

void Checker::check_block(std::vector<Stmt>& stmts) {
  ++blocks_;
  const size_t outer = known_.size();
  const size_t start = scope_start_;
  // A function's outermost block shares the scope of its parameters.
  if (blocks_ > 1) scope_start_ = outer;
  for (Stmt& stmt : stmts)
    check_stmt(stmt);
  known_.resize(outer);
  scope_start_ = start;
  --blocks_;
}

void Checker::check_condition(Expr& expr) {
  check_expr(expr);
  if (!is_plain(expr.type) || expr.type.scalar == Scalar::Half) {
    fail(expr.line, "a condition is a number, not " + type_text(expr.type));
  }
}

void Checker::check_stmt(Stmt& stmt) {
  const bool is_loop =
      stmt.kind == Stmt::Kind::For || stmt.kind == Stmt::Kind::While || stmt.kind == Stmt::Kind::Do;
  const size_t outer = known_.size();
  const size_t start = scope_start_;
  switch (stmt.kind) {
    case Stmt::Kind::Declare:
      return check_declaration(stmt);
    case Stmt::Kind::Assign:
      return check_assignment(stmt);
    case Stmt::Kind::Call:
      return check_expr(stmt.exprs[0]);
    case Stmt::Kind::Break:
    case Stmt::Kind::Continue:
      if (loops_ == 0) fail(stmt.line, "there is no loop to leave");
      return;
    case Stmt::Kind::Return:
      if (stmt.exprs.empty() != (function_->returns == Type{})) {
        fail(stmt.line, "return does not fit the function's type");
      } else if (!stmt.exprs.empty()) {
        check_expr(stmt.exprs[0]);
        convert(stmt.exprs[0], function_->returns, "what is returned");
      }
      return;
    default:
      break;
  }
  if (stmt.kind == Stmt::Kind::For) {
    scope_start_ = outer;
    ++blocks_;
    check_stmt(stmt.head[0]);
    --blocks_;
  }
  if (!stmt.exprs.empty()) check_condition(stmt.exprs[0]);
  if (stmt.kind == Stmt::Kind::For) check_stmt(stmt.head[1]);
  loops_ += is_loop ? 1 : 0;
  check_block(stmt.body);
  check_block(stmt.otherwise);
  loops_ -= is_loop ? 1 : 0;
  known_.resize(outer);
  scope_start_ = start;
}

void Checker::check_placement(const Stmt& stmt) {
  const Variable& variable = stmt.variable;
  if (variable.type.space == Space::Shared && (!in_kernel_ || blocks_ != 1)) {
    fail(stmt.line,
         "'" + variable.name + "': shared memory is declared in the kernel's outermost block");
  }
  if (variable.type.space == Space::Shared && !stmt.exprs.empty()) {
    fail(stmt.line, "'" + variable.name + "': shared memory has no initial value");
  }
  if (stmt.op == "dynamic") {
    const auto is_dynamic = [](const Stmt& other) { return other.op == "dynamic"; };
    if (std::count_if(program_.kernel.body.begin(), program_.kernel.body.end(), is_dynamic) > 1) {
      fail(stmt.line, "there is a second shared_dyn");
    }
  }
}

void Checker::check_declaration(Stmt& stmt) {
  Variable& variable = stmt.variable;
  check_placement(stmt);
  int64_t length = 1;
  for (Expr& dim : variable.dims) {
    check_expr(dim);
    const int64_t size = constant_value(dim, program_.constants).value_or(0);
    if (size < 1) fail(stmt.line, "the length of '" + variable.name + "' is no positive constant");
    length *= std::clamp<int64_t>(size, 1, kLargestArray);
  }
  if (length > kLargestArray) fail(stmt.line, "'" + variable.name + "' is too large");
  if (variable.type.scalar == Scalar::Void && variable.type.record < 0) {
    fail(stmt.line, "'" + variable.name + "' cannot be void");
  }
  Type element = variable.type;
  element.rank = 0;
  element.space = Space::Local;
  if (stmt.braced != (variable.type.rank > 0) && !stmt.exprs.empty()) {
    fail(stmt.line, "arrays, and only they, take a list as initial value");
  }
  if (stmt.braced && static_cast<int64_t>(stmt.exprs.size()) > length) {
    fail(stmt.line, "'" + variable.name + "' has more values than elements");
  }
  for (Expr& value : stmt.exprs) {
    check_expr(value);
    convert(value, element, "the initial value of '" + variable.name + "'");
    // A list in braces must not narrow.
    if (stmt.braced && is_plain(element)) force(value, element.scalar);
  }
  declare(variable.name, variable.type, !variable.is_const, stmt.line);
}

void Checker::check_assignment(Stmt& stmt) {
  Expr& target = stmt.exprs[0];
  check_expr(target);
  const Expr* root = &target;
  while (root->kind == Expr::Kind::Member)
    root = &root->args[0];
  const Known* known = root->kind == Expr::Kind::Name ? find(root->text) : nullptr;
  if (!is_assignment_target(target) || (known != nullptr && !known->assignable) ||
      target.type.rank > 0) {
    fail(stmt.line, "the left side cannot be assigned to");
  }
  if (stmt.exprs.size() < 2) {
    if (!is_plain(target.type) || target.type.scalar == Scalar::Half) {
      fail(stmt.line, stmt.op + " wants a number other than half");
    }
    return;
  }
  Expr& value = stmt.exprs[1];
  check_expr(value);
  Type to = target.type;
  to.space = Space::Local;
  to.writable = true;
  const bool is_plain_assignment = stmt.op == "=";
  if (!is_plain_assignment && !is_plain(to) && !(to.scalar == Scalar::Half && to.lanes == 2)) {
    fail(stmt.line, stmt.op + " wants a number");
  }
  const bool wants_integers = stmt.op == "%=" || stmt.op == "&=" || stmt.op == "|=" ||
                              stmt.op == "^=" || stmt.op == "<<=" || stmt.op == ">>=";
  if (wants_integers && (!is_integer(to.scalar) || !is_integer(value.type.scalar))) {
    fail(stmt.line, stmt.op + " wants integers");
  }
  convert(value, to, "the right side");
}

Status check_program(Program& program) {
  Checker checker(program);
  checker.check();
  if (!checker.error().empty()) return Error{ErrorCode::InvalidInput, checker.error()};
  return Unit{};
}

Result<Program> read_neutral(std::string_view text) {
  KCAST_TRY(Program program, parse_neutral(text));
  auto checked = check_program(program);
  if (!checked) return std::move(checked).error();
  return program;
}

}  // namespace kcast::corpus
