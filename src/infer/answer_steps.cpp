#include "infer/answer_steps.h"

#include <algorithm>

namespace kcast {
namespace {

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

// Counts the digits at the beginning and drops them.
int take_digits(std::string_view& text) {
  size_t n = 0;
  while (n < text.size() && is_digit(text[n]))
    ++n;
  text.remove_prefix(n);
  return static_cast<int>(n);
}

ValueFit fit_number(const NumberForm& form, std::string_view text) {
  if (form.negative && text.starts_with('-')) text.remove_prefix(1);
  if (text.empty()) return {.whole = false, .open = true};
  const bool zero = text.front() == '0';
  const int digits = take_digits(text);
  // JSON has no 007.
  if (digits == 0 || digits > form.most_digits || (zero && digits > 1)) return {};
  if (text.empty()) {
    const bool more = (!zero && digits < form.most_digits) || form.most_decimals > 0;
    return {.whole = form.least_decimals == 0, .open = more};
  }
  if (text.front() != '.' || form.most_decimals == 0) return {};
  text.remove_prefix(1);
  const int decimals = take_digits(text);
  if (!text.empty() || decimals > form.most_decimals) return {};
  return {.whole = decimals > 0 && decimals >= form.least_decimals,
          .open = decimals < form.most_decimals};
}

}  // namespace

ValueRule number_rule(const NumberForm& form) {
  return [form](std::string_view text) { return fit_number(form, text); };
}

ValueRule choice_rule(std::vector<std::string> words) {
  return [words = std::move(words)](std::string_view text) {
    ValueFit fit;
    for (const std::string& word : words) {
      if (word == text) fit.whole = true;
      if (word.size() > text.size() && word.starts_with(text)) fit.open = true;
    }
    return fit;
  };
}

std::vector<AnswerStep> json_object_steps(const std::vector<AnswerKey>& keys) {
  std::vector<AnswerStep> out;
  std::string before = "{";
  for (const AnswerKey& key : keys) {
    const std::string quote = key.quoted ? "\"" : "";
    out.push_back({before + "\"" + key.name + "\": " + quote, key.value});
    before = quote + ", ";
  }
  before.resize(before.size() - std::min<size_t>(2, keys.empty() ? 0 : 2));
  out.push_back({before + "}", nullptr});
  return out;
}

}  // namespace kcast
