#include "corpus/authored/constant_value.h"

#include <algorithm>
#include <bit>
#include <cctype>
#include <charconv>
#include <cmath>
#include <cstdlib>

namespace kcast::corpus {
namespace {

constexpr int64_t kLargest = int64_t{1} << 60;

bool is_number(std::string_view token) {
  return !token.empty() && std::isdigit(static_cast<unsigned char>(token.front())) != 0;
}

bool is_hex(std::string_view token) {
  return token.starts_with("0x") || token.starts_with("0X");
}

// The u, l and z at the end.
std::string_view integer_suffix(std::string_view token) {
  const size_t last = token.find_last_not_of("uUlLzZ");
  return last == std::string_view::npos ? token : token.substr(last + 1);
}

std::optional<int64_t> whole_real(const std::string& digits) {
  char* end = nullptr;
  const double real = std::strtod(digits.c_str(), &end);
  const bool is_whole = real == std::floor(real) && real < static_cast<double>(kLargest);
  if (*end != '\0' || !is_whole) return std::nullopt;
  return static_cast<int64_t>(real);
}

std::optional<int64_t> number_value(std::string_view token) {
  std::string digits(token.substr(0, token.size() - integer_suffix(token).size()));
  std::erase(digits, '\'');
  int base = 10;
  size_t skipped = 0;
  if (is_hex(digits)) {
    base = 16;
    skipped = 2;
  } else if (digits.starts_with("0b") || digits.starts_with("0B")) {
    base = 2;
    skipped = 2;
  } else if (digits.find_first_of(".eE") != std::string::npos) {
    return whole_real(digits);
  } else if (digits.size() > 1 && digits.front() == '0') {
    base = 8;
  }
  int64_t value = 0;
  const char* const end = digits.data() + digits.size();
  const auto [stop, error] = std::from_chars(digits.data() + skipped, end, value, base);
  if (error != std::errc{} || stop != end || value > kLargest) return std::nullopt;
  return value;
}

class ConstantReader {
 public:
  explicit ConstantReader(std::span<const std::string_view> tokens) : tokens_(tokens) {}

  std::optional<int64_t> read() {
    const int64_t value = shift();
    const bool is_good = !failed_ && at_ == tokens_.size() && !tokens_.empty();
    return is_good ? std::optional(value) : std::nullopt;
  }

 private:
  static constexpr int kDeepest = 32;

  std::string_view peek(size_t ahead = 0) const {
    return at_ + ahead < tokens_.size() ? tokens_[at_ + ahead] : std::string_view();
  }
  bool take(std::string_view wanted) {
    if (peek() != wanted) return false;
    ++at_;
    return true;
  }
  int64_t fail() {
    failed_ = true;
    return 0;
  }
  int64_t bounded(__int128 value) {
    return value > kLargest || value < -kLargest ? fail() : static_cast<int64_t>(value);
  }

  int64_t shift() {
    int64_t value = sum();
    while (!failed_ && (peek() == "<" || peek() == ">") && peek(1) == peek()) {
      const bool is_left = peek() == "<";
      at_ += 2;
      const int64_t by = sum();
      if (by < 0 || by > 60 || value < 0) return fail();
      value = is_left ? bounded(static_cast<__int128>(value) << by) : value >> by;
    }
    return value;
  }

  int64_t sum() {
    int64_t value = product();
    while (!failed_ && (peek() == "+" || peek() == "-")) {
      const bool is_plus = take("+") || !take("-");
      const int64_t other = product();
      value = bounded(static_cast<__int128>(value) + (is_plus ? other : -other));
    }
    return value;
  }

  int64_t product() {
    int64_t value = primary();
    while (!failed_ && (peek() == "*" || peek() == "/" || peek() == "%")) {
      const char operation = peek().front();
      ++at_;
      const int64_t other = primary();
      if (operation == '*') {
        value = bounded(static_cast<__int128>(value) * other);
      } else if (other == 0) {
        return fail();
      } else {
        value = operation == '/' ? value / other : value % other;
      }
    }
    return value;
  }

  // Steps over "(size_t)" and over the name of "size_t(1)".
  void skip_cast() {
    size_t words = 0;
    const size_t open = peek() == "(" ? 1 : 0;
    while (is_integer_type_word(peek(open + words)) || peek(open + words) == "std" ||
           peek(open + words) == "::")
      ++words;
    if (words == 0) return;
    if (open == 1 && peek(1 + words) == ")") at_ += words + 2;
    if (open == 0 && peek(words) == "(") at_ += words;
  }

  int64_t primary() {
    skip_cast();
    if (++depth_ > kDeepest) return fail();
    int64_t value = 0;
    if (take("-")) {
      value = -primary();
    } else if (take("(")) {
      value = shift();
      if (!take(")")) fail();
    } else if (is_number(peek())) {
      const auto number = number_value(peek());
      ++at_;
      value = number ? *number : fail();
    } else {
      fail();
    }
    --depth_;
    return value;
  }

  std::span<const std::string_view> tokens_;
  size_t at_ = 0;
  int depth_ = 0;
  bool failed_ = false;
};

bool has_shift(std::span<const std::string_view> tokens) {
  return std::adjacent_find(tokens.begin(), tokens.end(),
                            [](auto a, auto b) { return a == "<" && b == "<"; }) != tokens.end();
}

}  // namespace

std::optional<int64_t> constant_value(std::span<const std::string_view> tokens) {
  return ConstantReader(tokens).read();
}

std::string spelled_like(int64_t value, std::span<const std::string_view> tokens) {
  constexpr int kShortest = 6;
  constexpr int64_t kLargestFactor = 99;
  const auto number = std::find_if(tokens.begin(), tokens.end(), is_number);
  const std::string suffix(number == tokens.end() ? "" : integer_suffix(*number));
  if (has_shift(tokens) && value > 0) {
    const int zeros = std::countr_zero(static_cast<uint64_t>(value));
    if (zeros >= kShortest && (value >> zeros) <= kLargestFactor) {
      const std::string text =
          std::to_string(value >> zeros) + suffix + " << " + std::to_string(zeros);
      return tokens.front() == "(" ? "(" + text + ")" : text;
    }
  }
  return std::to_string(value) + suffix;
}

bool is_integer_type_word(std::string_view word) {
  static constexpr std::string_view kWords[] = {
      "int",      "unsigned", "signed",  "long",    "short",   "char",     "size_t",
      "ssize_t",  "int8_t",   "int16_t", "int32_t", "int64_t", "uint8_t",  "uint16_t",
      "uint32_t", "uint64_t", "uint",    "ushort",  "ulong",   "ptrdiff_t"};
  return std::find(std::begin(kWords), std::end(kWords), word) != std::end(kWords);
}

}  // namespace kcast::corpus
