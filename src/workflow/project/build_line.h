// A line that a build runs, as far as it says how a source is to be read.
#pragma once

#include <string>
#include <vector>

namespace kcast::workflow {

struct BuildLine {
  std::vector<std::string> flags;         // for the front end
  std::vector<std::string> include_dirs;  // absolute, in their order

  bool operator==(const BuildLine&) const = default;
};

// Takes the line apart: the compiler's name, sources, objects and outputs are left out, folders of
// headers are put together with `dir`, where the line is run.
BuildLine read_build_line(const std::vector<std::string>& words, const std::string& dir);

// Leaves out folders with headers that kcast has itself: a CUDA toolkit's, ROCm's, the system's.
void drop_system_dirs(std::vector<std::string>& include_dirs);

// Leaves out the architectures that a build names, where the GPU decides.
void drop_architectures(std::vector<std::string>& flags);

}  // namespace kcast::workflow
