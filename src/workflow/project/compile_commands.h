// compile_commands.json: how a build compiles each of its sources.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace kcast::workflow {

struct CompileCommand {
  std::string directory;           // where it is run; absolute
  std::string file;                // absolute
  std::vector<std::string> words;  // with the compiler's name first

  bool operator==(const CompileCommand&) const = default;
};

// Entries in either form ("command" or "arguments"); folders that are relative are below `dir`,
// the folder of the file itself. `name` is for errors.
Result<std::vector<CompileCommand>> read_compile_commands(std::string_view text,
                                                          const std::string& dir,
                                                          const std::string& name);

// The entry of a file (absolute), else that of a file beside it, rather of the same ending; null
// where there is none.
const CompileCommand* command_for(const std::vector<CompileCommand>& commands,
                                  const std::string& file);

}  // namespace kcast::workflow
