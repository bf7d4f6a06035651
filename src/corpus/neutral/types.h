// What types and constants of neutral text are called, and come to.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "corpus/neutral/tree.h"

namespace kcast::corpus {

// The value of an expression of numbers and the program's constants, as sizes of arrays are.
std::optional<int64_t> constant_value(const Expr& expr, const std::vector<NamedConstant>& names);

// A type as neutral text writes it; structs are "struct".
std::string type_text(const Type& type);

}  // namespace kcast::corpus
