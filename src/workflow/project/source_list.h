// The GPU sources below a folder, as programs.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace kcast::workflow {

struct SourceText {
  std::string name;
  std::string text;
  bool gpu = true;  // false: C++ without a word of a GPU, read only where a main needs it
};

struct ProgramList {
  std::vector<std::vector<std::string>> programs;  // the files of each, that with main first
  std::vector<std::string> notes;                  // what was left out, and why

  bool operator==(const ProgramList&) const = default;
};

// Every .cu, .hip and .cl below the folder, and C++ sources with CUDA's or HIP's kernels or calls.
// Hidden folders, builds and symbolic links are not entered. With one main they are one program;
// else each main is one, with the files that define what it calls, and the rest are programs of
// their own. Numbers are bounded; what is over them is said.
Result<ProgramList> programs_below(const std::string& dir);

// The same for texts that are known.
std::vector<std::vector<std::string>> group_programs(const std::vector<SourceText>& sources);

}  // namespace kcast::workflow
