// What a language model answers: text from values, values from text, and the form of the text as
// steps, of which a constrained decoder writes the forced ones itself.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "encode/prompts.h"
#include "schema/bound.h"
#include "schema/metrics.h"

namespace kcast::encode {

enum class SlotKind : uint8_t {
  Fixed,       // "0.459": so many decimals
  Integer,     // "1048576"
  Scientific,  // "1.049e+06": so many decimals, two digits of exponent; 0 alone begins with a 0
  Decimal,     // "1.3e-05", "0.5": the shortest text of a number
  Choice,      // one of the words
};

// Something that the model says itself. All texts are valid numbers of JSON.
struct AnswerSlot {
  SlotKind kind = SlotKind::Fixed;
  int decimals = 3;                  // Fixed, Scientific
  std::vector<std::string> choices;  // Choice
  bool whole = false;                // Scientific: a count, 0 or at least 1

  bool operator==(const AnswerSlot&) const = default;
};

// How far a text is on its way through a slot.
struct SlotFit {
  bool whole = false;  // it may end here
  bool open = false;   // something may follow
};
// Both are false for a text that cannot become one of the slot.
SlotFit fit_slot(const AnswerSlot& slot, std::string_view text);

// A number as the slot has it: rounded, not below 0; what is no number is 0. Not for Choice.
std::string slot_text(const AnswerSlot& slot, double value);

// One value of the answer, in the order in which it is written.
struct AnswerField {
  std::string key;  // empty: the answer is this value alone
  AnswerSlot slot;
  std::optional<std::string> constant;  // given by the prompt: no slot
  bool quoted = false;                  // "0.459" instead of 0.459
  std::string metric;                   // of schema/metrics.h; empty: none
  double ceiling = 1;                   // of the metric; what is written is its share
};

struct AnswerSchema {
  std::string opening;  // before the first key, the brace among it
  std::vector<AnswerField> fields;
  std::string separator;  // between fields
  std::string colon;      // between key and value
  std::string closing;
};

// Text that is forced, and then, except at the end, a slot.
struct AnswerStep {
  std::string forced;
  std::optional<AnswerSlot> slot;
};

// LLMPerf's answer is a number of a regression head: its schema has no fields.
AnswerSchema answer_schema(Template which, const KernelSource& kernel, const Gpu& gpu);
std::vector<AnswerStep> answer_steps(const AnswerSchema& schema);

// The right answer. `bound` is as predict/classify.h finds it.
std::string answer_text(const AnswerSchema& schema, const BaseQuantities& values, Bound bound);

// What a model said, de-normalised.
struct AnswerValues {
  std::map<std::string, double, std::less<>> metrics;  // by names of schema/metrics.h
  std::optional<BaseQuantities> base;                  // where all of them are said
  Bound bound = Bound::None;                           // None: not said
};
// Texts around the JSON are skipped; a missing key or a value that is no number is an error that
// names it. Rates are cut to 0 to 100; what is negative is an error.
Result<AnswerValues> parse_answer(Template which, std::string_view text);

}  // namespace kcast::encode
