// The checker's state and its parts: names in scope, the first error.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "corpus/neutral/builtins.h"
#include "corpus/neutral/tree.h"

namespace kcast::corpus {

class Checker {
 public:
  explicit Checker(Program& program) : program_(program) {}

  void check();
  const std::string& error() const { return error_; }

 private:
  struct Known {
    std::string_view name;
    Type type;
    bool assignable = true;
  };

  // checker.cpp: what stands at file scope, names, statements.
  void check_records();
  void check_tables();
  void check_function(Function& function, bool is_kernel);
  void check_parameter(const Parameter& parameter, bool is_kernel);
  void check_block(std::vector<Stmt>& stmts);
  void check_stmt(Stmt& stmt);
  void check_declaration(Stmt& stmt);
  void check_placement(const Stmt& stmt);
  void check_assignment(Stmt& stmt);
  void check_condition(Expr& expr);
  void declare(const std::string& name, const Type& type, bool assignable, int line);
  const Known* find(std::string_view name) const;
  void fail(int line, std::string message);

  // check_expr.cpp
  void check_expr(Expr& expr);
  void check_literal(Expr& expr);
  void check_name(Expr& expr);
  void check_unary(Expr& expr);
  void check_binary(Expr& expr);
  void check_arithmetic(Expr& expr);
  void check_conditional(Expr& expr);
  void check_cast(Expr& expr);
  void check_construct(Expr& expr);
  void check_index(Expr& expr);
  void check_member(Expr& expr);
  void check_address(Expr& expr);
  void require_integer(const Expr& expr, std::string_view what);
  Type common_type(Expr& a, Expr& b, int line);
  void adapt(Expr& expr, Scalar scalar);  // of numbers without a type
  void adapt_exactly(Expr& expr, Scalar scalar);
  void convert(Expr& expr, const Type& to, std::string_view what);  // as an assignment does
  void force(Expr& expr, Scalar scalar);                            // by a cast where needed

  // check_call.cpp
  void check_call(Expr& expr);
  void check_function_call(Expr& expr, const Function& function);
  void check_builtin(Expr& expr, const Builtin& builtin);
  void check_math(Expr& expr, const Builtin& builtin);
  void check_choice(Expr& expr);
  void check_bits(Expr& expr, const Builtin& builtin);
  void check_shuffle(Expr& expr);
  void check_atomic(Expr& expr, const Builtin& builtin);
  void check_reinterpret(Expr& expr);
  void check_vector_memory(Expr& expr, const Builtin& builtin);
  Scalar common_of_args(Expr& expr);

  Program& program_;
  const Function* function_ = nullptr;
  bool in_kernel_ = false;
  int loops_ = 0;
  int blocks_ = 0;
  size_t functions_known_ = 0;
  size_t scope_start_ = 0;
  std::vector<Known> known_;
  std::string error_;
};

// Puts the casts around tid(0) and the like that keep them signed; index_signs.cpp.
void settle_index_signs(Program& program);

// The first thing that is wrong with the contract of a checked program, or nothing;
// check_contract.cpp.
std::string contract_error(const Program& program);

}  // namespace kcast::corpus
