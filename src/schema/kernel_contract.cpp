#include "schema/kernel_contract.h"

#include <algorithm>
#include <cctype>
#include <optional>

#include "base/text.h"

namespace kcast {
namespace {

constexpr size_t kLongestExpression = 400;
constexpr int kDeepestExpression = 32;
constexpr __int128 kLargestSize = static_cast<__int128>(1) << 62;

bool is_name_start(char c) {
  return std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '_';
}

bool is_name_part(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

bool is_size_function(std::string_view name) {
  return name == "min" || name == "max" || name == "ceil_div";
}

// Reads and evaluates in one walk; the first error stays.
class SizeReader {
 public:
  SizeReader(std::string_view text, std::span<const NamedNumber> names)
      : text_(text), names_(names) {}

  Result<int64_t> read() {
    if (text_.size() > kLongestExpression) fail("is too long");
    const int64_t value = sum();
    skip_blanks();
    if (at_ < text_.size()) fail("has a stray '" + std::string(1, text_[at_]) + "'");
    if (!error_.empty()) {
      return Error{ErrorCode::InvalidInput, "size '" + std::string(text_) + "' " + error_};
    }
    return value;
  }

 private:
  void fail(std::string message) {
    if (error_.empty()) error_ = std::move(message);
    at_ = text_.size();
  }

  void skip_blanks() {
    while (at_ < text_.size() && text_[at_] == ' ')
      ++at_;
  }

  bool take(char c) {
    skip_blanks();
    if (at_ >= text_.size() || text_[at_] != c) return false;
    ++at_;
    return true;
  }

  int64_t checked(__int128 value) {
    if (value > kLargestSize || value < -kLargestSize) {
      fail("is out of range");
      return 0;
    }
    return static_cast<int64_t>(value);
  }

  int64_t divide(int64_t a, int64_t b, char op) {
    if (b == 0) {
      fail("divides by zero");
      return 0;
    }
    if (op == '%') return a % b;
    if (op == '/') return a / b;
    return checked((static_cast<__int128>(a) + b - 1) / b);  // ceil_div
  }

  int64_t sum() {
    int64_t value = product();
    while (true) {
      if (take('+')) {
        value = checked(static_cast<__int128>(value) + product());
      } else if (take('-')) {
        value = checked(static_cast<__int128>(value) - product());
      } else {
        return value;
      }
    }
  }

  int64_t product() {
    int64_t value = atom();
    while (true) {
      if (take('*')) {
        value = checked(static_cast<__int128>(value) * atom());
      } else if (take('/')) {
        value = divide(value, atom(), '/');
      } else if (take('%')) {
        value = divide(value, atom(), '%');
      } else {
        return value;
      }
    }
  }

  int64_t atom() {
    if (++depth_ > kDeepestExpression) fail("is nested too deeply");
    int64_t value = 0;
    if (take('(')) {
      value = sum();
      if (!take(')')) fail("lacks a ')'");
    } else if (take('-')) {
      value = -atom();
    } else if (at_ < text_.size() && is_name_start(text_[at_])) {
      value = name();
    } else {
      value = number();
    }
    --depth_;
    return value;
  }

  int64_t number() {
    const size_t start = at_;
    __int128 value = 0;
    while (at_ < text_.size() && text_[at_] >= '0' && text_[at_] <= '9') {
      value = checked(value * 10 + (text_[at_++] - '0'));
    }
    if (at_ == start) fail("lacks a number or a name");
    return static_cast<int64_t>(value);
  }

  int64_t name() {
    const size_t start = at_;
    while (at_ < text_.size() && is_name_part(text_[at_]))
      ++at_;
    const std::string_view word = text_.substr(start, at_ - start);
    if (is_size_function(word)) return call(word);
    for (const auto& [known, value] : names_) {
      if (known == word) return value;
    }
    fail("mentions '" + std::string(word) + "', which has no value");
    return 0;
  }

  int64_t call(std::string_view function) {
    if (!take('(')) fail("lacks a '('");
    const int64_t a = sum();
    if (!take(',')) fail("lacks a ','");
    const int64_t b = sum();
    if (!take(')')) fail("lacks a ')'");
    if (!error_.empty()) return 0;
    if (function == "min") return std::min(a, b);
    if (function == "max") return std::max(a, b);
    return divide(a, b, 'c');
  }

  std::string_view text_;
  std::span<const NamedNumber> names_;
  size_t at_ = 0;
  int depth_ = 0;
  std::string error_;
};

// Calls `on_name` for each word and `on_rest` for what stands between.
template <typename OnName, typename OnRest>
void walk_words(std::string_view text, OnName on_name, OnRest on_rest) {
  size_t at = 0;
  while (at < text.size()) {
    const size_t start = at;
    if (is_name_start(text[at])) {
      while (at < text.size() && is_name_part(text[at]))
        ++at;
      on_name(text.substr(start, at - start));
    } else {
      on_rest(text[at++]);
    }
  }
}

}  // namespace

Result<int64_t> evaluate_size(std::string_view expression, std::span<const NamedNumber> names) {
  return SizeReader(expression, names).read();
}

std::vector<std::string> names_of_size(std::string_view expression) {
  std::vector<std::string> names;
  walk_words(
      expression,
      [&](std::string_view word) {
        if (!is_size_function(word)) names.emplace_back(word);
      },
      [](char) {});
  return names;
}

std::string rename_size(std::string_view expression,
                        std::span<const std::pair<std::string, std::string>> renamed) {
  std::string text;
  walk_words(
      expression,
      [&](std::string_view word) {
        const auto found = std::find_if(renamed.begin(), renamed.end(),
                                        [&](const auto& pair) { return pair.first == word; });
        text += found == renamed.end() ? std::string(word) : found->second;
      },
      [&](char c) { text += c; });
  return text;
}

}  // namespace kcast
