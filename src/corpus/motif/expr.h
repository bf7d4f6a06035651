// Expressions of motif files.
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"
#include "corpus/motif/motif.h"

namespace kcast::corpus {

// The value as text: a decimal integer or a word. Comparisons give 1 and 0.
Result<std::string> evaluate_motif(std::string_view text, const Motif& motif,
                                   const Bindings& bindings);

// Whether the value is another integer than 0.
Result<bool> motif_condition(std::string_view text, const Motif& motif, const Bindings& bindings);

}  // namespace kcast::corpus
