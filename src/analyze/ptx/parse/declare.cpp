#include "analyze/ptx/parse/declare.h"

#include <algorithm>
#include <bit>
#include <optional>
#include <string>
#include <utility>

#include "analyze/ptx/opcode.h"

namespace kcast::ptx {
namespace {

constexpr int64_t kMostBytes = int64_t{1} << 38;  // of a variable
constexpr int64_t kMostAlign = int64_t{1} << 20;

int64_t bytes_of(Type type) {
  if (type == Type::Other) return 8;  // a texture or surface handle
  return (bits_of(type) + 7) / 8;
}

// Behind a name: "[4][8]", "[]" or nothing.
bool take_dimensions(ParseState& p, Variable& variable) {
  while (p.in.accept('[')) {
    int64_t count = 0;
    if (!p.in.token.is(']') && !p.in.take_integer(count)) return false;
    if (!p.in.expect(']')) return false;
    if (count < 0 || (count > 0 && variable.bytes > kMostBytes / count))
      return p.in.fail("bad array size");
    variable.bytes *= count;
  }
  return true;
}

// "symbol", "symbol+4", "generic(symbol)+4", "(symbol)", "generic((generic(symbol)))".
bool take_initial_address(ParseState& p, Variable& variable) {
  constexpr int kDeepest = 8;
  int open = 0;
  while (p.in.token.is("generic") || p.in.token.is('(')) {
    if (p.in.token.is("generic")) p.in.next();
    if (p.in.accept('(') && ++open > kDeepest) return p.in.fail("an address nested too deeply");
  }
  if (p.in.token.kind != Token::Kind::Word) return p.in.fail("expected a symbol");
  AddressValue address;
  address.at = int64_t(variable.initial.size());
  const std::string_view name = p.in.token.text;
  p.in.next();
  for (; open > 0; --open) {
    if (!p.in.expect(')')) return false;
  }
  if (!p.in.take_offset(address.addend)) return false;
  p.pending_addresses.push_back(
      {int32_t(p.module.variables.size()), int32_t(variable.addresses.size()), name});
  variable.addresses.push_back(address);
  return true;
}

bool take_initial_value(ParseState& p, const Declared& declared, Variable& variable) {
  const int64_t bytes = bytes_of(declared.type);
  const bool negative = p.in.accept('-');
  uint64_t bits = 0;
  if (p.in.token.kind == Token::Kind::Number) {
    const std::optional<Literal> literal = parse_number(p.in.token.text);
    if (!literal)
      return p.in.fail("bad number '" + std::string(p.in.token.text.substr(0, 40)) + "'");
    p.in.next();
    // "0xFF00(symbol)": a byte of an address.
    if (p.in.token.is('(')) {
      if (!take_initial_address(p, variable)) return false;
    } else {
      bits = bits_as(negative ? negate(*literal) : *literal, declared.type);
    }
  } else if (p.in.token.kind == Token::Kind::Word) {
    if (!take_initial_address(p, variable)) return false;
  } else {
    return p.in.fail("expected a value");
  }
  for (int64_t i = 0; i < bytes; ++i)
    variable.initial.push_back(i < 8 ? char(uint8_t(bits >> (8 * i))) : '\0');
  return true;
}

}  // namespace

// ".align 4 .ptr .global .v2 .f32", in the orders that compilers write.
bool take_declared(ParseState& p, Declared& out) {
  while (p.in.token.is_directive()) {
    const std::string_view word = p.in.token.text.substr(1);
    p.in.next();
    if (word == "align") {
      int64_t align = 0;
      if (!p.in.take_integer(align)) return false;
      if (align < 1 || align > kMostAlign || !std::has_single_bit(uint64_t(align)))
        return p.in.fail("bad alignment");
      // Behind the type it is that of what a pointer points to.
      if (out.type == Type::None) out.align = align;
    } else if (word == "attribute") {
      if (!p.in.skip_parentheses()) return false;
    } else if (word == "v2" || word == "v4") {
      out.lanes = word == "v2" ? 2 : 4;
    } else if (word == "reg") {
      out.is_register = true;
    } else if (const std::optional<Type> type = parse_type(word)) {
      out.type = *type;
    }
  }
  return true;
}

bool take_variable(ParseState& p, const Declared& declared, Variable& out) {
  if (p.in.token.kind != Token::Kind::Word || p.in.token.is_directive())
    return p.in.fail("expected a name");
  out.name = p.in.token.text;
  out.space = declared.space;
  out.type = declared.type;
  out.is_extern = declared.is_extern;
  out.bytes = bytes_of(declared.type) * declared.lanes;
  out.align = declared.align > 0 ? declared.align : std::max<int64_t>(out.bytes, 1);
  p.in.next();
  return take_dimensions(p, out);
}

bool take_initial(ParseState& p, const Declared& declared, Variable& variable) {
  if (!p.in.accept('=')) return true;
  if (!p.in.token.is('{')) return take_initial_value(p, declared, variable);
  int depth = 0;
  do {
    if (p.in.accept('{')) {
      ++depth;
    } else if (p.in.accept('}')) {
      --depth;
    } else if (!p.in.accept(',') && !take_initial_value(p, declared, variable)) {
      return false;
    }
  } while (depth > 0);
  // "x[] = {...}" takes its size from the values.
  variable.bytes = std::max(variable.bytes, int64_t(variable.initial.size()));
  return true;
}

bool module_variables(ParseState& p, Declared declared) {
  if (!take_declared(p, declared)) return false;
  do {
    Variable variable;
    const std::string_view name = p.in.token.text;
    if (!take_variable(p, declared, variable) || !take_initial(p, declared, variable)) return false;
    variable.offset = p.module_layout[size_t(declared.space)].place(variable.bytes, variable.align);
    p.names[name] = {Name::Kind::Symbol, int32_t(p.module.variables.size())};
    p.module.variables.push_back(std::move(variable));
  } while (p.in.accept(','));
  return p.in.expect(';');
}

// A count of -1 is a single register of that name.
bool add_registers(ParseState& p, Function& function, std::string_view name, Type type,
                   int64_t count) {
  const int64_t fresh = count < 0 ? 1 : count;
  if (fresh > int64_t(p.limits.registers) || p.registers + size_t(fresh) > p.limits.registers)
    return p.in.fail("too many registers");
  p.registers += size_t(fresh);
  p.name_bytes += size_t(fresh) * name.size();
  if (p.name_bytes > p.limits.name_bytes) return p.in.fail("names of registers are too long");
  const auto first = int32_t(function.registers.size());
  if (count < 0) {
    p.body.names.define(name, {Name::Kind::Register, first});
    function.registers.push_back({type, std::string(name)});
    return true;
  }
  p.body.ranges.define(name, {first, int32_t(count)});
  for (int64_t i = 0; i < count; ++i)
    function.registers.push_back({type, std::string(name) + std::to_string(i)});
  return true;
}

bool take_registers(ParseState& p, Function& function) {
  Declared declared;
  if (!take_declared(p, declared)) return false;
  do {
    if (p.in.token.kind != Token::Kind::Word) return p.in.fail("expected a register");
    const std::string_view name = p.in.token.text;
    p.in.next();
    int64_t count = -1;
    if (p.in.accept('<')) {
      if (!p.in.take_integer(count) || !p.in.expect('>')) return false;
      if (count < 0) return p.in.fail("bad number of registers");
    }
    if (!add_registers(p, function, name, declared.type, count)) return false;
  } while (p.in.accept(','));
  return p.in.expect(';');
}

}  // namespace kcast::ptx
