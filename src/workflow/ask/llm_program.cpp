#include "workflow/ask/llm_program.h"

#include <filesystem>

#include "base/files.h"

namespace kcast::workflow {

Result<std::string> llm_program() {
  const std::filesystem::path program = executable_dir() / "kcast-llm";
  if (std::filesystem::exists(program)) return program.string();
  return Error{ErrorCode::Unsupported,
               "kcast-llm is not beside kcast, and only it reads GGUF files; run scripts/fetch "
               "llama, then build kcast-llm"};
}

}  // namespace kcast::workflow
