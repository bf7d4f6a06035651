// What stands for the constants and types that a build or a use would give: arguments of
// templates, and macros. By their names, as a reader would try them.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "frontend/parse/parse.h"

namespace kcast::frontend {

// `attempt` counts from 0; later ones are for code that refuses the first.
std::string guess_constant(std::string_view name, int attempt);
std::string guess_type(std::string_view name, int attempt);

// The arguments of every `name<...>` of the text: {{"8", "float"}, ...}, each list once.
std::vector<std::vector<std::string>> template_uses(std::string_view text, std::string_view name);

// True for numbers, true and false, and for names.
bool is_simple(std::string_view text);

// Definitions for names in capitals that the errors say are not declared.
std::vector<std::pair<std::string, std::string>> guess_macros(
    const std::vector<ParseError>& errors);

// Headers of CUDA that declare names which the errors say are not declared: a file that is read on
// its own leaves them to the file that includes it.
std::vector<std::string> guess_headers(const std::vector<ParseError>& errors);

// What #if around the first kernel of the text asks to be defined: "WITH_CUDA". Of alternatives,
// the one that names the language.
std::vector<std::string> closed_conditions(std::string_view text, std::string_view language);

}  // namespace kcast::frontend
