// A GGUF file as a Hugging Face folder: config.json, model.safetensors, tokenizer.json.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>

#include "base/result.h"

namespace kcast::infer {

struct DequantizeOptions {
  std::string type = "bf16";  // bf16, f16 or f32
  size_t jobs = 1;
  // Told of every piece that was written: bytes so far, and of how many. False ends the work.
  std::function<bool(uint64_t done, uint64_t total)> progress;
};

// Writes the folder, which is made when it is not there. Norms stay float32 where type is f32 and
// take the type elsewhere, as published models do. model.safetensors appears when it is whole.
Status dequantize(const std::filesystem::path& gguf, const std::filesystem::path& folder,
                  const DequantizeOptions& options);

}  // namespace kcast::infer
