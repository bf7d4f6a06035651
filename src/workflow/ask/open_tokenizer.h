// The tokenizer of a model, wherever it is.
#pragma once

#include <cstddef>
#include <memory>
#include <string>

#include "base/result.h"
#include "encode/tokenizer.h"

namespace kcast::workflow {

// Of a tokenizer.json of ours; or of a GGUF file or a model of `kcast models list`, which kcast-llm
// reads. Starts processes: call it before the process starts threads.
Result<std::unique_ptr<encode::Tokenizer>> open_tokenizer(const std::string& model, size_t jobs);

}  // namespace kcast::workflow
