#include "frontend/host/state/bindings.h"

#include <llvm/ADT/StringExtras.h>
#include <llvm/ADT/StringRef.h>

namespace kcast::host {

namespace {

// Values of -D: numbers, and whole-number expressions of + - * / % << and brackets.
class BindingParser {
 public:
  explicit BindingParser(llvm::StringRef text) : text_(text) {}

  bool parse(int64_t* value) {
    *value = sum_of_shifts(0);
    skip();
    return ok_ && text_.empty();
  }

 private:
  void skip() { text_ = text_.ltrim(); }

  bool take(llvm::StringRef token) {
    skip();
    return text_.consume_front(token);
  }

  int64_t sum_of_shifts(int depth) {
    int64_t value = sum(depth);
    while (ok_) {
      if (take("<<")) {
        auto count = static_cast<uint64_t>(sum(depth));
        ok_ &= count < 63;
        if (ok_) value = static_cast<int64_t>(static_cast<uint64_t>(value) << count);
      } else {
        break;
      }
    }
    return value;
  }

  int64_t sum(int depth) {
    auto value = static_cast<uint64_t>(product(depth));
    while (ok_) {
      if (take("+")) {
        value += static_cast<uint64_t>(product(depth));
      } else if (take("-")) {
        value -= static_cast<uint64_t>(product(depth));
      } else {
        break;
      }
    }
    return static_cast<int64_t>(value);
  }

  int64_t product(int depth) {
    int64_t value = primary(depth);
    while (ok_) {
      if (take("*")) {
        value = static_cast<int64_t>(static_cast<uint64_t>(value) *
                                     static_cast<uint64_t>(primary(depth)));
      } else if (take("/") || take("%")) {
        bool is_rem = text_.data()[-1] == '%';
        int64_t divisor = primary(depth);
        ok_ &= divisor != 0 && divisor != -1;
        if (ok_) value = is_rem ? value % divisor : value / divisor;
      } else {
        break;
      }
    }
    return value;
  }

  int64_t primary(int depth) {
    if (depth > 50) ok_ = false;
    if (!ok_) return 0;
    if (take("-")) return static_cast<int64_t>(-static_cast<uint64_t>(primary(depth + 1)));
    if (take("(")) {
      int64_t value = sum_of_shifts(depth + 1);
      ok_ &= take(")");
      return value;
    }
    skip();
    if (take("true")) return 1;
    if (take("false")) return 0;
    size_t length = 0;
    while (length < text_.size() && llvm::isAlnum(text_[length]))
      ++length;
    llvm::StringRef digits = text_.take_front(length).rtrim("uUlL");
    text_ = text_.drop_front(length);
    uint64_t value = 0;
    if (digits.empty() || digits.getAsInteger(0, value)) ok_ = false;
    return static_cast<int64_t>(value);
  }

  llvm::StringRef text_;
  bool ok_ = true;
};

}  // namespace

Bindings::Bindings(const std::vector<std::pair<std::string, std::string>>& texts,
                   const std::vector<std::pair<std::string, int64_t>>& assumed) {
  for (const auto& [name, value] : assumed)
    assumed_[name] = integer_value(value, integer_shape(64, false));
  for (const auto& [written, text] : texts) {
    std::string name = written;
    for (size_t at = name.find("->"); at != std::string::npos; at = name.find("->")) {
      name.replace(at, 2, ".");
    }
    int64_t whole = 0;
    double real = 0;
    llvm::StringRef number = llvm::StringRef(text).trim();
    if (BindingParser(number).parse(&whole)) {
      values_[name] = integer_value(whole, integer_shape(64, false));
    } else if (!number.rtrim("fF").getAsDouble(real)) {
      values_[name] = real_value(real);
    }
  }
}

const EvalValue* Bindings::assumed(const std::string& name) const {
  const auto found = assumed_.find(name);
  return found == assumed_.end() ? nullptr : &found->second;
}

const EvalValue* Bindings::find(const std::string& name) {
  if (values_.empty()) return nullptr;
  auto found = values_.find(name);
  if (found == values_.end()) return nullptr;
  used_.insert(name);
  return &found->second;
}

}  // namespace kcast::host
