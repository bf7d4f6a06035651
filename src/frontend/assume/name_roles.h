// What names of a kernel file stand for that nobody declares, by how the text uses them.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace kcast::frontend {

enum class NameRole { Constant, Type, Function, Nothing };

struct NameUse {
  NameRole role = NameRole::Constant;
  size_t arguments = 0;     // of a function, in its first call
  size_t occurrences = 0;   // in the text
  bool is_defined = false;  // it is a function or a variable of the text's own
};

// The text with blanks instead of its comments; lines stay where they are.
std::string without_comments(std::string_view text);

// `text` has no comments. `is_type`: an error says that a type is expected there, so that the name
// is one, or nothing at all in front of one ("PREFIX void f()").
NameUse use_of_name(std::string_view text, std::string_view name, bool is_type);

// Macros that have to be defined so that the preprocessor leaves a kernel in; of several kernels
// those of the first. Empty where no kernel is hidden, or none is by a plain condition.
std::vector<std::string> macros_that_hide_kernels(std::string_view text);

// The same for the first "#define NAME".
std::vector<std::string> macros_that_hide_definition(std::string_view text, std::string_view name);

}  // namespace kcast::frontend
