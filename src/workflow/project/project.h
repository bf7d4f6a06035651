// Where a project begins, and how it builds its sources.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "workflow/project/build_line.h"

namespace kcast::workflow {

// Folders that #include of these files may read: their own, the project's (the nearest folder
// above with .git or a compile_commands.json, also in build/), the one that all of them lie
// below, and the working folder where they lie below that. Never a home folder or the like.
std::vector<std::string> readable_dirs_of(const std::vector<std::string>& files,
                                          const std::string& working_dir);

struct ProjectBuild {
  BuildLine line;                  // of all the files together
  std::vector<std::string> notes;  // where it is from, and what of it is not followed

  bool operator==(const ProjectBuild&) const = default;
};

// How the build compiles the files: by the compile_commands.json of `build_dir` (-p), or where
// that is empty by the project's own, else by a Makefile or a CMakeLists.txt beside the files,
// or above them in the project where it names them.
Result<ProjectBuild> read_build(const std::vector<std::string>& files, const std::string& build_dir,
                                const std::string& working_dir);

}  // namespace kcast::workflow
