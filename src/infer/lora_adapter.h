// A LoRA adapter of PEFT's as llama.cpp reads it.
#pragma once

#include <filesystem>

#include "base/result.h"

namespace kcast::infer {

// From a folder with adapter_config.json and adapter_model.safetensors to a GGUF adapter for the
// base that it was trained on. A tensor that the base does not have, or with another shape, says
// that it is another base. Scalings that llama.cpp has no word for (rslora, alpha_pattern) become
// a part of B.
Status convert_adapter(const std::filesystem::path& folder, const std::filesystem::path& base,
                       const std::filesystem::path& gguf);

}  // namespace kcast::infer
