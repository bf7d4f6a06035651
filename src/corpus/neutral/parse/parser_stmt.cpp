#include "corpus/neutral/parse/parser_stmt.h"

#include <string>
#include <utility>

#include "corpus/neutral/parse/parser_expr.h"

namespace kcast::corpus {
namespace {

constexpr int kDeepestBlocks = 24;
constexpr std::string_view kAssignments[] = {
    "=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>="};

class StmtParser {
 public:
  explicit StmtParser(ParserState& state) : state_(state) {}

  std::vector<Stmt> block() {
    std::vector<Stmt> stmts;
    state_.expect("{");
    if (++depth_ > kDeepestBlocks) state_.fail("blocks are nested too deeply");
    while (!state_.take("}")) {
      if (state_.at_end()) {
        state_.fail("a block is not closed");
        break;
      }
      stmts.push_back(statement());
    }
    --depth_;
    return stmts;
  }

 private:
  Stmt node(Stmt::Kind kind) const {
    Stmt stmt;
    stmt.kind = kind;
    stmt.line = state_.peek().line;
    return stmt;
  }

  Stmt statement() {
    std::vector<std::string> comments = state_.take_comments();
    if (++depth_ > kDeepestBlocks) state_.fail("statements are nested too deeply");
    Stmt stmt = inner_statement();
    --depth_;
    stmt.comments = std::move(comments);
    return stmt;
  }

  Stmt inner_statement() {
    if (state_.sees("unroll")) return unrolled();
    if (state_.sees("for")) return for_loop();
    if (state_.sees("if")) return branch();
    if (state_.sees("while")) return while_loop();
    if (state_.sees("do")) return do_loop();
    if (state_.sees("{")) {
      Stmt stmt = node(Stmt::Kind::Block);
      stmt.body = block();
      return stmt;
    }
    Stmt stmt = simple();
    state_.expect(";");
    return stmt;
  }

  // What a `;` ends, but declarations are allowed.
  Stmt simple() {
    for (const auto& [word, kind] :
         {std::pair{"break", Stmt::Kind::Break}, std::pair{"continue", Stmt::Kind::Continue},
          std::pair{"return", Stmt::Kind::Return}}) {
      if (!state_.sees(word)) continue;
      Stmt stmt = node(kind);
      state_.next();
      if (kind == Stmt::Kind::Return && !state_.sees(";")) stmt.exprs.push_back(parse_expr(state_));
      return stmt;
    }
    if (state_.sees("barrier") && state_.sees("(", 1) && state_.sees(")", 2)) {
      Stmt stmt = node(Stmt::Kind::Barrier);
      state_.next();
      state_.next();
      state_.next();
      return stmt;
    }
    if (starts_declaration()) return declaration();
    return assignment();
  }

  bool starts_declaration() const {
    if (state_.sees("shared") || state_.sees("shared_dyn") || state_.sees("const")) return true;
    return type_of_word(state_.peek().text, state_.records).has_value() &&
           state_.peek(1).kind == Token::Kind::Name;
  }

  Stmt declaration() {
    Stmt stmt = node(Stmt::Kind::Declare);
    Variable& variable = stmt.variable;
    const bool is_dynamic = state_.take("shared_dyn");
    const bool is_shared = is_dynamic || state_.take("shared");
    variable.is_const = !is_shared && state_.take("const");
    const std::string word = state_.name("a type");
    const auto type = type_of_word(word, state_.records);
    if (!type) state_.fail("unknown type '" + word + "'");
    if (type) variable.type = *type;
    variable.name = state_.name("a variable");
    if (is_shared) variable.type.space = Space::Shared;
    while (state_.take("[")) {
      if (!is_dynamic) variable.dims.push_back(parse_expr(state_));
      ++variable.type.rank;
      state_.expect("]");
    }
    if (is_dynamic) {
      stmt.op = "dynamic";
      if (variable.type.rank != 1) state_.fail("shared_dyn wants the form name[]");
    }
    if (state_.take("=")) initial_values(stmt);
    return stmt;
  }

  void initial_values(Stmt& stmt) {
    if (!state_.take("{")) {
      stmt.exprs.push_back(parse_expr(state_));
      return;
    }
    stmt.braced = true;
    while (!state_.take("}") && !state_.at_end()) {
      if (!stmt.exprs.empty()) state_.expect(",");
      stmt.exprs.push_back(parse_expr(state_));
    }
  }

  Stmt assignment() {
    Stmt stmt = node(Stmt::Kind::Assign);
    for (const std::string_view op : {"++", "--"}) {
      if (!state_.take(op)) continue;
      stmt.op = std::string(op);
      stmt.exprs.push_back(parse_expr(state_));
      return stmt;
    }
    stmt.exprs.push_back(parse_expr(state_));
    const std::string op(state_.peek().text);
    if (op == "++" || op == "--") {
      stmt.op = op;
      state_.next();
      return stmt;
    }
    for (const std::string_view known : kAssignments) {
      if (op != known) continue;
      stmt.op = op;
      state_.next();
      stmt.exprs.push_back(parse_expr(state_));
      return stmt;
    }
    stmt.kind = Stmt::Kind::Call;
    if (stmt.exprs[0].kind != Expr::Kind::Call) state_.fail("a statement that does nothing");
    return stmt;
  }

  // One statement or a block, as a list.
  std::vector<Stmt> body() {
    if (state_.sees("{")) return block();
    std::vector<Stmt> stmts;
    stmts.push_back(statement());
    return stmts;
  }

  Stmt unrolled() {
    state_.next();
    int factor = 0;
    if (state_.take("(")) {
      factor = static_cast<int>(state_.integer());
      state_.expect(")");
      if (factor < 1) state_.fail("unroll wants a factor of at least 1");
    }
    if (!state_.sees("for") && !state_.sees("while")) state_.fail("unroll wants a loop");
    Stmt stmt = inner_statement();
    stmt.unroll = factor;
    return stmt;
  }

  Stmt for_loop() {
    Stmt stmt = node(Stmt::Kind::For);
    state_.next();
    state_.expect("(");
    stmt.head.push_back(state_.sees(";") ? node(Stmt::Kind::Empty) : simple());
    state_.expect(";");
    stmt.exprs.push_back(parse_expr(state_));
    state_.expect(";");
    stmt.head.push_back(state_.sees(")") ? node(Stmt::Kind::Empty) : assignment());
    state_.expect(")");
    stmt.body = body();
    return stmt;
  }

  Stmt branch() {
    Stmt stmt = node(Stmt::Kind::If);
    state_.next();
    state_.expect("(");
    stmt.exprs.push_back(parse_expr(state_));
    state_.expect(")");
    stmt.body = body();
    if (state_.take("else")) stmt.otherwise = body();
    return stmt;
  }

  Stmt while_loop() {
    Stmt stmt = node(Stmt::Kind::While);
    state_.next();
    state_.expect("(");
    stmt.exprs.push_back(parse_expr(state_));
    state_.expect(")");
    stmt.body = body();
    return stmt;
  }

  Stmt do_loop() {
    Stmt stmt = node(Stmt::Kind::Do);
    state_.next();
    stmt.body = block();
    state_.expect("while");
    state_.expect("(");
    stmt.exprs.push_back(parse_expr(state_));
    state_.expect(")");
    state_.expect(";");
    return stmt;
  }

  ParserState& state_;
  int depth_ = 0;
};

}  // namespace

std::vector<Stmt> parse_block(ParserState& state) {
  return StmtParser(state).block();
}

}  // namespace kcast::corpus
