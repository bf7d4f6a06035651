#include "corpus/neutral/print/print_stmt.h"

#include <algorithm>
#include <utility>

#include "corpus/neutral/builtins.h"
#include "corpus/neutral/print/print_openmp.h"

namespace kcast::corpus {
namespace {

bool mentions_index(const Expr& expr) {
  bool found = false;
  walk_expr(expr, [&](const Expr& inner) {
    const Builtin* builtin = inner.kind == Expr::Kind::Call ? find_builtin(inner.text) : nullptr;
    found = found || (builtin != nullptr && builtin->kind == BuiltinKind::Index);
  });
  return found;
}

}  // namespace

StmtPrinter::StmtPrinter(const Spelling& spelling, ExprPrinter& exprs, LineWriter& out)
    : spelling_(spelling), exprs_(exprs), out_(out) {
  find_vector_arrays();
}

// Shared arrays of numbers that vectors are read from must be aligned like vectors.
void StmtPrinter::find_vector_arrays() {
  walk_exprs(spelling_.program.kernel.body, [&](const Expr& expr) {
    const Builtin* builtin = expr.kind == Expr::Kind::Call ? find_builtin(expr.text) : nullptr;
    if (builtin == nullptr) return;
    if (builtin->kind != BuiltinKind::Load && builtin->kind != BuiltinKind::Store) return;
    walk_expr(expr.args[0], [&](const Expr& inner) {
      if (inner.kind == Expr::Kind::Name) vector_arrays_.insert(inner.text);
    });
  });
}

// Names that are assigned to anywhere: a second variable of that name costs a const, no more.
void StmtPrinter::begin_function(const Function& function) {
  changed_.clear();
  walk_stmts(function.body, [&](const Stmt& stmt) {
    if (stmt.kind != Stmt::Kind::Assign) return;
    const Expr* root = &stmt.exprs[0];
    while (root->kind == Expr::Kind::Member || root->kind == Expr::Kind::Index)
      root = &root->args[0];
    changed_.insert(root->text);
  });
}

void StmtPrinter::block(const std::vector<Stmt>& stmts) {
  bool is_first = true;
  for (const Stmt& inner : stmts) {
    stmt(inner, is_first);
    is_first = false;
  }
}

void StmtPrinter::comments(const std::vector<std::string>& lines) {
  for (const std::string& text : lines)
    out_.line(text.empty() ? "//" : "// " + text);
}

void StmtPrinter::stmt(const Stmt& stmt, bool is_first) {
  if (!stmt.comments.empty() && !is_first && spelling_.style.blank_lines) out_.blank();
  comments(stmt.comments);
  switch (stmt.kind) {
    case Stmt::Kind::Declare:
      return declaration(stmt);
    case Stmt::Kind::If:
      return branch(stmt);
    case Stmt::Kind::For:
    case Stmt::Kind::While:
    case Stmt::Kind::Do:
      return loop(stmt);
    case Stmt::Kind::Block:
      out_.open("");
      block(stmt.body);
      return out_.close();
    case Stmt::Kind::Call:
      if (is_openmp_atomic(spelling_, stmt.exprs[0]))
        return print_atomic(stmt.exprs[0], exprs_, out_);
      [[fallthrough]];
    default:
      return out_.line(simple_text(stmt) + ";");
  }
}

std::string StmtPrinter::dims_text(const Variable& variable) {
  std::string text;
  for (const Expr& dim : variable.dims)
    text += "[" + exprs_.text_of(dim) + "]";
  return text;
}

void StmtPrinter::declaration(const Stmt& stmt) {
  const Variable& variable = stmt.variable;
  if (stmt.op == "dynamic") {
    if (spelling_.is_c()) return;  // it is an argument
    const bool aligned = vector_arrays_.contains(variable.name);
    return out_.line(std::string("extern __shared__ ") + (aligned ? "__align__(16) " : "") +
                     spelling_.type_name(variable.type) + " " + variable.name + "[];");
  }
  if (variable.type.space == Space::Shared) {
    const bool aligned = vector_arrays_.contains(variable.name);
    std::string text =
        spelling_.is_c() ? std::string(spelling_.space_word(Space::Shared)) : "__shared__ ";
    if (aligned && !spelling_.is_c()) text += "__align__(16) ";
    text += spelling_.type_name(variable.type) + " " + variable.name + dims_text(variable);
    if (aligned && spelling_.is_c()) text += " __attribute__((aligned(16)))";
    return out_.line(text + ";");
  }
  out_.line(declaration_text(stmt) + ";");
}

std::string StmtPrinter::declaration_text(const Stmt& stmt) {
  const Variable& variable = stmt.variable;
  std::string text;
  const bool is_initialised = !stmt.exprs.empty();
  const bool may_be_const =
      spelling_.style.const_locals && is_initialised && never_changes(variable.name);
  if (variable.is_const || may_be_const) text += "const ";
  const bool says_auto = spelling_.style.auto_locals && !spelling_.is_c() && is_initialised &&
                         !stmt.braced && is_real(variable.type.scalar) && is_plain(variable.type) &&
                         stmt.exprs[0].type.scalar == variable.type.scalar &&
                         is_plain(stmt.exprs[0].type) && !mentions_index(stmt.exprs[0]);
  text += says_auto ? "auto" : spelling_.type_name(variable.type);
  text += " " + variable.name + dims_text(variable);
  if (!is_initialised) return text;
  text += " = ";
  if (!stmt.braced) return text + exprs_.text_of(stmt.exprs[0]);
  text += "{";
  for (size_t i = 0; i < stmt.exprs.size(); ++i)
    text += (i > 0 ? ", " : "") + exprs_.text_of(stmt.exprs[i]);
  return text + "}";
}

std::string StmtPrinter::assignment_text(const Stmt& stmt) {
  const std::string target = exprs_.text_of(stmt.exprs[0]);
  if (stmt.exprs.size() == 1) return spelling_.style.postfix ? target + stmt.op : stmt.op + target;
  return target + " " + stmt.op + " " + exprs_.text_of(stmt.exprs[1]);
}

std::string StmtPrinter::simple_text(const Stmt& stmt) {
  switch (stmt.kind) {
    case Stmt::Kind::Declare:
      return declaration_text(stmt);
    case Stmt::Kind::Assign:
      return assignment_text(stmt);
    case Stmt::Kind::Call:
      return exprs_.text_of(stmt.exprs[0]);
    case Stmt::Kind::Break:
      return "break";
    case Stmt::Kind::Continue:
      return "continue";
    case Stmt::Kind::Return:
      return stmt.exprs.empty() ? "return" : "return " + exprs_.text_of(stmt.exprs[0]);
    case Stmt::Kind::Barrier:
      return spelling_.is_c() ? "barrier(CLK_LOCAL_MEM_FENCE)" : "__syncthreads()";
    default:
      return {};
  }
}

// A single statement that needs no braces, in the style that leaves them out.
bool StmtPrinter::stands_alone(const std::vector<Stmt>& stmts) const {
  if (spelling_.style.braces || stmts.size() != 1 || !stmts[0].comments.empty()) return false;
  const Stmt::Kind kind = stmts[0].kind;
  if (kind == Stmt::Kind::Call && is_openmp_atomic(spelling_, stmts[0].exprs[0])) return false;
  return kind == Stmt::Kind::Assign || kind == Stmt::Kind::Call || kind == Stmt::Kind::Break ||
         kind == Stmt::Kind::Continue || kind == Stmt::Kind::Return;
}

void StmtPrinter::body(std::string head, const std::vector<Stmt>& stmts) {
  if (!stands_alone(stmts)) {
    out_.open(std::move(head));
    block(stmts);
    out_.close();
    return;
  }
  const std::string text = simple_text(stmts[0]) + ";";
  if (spelling_.style.same_line && head.size() + text.size() < 70) {
    out_.line(head + " " + text);
    return;
  }
  out_.line(head);
  out_.deeper();
  out_.line(text);
  out_.shallower();
}

void StmtPrinter::branch(const Stmt& stmt) {
  std::string head = "if (" + exprs_.text_of(stmt.exprs[0]) + ")";
  if (stmt.otherwise.empty()) return body(std::move(head), stmt.body);
  const Stmt* at = &stmt;
  if (stands_alone(stmt.body) && stands_alone(stmt.otherwise)) {
    body(std::move(head), stmt.body);
    return body("else", stmt.otherwise);
  }
  out_.open(std::move(head));
  while (true) {
    block(at->body);
    if (at->otherwise.empty()) break;
    const bool is_chain = at->otherwise.size() == 1 && at->otherwise[0].kind == Stmt::Kind::If &&
                          at->otherwise[0].comments.empty();
    if (!is_chain) {
      out_.close_then_open("else");
      block(at->otherwise);
      break;
    }
    at = &at->otherwise[0];
    out_.close_then_open("else if (" + exprs_.text_of(at->exprs[0]) + ")");
  }
  out_.close();
}

void StmtPrinter::loop(const Stmt& stmt) {
  if (stmt.unroll == 0) out_.raw("#pragma unroll");
  if (stmt.unroll > 0) out_.raw("#pragma unroll " + std::to_string(stmt.unroll));
  if (stmt.kind == Stmt::Kind::Do) {
    out_.open("do");
    block(stmt.body);
    return out_.close(" while (" + exprs_.text_of(stmt.exprs[0]) + ");");
  }
  const std::string condition = exprs_.text_of(stmt.exprs[0]);
  if (stmt.kind == Stmt::Kind::While) return body("while (" + condition + ")", stmt.body);
  const std::string init = simple_text(stmt.head[0]);
  const std::string step = simple_text(stmt.head[1]);
  body("for (" + init + "; " + condition + ";" + (step.empty() ? "" : " ") + step + ")", stmt.body);
}

}  // namespace kcast::corpus
