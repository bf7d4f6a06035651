#include "corpus/neutral/types.h"

#include <cstdlib>

namespace kcast::corpus {

std::optional<int64_t> constant_value(const Expr& expr, const std::vector<NamedConstant>& names) {
  if (expr.kind == Expr::Kind::Literal) {
    int64_t value = 0;
    for (const char c : expr.text) {
      if (c < '0' || c > '9' || value > (1LL << 40)) return std::nullopt;
      value = value * 10 + (c - '0');
    }
    return value;
  }
  if (expr.kind == Expr::Kind::Name) {
    for (const NamedConstant& constant : names) {
      if (constant.name == expr.text) return constant.value;
    }
    return std::nullopt;
  }
  if (expr.kind != Expr::Kind::Binary) return std::nullopt;
  const auto a = constant_value(expr.args[0], names);
  const auto b = constant_value(expr.args[1], names);
  if (!a || !b || std::abs(*a) > (1 << 30) || std::abs(*b) > (1 << 30)) return std::nullopt;
  if (expr.text == "+") return *a + *b;
  if (expr.text == "-") return *a - *b;
  if (expr.text == "*") return *a * *b;
  if (expr.text == "/" && *b != 0) return *a / *b;
  return std::nullopt;
}

std::string type_text(const Type& type) {
  constexpr std::string_view kNames[] = {"void", "bool", "i8",    "u8",   "i16",   "u16",   "int",
                                         "uint", "long", "ulong", "half", "float", "double"};
  constexpr std::string_view kVectors[] = {"void",   "bool",  "char",  "uchar", "short",
                                           "ushort", "int",   "uint",  "long",  "ulong",
                                           "half",   "float", "double"};
  std::string text;
  const auto at = static_cast<size_t>(type.scalar);
  if (type.record >= 0) {
    text = "struct";
  } else if (type.lanes > 1) {
    text = std::string(kVectors[at]) + std::to_string(type.lanes);
  } else {
    text = kNames[at];
  }
  return type.rank > 0 ? text + (type.pointer ? "*" : " array") : text;
}

}  // namespace kcast::corpus
