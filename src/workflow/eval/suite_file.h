// A suite: a folder of programs with suite.json, which says how each is run.
//
//   {"about": "what it is",
//    "programs": [{"file": "heat.cu",         its source, below the folder
//                  "files": ["grid.h"],       further ones that go with it; may be left out, as
//                                             all that follows
//                  "argv": "256 20",          the program's arguments
//                  "kernel": "step",          only this kernel
//                  "flags": "--use_fast_math",
//                  "defines": {"N": "64"}}]}
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "base/result.h"

namespace kcast::workflow {

struct SuiteProgram {
  std::string file;  // below the folder
  std::vector<std::string> files;
  std::string argv;
  std::string kernel;
  std::string flags;
  std::vector<std::pair<std::string, std::string>> defines;
};

// An error names the file and what is wrong with it.
Result<std::vector<SuiteProgram>> read_suite(const std::string& folder);

}  // namespace kcast::workflow
