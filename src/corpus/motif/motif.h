// Motifs: templates of what people really write, with levels of optimisation and parameters.
// docs/corpus.md is the guide to writing one. A file corpus/motifs/NAME.kct:
//
//   # remarks about the motif
//   about sum of an array
//   domain reductions
//   level naive shared warp
//   param T = float double
//   param TILE = 8 16 32
//   param R = 1..4
//   require TILE * R <= 64
//   ---
//   neutral text, with
//     ${expr}                         the value of an expression
//     @if COND  @elif COND  @else  @end
//     @for i in 0..R  @end            i from 0 to R - 1
//     @let NAME = expr
//
// Expressions hold integers, words, parameters, `level`, + - * / %, comparisons, && || ! and
// parentheses. A word is compared with the parameter whose value it is: T == float.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/named_text.h"
#include "base/result.h"

namespace kcast::corpus {

struct MotifParameter {
  std::string name;
  std::vector<std::string> values;
};

struct Motif {
  std::string name;
  std::string about;
  std::string domain;
  std::vector<std::string> levels;
  std::vector<MotifParameter> parameters;
  std::vector<std::string> requirements;  // what chosen values must fulfil
  std::string body;
  int body_line = 1;  // where the body begins in the file
};

// Values by name; `level` is one of the names.
using Bindings = std::vector<std::pair<std::string, std::string>>;

Result<Motif> parse_motif(std::string_view name, std::string_view text);

// The parameters' values for a seed. Values that break a requirement are drawn again.
Result<Bindings> choose_bindings(const Motif& motif, std::string_view level, uint64_t seed);

// Every combination of values that fulfils the requirements, in order of the file.
std::vector<Bindings> all_bindings(const Motif& motif, std::string_view level);

// Neutral text.
Result<std::string> expand_motif(const Motif& motif, const Bindings& bindings);

// The motifs that this build knows, by name; they are read once. An error names the file.
Result<std::span<const Motif>> known_motifs();
Result<const Motif*> find_motif(std::string_view name);

}  // namespace kcast::corpus

namespace kcast::corpus {

// The files of corpus/motifs, embedded.
std::span<const NamedText> embedded_motifs();

}  // namespace kcast::corpus
