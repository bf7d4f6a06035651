// What the build of an OpenCL program would define, guessed from the errors that are there without
// it. Host code puts such programs together from files, and passes types, sizes and functions as
// macros, so a name that nobody declares is nearly always one of these.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "frontend/parse/parse.h"

namespace kcast::frontend {

struct MissingName {
  std::string name;
  bool is_type = false;       // an error says that a type is expected
  bool is_function = false;   // ... a function
  bool is_parameter = false;  // ... a declaration of a parameter, which nobody can guess

  bool operator==(const MissingName&) const = default;
};

// Names that errors say are not declared, each once, in the order of the errors.
std::vector<MissingName> missing_names(const std::vector<ParseError>& errors);

// A definition for -D: {"T", "float"}, {"OP(a,b)", "((a)+(b))"}; {"", ""} where none is likely.
// `code` is the program's text without comments; `known` what was defined so far.
std::pair<std::string, std::string> guess_definition(
    const MissingName& missing, std::string_view code,
    const std::vector<std::pair<std::string, std::string>>& known);

}  // namespace kcast::frontend
