// What host code puts into __constant__ and __device__ variables, as their initialisers.
//
// A collector runs kernels without host code, so that a table that is copied to the GPU by
// cudaMemcpyToSymbol would hold zeros. The front end follows host code: it is asked what such a
// variable holds by a launch of a kernel of ours that takes the variable as its argument.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "schema/inspection.h"

namespace kcast::plan {

// The variables that a CUDA or HIP program copies to, each once.
std::vector<std::string> symbols_of_host(std::string_view text);

// The program with such a launch behind every copy.
std::string with_symbol_questions(std::string_view text, const std::vector<std::string>& symbols);

// The program with the answers as initialisers. An error names the variable whose values are not
// known.
Result<std::string> with_symbol_values(std::string_view text,
                                       const std::vector<std::string>& symbols,
                                       const Inspection& answers);

}  // namespace kcast::plan
