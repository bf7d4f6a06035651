#include "corpus/neutral/check/checker.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "corpus/neutral/check/check_contract.h"
#include "corpus/neutral/check/check_convert.h"
#include "corpus/neutral/check/check_expr.h"
#include "corpus/neutral/check/check_state.h"
#include "corpus/neutral/check/index_signs.h"
#include "corpus/neutral/parse/parser.h"
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

// What stands at file scope, and statements.
class Checker {
 public:
  explicit Checker(Program& program) : program_(program), state_(program) {}

  void check();
  const std::string& error() const { return state_.error; }

 private:
  void check_records();
  void check_tables();
  void check_function(Function& function, bool is_kernel);
  void check_parameter(const Parameter& parameter, bool is_kernel);
  void check_block(std::vector<Stmt>& stmts);
  void check_stmt(Stmt& stmt);
  void check_declaration(Stmt& stmt);
  void check_placement(const Stmt& stmt);
  void check_assignment(Stmt& stmt);

  Program& program_;
  CheckState state_;
  const Function* function_ = nullptr;
  bool in_kernel_ = false;
  int loops_ = 0;
  int blocks_ = 0;
};

void Checker::check() {
  for (const NamedConstant& constant : program_.constants)
    state_.declare(constant.name, plain(Scalar::Int), false, 1);
  check_records();
  check_tables();
  for (Function& function : program_.functions) {
    check_function(function, false);
    ++state_.functions_known;
  }
  check_function(program_.kernel, true);
  if (!state_.failed() && program_.contract) state_.error = contract_error(program_);
  if (!state_.failed()) settle_index_signs(program_);
}

void Checker::check_records() {
  for (const Record& record : program_.records) {
    for (const Variable& member : record.members) {
      const Type& type = member.type;
      if (is_reserved(member.name)) {
        state_.fail(1, "'" + member.name + "' is a word of one of the languages");
      }
      if (type.pointer || type.scalar == Scalar::Bool ||
          (type.scalar == Scalar::Void && type.record < 0)) {
        state_.fail(1, "struct " + record.name + ": member '" + member.name + "' cannot be " +
                           type_text(type));
      }
      for (const Expr& dim : member.dims) {
        if (!constant_value(dim, program_.constants))
          state_.fail(dim.line, "the length is no constant");
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
      state_.fail(1, "constant '" + variable.name + "' is an array of numbers other than half");
    }
    int64_t length = 1;
    for (const Expr& dim : variable.dims)
      length *= constant_value(dim, program_.constants).value_or(0);
    if (length != static_cast<int64_t>(table.values.size())) {
      state_.fail(1, "constant '" + variable.name + "' has " + std::to_string(table.values.size()) +
                         " values and not its length");
    }
    for (Expr& value : table.values) {
      check_expr(state_, value);
      convert(state_, value, plain(element.scalar), "a value of the table");
    }
    state_.declare(variable.name, variable.type, false, 1);
  }
}

void Checker::check_parameter(const Parameter& parameter, bool is_kernel) {
  const Variable& variable = parameter.variable;
  const Type& type = variable.type;
  const int line = function_->line;
  if (type.scalar == Scalar::Void && type.record < 0)
    state_.fail(line, "a parameter cannot be void");
  if (type.scalar == Scalar::Bool && (is_kernel || type.pointer)) {
    state_.fail(line, "'" + variable.name + "': OpenCL has no bool arguments; use int or u8");
  }
  if (is_kernel && !type.pointer && (!is_plain(type) || type.scalar == Scalar::Half)) {
    state_.fail(line,
                "'" + variable.name + "': a kernel takes buffers and numbers other than half");
  }
  state_.declare(variable.name, type, !type.pointer, line);
}

void Checker::check_function(Function& function, bool is_kernel) {
  function_ = &function;
  in_kernel_ = is_kernel;
  const size_t outer = state_.known.size();
  state_.declare(function.name, Type{}, false, function.line);
  const size_t start = std::exchange(state_.scope_start, state_.known.size());
  for (const Parameter& parameter : function.parameters)
    check_parameter(parameter, is_kernel);
  check_block(function.body);
  state_.known.resize(outer + 1);
  state_.scope_start = start;
}

void Checker::check_block(std::vector<Stmt>& stmts) {
  ++blocks_;
  const size_t outer = state_.known.size();
  const size_t start = state_.scope_start;
  // A function's outermost block shares the scope of its parameters.
  if (blocks_ > 1) state_.scope_start = outer;
  for (Stmt& stmt : stmts)
    check_stmt(stmt);
  state_.known.resize(outer);
  state_.scope_start = start;
  --blocks_;
}

void Checker::check_stmt(Stmt& stmt) {
  const bool is_loop =
      stmt.kind == Stmt::Kind::For || stmt.kind == Stmt::Kind::While || stmt.kind == Stmt::Kind::Do;
  const size_t outer = state_.known.size();
  const size_t start = state_.scope_start;
  switch (stmt.kind) {
    case Stmt::Kind::Declare:
      return check_declaration(stmt);
    case Stmt::Kind::Assign:
      return check_assignment(stmt);
    case Stmt::Kind::Call:
      return check_expr(state_, stmt.exprs[0]);
    case Stmt::Kind::Break:
    case Stmt::Kind::Continue:
      if (loops_ == 0) state_.fail(stmt.line, "there is no loop to leave");
      return;
    case Stmt::Kind::Return:
      if (stmt.exprs.empty() != (function_->returns == Type{})) {
        state_.fail(stmt.line, "return does not fit the function's type");
      } else if (!stmt.exprs.empty()) {
        check_expr(state_, stmt.exprs[0]);
        convert(state_, stmt.exprs[0], function_->returns, "what is returned");
      }
      return;
    default:
      break;
  }
  if (stmt.kind == Stmt::Kind::For) {
    state_.scope_start = outer;
    ++blocks_;
    check_stmt(stmt.head[0]);
    --blocks_;
  }
  if (!stmt.exprs.empty()) check_condition(state_, stmt.exprs[0]);
  if (stmt.kind == Stmt::Kind::For) check_stmt(stmt.head[1]);
  loops_ += is_loop ? 1 : 0;
  check_block(stmt.body);
  check_block(stmt.otherwise);
  loops_ -= is_loop ? 1 : 0;
  state_.known.resize(outer);
  state_.scope_start = start;
}

void Checker::check_placement(const Stmt& stmt) {
  const Variable& variable = stmt.variable;
  if (variable.type.space == Space::Shared && (!in_kernel_ || blocks_ != 1)) {
    state_.fail(stmt.line, "'" + variable.name +
                               "': shared memory is declared in the kernel's outermost block");
  }
  if (variable.type.space == Space::Shared && !stmt.exprs.empty()) {
    state_.fail(stmt.line, "'" + variable.name + "': shared memory has no initial value");
  }
  if (stmt.op == "dynamic") {
    const auto is_dynamic = [](const Stmt& other) { return other.op == "dynamic"; };
    if (std::count_if(program_.kernel.body.begin(), program_.kernel.body.end(), is_dynamic) > 1) {
      state_.fail(stmt.line, "there is a second shared_dyn");
    }
  }
}

void Checker::check_declaration(Stmt& stmt) {
  Variable& variable = stmt.variable;
  check_placement(stmt);
  int64_t length = 1;
  for (Expr& dim : variable.dims) {
    check_expr(state_, dim);
    const int64_t size = constant_value(dim, program_.constants).value_or(0);
    if (size < 1)
      state_.fail(stmt.line, "the length of '" + variable.name + "' is no positive constant");
    length *= std::clamp<int64_t>(size, 1, kLargestArray);
  }
  if (length > kLargestArray) state_.fail(stmt.line, "'" + variable.name + "' is too large");
  if (variable.type.scalar == Scalar::Void && variable.type.record < 0) {
    state_.fail(stmt.line, "'" + variable.name + "' cannot be void");
  }
  Type element = variable.type;
  element.rank = 0;
  element.space = Space::Local;
  if (stmt.braced != (variable.type.rank > 0) && !stmt.exprs.empty()) {
    state_.fail(stmt.line, "arrays, and only they, take a list as initial value");
  }
  if (stmt.braced && static_cast<int64_t>(stmt.exprs.size()) > length) {
    state_.fail(stmt.line, "'" + variable.name + "' has more values than elements");
  }
  for (Expr& value : stmt.exprs) {
    check_expr(state_, value);
    convert(state_, value, element, "the initial value of '" + variable.name + "'");
    // A list in braces must not narrow.
    if (stmt.braced && is_plain(element)) force(value, element.scalar);
  }
  state_.declare(variable.name, variable.type, !variable.is_const, stmt.line);
}

void Checker::check_assignment(Stmt& stmt) {
  Expr& target = stmt.exprs[0];
  check_expr(state_, target);
  const Expr* root = &target;
  while (root->kind == Expr::Kind::Member)
    root = &root->args[0];
  const KnownName* known = root->kind == Expr::Kind::Name ? state_.find(root->text) : nullptr;
  if (!is_assignment_target(target) || (known != nullptr && !known->assignable) ||
      target.type.rank > 0) {
    state_.fail(stmt.line, "the left side cannot be assigned to");
  }
  if (stmt.exprs.size() < 2) {
    if (!is_plain(target.type) || target.type.scalar == Scalar::Half) {
      state_.fail(stmt.line, stmt.op + " wants a number other than half");
    }
    return;
  }
  Expr& value = stmt.exprs[1];
  check_expr(state_, value);
  Type to = target.type;
  to.space = Space::Local;
  to.writable = true;
  const bool is_plain_assignment = stmt.op == "=";
  if (!is_plain_assignment && !is_plain(to) && !(to.scalar == Scalar::Half && to.lanes == 2)) {
    state_.fail(stmt.line, stmt.op + " wants a number");
  }
  const bool wants_integers = stmt.op == "%=" || stmt.op == "&=" || stmt.op == "|=" ||
                              stmt.op == "^=" || stmt.op == "<<=" || stmt.op == ">>=";
  if (wants_integers && (!is_integer(to.scalar) || !is_integer(value.type.scalar))) {
    state_.fail(stmt.line, stmt.op + " wants integers");
  }
  convert(state_, value, to, "the right side");
}

}  // namespace

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
