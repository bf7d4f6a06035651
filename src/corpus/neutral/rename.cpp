#include "corpus/neutral/rename.h"

#include <algorithm>
#include <functional>
#include <map>
#include <set>

#include "corpus/draw.h"
#include "corpus/neutral/builtins.h"
#include "corpus/neutral/reserved.h"

namespace kcast::corpus {
namespace {

class NameCollector {
 public:
  void add(const std::string& name, NameRole role) {
    if (listed_.insert(name).second) names_.push_back({name, role});
  }

  void collect(const Program& program) {
    for (const NamedConstant& constant : program.constants)
      add(constant.name, NameRole::Constant);
    for (const Record& record : program.records) {
      add(record.name, NameRole::Record);
      for (const Variable& member : record.members)
        add(member.name, NameRole::Member);
    }
    for (const ConstantTable& table : program.tables)
      add(table.variable.name, NameRole::Table);
    for (const Function& function : program.functions)
      collect_function(function, NameRole::Function);
    collect_function(program.kernel, NameRole::Kernel);
  }

  std::vector<DeclaredName> take() { return std::move(names_); }

 private:
  static NameRole parameter_role(const Parameter& parameter) {
    const Type& type = parameter.variable.type;
    if (!type.pointer) return is_real(type.scalar) ? NameRole::Coefficient : NameRole::Size;
    if (parameter.direction == Direction::Out) return NameRole::Output;
    if (parameter.direction == Direction::InOut) return NameRole::InOut;
    const bool is_integer_data = type.record < 0 && is_integer(type.scalar) && type.lanes == 1;
    return is_integer_data ? NameRole::IndexBuffer : NameRole::Input;
  }

  static NameRole local_role(const Stmt& stmt) {
    const Type& type = stmt.variable.type;
    if (type.space == Space::Shared) return NameRole::Shared;
    if (type.record >= 0 || is_real(type.scalar)) return NameRole::Real;
    bool has_index = false;
    for (const Expr& expr : stmt.exprs) {
      walk_expr(expr, [&](const Expr& inner) {
        const Builtin* builtin =
            inner.kind == Expr::Kind::Call ? find_builtin(inner.text) : nullptr;
        has_index = has_index || (builtin != nullptr && builtin->kind == BuiltinKind::Index);
      });
    }
    return has_index ? NameRole::Index : NameRole::Integer;
  }

  void collect_function(const Function& function, NameRole role) {
    add(function.name, role);
    for (const Parameter& parameter : function.parameters) {
      const bool is_value = role == NameRole::Function && !parameter.variable.type.pointer;
      const bool is_real_value = is_value && !is_integer(parameter.variable.type.scalar);
      const NameRole value_role = is_real_value ? NameRole::Real : NameRole::Integer;
      add(parameter.variable.name, is_value ? value_role : parameter_role(parameter));
    }
    walk_stmts(function.body, [&](const Stmt& stmt) {
      if (stmt.kind == Stmt::Kind::For && stmt.head[0].kind == Stmt::Kind::Declare) {
        add(stmt.head[0].variable.name, NameRole::Counter);
      }
      if (stmt.kind == Stmt::Kind::Declare) add(stmt.variable.name, local_role(stmt));
    });
  }

  std::set<std::string> listed_;
  std::vector<DeclaredName> names_;
};

// How a person forms names.
struct Habit {
  enum class Words : uint8_t { Own, Vocabulary };
  Words words = Words::Own;
  int vocabulary = 1;
  bool camel = false;
  bool upper_constants = true;
  std::string buffer_prefix;
  std::string buffer_suffix;
};

Habit choose_habit(Rng& rng) {
  Habit habit;
  habit.words = percent(rng, 35) ? Habit::Words::Own : Habit::Words::Vocabulary;
  const bool is_domain = percent(rng, 55);
  habit.vocabulary =
      is_domain ? static_cast<int>(3 + rng.below(static_cast<uint64_t>(vocabulary_count() - 3)))
                : static_cast<int>(weighted(rng, {45, 40, 15}));
  habit.camel = percent(rng, 35);
  habit.upper_constants = percent(rng, 85);
  if (percent(rng, 25)) {
    habit.buffer_prefix = pick_of<std::string>(rng, {"d_", "g_", "dev_", "p_", "gpu_"});
  } else if (percent(rng, 8)) {
    habit.buffer_suffix = pick_of<std::string>(rng, {"_d", "_ptr", "_g", "_buf"});
  }
  return habit;
}

bool is_buffer(NameRole role) {
  return role == NameRole::Input || role == NameRole::Output || role == NameRole::InOut ||
         role == NameRole::IndexBuffer;
}

std::string shaped(std::string word, NameRole role, const Habit& habit) {
  const bool is_numbered = habit.words == Habit::Words::Vocabulary && habit.vocabulary == 2;
  if (is_buffer(role)) word = habit.buffer_prefix + word + habit.buffer_suffix;
  if (role == NameRole::Constant && habit.upper_constants) return upper_case(word);
  if (role == NameRole::Record) return camel_case(word, true);
  if (habit.camel && !is_numbered) return camel_case(word, false);
  return word;
}

// var_0 becomes var_1, x becomes x2 or x_2.
std::string numbered(const std::string& word, int number) {
  if (word.ends_with("_0")) return word.substr(0, word.size() - 1) + std::to_string(number);
  const bool ends_in_digit = word.back() >= '0' && word.back() <= '9';
  return word + (ends_in_digit ? "_" : "") + std::to_string(number + 1);
}

template <typename Visit>
void visit_names(Program& program, Visit&& visit) {
  const auto visit_expr = [&](Expr& expr) {
    const bool is_component = expr.kind == Expr::Kind::Member && expr.args[0].type.lanes > 1;
    const bool names_something =
        expr.kind == Expr::Kind::Name || expr.kind == Expr::Kind::Member ||
        (expr.kind == Expr::Kind::Call && find_builtin(expr.text) == nullptr) ||
        (expr.kind == Expr::Kind::Construct && expr.type.record >= 0);
    if (names_something && !is_component) visit(expr.text);
  };
  const auto visit_variable = [&](Variable& variable) {
    visit(variable.name);
    for (Expr& dim : variable.dims)
      walk_expr(dim, visit_expr);
  };
  const auto visit_function = [&](Function& function) {
    visit(function.name);
    for (Parameter& parameter : function.parameters)
      visit(parameter.variable.name);
    walk_stmts(function.body, [&](Stmt& stmt) {
      if (stmt.kind == Stmt::Kind::Declare) visit(stmt.variable.name);
    });
    walk_exprs(function.body, visit_expr);
  };
  for (NamedConstant& constant : program.constants)
    visit(constant.name);
  for (Record& record : program.records) {
    visit(record.name);
    for (Variable& member : record.members)
      visit_variable(member);
  }
  for (ConstantTable& table : program.tables) {
    visit_variable(table.variable);
    for (Expr& value : table.values)
      walk_expr(value, visit_expr);
  }
  for (Function& function : program.functions)
    visit_function(function);
  visit_function(program.kernel);
}

}  // namespace

std::vector<DeclaredName> declared_names(const Program& program) {
  NameCollector collector;
  collector.collect(program);
  return collector.take();
}

NameMap choose_names(const Program& program, Rng& rng) {
  return choose_names(declared_names(program), {}, rng);
}

NameMap choose_names(const std::vector<DeclaredName>& names, std::set<std::string> taken,
                     Rng& rng) {
  const Habit habit = choose_habit(rng);
  NameMap map;
  for (const auto& [name, role] : names) {
    std::vector<std::string_view> words;
    if (habit.words == Habit::Words::Vocabulary) {
      words = words_for(habit.vocabulary, role);
    } else {
      words.push_back(name);
    }
    std::string chosen;
    // A few tries for a fresh word, then numbers.
    for (int round = 0; chosen.empty(); ++round) {
      const std::string word(words[habit.vocabulary == 2 ? 0 : rng.below(words.size())]);
      std::string form = habit.words == Habit::Words::Own && habit.camel ? snake_case(word) : word;
      if (round >= 3) form = numbered(form, round - 2);
      form = shaped(std::move(form), role, habit);
      // The contract has names of its own for the dimensions.
      const bool is_dimension = form.size() == 2 && (form[0] == 'b' || form[0] == 'g') &&
                                form[1] >= 'x' && form[1] <= 'z';
      if (!is_reserved(form) && !is_dimension && taken.insert(form).second) chosen = form;
    }
    map.emplace_back(name, chosen);
  }
  return map;
}

void rename_program(Program& program, const NameMap& names) {
  const std::map<std::string, std::string> lookup(names.begin(), names.end());
  const auto rename = [&](std::string& name) {
    const auto found = lookup.find(name);
    if (found != lookup.end()) name = found->second;
  };
  visit_names(program, rename);
  if (!program.contract) return;
  KernelContract& contract = *program.contract;
  for (ScalarContract& scalar : contract.scalars) {
    rename(scalar.name);
    scalar.value = rename_size(scalar.value, names);
  }
  for (BufferContract& buffer : contract.buffers) {
    rename(buffer.name);
    rename(buffer.fill.target);
    buffer.length = rename_size(buffer.length, names);
  }
  for (std::string& grid : contract.grid)
    grid = rename_size(grid, names);
  contract.shared_bytes = rename_size(contract.shared_bytes, names);
}

}  // namespace kcast::corpus
