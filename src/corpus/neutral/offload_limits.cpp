#include "corpus/neutral/offload_limits.h"

#include <algorithm>
#include <string_view>

#include "corpus/neutral/builtins.h"

namespace kcast::corpus {
namespace {

// Of bits of integers C has what others write as an expression.
constexpr std::string_view kBits[] = {"popc", "mul24", "mulhi"};

class OpenMpLimits {
 public:
  void statement(const Stmt& stmt) {
    if (stmt.kind == Stmt::Kind::Barrier) say("barriers between threads of a block");
    if (stmt.kind == Stmt::Kind::Declare && stmt.variable.type.space == Space::Shared)
      say("shared memory");
    // An atomic is a statement there.
    if (stmt.kind == Stmt::Kind::Call && is_atomic(stmt.exprs[0])) ++atomics_allowed_;
  }

  void expression(const Expr& expr, bool in_kernel) {
    if (expr.kind != Expr::Kind::Call) return;
    const Builtin* builtin = find_builtin(expr.text);
    if (builtin == nullptr) return;
    switch (builtin->kind) {
      case BuiltinKind::Index:
        if (!in_kernel) say("thread numbers in functions");
        if (expr.args.empty()) say("warps");
        return;
      case BuiltinKind::Math:
        if (expr.text == "exp10") say("exp10");
        return;
      case BuiltinKind::Bits:
        if (std::find(std::begin(kBits), std::end(kBits), expr.text) == std::end(kBits))
          say(expr.text);
        return;
      case BuiltinKind::Fast:
        return say("functions of less precision");
      case BuiltinKind::Reinterpret:
        return say("bits of real numbers as integers");
      case BuiltinKind::Shuffle:
      case BuiltinKind::Vote:
      case BuiltinKind::Sync:
        return say("warp functions or fences");
      case BuiltinKind::Swap:
        return say("compare and swap");
      case BuiltinKind::Atomic:
        ++atomics_;
        return;
      default:
        return;
    }
  }

  void function(const Function& function, bool is_kernel) {
    walk_stmts(function.body, [&](const Stmt& stmt) { statement(stmt); });
    walk_exprs(function.body, [&](const Expr& expr) { expression(expr, is_kernel); });
    for (const Parameter& parameter : function.parameters) {
      if (parameter.variable.type.space == Space::Shared) say("shared memory");
    }
  }

  std::string missing() const {
    if (!missing_.empty()) return missing_;
    return atomics_ > atomics_allowed_ ? "atomics whose value is used" : "";
  }

 private:
  static bool is_atomic(const Expr& expr) {
    const Builtin* builtin = expr.kind == Expr::Kind::Call ? find_builtin(expr.text) : nullptr;
    return builtin != nullptr && builtin->kind == BuiltinKind::Atomic;
  }

  void say(std::string_view what) {
    if (missing_.empty()) missing_ = what;
  }

  std::string missing_;
  int atomics_ = 0;
  int atomics_allowed_ = 0;
};

}  // namespace

std::string missing_in_openmp(const Program& program) {
  OpenMpLimits limits;
  for (const Function& function : program.functions)
    limits.function(function, false);
  limits.function(program.kernel, true);
  return limits.missing();
}

}  // namespace kcast::corpus
