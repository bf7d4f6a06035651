// Parsing of text that is not whole: braces are closed, and what a build or an including file
// would give is assumed.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "base/result.h"
#include "frontend/parse/parse.h"

namespace kcast::frontend {

struct LenientRequest {
  ParseInput input;  // becomes what the unit was parsed with
  std::string text;  // of input.file
  bool assume = false;
  bool language_given = true;  // false: it may become that of the headers it misses
};

struct LenientUnit {
  std::unique_ptr<ParsedUnit> unit;
  ParseInput input;
  std::vector<std::string> macros;  // assumed: "TILE=16"
};

// Whether the errors look like a missing closing brace, which hides all that follows.
bool swallows_the_rest(const ParsedUnit& unit);

// Assumes, where that leaves fewer errors or shows kernels: names in capitals that nobody declares
// are macros of the build, names of CUDA's libraries come from headers that the including file
// has, and a condition around all kernels holds.
Result<LenientUnit> parse_leniently(LenientRequest request,
                                    const llvm::IntrusiveRefCntPtr<SourceTree>& tree,
                                    std::vector<std::unique_ptr<ParsedUnit>>& prepared);

}  // namespace kcast::frontend
