// The printer and its parts.
#pragma once

#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "corpus/neutral/print.h"

namespace kcast::corpus {

// Lines with indentation; the long ones are broken where a person would break them.
class LineWriter {
 public:
  explicit LineWriter(const PrintStyle& style) : style_(style) {}

  void line(std::string_view text);
  void raw(std::string_view text);  // without indentation: preprocessor lines, blank lines
  void blank();                     // unless there is one
  void open(std::string head);      // head { or head, {
  void close(std::string_view tail = "");
  void deeper() { ++depth_; }
  void shallower() { --depth_; }
  std::string take() { return std::move(text_); }
  // A line is begun by a closing brace that `else` or `while` follows.
  void close_then_open(const std::string& head);

 private:
  std::string lead(int extra) const;

  const PrintStyle& style_;
  int depth_ = 0;
  std::string text_;
};

class Printer {
 public:
  Printer(const Program& program, Language language, const PrintStyle& style);

  void print(const Launch* launch);  // with host code where a launch is given
  std::string take() { return out_.take(); }

 private:
  // spelling.cpp
  std::string type_name(const Type& type) const;  // of an element
  std::string vector_name(Scalar scalar, int lanes) const;
  std::string literal(const Expr& expr) const;
  std::string real_text(std::string_view digits) const;
  std::string declarator(const std::string& type, const std::string& name) const;
  std::string pointer(const std::string& type, std::string_view qualifiers,
                      const std::string& name) const;
  std::string_view space_word(Space space) const;

  // print_expr.cpp
  std::string text_of(const Expr& expr, int level = 0);
  void expr(const Expr& expr, int level);
  void binary(const Expr& expr, int level);
  void operand(const Expr& expr, const Expr& parent, int level);
  void cast(const Expr& expr);
  void convert_by_name(std::string_view function, const Expr& arg);
  void construct(const Expr& expr);
  void list(const std::vector<Expr>& args, size_t first = 0);

  // print_call.cpp
  void call(const Expr& expr, int level);
  void index_call(const Expr& expr, int level);
  void index_text(std::string text, int own_level, int level);
  void plain_call(std::string_view function, const Expr& expr);
  void math_call(const Expr& expr);
  void bits_call(const Expr& expr, int level);
  void choice_call(const Expr& expr, int level);
  void warp_call(const Expr& expr, int level);
  void vector_memory(const Expr& expr);
  std::string mask_text() const;

  // print_stmt.cpp
  void block(const std::vector<Stmt>& stmts);
  void stmt(const Stmt& stmt, bool is_first);
  void declaration(const Stmt& stmt);
  std::string declaration_text(const Stmt& stmt);
  std::string simple_text(const Stmt& stmt);
  std::string assignment_text(const Stmt& stmt);
  std::string dims_text(const Variable& variable);
  void branch(const Stmt& stmt);
  void loop(const Stmt& stmt);
  void body(std::string head, const std::vector<Stmt>& stmts);
  bool stands_alone(const std::vector<Stmt>& stmts) const;
  bool never_changes(const std::string& name) const { return !changed_.contains(name); }
  void find_changed(const Function& function);

  // print_program.cpp
  void device_code();
  void includes(bool with_host);
  void constants();
  void records();
  void tables();
  void comments(const std::vector<std::string>& lines);
  void function(const Function& function);
  void kernel();
  std::string parameter_text(const Parameter& parameter, bool of_kernel);
  std::string signature(std::string head, const std::vector<std::string>& parameters);
  bool is_c() const { return language_ == Language::OpenCl; }
  bool needs(Capability capability) const;
  void find_vector_arrays();

  // print_host.cpp
  void host_code(const Launch& launch);
  void host_includes();
  void host_buffer(const Parameter& parameter, const LaunchArgument& argument,
                   const Launch& launch);
  std::string host_element(const Parameter& parameter, const LaunchArgument& argument,
                           const Launch& launch) const;
  void host_launch(const Launch& launch);
  std::string api(std::string_view name) const;

  const Program& program_;
  Language language_;
  PrintStyle style_;
  LineWriter out_;
  std::string text_;  // of the expression that is being printed
  std::vector<Capability> needs_;
  std::set<std::string> changed_;        // names that the current function assigns to
  std::set<std::string> vector_arrays_;  // shared arrays that vectors are loaded from
};

}  // namespace kcast::corpus
