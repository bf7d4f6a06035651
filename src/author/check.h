// Whether a program is worth keeping: read by the front end, run by the interpreter.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "author/outcome.h"
#include "predict/predict.h"

namespace kcast::author {

struct AuthorTools {
  predict::PredictTools predict;
  // Where set: what a program that passed everything else resembles too much, if anything.
  std::function<std::optional<std::string>(const std::string& source)> near_duplicate;
};

struct Verdict {
  Outcome outcome = Outcome::Kept;
  std::string reason;  // one line; empty when kept

  bool operator==(const Verdict&) const = default;
};

// A program is kept when it has no error, host code makes a launch that is known, and every
// such launch writes memory without leaving its buffers, hanging at a barrier or looping for
// ever. A language without host code is judged by the launch that predict() assumes.
Verdict check_program(const std::string& source, const std::string& language, const Gpu& gpu,
                      const AuthorTools& tools);

}  // namespace kcast::author
