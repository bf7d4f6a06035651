// Expressions, with the parentheses that are needed and those that readers expect.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "corpus/neutral/print/spelling.h"
#include "corpus/neutral/tree.h"

namespace kcast::corpus {

// Levels of precedence, as the printers of expressions compare them: what binds less than its
// surroundings stands in parentheses.
inline constexpr int kAndLevel = 5;
inline constexpr int kShiftLevel = 8;
inline constexpr int kSumLevel = 9;
inline constexpr int kProductLevel = 10;
inline constexpr int kUnaryLevel = 11;
inline constexpr int kPostfixLevel = 12;

class ExprPrinter {
 public:
  explicit ExprPrinter(const Spelling& spelling) : spelling_(spelling) {}

  const Spelling& spelling() const { return spelling_; }
  std::string text_of(const Expr& expr, int level = 0);

  // These append to the text of the expression that is being printed.
  void append(std::string_view text) { text_ += text; }
  void expr(const Expr& expr, int level);
  void list(const std::vector<Expr>& args, size_t first = 0);

 private:
  void binary(const Expr& expr, int level);
  void operand(const Expr& expr, const Expr& parent, int level);
  void cast(const Expr& expr);
  void convert_by_name(std::string_view function, const Expr& arg);
  void construct(const Expr& expr);

  const Spelling& spelling_;
  std::string text_;
};

}  // namespace kcast::corpus
