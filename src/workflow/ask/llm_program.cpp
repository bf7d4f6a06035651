#include "workflow/ask/llm_program.h"

#include <filesystem>

#include "base/files.h"
#include "base/process/part.h"

namespace kcast::workflow {

Result<std::string> llm_program() {
  KCAST_TRY(const std::filesystem::path program, find_part(executable_dir(), "kcast-llm"));
  return program.string();
}

}  // namespace kcast::workflow
