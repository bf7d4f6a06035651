#include <algorithm>

#include "analyze/ptx/flow.h"
#include "analyze/ptx/opcode.h"
#include "analyze/ptx/parser.h"

namespace kcast::ptx {
namespace {

constexpr int32_t kDeepestScope = 64;

}  // namespace

bool Parser::take_body(Function& function) {
  do {
    if (token_.kind == Token::Kind::End) return fail("unexpected end of a body");
    if (!body_statement(function)) return false;
  } while (body_.depth > 0);
  return finish_body(function);
}

bool Parser::open_scope() {
  if (++body_.depth > kDeepestScope) return fail("scopes nested too deeply");
  body_.scope_parents.push_back(body_.scope);
  body_.scope = int32_t(body_.scope_parents.size()) - 1;
  body_.names.push();
  body_.ranges.push();
  return true;
}

void Parser::close_scope() {
  body_.names.pop();
  body_.ranges.pop();
  body_.scope = body_.scope_parents[body_.scope];
  --body_.depth;
}

bool Parser::body_statement(Function& function) {
  if (accept(';')) return true;
  if (accept('{')) return open_scope();
  if (accept('}')) {
    close_scope();
    return true;
  }
  int32_t guard = -1;
  bool negated = false;
  if (token_.is('@') && !take_guard(guard, negated)) return false;
  if (token_.kind != Token::Kind::Word)
    return fail("expected an instruction, found '" + std::string(token_.text.substr(0, 40)) + "'");
  if (token_.is_directive()) return body_directive(function);
  const std::string_view word = token_.text;
  next();
  if (guard < 0 && accept(':')) return define_label(word, function);
  return take_instruction(function, guard, negated, word);
}

bool Parser::body_directive(Function& function) {
  const std::string_view word = token_.text;
  next();
  if (word == ".loc") return take_line();
  if (word == ".reg") return take_registers(function);
  if (word == ".file") return take_file();
  if (word == ".branchtargets") return take_branch_targets();
  if (const std::optional<Space> space = parse_space(word.substr(1))) {
    Declared declared;
    declared.space = *space;
    return local_variables(function, declared);
  }
  return skip_statement();  // .pragma, .calltargets, .callprototype
}

// A count of -1 is a single register of that name.
bool Parser::add_registers(Function& function, std::string_view name, Type type, int64_t count) {
  const int64_t fresh = count < 0 ? 1 : count;
  if (fresh > int64_t(limits_.registers) || registers_ + size_t(fresh) > limits_.registers)
    return fail("too many registers");
  registers_ += size_t(fresh);
  const auto first = int32_t(function.registers.size());
  if (count < 0) {
    body_.names.define(name, {Name::Kind::Register, first});
    function.registers.push_back({type, std::string(name)});
    return true;
  }
  body_.ranges.define(name, {first, int32_t(count)});
  for (int64_t i = 0; i < count; ++i)
    function.registers.push_back({type, std::string(name) + std::to_string(i)});
  return true;
}

bool Parser::take_registers(Function& function) {
  Declared declared;
  if (!take_declared(declared)) return false;
  do {
    if (token_.kind != Token::Kind::Word) return fail("expected a register");
    const std::string_view name = token_.text;
    next();
    int64_t count = -1;
    if (accept('<')) {
      if (!take_integer(count) || !expect('>')) return false;
      if (count < 0) return fail("bad number of registers");
    }
    if (!add_registers(function, name, declared.type, count)) return false;
  } while (accept(','));
  return expect(';');
}

bool Parser::local_variables(Function& function, Declared declared) {
  if (!take_declared(declared)) return false;
  do {
    Variable variable;
    const std::string_view name = token_.text;
    if (!take_variable(declared, variable)) return false;
    const size_t pending = pending_addresses_.size();
    if (!take_initial(declared, variable)) return false;
    pending_addresses_.resize(pending);
    Layout& layout = declared.space == Space::Shared  ? body_.shared
                     : declared.space == Space::Param ? body_.parameters
                                                      : body_.local;
    variable.offset = layout.place(variable.bytes, variable.align);
    body_.names.define(name,
                       {Name::Kind::Symbol, kVariableBase + int32_t(function.variables.size())});
    function.variables.push_back(std::move(variable));
  } while (accept(','));
  return expect(';');
}

bool Parser::define_label(std::string_view name, const Function& function) {
  const LabelKey key = {body_.scope, name};
  const auto [slot, fresh] =
      body_.labels.try_emplace(key, Label{int32_t(function.instructions.size()), -1, false});
  if (!fresh) return fail("label '" + std::string(name) + "' defined twice");
  body_.label_order.push_back(key);
  return true;
}

// The label just before names the table.
bool Parser::take_branch_targets() {
  TargetTable table;
  table.scope = body_.scope;
  do {
    if (token_.kind != Token::Kind::Word) return fail("expected a label");
    table.names.push_back(token_.text);
    next();
  } while (accept(','));
  if (body_.label_order.empty()) return fail("branch targets without a label");
  body_.labels[body_.label_order.back()].table = int32_t(body_.tables.size());
  body_.tables.push_back(std::move(table));
  return expect(';');
}

Parser::Label* Parser::find_label(LabelKey key) {
  for (; key.scope >= 0; key.scope = body_.scope_parents[key.scope]) {
    const auto found = body_.labels.find(key);
    if (found != body_.labels.end()) return &found->second;
  }
  return nullptr;
}

// Label operands get the number of their instruction; a table, one for each target.
bool Parser::resolve_labels(Function& function) {
  for (const LabelUse& use : body_.uses) {
    std::vector<Operand>& operands = function.instructions[use.instruction].operands;
    Label* const label = find_label(use.key);
    if (label == nullptr) return fail("label '" + std::string(use.key.name) + "' is not defined");
    if (label->table < 0) {
      label->used = true;
      operands[use.operand].index = label->instruction;
      continue;
    }
    const TargetTable& table = body_.tables[label->table];
    targets_ += table.names.size();
    if (targets_ > limits_.instructions) return fail("too many branch targets");
    operands.resize(size_t(use.operand));
    for (const std::string_view name : table.names) {
      Label* const target = find_label({table.scope, name});
      if (target == nullptr || target->table >= 0)
        return fail("label '" + std::string(name) + "' is not defined");
      target->used = true;
      operands.emplace_back();
      operands.back().kind = OperandKind::Label;
      operands.back().index = target->instruction;
    }
  }
  return true;
}

bool Parser::finish_body(Function& function) {
  if (!resolve_labels(function)) return false;
  std::vector<LabelMark> marks;
  for (const LabelKey& key : body_.label_order) {
    const Label& label = body_.labels[key];
    if (label.used) marks.push_back({label.instruction, key.name});
  }
  function.shared_bytes = body_.shared.used;
  function.local_bytes = body_.local.used;
  const Status status = build_flow(function, marks);
  if (!status) return fail("function '" + function.name + "': " + status.error().message);
  return true;
}

}  // namespace kcast::ptx
