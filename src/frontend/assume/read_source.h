// A source of the user's, parsed with whatever has to be assumed so that more of it can be read.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "base/result.h"
#include "frontend/parse/instances.h"
#include "frontend/parse/parse.h"
#include "frontend/request.h"

namespace kcast::frontend {

using Units = std::vector<std::unique_ptr<ParsedUnit>>;

// What was done to a unit so that more of it can be read.
struct UnitGuesses {
  ParseInput input;
  std::vector<std::string> macros;  // "TILE=16"
  Instances instances;
};

// What all sources of a request are read with.
struct SourceReader {
  const InspectRequest& request;
  llvm::IntrusiveRefCntPtr<SourceTree> tree;
  Units& prepared;
};

// Whether the errors look like a missing closing brace, which hides all that follows.
bool swallows_the_rest(const ParsedUnit& unit);

// Parses guesses.input.file, whose text is `text`. With missing braces it is mended. If the request
// says so, what it does not declare is taken for what the build defines: macros, and of OpenCL
// files that host code puts in front.
Result<std::unique_ptr<ParsedUnit>> read_source(const SourceReader& reader, UnitGuesses& guesses,
                                                const std::string& text);

}  // namespace kcast::frontend
