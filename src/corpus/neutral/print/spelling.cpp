#include "corpus/neutral/print/spelling.h"

#include <cstdlib>

namespace kcast::corpus {
namespace {

// "2" and "2.0" become 2.0 or 2.; "1e-5" stays.
std::string real_text(std::string_view digits, const PrintStyle& style) {
  std::string text(digits);
  if (text.back() == 'f') text.pop_back();
  if (text.find_first_of(".e") == std::string::npos) text += ".0";
  if (text.back() == '.') text += '0';
  if (style.short_reals && text.ends_with(".0")) text.pop_back();
  return text;
}

}  // namespace

std::string Spelling::vector_name(Scalar scalar, int lanes) const {
  constexpr std::string_view kNames[] = {"",     "",     "char",  "uchar", "short", "ushort", "int",
                                         "uint", "long", "ulong", "half",  "float", "double"};
  std::string name(kNames[static_cast<size_t>(scalar)]);
  if (!is_c() && scalar == Scalar::Long) name = "longlong";
  if (!is_c() && scalar == Scalar::ULong) name = "ulonglong";
  if (!is_c() && scalar == Scalar::Half && style.half_underscores) name = "__half";
  return name + std::to_string(lanes);
}

std::string Spelling::type_name(const Type& type) const {
  if (type.record >= 0) return program.records[static_cast<size_t>(type.record)].name;
  if (type.lanes > 1) return vector_name(type.scalar, type.lanes);
  switch (type.scalar) {
    case Scalar::Void:
      return "void";
    case Scalar::Bool:
      return "bool";
    case Scalar::I8:
      return is_c() ? "char" : "signed char";
    case Scalar::U8:
      return is_c() ? "uchar" : "unsigned char";
    case Scalar::I16:
      return "short";
    case Scalar::U16:
      return is_c() ? "ushort" : "unsigned short";
    case Scalar::Int:
      return "int";
    case Scalar::UInt:
      if (is_c()) return "uint";
      return style.long_unsigned ? "unsigned int" : "unsigned";
    case Scalar::Long:
      return is_c() ? "long" : "long long";
    case Scalar::ULong:
      return is_c() ? "ulong" : "unsigned long long";
    case Scalar::Half:
      return !is_c() && style.half_underscores ? "__half" : "half";
    case Scalar::Float:
      return "float";
    case Scalar::Double:
      break;
  }
  return "double";
}

std::string Spelling::literal(const Expr& expr) const {
  if (expr.type.scalar == Scalar::Bool) return expr.text;
  const bool is_hex = expr.text.starts_with("0x");
  if (is_real(expr.type.scalar)) {
    std::string digits = expr.text;
    if (is_hex) digits = std::to_string(std::strtoull(digits.c_str(), nullptr, 16));
    const std::string text = real_text(digits.substr(0, digits.find_first_of("ul")), style);
    if (expr.type.scalar == Scalar::Double) return text;
    if (expr.type.scalar == Scalar::Float) return text + "f";
    return is_c() ? "(half)" + text + "f" : "__float2half(" + text + "f)";
  }
  std::string text = expr.text.substr(0, expr.text.find_first_of("ul"));
  if (expr.type.scalar == Scalar::UInt) return text + "u";
  if (expr.type.scalar == Scalar::Long) return text + (is_c() ? "L" : "LL");
  if (expr.type.scalar == Scalar::ULong) return text + (is_c() ? "UL" : "ULL");
  return text;
}

std::string Spelling::pointer(const std::string& type, std::string_view qualifiers,
                              const std::string& name) const {
  std::string text = type + (style.pointer_left ? "* " : " *");
  if (!qualifiers.empty()) text += std::string(qualifiers) + " ";
  return text + name;
}

std::string_view Spelling::space_word(Space space) const {
  if (!is_c()) return "";
  switch (space) {
    case Space::Global:
      return style.underscores ? "__global " : "global ";
    case Space::Shared:
      return style.underscores ? "__local " : "local ";
    case Space::Constant:
      return style.underscores ? "__constant " : "constant ";
    case Space::Local:
      break;
  }
  return "";
}

}  // namespace kcast::corpus
