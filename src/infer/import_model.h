// A Hugging Face folder as a GGUF file: config.json, *.safetensors (one or sharded),
// tokenizer.json.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>

#include "base/result.h"

namespace kcast::infer {

struct ImportOptions {
  std::string type = "f16";  // of the matrices: f32, f16, bf16 or q8_0; vectors are f32
  size_t jobs = 1;
  // Told of every piece that was written: bytes so far, and of how many. False ends the work.
  std::function<bool(uint64_t done, uint64_t total)> progress;
};

// Everything is checked before a byte is written: tensors that are missing, have another shape or
// no place are errors that name them. The file appears when it is whole.
Status import_model(const std::filesystem::path& folder, const std::filesystem::path& gguf,
                    const ImportOptions& options);

}  // namespace kcast::infer
