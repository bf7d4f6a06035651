#include "analyze/ptx/parse/lex.h"

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <cmath>

namespace kcast::ptx {
namespace {

constexpr uint8_t kSpace = 1;
constexpr uint8_t kWordStart = 2;
constexpr uint8_t kWordPart = 4;
constexpr uint8_t kDigit = 8;

constexpr std::array<uint8_t, 256> char_classes() {
  std::array<uint8_t, 256> classes = {};
  for (const char c : {' ', '\t', '\n', '\r', '\f', '\v'})
    classes[uint8_t(c)] = kSpace;
  for (int c = 'a'; c <= 'z'; ++c)
    classes[c] = classes[c - 32] = kWordStart | kWordPart;
  for (const char c : {'_', '$', '%', '.'})
    classes[uint8_t(c)] = kWordStart | kWordPart;
  for (int c = '0'; c <= '9'; ++c)
    classes[c] = kDigit | kWordPart;
  return classes;
}

constexpr std::array<uint8_t, 256> kClasses = char_classes();

uint8_t class_of(char c) {
  return kClasses[uint8_t(c)];
}

std::optional<uint64_t> parse_integer(std::string_view digits, int base) {
  uint64_t value = 0;
  const char* const begin = digits.data();
  const char* const end = begin + digits.size();
  const auto [stop, error] = std::from_chars(begin, end, value, base);
  if (error != std::errc() || stop != end) return std::nullopt;
  return value;
}

std::optional<Literal> parse_raw_float(std::string_view digits, size_t length, Type type) {
  if (digits.size() != length) return std::nullopt;
  const std::optional<uint64_t> bits = parse_integer(digits, 16);
  if (!bits) return std::nullopt;
  return Literal{type, *bits};
}

double as_double(const Literal& literal) {
  if (literal.type == Type::F64) return std::bit_cast<double>(literal.bits);
  if (literal.type == Type::F32) return double(std::bit_cast<float>(uint32_t(literal.bits)));
  return double(int64_t(literal.bits));
}

// A double that no float can hold becomes an infinity, as the conversion would.
float narrow(double value) {
  constexpr double kLimit = 3.4028235677973366e38;  // half-way behind the largest float
  if (std::abs(value) >= kLimit) return std::copysign(INFINITY, float(value > 0 ? 1 : -1));
  return float(value);
}

}  // namespace

void Lexer::skip_space() {
  const size_t size = text_.size();
  while (position_ < size) {
    if (class_of(text_[position_]) & kSpace) {
      ++position_;
    } else if (text_[position_] == '/' && position_ + 1 < size && text_[position_ + 1] == '/') {
      skip_line();
    } else if (text_[position_] == '/' && position_ + 1 < size && text_[position_ + 1] == '*') {
      const size_t end = text_.find("*/", position_ + 2);
      position_ = end == std::string_view::npos ? size : end + 2;
    } else {
      return;
    }
  }
}

Token Lexer::next() {
  skip_space();
  const size_t size = text_.size();
  if (position_ >= size) return {};
  const size_t start = position_;
  const char c = text_[position_++];
  if (class_of(c) & kWordStart) {
    while (position_ < size) {
      // ".reg.b32" are two directives, "ld.global.b32" is one opcode.
      if (c == '.' && text_[position_] == '.') break;
      if (class_of(text_[position_]) & kWordPart) {
        ++position_;
      } else if (text_[position_] == ':' && position_ + 2 < size && text_[position_ + 1] == ':' &&
                 class_of(text_[position_ + 2]) & kWordPart) {
        position_ += 2;
      } else {
        break;
      }
    }
    return {Token::Kind::Word, 0, text_.substr(start, position_ - start)};
  }
  if (class_of(c) & kDigit) {
    --position_;
    return take_while_number();
  }
  if (c == '"') {
    size_t end = position_;
    while (end < size && text_[end] != '"')
      end += text_[end] == '\\' ? 2 : 1;
    end = std::min(end, size);
    const std::string_view inside = text_.substr(position_, end - position_);
    position_ = std::min(end + 1, size);
    return {Token::Kind::Text, 0, inside};
  }
  return {Token::Kind::Mark, c, text_.substr(start, 1)};
}

// "1.5e-3" holds a sign, "0x1e-3" does not.
Token Lexer::take_while_number() {
  const size_t start = position_;
  const bool prefixed =
      text_[start] == '0' && start + 1 < text_.size() &&
      std::string_view("xXfFdDbB").find(text_[start + 1]) != std::string_view::npos;
  while (position_ < text_.size()) {
    const char c = text_[position_];
    const char last = position_ > start ? text_[position_ - 1] : '\0';
    const bool sign = (c == '-' || c == '+') && !prefixed && (last == 'e' || last == 'E');
    if (!sign && !(class_of(c) & kWordPart)) break;
    ++position_;
  }
  return {Token::Kind::Number, 0, text_.substr(start, position_ - start)};
}

int Lexer::line_at(size_t position) const {
  const std::string_view before = text_.substr(0, position);
  return 1 + int(std::count(before.begin(), before.end(), '\n'));
}

void Lexer::skip_line() {
  position_ = std::min(text_.find('\n', position_), text_.size());
}

void Lexer::skip_braces() {
  for (int depth = 1; depth > 0 && position_ < text_.size(); ++position_) {
    if (text_[position_] == '{') ++depth;
    if (text_[position_] == '}') --depth;
  }
}

std::optional<Literal> parse_number(std::string_view text) {
  if (text.size() > 2 && text[0] == '0') {
    const std::string_view rest = text.substr(2);
    const char kind = char(text[1] | 32);
    if (kind == 'f') return parse_raw_float(rest, 8, Type::F32);
    if (kind == 'd') return parse_raw_float(rest, 16, Type::F64);
  }
  const bool hex = text.size() > 2 && text[0] == '0' && (text[1] | 32) == 'x';
  if (!hex && text.find_first_of(".eE") != std::string_view::npos) {
    double value = 0;
    const char* const begin = text.data();
    const char* const end = begin + text.size();
    const auto [stop, error] = std::from_chars(begin, end, value);
    if (error != std::errc() || stop != end) return std::nullopt;
    return Literal{Type::F64, std::bit_cast<uint64_t>(value)};
  }
  if (!text.empty() && (text.back() == 'U' || text.back() == 'u')) text.remove_suffix(1);
  int base = 10;
  if (hex) {
    base = 16;
  } else if (text.size() > 2 && text[0] == '0' && (text[1] | 32) == 'b') {
    base = 2;
  } else if (text.size() > 1 && text[0] == '0') {
    base = 8;
  }
  const size_t prefix = base == 16 || base == 2 ? 2 : 0;
  const std::optional<uint64_t> value = parse_integer(text.substr(prefix), base);
  if (!value) return std::nullopt;
  return Literal{Type::S64, *value};
}

Literal negate(Literal literal) {
  if (literal.type == Type::F32) {
    literal.bits ^= uint64_t{1} << 31;
  } else if (literal.type == Type::F64) {
    literal.bits ^= uint64_t{1} << 63;
  } else {
    literal.bits = 0 - literal.bits;
  }
  return literal;
}

uint64_t bits_as(const Literal& literal, Type type) {
  const bool number = literal.type != Type::S64;
  if (number && type == Type::F32 && literal.type == Type::F64)
    return std::bit_cast<uint32_t>(narrow(as_double(literal)));
  if (number && type == Type::F64 && literal.type == Type::F32)
    return std::bit_cast<uint64_t>(as_double(literal));
  if (type == Type::Pred) return literal.bits != 0 ? 1 : 0;
  const int width = bits_of(type);
  if (width == 0 || width >= 64) return literal.bits;
  return literal.bits & ((uint64_t{1} << width) - 1);
}

}  // namespace kcast::ptx
