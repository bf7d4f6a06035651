// Statements.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "corpus/neutral/print/line_writer.h"
#include "corpus/neutral/print/print_expr.h"
#include "corpus/neutral/print/spelling.h"
#include "corpus/neutral/tree.h"

namespace kcast::corpus {

class StmtPrinter {
 public:
  StmtPrinter(const Spelling& spelling, ExprPrinter& exprs, LineWriter& out);

  // Says whose statements follow.
  void begin_function(const Function& function);
  void block(const std::vector<Stmt>& stmts);
  void comments(const std::vector<std::string>& lines);
  std::string dims_text(const Variable& variable);
  // Whether nothing in the function assigns to the name.
  bool never_changes(const std::string& name) const { return !changed_.contains(name); }

 private:
  void stmt(const Stmt& stmt, bool is_first);
  void declaration(const Stmt& stmt);
  std::string declaration_text(const Stmt& stmt);
  std::string simple_text(const Stmt& stmt);
  std::string assignment_text(const Stmt& stmt);
  void branch(const Stmt& stmt);
  void loop(const Stmt& stmt);
  void body(std::string head, const std::vector<Stmt>& stmts);
  bool stands_alone(const std::vector<Stmt>& stmts) const;
  void find_vector_arrays();

  const Spelling& spelling_;
  ExprPrinter& exprs_;
  LineWriter& out_;
  std::set<std::string> changed_;        // names that the current function assigns to
  std::set<std::string> vector_arrays_;  // shared arrays that vectors are loaded from
};

}  // namespace kcast::corpus
