// The form of an answer: text that is forced and values that the model chooses, in turn.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace kcast {

// How far a text is on its way to a value.
struct ValueFit {
  bool whole = false;  // it may end here
  bool open = false;   // something may follow
};
// Both are false for a text that cannot become a value.
using ValueRule = std::function<ValueFit(std::string_view text)>;

struct AnswerStep {
  std::string forced;
  ValueRule value;  // empty in the last step, where nothing follows the forced text
};

// A number as JSON writes it, without exponent.
struct NumberForm {
  int most_digits = 15;   // before the point
  int least_decimals = 0;
  int most_decimals = 0;  // 0: a whole number
  bool negative = false;  // may begin with '-'
};
ValueRule number_rule(const NumberForm& form);

// One of these words.
ValueRule choice_rule(std::vector<std::string> words);

// A JSON object with these keys, in order: {"a": 1, "b": 2}
struct AnswerKey {
  std::string name;
  ValueRule value;
  bool quoted = false;
};
std::vector<AnswerStep> json_object_steps(const std::vector<AnswerKey>& keys);

}  // namespace kcast
