// The form of a template's answers in a model's tokens, for kcast-train generate: what is forced,
// what may be chosen. The same form as steps of text is answer_steps() of answers.h.
#pragma once

#include <optional>
#include <string>

#include "base/result.h"
#include "encode/prompts.h"
#include "encode/tokenizer.h"

namespace kcast::encode {

// JSON: {"copied_until": [ids], "pieces": [{"forced": [ids]}, {"allowed": [ids], "ends": [ids],
// "max_tokens": n}, ...]}. An answer begins as the right one does up to the tokens `copied_until`
// (there what the question gives, such as the compiler's flags, is said again; absent: it does
// not), and goes on with the pieces.
//
// Nothing where the answer is a word, a number of a head or a number of any length, or where the
// model's digits are not tokens of their own.
Result<std::optional<std::string>> answer_guide(Template which, const Tokenizer& tokenizer);

}  // namespace kcast::encode
