#include <algorithm>

#include "analyze/ptx/parser.h"
#include "analyze/ptx/ptx.h"

namespace kcast::ptx {
namespace {

constexpr int32_t kMostFiles = 1 << 16;

}  // namespace

const Variable* Module::symbol(const Function& function, int32_t index) const {
  if (index < 0) return nullptr;
  size_t i = size_t(index);
  for (const std::vector<Variable>* list :
       {&variables, &function.variables, &function.parameters, &function.results}) {
    if (i < list->size()) return &(*list)[i];
    i -= list->size();
  }
  return nullptr;
}

const Function* Module::find(std::string_view name) const {
  for (const Function& function : functions)
    if (function.name == name) return &function;
  return nullptr;
}

bool Parser::fail(std::string message) {
  if (error_.empty() && !forgiving_)
    error_ = "ptx line " + std::to_string(lexer_.line_at(lexer_.position())) + ": " + message;
  return false;
}

bool Parser::accept(char mark) {
  if (!token_.is(mark)) return false;
  next();
  return true;
}

bool Parser::expect(char mark) {
  if (accept(mark)) return true;
  return fail(std::string("expected '") + mark + "', found '" +
              std::string(token_.text.substr(0, 40)) + "'");
}

bool Parser::skip_statement() {
  while (!token_.is(';')) {
    if (token_.kind == Token::Kind::End) return fail("unexpected end of text");
    next();
  }
  next();
  return true;
}

bool Parser::skip_parentheses() {
  if (!token_.is('(')) return true;
  while (!token_.is(')')) {
    if (token_.kind == Token::Kind::End) return fail("unexpected end of text");
    next();
  }
  next();
  return true;
}

bool Parser::take_integer(int64_t& out) {
  const bool negative = accept('-');
  if (token_.kind != Token::Kind::Number)
    return fail("expected a number, found '" + std::string(token_.text.substr(0, 40)) + "'");
  const std::optional<Literal> literal = parse_number(token_.text);
  if (!literal || literal->type != Type::S64) return fail("bad number");
  out = int64_t(negative ? 0 - literal->bits : literal->bits);
  next();
  return true;
}

bool Parser::take_int32(int32_t& out) {
  int64_t value = 0;
  if (!take_integer(value)) return false;
  if (value < INT32_MIN || value > INT32_MAX) return fail("number out of range");
  out = int32_t(value);
  return true;
}

Result<Module> Parser::run() {
  next();
  while (token_.kind != Token::Kind::End && module_statement()) {
  }
  if (!error_.empty()) return Error{ErrorCode::InvalidInput, error_};
  if (module_.version.empty())
    return Error{ErrorCode::InvalidInput, "not ptx: there is no .version"};
  finish();
  return std::move(module_);
}

bool Parser::module_statement() {
  if (accept(';')) return true;
  if (token_.is('@')) {  // "@@DWARF", how old compilers wrote debugging data
    lexer_.skip_line();
    next();
    return true;
  }
  if (!token_.is_directive())
    return fail("expected a directive, found '" + std::string(token_.text.substr(0, 40)) + "'");
  const std::string_view word = token_.text;
  next();
  return module_directive(word);
}

bool Parser::module_directive(std::string_view word) {
  Declared declared;
  for (; word == ".extern" || word == ".visible" || word == ".weak" || word == ".common"; next()) {
    declared.is_extern = declared.is_extern || word == ".extern";
    if (!token_.is_directive()) return fail("expected a declaration");
    word = token_.text;
  }
  if (word == ".version") {
    module_.version = token_.text;
    next();
    return true;
  }
  if (word == ".target") return take_target();
  if (word == ".entry" || word == ".func") return take_function(word == ".entry");
  if (word == ".loc") return take_line();
  if (word == ".file") return take_file();
  if (word == ".address_size") {
    next();
    return true;
  }
  if (word == ".section") {
    while (!token_.is('{') && token_.kind != Token::Kind::End)
      next();
    lexer_.skip_braces();
    next();
    return true;
  }
  const std::string_view bare = word.substr(1);
  if (bare == "global" || bare == "const" || bare == "shared" || bare == "local") {
    if (bare == "global") declared.space = Space::Global;
    if (bare == "const") declared.space = Space::Const;
    if (bare == "shared") declared.space = Space::Shared;
    if (bare == "local") declared.space = Space::Local;
    return module_variables(declared);
  }
  if (word == ".tex") {
    declared.space = Space::Texture;
    return module_variables(declared);
  }
  return skip_statement();  // .pragma, .alias and what later versions bring
}

bool Parser::take_target() {
  module_.target = token_.text;
  next();
  while (accept(','))
    next();
  return true;
}

bool Parser::take_file() {
  int32_t number = 0;
  if (!take_int32(number)) return false;
  if (number < 0 || number >= kMostFiles) return fail("bad file number");
  if (token_.kind != Token::Kind::Text) return fail("expected a file name");
  if (module_.files.size() <= size_t(number)) module_.files.resize(size_t(number) + 1);
  module_.files[number] = token_.text;
  next();
  while (accept(','))
    next();
  return true;
}

bool Parser::take_point(SourcePoint& out) {
  return take_int32(out.file) && take_int32(out.line) && take_int32(out.column);
}

bool Parser::take_line() {
  SourcePoint at, call;
  if (!take_point(at)) return false;
  bool inlined = false;
  while (accept(',')) {
    if (token_.is("inlined_at")) {
      next();
      if (!take_point(call)) return false;
      inlined = true;
    } else {  // "function_name $L__info_string0+4"
      next();
      next();
      if (accept('+')) next();
    }
  }
  body_.line = inlined ? lines_.add_inlined(at, call) : lines_.add(at);
  return true;
}

// Numbers symbols across module and function, and gives instructions their lines.
void Parser::finish() {
  const std::vector<SourcePoint> points = lines_.resolve(module_.files);
  const auto file_count = int32_t(module_.files.size());
  const auto module_count = int32_t(module_.variables.size());
  for (Function& function : module_.functions) {
    const auto variables = int32_t(function.variables.size());
    const auto parameters = int32_t(function.parameters.size());
    const auto number = [&](Operand& operand) {
      const bool symbol = operand.kind == OperandKind::Symbol ||
                          (operand.kind == OperandKind::Address && operand.base_is_symbol);
      if (!symbol || operand.index < kVariableBase) return;
      if (operand.index >= kResultBase) {
        operand.index += module_count + variables + parameters - kResultBase;
      } else if (operand.index >= kParameterBase) {
        operand.index += module_count + variables - kParameterBase;
      } else {
        operand.index += module_count - kVariableBase;
      }
    };
    for (Operand& element : function.elements)
      number(element);
    for (Instruction& instruction : function.instructions) {
      const SourcePoint& at = points[instruction.line];
      instruction.line = std::max(at.line, 0);
      instruction.file = at.file > 0 && at.file < file_count ? at.file : 0;
      for (Operand& operand : instruction.operands)
        number(operand);
    }
  }
  for (const PendingAddress& pending : pending_addresses_) {
    const auto found = names_.find(pending.name);
    if (found == names_.end()) continue;
    AddressValue& address = module_.variables[pending.variable].addresses[pending.address];
    const bool function = found->second.kind == Name::Kind::Function;
    (function ? address.function : address.symbol) = found->second.index;
  }
}

Result<Module> parse_ptx(std::string_view text, const ParseLimits& limits) {
  if (text.size() > limits.bytes) {
    return Error{ErrorCode::InvalidInput,
                 "ptx text over " + std::to_string(limits.bytes) + " bytes"};
  }
  return Parser(text, limits).run();
}

}  // namespace kcast::ptx
