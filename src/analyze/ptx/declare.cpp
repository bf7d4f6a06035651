#include <algorithm>
#include <bit>

#include "analyze/ptx/opcode.h"
#include "analyze/ptx/parser.h"

namespace kcast::ptx {
namespace {

constexpr int64_t kMostBytes = int64_t{1} << 38;  // of a variable
constexpr int64_t kMostAlign = int64_t{1} << 20;

int64_t bytes_of(Type type) {
  if (type == Type::Other) return 8;  // a texture or surface handle
  return (bits_of(type) + 7) / 8;
}

}  // namespace

int64_t Parser::Layout::place(int64_t bytes, int64_t align) {
  const int64_t at = (used + align - 1) / align * align;
  used = at + bytes;
  return at;
}

// ".align 4 .ptr .global .v2 .f32", in the orders that compilers write.
bool Parser::take_declared(Declared& out) {
  while (token_.is_directive()) {
    const std::string_view word = token_.text.substr(1);
    next();
    if (word == "align") {
      int64_t align = 0;
      if (!take_integer(align)) return false;
      if (align < 1 || align > kMostAlign || !std::has_single_bit(uint64_t(align)))
        return fail("bad alignment");
      // Behind the type it is that of what a pointer points to.
      if (out.type == Type::None) out.align = align;
    } else if (word == "attribute") {
      if (!skip_parentheses()) return false;
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

// Behind a name: "[4][8]", "[]" or nothing.
bool Parser::take_dimensions(Variable& variable) {
  while (accept('[')) {
    int64_t count = 0;
    if (!token_.is(']') && !take_integer(count)) return false;
    if (!expect(']')) return false;
    if (count < 0 || (count > 0 && variable.bytes > kMostBytes / count))
      return fail("bad array size");
    variable.bytes *= count;
  }
  return true;
}

bool Parser::take_variable(const Declared& declared, Variable& out) {
  if (token_.kind != Token::Kind::Word || token_.is_directive()) return fail("expected a name");
  out.name = token_.text;
  out.space = declared.space;
  out.type = declared.type;
  out.is_extern = declared.is_extern;
  out.bytes = bytes_of(declared.type) * declared.lanes;
  out.align = declared.align > 0 ? declared.align : std::max<int64_t>(out.bytes, 1);
  next();
  return take_dimensions(out);
}

bool Parser::take_initial(const Declared& declared, Variable& variable) {
  if (!accept('=')) return true;
  if (!token_.is('{')) return take_initial_value(declared, variable);
  int depth = 0;
  do {
    if (accept('{')) {
      ++depth;
    } else if (accept('}')) {
      --depth;
    } else if (!accept(',') && !take_initial_value(declared, variable)) {
      return false;
    }
  } while (depth > 0);
  // "x[] = {...}" takes its size from the values.
  variable.bytes = std::max(variable.bytes, int64_t(variable.initial.size()));
  return true;
}

bool Parser::take_initial_value(const Declared& declared, Variable& variable) {
  const int64_t bytes = bytes_of(declared.type);
  const bool negative = accept('-');
  uint64_t bits = 0;
  if (token_.kind == Token::Kind::Number) {
    const std::optional<Literal> literal = parse_number(token_.text);
    if (!literal) return fail("bad number '" + std::string(token_.text.substr(0, 40)) + "'");
    next();
    // "0xFF00(symbol)": a byte of an address.
    if (token_.is('(')) {
      if (!take_initial_address(variable)) return false;
    } else {
      bits = bits_as(negative ? negate(*literal) : *literal, declared.type);
    }
  } else if (token_.kind == Token::Kind::Word) {
    if (!take_initial_address(variable)) return false;
  } else {
    return fail("expected a value");
  }
  for (int64_t i = 0; i < bytes; ++i)
    variable.initial.push_back(i < 8 ? char(uint8_t(bits >> (8 * i))) : '\0');
  return true;
}

// "symbol", "symbol+4", "generic(symbol)+4", "(symbol)".
bool Parser::take_initial_address(Variable& variable) {
  if (token_.is("generic")) next();
  const bool wrapped = accept('(');
  if (token_.is("generic")) return take_initial_address(variable) && (!wrapped || expect(')'));
  if (token_.kind != Token::Kind::Word) return fail("expected a symbol");
  AddressValue address;
  address.at = int64_t(variable.initial.size());
  const std::string_view name = token_.text;
  next();
  if (wrapped && !expect(')')) return false;
  if (!take_offset(address.addend)) return false;
  pending_addresses_.push_back(
      {int32_t(module_.variables.size()), int32_t(variable.addresses.size()), name});
  variable.addresses.push_back(address);
  return true;
}

bool Parser::module_variables(Declared declared) {
  if (!take_declared(declared)) return false;
  do {
    Variable variable;
    const std::string_view name = token_.text;
    if (!take_variable(declared, variable) || !take_initial(declared, variable)) return false;
    variable.offset = module_layout_[size_t(declared.space)].place(variable.bytes, variable.align);
    names_[name] = {Name::Kind::Symbol, int32_t(module_.variables.size())};
    module_.variables.push_back(std::move(variable));
  } while (accept(','));
  return expect(';');
}

Function* Parser::declare_function(std::string_view name, bool is_entry, int32_t& index) {
  const auto found = names_.find(name);
  if (found != names_.end() && found->second.kind == Name::Kind::Function) {
    index = found->second.index;
    if (module_.functions[index].has_body) return nullptr;
  } else {
    index = int32_t(module_.functions.size());
    names_[name] = {Name::Kind::Function, index};
    module_.functions.emplace_back();
  }
  Function& function = module_.functions[index];
  function = Function{};
  function.name = name;
  function.is_entry = is_entry;
  return &function;
}

bool Parser::take_parameters(Function& function, std::vector<Variable>& out, int32_t base) {
  if (!accept('(')) return true;
  Layout layout;
  while (!accept(')')) {
    if (!token_.is_directive()) return fail("expected a parameter");
    Declared declared;
    if (!take_declared(declared)) return false;
    declared.space = declared.is_register ? Space::None : Space::Param;
    Variable variable;
    const std::string_view name = token_.text;
    if (!take_variable(declared, variable)) return false;
    if (declared.is_register) {
      if (!add_registers(function, name, declared.type, -1)) return false;
    } else {
      body_.names.define(name, {Name::Kind::Symbol, base + int32_t(out.size())});
    }
    variable.offset = layout.place(variable.bytes, variable.align);
    out.push_back(std::move(variable));
    if (!accept(',') && !token_.is(')')) return fail("expected ',' or ')'");
  }
  return true;
}

// Between the parameters and the body: ".maxntid 256, 1, 1 .minnctapersm 2".
bool Parser::take_function_attributes(Function& function) {
  while (token_.is_directive()) {
    const std::string_view word = token_.text;
    next();
    if (word == ".pragma" || word == ".loc") {
      if (!(word == ".loc" ? take_line() : skip_statement())) return false;
      continue;
    }
    if (!skip_parentheses()) return false;
    int32_t values[3] = {1, 1, 1};
    int count = 0;
    while (token_.kind == Token::Kind::Number) {
      int32_t value = 0;
      if (!take_int32(value)) return false;
      if (count < 3) values[count++] = value;
      if (!accept(',')) break;
    }
    if (count > 0 && word == ".maxntid") std::copy_n(values, 3, function.max_threads.begin());
    if (count > 0 && word == ".reqntid") std::copy_n(values, 3, function.required_threads.begin());
    if (count > 0 && word == ".minnctapersm") function.min_blocks = values[0];
  }
  return true;
}

bool Parser::take_function(bool is_entry) {
  body_ = Body{};
  lines_.start_function();
  while (token_.is(".attribute") || token_.is(".noreturn")) {
    next();
    if (!skip_parentheses()) return false;
  }
  Function header;
  body_.names.push();
  if (!take_parameters(header, header.results, kResultBase)) return false;
  if (token_.kind != Token::Kind::Word) return fail("expected the name of a function");
  const std::string_view name = token_.text;
  next();
  if (!take_parameters(header, header.parameters, kParameterBase)) return false;
  if (!take_function_attributes(header)) return false;
  int32_t index = 0;
  Function* const function = declare_function(name, is_entry, index);
  if (function == nullptr) {
    if (accept(';')) return true;  // declared again behind its body
    return fail("function '" + std::string(name) + "' has two bodies");
  }
  header.name = function->name;
  header.is_entry = is_entry;
  *function = std::move(header);
  if (accept(';')) return true;
  if (!token_.is('{')) return fail("expected a body");
  function->has_body = true;
  return take_body(*function);
}

}  // namespace kcast::ptx
