#include "corpus/neutral/parse/parser.h"

#include <utility>

#include "corpus/neutral/parse/parser_contract.h"
#include "corpus/neutral/parse/parser_expr.h"
#include "corpus/neutral/parse/parser_state.h"
#include "corpus/neutral/parse/parser_stmt.h"

namespace kcast::corpus {
namespace {

// The things that stand at file scope.
class ProgramParser {
 public:
  explicit ProgramParser(std::vector<Token> tokens) : state_(std::move(tokens)) {}

  Result<Program> program() {
    while (!state_.at_end())
      item();
    if (!state_.failed() && program_.kernel.name.empty()) state_.fail("there is no kernel");
    if (state_.failed()) return Error{ErrorCode::InvalidInput, state_.error()};
    return std::move(program_);
  }

 private:
  void item() {
    std::vector<std::string> comments = state_.take_comments();
    if (state_.at_end()) return;
    if (state_.take("const")) return named_constant();
    if (state_.take("struct")) return record();
    if (state_.take("constant")) return table();
    if (state_.take("func")) return function(std::move(comments));
    if (state_.take("bounds")) {
      state_.expect("(");
      program_.launch_bounds = static_cast<int>(state_.integer());
      state_.expect(")");
      pending_comments_ = std::move(comments);
      return;
    }
    if (state_.take("kernel")) return kernel(std::move(comments));
    if (state_.take("contract")) {
      if (program_.contract) state_.fail("there is a second contract");
      program_.contract = parse_contract(state_);
      return;
    }
    state_.fail("expected const, struct, constant, func, bounds, kernel or contract before '" +
                std::string(state_.peek().text) + "'");
  }

  void named_constant() {
    state_.expect("int");
    NamedConstant constant;
    constant.name = state_.name("a constant");
    state_.expect("=");
    constant.value = state_.integer();
    state_.expect(";");
    program_.constants.push_back(constant);
    state_.constants.push_back(std::move(constant));
  }

  Variable variable() {
    Variable variable;
    const std::string word = state_.name("a type");
    const auto type = type_of_word(word, state_.records);
    if (!type) state_.fail("unknown type '" + word + "'");
    if (type) variable.type = *type;
    if (state_.take("*")) {
      variable.type.pointer = true;
      variable.type.rank = 1;
      variable.type.space = Space::Global;
    }
    variable.name = state_.name("a name");
    return variable;
  }

  void dimensions(Variable& variable) {
    while (state_.take("[")) {
      variable.dims.push_back(parse_expr(state_));
      ++variable.type.rank;
      state_.expect("]");
    }
  }

  void record() {
    Record record;
    record.name = state_.name("a struct's name");
    state_.expect("{");
    while (!state_.take("}") && !state_.at_end()) {
      record.members.push_back(variable());
      dimensions(record.members.back());
      state_.expect(";");
    }
    state_.expect(";");
    state_.records.push_back(record.name);
    program_.records.push_back(std::move(record));
  }

  void table() {
    ConstantTable table;
    table.variable = variable();
    dimensions(table.variable);
    table.variable.type.space = Space::Constant;
    table.variable.type.writable = false;
    state_.expect("=");
    state_.expect("{");
    while (!state_.take("}") && !state_.at_end()) {
      if (!table.values.empty()) state_.expect(",");
      table.values.push_back(parse_expr(state_));
    }
    state_.expect(";");
    program_.tables.push_back(std::move(table));
  }

  Direction direction() {
    if (state_.take("in")) return Direction::In;
    if (state_.take("out")) return Direction::Out;
    if (state_.take("inout")) return Direction::InOut;
    return Direction::None;
  }

  std::vector<Parameter> parameters(bool of_kernel) {
    std::vector<Parameter> parameters;
    state_.expect("(");
    while (!state_.take(")") && !state_.at_end()) {
      if (!parameters.empty()) state_.expect(",");
      Parameter parameter;
      parameter.direction = direction();
      const bool is_shared = !of_kernel && state_.take("shared");
      const bool is_global = !of_kernel && !is_shared && state_.take("global");
      const bool is_const = !of_kernel && state_.take("const");
      parameter.variable = variable();
      Type& type = parameter.variable.type;
      if (is_shared) type.space = Space::Shared;
      type.writable = parameter.direction != Direction::In && !is_const;
      if (of_kernel && type.pointer != (parameter.direction != Direction::None)) {
        state_.fail("buffers, and only they, are in, out or inout: '" + parameter.variable.name +
                    "'");
      }
      if (!of_kernel && type.pointer != (is_shared || is_global)) {
        state_.fail("pointers of a func, and only they, are global or shared: '" +
                    parameter.variable.name + "'");
      }
      parameters.push_back(std::move(parameter));
    }
    return parameters;
  }

  void function(std::vector<std::string> comments) {
    Function function;
    function.line = state_.peek().line;
    function.comments = std::move(comments);
    const std::string word = state_.name("a type");
    const auto type = type_of_word(word, state_.records);
    if (!type) state_.fail("unknown type '" + word + "'");
    if (type) function.returns = *type;
    function.name = state_.name("a function's name");
    function.parameters = parameters(false);
    function.body = parse_block(state_);
    program_.functions.push_back(std::move(function));
  }

  void kernel(std::vector<std::string> comments) {
    if (!program_.kernel.name.empty()) state_.fail("there is a second kernel");
    comments.insert(comments.begin(), pending_comments_.begin(), pending_comments_.end());
    program_.kernel.comments = std::move(comments);
    program_.kernel.line = state_.peek().line;
    program_.kernel.name = state_.name("a kernel's name");
    program_.kernel.parameters = parameters(true);
    program_.kernel.body = parse_block(state_);
  }

  ParserState state_;
  Program program_;
  std::vector<std::string> pending_comments_;
};

}  // namespace

Result<Program> parse_neutral(std::string_view text) {
  KCAST_TRY(std::vector<Token> tokens, lex_neutral(text));
  return ProgramParser(std::move(tokens)).program();
}

}  // namespace kcast::corpus
