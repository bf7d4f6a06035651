// The cases of tests/golden/frontend: a source file, or a folder of files that
// are read together, with the command-line options that its first lines name:
//
//   // kcast: --argv "100 8192" -D n=5
//   // ptx: bar.sync shfl.sync.bfly
#pragma once

#include <filesystem>
#include <ostream>
#include <string>
#include <vector>

#include "frontend/request.h"

namespace kcast {

struct GoldenCase {
  std::string name;
  std::filesystem::path expected;  // the file with the expectation
  frontend::InspectRequest request;
  std::vector<std::string> ptx_prefixes;  // what to look for in the PTX
};

// How GoogleTest names a case in its messages.
// NOLINTNEXTLINE(readability-identifier-naming): the name that GoogleTest looks for.
inline void PrintTo(const GoldenCase& golden, std::ostream* out) {
  *out << golden.name;
}

// All cases, by name. A case that cannot be read has no files in its request.
std::vector<GoldenCase> load_golden_cases();

}  // namespace kcast
