#include "analyze/ptx/parse/function.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "analyze/ptx/parse/body.h"
#include "analyze/ptx/parse/declare.h"
#include "analyze/ptx/parse/locations.h"

namespace kcast::ptx {
namespace {

Function* declare_function(ParseState& p, std::string_view name, bool is_entry, int32_t& index) {
  const auto found = p.names.find(name);
  if (found != p.names.end() && found->second.kind == Name::Kind::Function) {
    index = found->second.index;
    if (p.module.functions[index].has_body) return nullptr;
  } else {
    index = int32_t(p.module.functions.size());
    p.names[name] = {Name::Kind::Function, index};
    p.module.functions.emplace_back();
  }
  Function& function = p.module.functions[index];
  function = Function{};
  function.name = name;
  function.is_entry = is_entry;
  return &function;
}

bool take_parameters(ParseState& p, Function& function, std::vector<Variable>& out, int32_t base) {
  if (!p.in.accept('(')) return true;
  Layout layout;
  while (!p.in.accept(')')) {
    if (!p.in.token.is_directive()) return p.in.fail("expected a parameter");
    Declared declared;
    if (!take_declared(p, declared)) return false;
    declared.space = declared.is_register ? Space::None : Space::Param;
    Variable variable;
    const std::string_view name = p.in.token.text;
    if (!take_variable(p, declared, variable)) return false;
    if (declared.is_register) {
      if (!add_registers(p, function, name, declared.type, -1)) return false;
    } else {
      p.body.names.define(name, {Name::Kind::Symbol, base + int32_t(out.size())});
    }
    variable.offset = layout.place(variable.bytes, variable.align);
    out.push_back(std::move(variable));
    if (!p.in.accept(',') && !p.in.token.is(')')) return p.in.fail("expected ',' or ')'");
  }
  return true;
}

// Between the parameters and the body: ".maxntid 256, 1, 1 .minnctapersm 2".
bool take_function_attributes(ParseState& p, Function& function) {
  while (p.in.token.is_directive()) {
    const std::string_view word = p.in.token.text;
    p.in.next();
    if (word == ".pragma" || word == ".loc") {
      if (!(word == ".loc" ? take_line(p) : p.in.skip_statement())) return false;
      continue;
    }
    if (!p.in.skip_parentheses()) return false;
    int32_t values[3] = {1, 1, 1};
    int count = 0;
    while (p.in.token.kind == Token::Kind::Number) {
      int32_t value = 0;
      if (!p.in.take_int32(value)) return false;
      if (count < 3) values[count++] = value;
      if (!p.in.accept(',')) break;
    }
    if (count > 0 && word == ".maxntid") std::copy_n(values, 3, function.max_threads.begin());
    if (count > 0 && word == ".reqntid") std::copy_n(values, 3, function.required_threads.begin());
    if (count > 0 && word == ".minnctapersm") function.min_blocks = values[0];
  }
  return true;
}

}  // namespace

bool take_function(ParseState& p, bool is_entry) {
  p.body = Body{};
  p.lines.start_function();
  while (p.in.token.is(".attribute") || p.in.token.is(".noreturn")) {
    p.in.next();
    if (!p.in.skip_parentheses()) return false;
  }
  Function header;
  p.body.names.push();
  if (!take_parameters(p, header, header.results, kResultBase)) return false;
  if (p.in.token.kind != Token::Kind::Word) return p.in.fail("expected the name of a function");
  const std::string_view name = p.in.token.text;
  p.in.next();
  if (!take_parameters(p, header, header.parameters, kParameterBase)) return false;
  if (!take_function_attributes(p, header)) return false;
  int32_t index = 0;
  Function* const function = declare_function(p, name, is_entry, index);
  if (function == nullptr) {
    if (p.in.accept(';')) return true;  // declared again behind its body
    return p.in.fail("function '" + std::string(name) + "' has two bodies");
  }
  header.name = function->name;
  header.is_entry = is_entry;
  *function = std::move(header);
  if (p.in.accept(';')) return true;
  if (!p.in.token.is('{')) return p.in.fail("expected a body");
  function->has_body = true;
  return take_body(p, *function);
}

}  // namespace kcast::ptx
