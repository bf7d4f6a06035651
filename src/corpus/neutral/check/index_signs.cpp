#include "corpus/neutral/check/index_signs.h"

#include <algorithm>
#include <set>
#include <string>
#include <string_view>

#include "corpus/neutral/builtins.h"

namespace kcast::corpus {
namespace {

bool is_index_call(const Expr& expr) {
  if (expr.kind != Expr::Kind::Call) return false;
  const Builtin* builtin = find_builtin(expr.text);
  return builtin != nullptr && builtin->kind == BuiltinKind::Index;
}

bool is_unsigned(Scalar scalar) {
  return scalar == Scalar::Bool || scalar == Scalar::U8 || scalar == Scalar::U16 ||
         scalar == Scalar::UInt || scalar == Scalar::ULong;
}

// Operators whose low bits depend on the operands' low bits alone.
bool is_modular(std::string_view op) {
  return op == "+" || op == "-" || op == "*" || op == "&" || op == "|" || op == "^";
}

bool compares(std::string_view op) {
  return op == "<" || op == ">" || op == "<=" || op == ">=" || op == "==" || op == "!=";
}

class IndexSigns {
 public:
  explicit IndexSigns(Program& program) : program_(program) {}

  void settle(Function& function, bool is_kernel) {
    find_non_negative(function, is_kernel);
    walk_stmts(function.body, [&](Stmt& stmt) { settle_stmt(stmt); });
  }

 private:
  // How the value of an expression is used.
  enum class Use : uint8_t {
    LowBits,  // goes into 32 bits: signs do not matter
    Value,    // as a number
    Cast,     // beside something that may be negative
  };

  // Which variables never hold a negative number: what is assigned to them says so. Starts with
  // all of them and drops those that have a doubtful assignment until nothing changes.
  void find_non_negative(const Function& function, bool is_kernel) {
    positive_.clear();
    for (const NamedConstant& constant : program_.constants) {
      if (constant.value >= 0) positive_.insert(constant.name);
    }
    if (is_kernel && program_.contract) {
      for (const ScalarContract& scalar : program_.contract->scalars) {
        if (scalar.role == ScalarRole::Derived || scalar.low >= 0) positive_.insert(scalar.name);
      }
    }
    walk_stmts(function.body, [&](const Stmt& stmt) {
      const Type& type = stmt.variable.type;
      if (stmt.kind == Stmt::Kind::Declare && is_plain(type)) positive_.insert(stmt.variable.name);
    });
    size_t before = 0;
    do {
      before = positive_.size();
      walk_stmts(function.body, [&](const Stmt& stmt) { drop_if_doubtful(stmt); });
    } while (positive_.size() != before);
  }

  void drop_if_doubtful(const Stmt& stmt) {
    if (stmt.kind == Stmt::Kind::Declare) {
      for (const Expr& value : stmt.exprs) {
        if (!is_positive(value)) positive_.erase(stmt.variable.name);
      }
      return;
    }
    if (stmt.kind != Stmt::Kind::Assign || stmt.exprs[0].kind != Expr::Kind::Name) return;
    const bool grows = stmt.op != "-=" && stmt.op != "--";
    const bool keeps = stmt.exprs.size() < 2 || stmt.op == ">>=" || is_positive(stmt.exprs[1]);
    if (!grows || !keeps) positive_.erase(stmt.exprs[0].text);
  }

  bool is_positive(const Expr& expr) const {
    switch (expr.kind) {
      case Expr::Kind::Literal:
        return true;
      case Expr::Kind::Name:
        return positive_.contains(expr.text) || is_unsigned(expr.type.scalar);
      case Expr::Kind::Binary:
        return is_positive_binary(expr);
      case Expr::Kind::Conditional:
        return is_positive(expr.args[1]) && is_positive(expr.args[2]);
      case Expr::Kind::Cast:
        return is_positive(expr.args[0]);
      case Expr::Kind::Call:
        if (is_index_call(expr) || expr.text == "popc" || expr.text == "clz") return true;
        if (expr.text == "min") return is_positive(expr.args[0]) && is_positive(expr.args[1]);
        if (expr.text == "max") return is_positive(expr.args[0]) || is_positive(expr.args[1]);
        return is_unsigned(expr.type.scalar);
      case Expr::Kind::Index:
      case Expr::Kind::Member:
        return is_unsigned(expr.type.scalar);
      default:
        return false;
    }
  }

  bool is_positive_binary(const Expr& expr) const {
    const bool left = is_positive(expr.args[0]);
    const bool right = is_positive(expr.args[1]);
    if (compares(expr.text) || expr.text == "&&" || expr.text == "||") return true;
    if (expr.text == "-") return false;
    if (expr.text == "&") return left || right;
    if (expr.text == "%" || expr.text == ">>" || expr.text == "<<") return left;
    return left && right;
  }

  void settle_stmt(Stmt& stmt) {
    for (size_t i = 0; i < stmt.exprs.size(); ++i) {
      Expr& expr = stmt.exprs[i];
      Use use = Use::Value;
      if (stmt.kind == Stmt::Kind::Declare) {
        use = stmt.braced ? Use::Cast : use_for(stmt.variable.type.scalar);
      }
      if (stmt.kind == Stmt::Kind::Assign && i == 1) {
        const bool is_modular_op = stmt.op == "=" || stmt.op == "+=" || stmt.op == "-=" ||
                                   stmt.op == "*=" || stmt.op == "&=" || stmt.op == "|=";
        use = is_modular_op ? use_for(stmt.exprs[0].type.scalar) : Use::Cast;
      }
      settle_expr(expr, use);
    }
  }

  static Use use_for(Scalar scalar) {
    return is_integer(scalar) && scalar < Scalar::Long && scalar != Scalar::Bool ? Use::LowBits
                                                                                 : Use::Value;
  }

  void settle_expr(Expr& expr, Use use) {
    if (is_index_call(expr)) {
      if (use == Use::Cast) wrap(expr);
      return;
    }
    switch (expr.kind) {
      case Expr::Kind::Binary:
        return settle_binary(expr, use);
      case Expr::Kind::Unary:
        return settle_expr(expr.args[0], expr.text == "!"      ? Use::Value
                                         : use == Use::LowBits ? use
                                                               : Use::Cast);
      case Expr::Kind::Conditional:
        settle_expr(expr.args[0], Use::Value);
        for (const size_t i : {1, 2})
          settle_expr(expr.args[i], use == Use::Value && !is_positive(expr) ? Use::Cast : use);
        return;
      case Expr::Kind::Cast:
        return settle_expr(expr.args[0], use_for(expr.type.scalar));
      case Expr::Kind::Index:
        settle_expr(expr.args[0], Use::Value);
        return settle_expr(expr.args[1], Use::Value);
      case Expr::Kind::Call:
      case Expr::Kind::Construct:
        return settle_args(expr);
      default:
        for (Expr& arg : expr.args)
          settle_expr(arg, Use::Value);
    }
  }

  // Overloaded built-ins want exactly their types; functions of the program convert.
  void settle_args(Expr& expr) {
    const bool is_own = expr.kind == Expr::Kind::Call && find_builtin(expr.text) == nullptr;
    for (Expr& arg : expr.args)
      settle_expr(arg, is_own ? Use::Value : Use::Cast);
  }

  void settle_binary(Expr& expr, Use use) {
    const bool is_shift = expr.text == "<<" || expr.text == ">>";
    if (expr.text == "&&" || expr.text == "||" || is_real(expr.type.scalar) || expr.type.rank > 0) {
      for (Expr& arg : expr.args)
        settle_expr(arg, Use::Value);
      return;
    }
    if (compares(expr.text)) {
      const bool both = is_positive(expr.args[0]) && is_positive(expr.args[1]);
      for (Expr& arg : expr.args)
        settle_expr(arg, both || is_real(arg.type.scalar) ? Use::Value : Use::Cast);
      return;
    }
    if (use == Use::LowBits && (is_modular(expr.text) || expr.text == "<<")) {
      settle_expr(expr.args[0], use);
      settle_expr(expr.args[1], is_shift ? Use::Value : use);
      return;
    }
    const bool casts = use == Use::Cast || !is_positive(expr) || !operands_are_plain(expr);
    settle_expr(expr.args[0], casts ? Use::Cast : Use::Value);
    settle_expr(expr.args[1], casts && !is_shift ? Use::Cast : Use::Value);
  }

  // A quotient or remainder of something that may be negative is no number of low bits.
  bool operands_are_plain(const Expr& expr) const {
    return std::all_of(expr.args.begin(), expr.args.end(),
                       [&](const Expr& arg) { return is_positive(arg); });
  }

  static void wrap(Expr& expr) {
    Expr cast;
    cast.kind = Expr::Kind::Cast;
    cast.line = expr.line;
    cast.type = plain(Scalar::Int);
    cast.args.push_back(std::move(expr));
    expr = std::move(cast);
  }

  Program& program_;
  std::set<std::string, std::less<>> positive_;
};

}  // namespace

void settle_index_signs(Program& program) {
  IndexSigns signs(program);
  for (Function& function : program.functions)
    signs.settle(function, false);
  signs.settle(program.kernel, true);
}

}  // namespace kcast::corpus
