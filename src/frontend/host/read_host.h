// Reads host code: which kernels a program launches, how, and with what.
//
// The code is interpreted on its syntax tree, never compiled and run. Sizes and
// pointers are followed, the contents of large arrays are not. Every walk is
// bounded by a number of steps, so that no source text can make it loop.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "schema/inspection.h"

namespace clang {
class ASTContext;
}  // namespace clang

namespace kcast::host {

// One parsed translation unit; its tree must outlive the call.
struct HostUnit {
  clang::ASTContext* ast = nullptr;
  std::string file;
};

struct HostOptions {
  // Values for variables and parameters that host code declares: "n" = "1<<24".
  std::vector<std::pair<std::string, std::string>> bindings;
  // The program's arguments without its name; absent: the program decides what
  // happens without any, and is read again with unknown ones if nothing runs.
  std::optional<std::vector<std::string>> argv;
  // What run-time queries answer, by the name of the unknown; an estimate.
  std::vector<std::pair<std::string, int64_t>> device;
  // Files that are not there cannot be opened; otherwise they can, and nobody knows what they hold.
  bool files_may_miss = false;
  uint64_t max_steps = 4'000'000;
  // Reads again with usual values for the variables that launches need and nobody knows. What
  // rests on them is likely, not known, and HostLaunch::assumed names them.
  bool assume = false;
  int64_t assume_smaller = 1;  // sizes so many times smaller, along an axis, than usual ones
  std::vector<std::pair<std::string, int64_t>> assumed;  // by name, such values
};

// An OpenCL program whose source text host code holds.
struct OpenClProgram {
  std::string source;
  std::string options;  // of clBuildProgram
  std::string file;     // where host code creates it
  int64_t line = 0;

  bool operator==(const OpenClProgram&) const = default;
};

struct HostReading {
  std::vector<HostLaunch> launches;
  int64_t launches_left_out = 0;  // because there are too many
  std::vector<Unresolved> unresolved;
  std::vector<OpenClProgram> programs;
  std::vector<std::string> build_options;  // of programs whose text host code does not hold
  bool has_main = false;                   // a whole program, not a part of one
  // Bindings that named a declaration; the others may be macros.
  std::vector<std::string> used_bindings;
  bool missed_file = false;  // the program opens a file that is not there
  // Between which numbers the variables lie that are not known, where that is known of them.
  std::map<std::string, std::pair<double, double>> ranges;
  // Variables whose assumed values overflow what is computed from them.
  std::set<std::string> overflowing;
};

// Units with a main each are programs of their own, which share the units without one.
// Never fails: what cannot be read is missing or marked as not known.
HostReading read_host(std::span<const HostUnit> units, const HostOptions& options);

}  // namespace kcast::host
