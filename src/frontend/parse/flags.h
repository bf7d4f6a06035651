// Build flags that users may pass: an allow-list, and what each one means.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "frontend/request.h"

namespace kcast::frontend {

// The effect of all flags together.
struct BuildSettings {
  std::string arch = "sm_90";
  std::string standard;  // empty: the language's default
  int optimization = 3;
  bool flush_denormals = false;        // -ftz=true
  bool precise_division = true;        // -prec-div
  bool precise_sqrt = true;            // -prec-sqrt
  bool correctly_rounded = false;      // OpenCL: division and sqrt of floats as IEEE says
  bool fuse_multiply_add = true;       // -fmad
  bool approximate_functions = false;  // sinf becomes __sinf, as --use_fast_math says
  bool relaxed_math = false;           // -ffast-math, -cl-fast-relaxed-math: may reassociate
  bool finite_math_only = false;
  bool no_signed_zeros = false;
  int max_registers = 0;              // -maxrregcount; 0: no limit
  bool environment_argument = false;  // InspectRequest::environment_argument
  std::string math_library;           // InspectRequest::math_library
  std::vector<std::pair<std::string, std::string>> defines;
  std::vector<std::string> undefines;
  std::vector<std::string> toolkit_flags;  // what NVRTC or nvcc is given

  bool operator==(const BuildSettings&) const = default;
};

// Reads request.flags, arch and standard. Flags that change nothing here, and those that are
// not known, are left out: nothing is ever run or read because of a flag.
Result<BuildSettings> read_flags(const InspectRequest& request);

// What read_flags left out and may matter: flags that are not known, or whose value is not, each
// as one line about it.
std::vector<std::string> flags_left_out(const std::vector<std::string>& flags);

// Whether the next word of a build line belongs to this flag: "-o", "-Xptxas".
bool takes_next_word(std::string_view flag);

// Reads flags written as one line, e.g. the options given to clBuildProgram:
// unknown ones are skipped, since a program's own options are no user error.
void read_flags_leniently(const std::vector<std::string>& flags, BuildSettings& settings);

}  // namespace kcast::frontend
