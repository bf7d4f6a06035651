// Statements.
#include <algorithm>
#include <utility>

#include "corpus/neutral/builtins.h"
#include "corpus/neutral/printer.h"

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

// Names that are assigned to anywhere: a second variable of that name costs a const, no more.
void Printer::find_changed(const Function& function) {
  changed_.clear();
  walk_stmts(function.body, [&](const Stmt& stmt) {
    if (stmt.kind != Stmt::Kind::Assign) return;
    const Expr* root = &stmt.exprs[0];
    while (root->kind == Expr::Kind::Member || root->kind == Expr::Kind::Index)
      root = &root->args[0];
    changed_.insert(root->text);
  });
}

void Printer::block(const std::vector<Stmt>& stmts) {
  bool is_first = true;
  for (const Stmt& inner : stmts) {
    stmt(inner, is_first);
    is_first = false;
  }
}

void Printer::comments(const std::vector<std::string>& lines) {
  for (const std::string& text : lines)
    out_.line(text.empty() ? "//" : "// " + text);
}

void Printer::stmt(const Stmt& stmt, bool is_first) {
  if (!stmt.comments.empty() && !is_first && style_.blank_lines) out_.blank();
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
    default:
      return out_.line(simple_text(stmt) + ";");
  }
}

std::string Printer::dims_text(const Variable& variable) {
  std::string text;
  for (const Expr& dim : variable.dims)
    text += "[" + text_of(dim) + "]";
  return text;
}

void Printer::declaration(const Stmt& stmt) {
  const Variable& variable = stmt.variable;
  if (stmt.op == "dynamic") {
    if (is_c()) return;  // it is an argument
    const bool aligned = vector_arrays_.contains(variable.name);
    return out_.line(std::string("extern __shared__ ") + (aligned ? "__align__(16) " : "") +
                     type_name(variable.type) + " " + variable.name + "[];");
  }
  if (variable.type.space == Space::Shared) {
    const bool aligned = vector_arrays_.contains(variable.name);
    std::string text = is_c() ? std::string(space_word(Space::Shared)) : "__shared__ ";
    if (aligned && !is_c()) text += "__align__(16) ";
    text += type_name(variable.type) + " " + variable.name + dims_text(variable);
    if (aligned && is_c()) text += " __attribute__((aligned(16)))";
    return out_.line(text + ";");
  }
  out_.line(declaration_text(stmt) + ";");
}

std::string Printer::declaration_text(const Stmt& stmt) {
  const Variable& variable = stmt.variable;
  std::string text;
  const bool is_initialised = !stmt.exprs.empty();
  const bool may_be_const = style_.const_locals && is_initialised && never_changes(variable.name);
  if (variable.is_const || may_be_const) text += "const ";
  const bool says_auto = style_.auto_locals && !is_c() && is_initialised && !stmt.braced &&
                         is_real(variable.type.scalar) && is_plain(variable.type) &&
                         stmt.exprs[0].type.scalar == variable.type.scalar &&
                         is_plain(stmt.exprs[0].type) && !mentions_index(stmt.exprs[0]);
  text += says_auto ? "auto" : type_name(variable.type);
  text += " " + variable.name + dims_text(variable);
  if (!is_initialised) return text;
  text += " = ";
  if (!stmt.braced) return text + text_of(stmt.exprs[0]);
  text += "{";
  for (size_t i = 0; i < stmt.exprs.size(); ++i)
    text += (i > 0 ? ", " : "") + text_of(stmt.exprs[i]);
  return text + "}";
}

std::string Printer::assignment_text(const Stmt& stmt) {
  const std::string target = text_of(stmt.exprs[0]);
  if (stmt.exprs.size() == 1) return style_.postfix ? target + stmt.op : stmt.op + target;
  return target + " " + stmt.op + " " + text_of(stmt.exprs[1]);
}

std::string Printer::simple_text(const Stmt& stmt) {
  switch (stmt.kind) {
    case Stmt::Kind::Declare:
      return declaration_text(stmt);
    case Stmt::Kind::Assign:
      return assignment_text(stmt);
    case Stmt::Kind::Call:
      return text_of(stmt.exprs[0]);
    case Stmt::Kind::Break:
      return "break";
    case Stmt::Kind::Continue:
      return "continue";
    case Stmt::Kind::Return:
      return stmt.exprs.empty() ? "return" : "return " + text_of(stmt.exprs[0]);
    case Stmt::Kind::Barrier:
      return is_c() ? "barrier(CLK_LOCAL_MEM_FENCE)" : "__syncthreads()";
    default:
      return {};
  }
}

// A single statement that needs no braces, in the style that leaves them out.
bool Printer::stands_alone(const std::vector<Stmt>& stmts) const {
  if (style_.braces || stmts.size() != 1 || !stmts[0].comments.empty()) return false;
  const Stmt::Kind kind = stmts[0].kind;
  return kind == Stmt::Kind::Assign || kind == Stmt::Kind::Call || kind == Stmt::Kind::Break ||
         kind == Stmt::Kind::Continue || kind == Stmt::Kind::Return;
}

void Printer::body(std::string head, const std::vector<Stmt>& stmts) {
  if (!stands_alone(stmts)) {
    out_.open(std::move(head));
    block(stmts);
    out_.close();
    return;
  }
  const std::string text = simple_text(stmts[0]) + ";";
  if (style_.same_line && head.size() + text.size() < 70) {
    out_.line(head + " " + text);
    return;
  }
  out_.line(head);
  out_.deeper();
  out_.line(text);
  out_.shallower();
}

void Printer::branch(const Stmt& stmt) {
  std::string head = "if (" + text_of(stmt.exprs[0]) + ")";
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
    out_.close_then_open("else if (" + text_of(at->exprs[0]) + ")");
  }
  out_.close();
}

void Printer::loop(const Stmt& stmt) {
  if (stmt.unroll == 0) out_.raw("#pragma unroll");
  if (stmt.unroll > 0) out_.raw("#pragma unroll " + std::to_string(stmt.unroll));
  if (stmt.kind == Stmt::Kind::Do) {
    out_.open("do");
    block(stmt.body);
    return out_.close(" while (" + text_of(stmt.exprs[0]) + ");");
  }
  const std::string condition = text_of(stmt.exprs[0]);
  if (stmt.kind == Stmt::Kind::While) return body("while (" + condition + ")", stmt.body);
  const std::string init = simple_text(stmt.head[0]);
  const std::string step = simple_text(stmt.head[1]);
  body("for (" + init + "; " + condition + ";" + (step.empty() ? "" : " ") + step + ")", stmt.body);
}

}  // namespace kcast::corpus
