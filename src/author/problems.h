// The list of problems that kernels are asked for.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace kcast::author {

struct Problem {
  std::string domain;  // a folder's name
  std::string name;    // a file's name, unique within the domain
  std::string level;   // one of prompt.h; empty: not stated
  std::string text;    // what the kernel is to do

  bool operator==(const Problem&) const = default;
};

// Lines of fields separated by tabs under a line of their names, as in
// corpus/authored/problems.tsv. `problem` is needed; `file`, `domain` and `level` are not.
// Lines that are empty or begin with # are skipped.
Result<std::vector<Problem>> parse_problems(std::string_view tsv);

}  // namespace kcast::author
