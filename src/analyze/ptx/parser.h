// The parser behind parse_ptx: one pass over the tokens. Functions return false
// after an error, which is kept.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "analyze/ptx/lex.h"
#include "analyze/ptx/lines.h"
#include "analyze/ptx/ptx.h"
#include "analyze/ptx/scope.h"

namespace kcast::ptx {

class Parser {
 public:
  Parser(std::string_view text, const ParseLimits& limits) : lexer_(text), limits_(limits) {}
  Result<Module> run();

 private:
  // Variables of a function are numbered apart until the module's own are all known.
  static constexpr int32_t kVariableBase = 1 << 28;
  static constexpr int32_t kParameterBase = 2 << 28;
  static constexpr int32_t kResultBase = 3 << 28;

  struct Name {
    enum class Kind : uint8_t { Register, Symbol, Function } kind = Kind::Symbol;
    int32_t index = -1;
  };
  struct RegisterRange {
    int32_t first = 0, count = 0;
  };
  // What stands before a name in a declaration.
  struct Declared {
    Space space = Space::None;
    Type type = Type::None;
    int64_t align = 0;  // 0: natural
    int64_t lanes = 1;  // .v4
    bool is_register = false;
    bool is_extern = false;
  };
  struct Layout {
    int64_t used = 0;
    int64_t place(int64_t bytes, int64_t align);
  };
  struct Label {
    int32_t instruction = 0;
    int32_t table = -1;  // of branch targets
    bool used = false;
  };
  struct LabelKey {
    int32_t scope = 0;
    std::string_view name;
    bool operator==(const LabelKey&) const = default;
  };
  struct LabelHash {
    size_t operator()(const LabelKey& key) const {
      return std::hash<std::string_view>()(key.name) ^ (size_t(key.scope) * 0x9E3779B97F4A7C15u);
    }
  };
  struct LabelUse {
    int32_t instruction = 0;
    int32_t operand = 0;
    LabelKey key;
  };
  struct TargetTable {
    int32_t scope = 0;
    std::vector<std::string_view> names;
  };
  struct PendingAddress {
    int32_t variable = 0, address = 0;
    std::string_view name;
  };
  // Everything that is gone when the function ends.
  struct Body {
    ScopedNames<Name> names;
    ScopedNames<RegisterRange> ranges;
    std::vector<int32_t> scope_parents = {-1};
    int32_t scope = 0;
    int32_t depth = 0;
    std::unordered_map<LabelKey, Label, LabelHash> labels;
    std::vector<LabelKey> label_order;
    std::vector<LabelUse> uses;
    std::vector<TargetTable> tables;
    int32_t line = 0;
    Layout local, shared, parameters;
  };

  // ptx_parse.cpp: tokens, module scope.
  void next() { token_ = lexer_.next(); }
  bool fail(std::string message);
  bool expect(char mark);
  bool accept(char mark);
  bool skip_statement();
  bool skip_parentheses();
  bool take_integer(int64_t& out);
  bool take_int32(int32_t& out);
  bool module_statement();
  bool module_directive(std::string_view word);
  bool take_target();
  bool take_file();
  bool take_point(SourcePoint& out);
  bool take_line();
  void finish();

  // ptx_declare.cpp: variables and function headers.
  bool take_declared(Declared& out);
  bool take_dimensions(Variable& variable);
  bool take_variable(const Declared& declared, Variable& out);
  bool take_initial(const Declared& declared, Variable& variable);
  bool take_initial_value(const Declared& declared, Variable& variable);
  bool take_initial_address(Variable& variable);
  bool module_variables(Declared declared);
  bool take_function(bool is_entry);
  bool take_parameters(Function& function, std::vector<Variable>& out, int32_t base);
  bool take_function_attributes(Function& function);
  Function* declare_function(std::string_view name, bool is_entry, int32_t& index);

  // ptx_body.cpp: statements of a body.
  bool take_body(Function& function);
  bool body_statement(Function& function);
  bool body_directive(Function& function);
  bool take_registers(Function& function);
  bool local_variables(Function& function, Declared declared);
  bool add_registers(Function& function, std::string_view name, Type type, int64_t count);
  bool define_label(std::string_view name, const Function& function);
  bool take_branch_targets();
  bool open_scope();
  void close_scope();
  bool finish_body(Function& function);
  bool resolve_labels(Function& function);
  Label* find_label(LabelKey key);

  // ptx_operand.cpp: instructions.
  bool take_instruction(Function& function, int32_t guard, bool guard_negated,
                        std::string_view mnemonic);
  const Instruction& decoded(std::string_view mnemonic);
  bool take_guard(int32_t& guard, bool& negated);
  bool take_operands(Function& function, Instruction& instruction);
  bool take_call(Function& function, Instruction& instruction);
  bool take_call_list(Function& function, Instruction& instruction);
  bool take_operand(Function& function, Instruction& instruction);
  bool take_simple(const Instruction& instruction, Operand& out);
  bool take_number(const Instruction& instruction, Operand& out);
  bool take_address(Function& function, Instruction& instruction);
  bool take_address_base(Operand& out);
  bool take_vector(Function& function, Instruction& instruction);
  bool take_label(const Function& function);
  bool take_offset(int64_t& offset);
  bool resolve_name(std::string_view name, Operand& out);
  bool find_register(std::string_view name, int32_t& index) const;
  void finish_operands(Instruction& instruction);

  Lexer lexer_;
  Token token_;
  ParseLimits limits_;
  Module module_;
  std::string error_;
  bool forgiving_ = false;  // operands of an unknown instruction: no error is kept
  std::unordered_map<std::string_view, Name> names_;  // of the module
  std::unordered_map<std::string_view, Instruction> decoded_;
  std::vector<Operand> operands_;  // of the instruction being read
  std::vector<PendingAddress> pending_addresses_;
  LineTable lines_;
  Body body_;
  Layout module_layout_[8];
  size_t instructions_ = 0;
  size_t registers_ = 0;
  size_t targets_ = 0;
};

}  // namespace kcast::ptx
