// What neutral text has and OpenMP has not.
#pragma once

#include <string>

#include "corpus/neutral/tree.h"

namespace kcast::corpus {

// As the end of "openmp has no ..."; empty: it can express the program, as far as its parts go.
std::string missing_in_openmp(const Program& program);

}  // namespace kcast::corpus
