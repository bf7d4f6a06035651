#include "analyze/ptx/parse/parse.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "analyze/ptx/parse/declare.h"
#include "analyze/ptx/parse/function.h"
#include "analyze/ptx/parse/locations.h"
#include "analyze/ptx/parse/parse_state.h"

namespace kcast::ptx {
namespace {

bool take_target(ParseState& p) {
  p.module.target = p.in.token.text;
  p.in.next();
  while (p.in.accept(','))
    p.in.next();
  return true;
}

bool module_directive(ParseState& p, std::string_view word) {
  Declared declared;
  for (; word == ".extern" || word == ".visible" || word == ".weak" || word == ".common";
       p.in.next()) {
    declared.is_extern = declared.is_extern || word == ".extern";
    if (!p.in.token.is_directive()) return p.in.fail("expected a declaration");
    word = p.in.token.text;
  }
  if (word == ".version") {
    p.module.version = p.in.token.text;
    p.in.next();
    return true;
  }
  if (word == ".target") return take_target(p);
  if (word == ".entry" || word == ".func") return take_function(p, word == ".entry");
  if (word == ".loc") return take_line(p);
  if (word == ".file") return take_file(p);
  if (word == ".address_size") {
    p.in.next();
    return true;
  }
  if (word == ".section") {
    while (!p.in.token.is('{') && p.in.token.kind != Token::Kind::End)
      p.in.next();
    p.in.lexer.skip_braces();
    p.in.next();
    return true;
  }
  const std::string_view bare = word.substr(1);
  if (bare == "global" || bare == "const" || bare == "shared" || bare == "local") {
    if (bare == "global") declared.space = Space::Global;
    if (bare == "const") declared.space = Space::Const;
    if (bare == "shared") declared.space = Space::Shared;
    if (bare == "local") declared.space = Space::Local;
    return module_variables(p, declared);
  }
  if (word == ".tex") {
    declared.space = Space::Texture;
    return module_variables(p, declared);
  }
  return p.in.skip_statement();  // .pragma, .alias and what later versions bring
}

bool module_statement(ParseState& p) {
  if (p.in.accept(';')) return true;
  if (p.in.token.is('@')) {  // "@@DWARF", how old compilers wrote debugging data
    p.in.lexer.skip_line();
    p.in.next();
    return true;
  }
  if (!p.in.token.is_directive()) {
    return p.in.fail("expected a directive, found '" + std::string(p.in.token.text.substr(0, 40)) +
                     "'");
  }
  const std::string_view word = p.in.token.text;
  p.in.next();
  return module_directive(p, word);
}

// Numbers symbols across module and function, and gives instructions their lines.
void finish(ParseState& p) {
  const std::vector<SourcePoint> points = p.lines.resolve(p.module.files);
  const auto file_count = int32_t(p.module.files.size());
  const auto module_count = int32_t(p.module.variables.size());
  for (Function& function : p.module.functions) {
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
  for (const PendingAddress& pending : p.pending_addresses) {
    const auto found = p.names.find(pending.name);
    if (found == p.names.end()) continue;
    AddressValue& address = p.module.variables[pending.variable].addresses[pending.address];
    const bool function = found->second.kind == Name::Kind::Function;
    (function ? address.function : address.symbol) = found->second.index;
  }
}

}  // namespace

Result<Module> parse_ptx(std::string_view text, const ParseLimits& limits) {
  if (text.size() > limits.bytes) {
    return Error{ErrorCode::InvalidInput,
                 "ptx text over " + std::to_string(limits.bytes) + " bytes"};
  }
  ParseState p(text, limits);
  p.in.next();
  while (p.in.token.kind != Token::Kind::End && module_statement(p)) {
  }
  if (!p.in.error.empty()) return Error{ErrorCode::InvalidInput, p.in.error};
  if (p.module.version.empty())
    return Error{ErrorCode::InvalidInput, "not ptx: there is no .version"};
  finish(p);
  return std::move(p.module);
}

}  // namespace kcast::ptx
