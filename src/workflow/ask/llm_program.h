// kcast-llm, the executable beside kcast that holds llama.cpp.
#pragma once

#include <string>

#include "base/result.h"

namespace kcast::workflow {

// Its path; an error that says how to get it where it is not there.
Result<std::string> llm_program();

}  // namespace kcast::workflow
