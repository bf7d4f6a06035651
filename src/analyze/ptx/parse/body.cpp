#include "analyze/ptx/parse/body.h"

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "analyze/ptx/flow.h"
#include "analyze/ptx/opcode.h"
#include "analyze/ptx/parse/declare.h"
#include "analyze/ptx/parse/instruction.h"
#include "analyze/ptx/parse/locations.h"
#include "base/text.h"
#include "schema/ptx_text.h"

namespace kcast::ptx {
namespace {

constexpr int32_t kDeepestScope = 64;

bool open_scope(ParseState& p) {
  if (++p.body.depth > kDeepestScope) return p.in.fail("scopes nested too deeply");
  p.body.scope_parents.push_back(p.body.scope);
  p.body.scope = int32_t(p.body.scope_parents.size()) - 1;
  p.body.names.push();
  p.body.ranges.push();
  return true;
}

void close_scope(ParseState& p) {
  p.body.names.pop();
  p.body.ranges.pop();
  p.body.scope = p.body.scope_parents[p.body.scope];
  --p.body.depth;
}

bool local_variables(ParseState& p, Function& function, Declared declared) {
  if (!take_declared(p, declared)) return false;
  do {
    Variable variable;
    const std::string_view name = p.in.token.text;
    if (!take_variable(p, declared, variable)) return false;
    const size_t pending = p.pending_addresses.size();
    if (!take_initial(p, declared, variable)) return false;
    p.pending_addresses.resize(pending);
    Layout& layout = declared.space == Space::Shared  ? p.body.shared
                     : declared.space == Space::Param ? p.body.parameters
                                                      : p.body.local;
    variable.offset = layout.place(variable.bytes, variable.align);
    p.body.names.define(name,
                        {Name::Kind::Symbol, kVariableBase + int32_t(function.variables.size())});
    function.variables.push_back(std::move(variable));
  } while (p.in.accept(','));
  return p.in.expect(';');
}

bool define_label(ParseState& p, std::string_view name, const Function& function) {
  const LabelKey key = {p.body.scope, name};
  const auto [slot, fresh] =
      p.body.labels.try_emplace(key, Label{int32_t(function.instructions.size()), -1, false});
  if (!fresh) return p.in.fail("label '" + std::string(name) + "' defined twice");
  p.body.label_order.push_back(key);
  return true;
}

// The label just before names the table.
bool take_branch_targets(ParseState& p) {
  TargetTable table;
  table.scope = p.body.scope;
  do {
    if (p.in.token.kind != Token::Kind::Word) return p.in.fail("expected a label");
    table.names.push_back(p.in.token.text);
    p.in.next();
  } while (p.in.accept(','));
  if (p.body.label_order.empty()) return p.in.fail("branch targets without a label");
  p.body.labels[p.body.label_order.back()].table = int32_t(p.body.tables.size());
  p.body.tables.push_back(std::move(table));
  return p.in.expect(';');
}

// "machine IMAD.WIDE 5 -1 0" stands before the instruction that has the cost of a machine
// instruction: its stall, the barrier that it sets and those that it waits for.
void take_machine_code(ParseState& p, const Function& function) {
  if (p.in.token.kind != Token::Kind::Text || !is_machine_name(function.name)) return;
  const std::vector<std::string> words = split(p.in.token.text, ' ');
  if (words.size() != 5 || words[0] != "machine" || words[1].size() > 64) return;
  MachineCode code;
  code.opcode = words[1];
  code.stall = static_cast<int32_t>(std::clamp<int64_t>(parse_int(words[2]).value_or(0), 0, 15));
  code.barrier = static_cast<int32_t>(std::clamp<int64_t>(parse_int(words[3]).value_or(-1), -1, 5));
  code.wait_mask = static_cast<uint32_t>(parse_int(words[4]).value_or(0)) & 63;
  p.body.machines.emplace_back(function.instructions.size(), std::move(code));
}

bool body_directive(ParseState& p, Function& function) {
  const std::string_view word = p.in.token.text;
  p.in.next();
  if (word == ".loc") return take_line(p);
  if (word == ".reg") return take_registers(p, function);
  if (word == ".file") return take_file(p);
  if (word == ".branchtargets") return take_branch_targets(p);
  if (word == ".pragma") take_machine_code(p, function);
  if (const std::optional<Space> space = parse_space(word.substr(1))) {
    Declared declared;
    declared.space = *space;
    return local_variables(p, function, declared);
  }
  if (word == ".pragma" && p.in.token.text.find("nounroll") != std::string_view::npos)
    function.not_unrolled.push_back(int32_t(function.instructions.size()));
  return p.in.skip_statement();  // .pragma, .calltargets, .callprototype
}

bool body_statement(ParseState& p, Function& function) {
  if (p.in.accept(';')) return true;
  if (p.in.accept('{')) return open_scope(p);
  if (p.in.accept('}')) {
    close_scope(p);
    return true;
  }
  int32_t guard = -1;
  bool negated = false;
  if (p.in.token.is('@') && !take_guard(p, guard, negated)) return false;
  if (p.in.token.kind != Token::Kind::Word) {
    return p.in.fail("expected an instruction, found '" +
                     std::string(p.in.token.text.substr(0, 40)) + "'");
  }
  if (p.in.token.is_directive()) return body_directive(p, function);
  const std::string_view word = p.in.token.text;
  p.in.next();
  if (guard < 0 && p.in.accept(':')) return define_label(p, word, function);
  return take_instruction(p, function, guard, negated, word);
}

Label* find_label(ParseState& p, LabelKey key) {
  for (; key.scope >= 0; key.scope = p.body.scope_parents[key.scope]) {
    const auto found = p.body.labels.find(key);
    if (found != p.body.labels.end()) return &found->second;
  }
  return nullptr;
}

// Label operands get the number of their instruction; a table, one for each target.
bool resolve_labels(ParseState& p, Function& function) {
  for (const LabelUse& use : p.body.uses) {
    std::vector<Operand>& operands = function.instructions[use.instruction].operands;
    Label* const label = find_label(p, use.key);
    if (label == nullptr)
      return p.in.fail("label '" + std::string(use.key.name) + "' is not defined");
    if (label->table < 0) {
      label->used = true;
      operands[use.operand].index = label->instruction;
      continue;
    }
    const TargetTable& table = p.body.tables[label->table];
    p.targets += table.names.size();
    if (p.targets > p.limits.instructions) return p.in.fail("too many branch targets");
    operands.resize(size_t(use.operand));
    for (const std::string_view name : table.names) {
      Label* const target = find_label(p, {table.scope, name});
      if (target == nullptr || target->table >= 0)
        return p.in.fail("label '" + std::string(name) + "' is not defined");
      target->used = true;
      operands.emplace_back();
      operands.back().kind = OperandKind::Label;
      operands.back().index = target->instruction;
    }
  }
  return true;
}

bool finish_body(ParseState& p, Function& function) {
  if (!resolve_labels(p, function)) return false;
  std::vector<LabelMark> marks;
  for (const LabelKey& key : p.body.label_order) {
    const Label& label = p.body.labels[key];
    if (label.used) marks.push_back({label.instruction, key.name});
  }
  if (!p.body.machines.empty()) function.machine.resize(function.instructions.size());
  for (auto& [at, code] : p.body.machines) {
    if (at < function.machine.size()) function.machine[at] = std::move(code);
  }
  function.shared_bytes = p.body.shared.used;
  function.local_bytes = p.body.local.used;
  const Status status = build_flow(function, marks);
  if (!status) return p.in.fail("function '" + function.name + "': " + status.error().message);
  return true;
}

}  // namespace

bool take_body(ParseState& p, Function& function) {
  do {
    if (p.in.token.kind == Token::Kind::End) return p.in.fail("unexpected end of a body");
    if (!body_statement(p, function)) return false;
  } while (p.body.depth > 0);
  return finish_body(p, function);
}

}  // namespace kcast::ptx
