// The integers that a CUDA program gives names to, and the program with other ones.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"

namespace kcast::corpus {

struct SourceConstant {
  std::string name;
  int64_t value = 0;

  bool operator==(const SourceConstant&) const = default;
};

// In the order of the text: macros (#define N 4096), constants (constexpr int n = 1 << 20),
// enumerators with a value, variables with a first value (int n = 1000), and the value that an
// argument of the program replaces (argc > 1 ? atoi(argv[1]) : 1000). Members of structs are
// "shape.rows" where they are assigned (shape.rows = 4;) and "shape.0", "shape.1" in the list that
// a variable begins with (Shape shape = {4, 5};). Left out is what is computed from other names and
// what is declared or assigned more than once; a constant comes before variables of its name.
std::vector<SourceConstant> integer_constants(std::string_view cuda);

using ConstantValues = std::vector<std::pair<std::string, int64_t>>;

// The program with other values. A name that is none of its integer constants is an error that
// says why.
Result<std::string> with_constants(std::string_view cuda, const ConstantValues& values);

}  // namespace kcast::corpus
