// kcast-llm, the executable beside kcast that holds llama.cpp.
#pragma once

#include <string>

#include "base/result.h"

namespace kcast::workflow {

// Its path, as find_part says it.
Result<std::string> llm_program();

}  // namespace kcast::workflow
