// What `kcast gpus` prints: pure functions from GPUs to text.
#pragma once

#include <span>
#include <string>

#include "schema/gpu/gpu.h"

namespace kcast::report {

// One line per GPU, at most 100 columns.
std::string render_gpus_text(std::span<const Gpu> gpus);

// Everything about one GPU, grouped, each figure with its source, at most 100 columns
// but for addresses, which are never broken.
std::string render_gpu_text(const Gpu& gpu);

// The files' contents, normalised: an array, and one object.
std::string render_gpus_json(std::span<const Gpu> gpus);
std::string render_gpu_json(const Gpu& gpu);

}  // namespace kcast::report
