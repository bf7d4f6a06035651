// A CUDA toolkit, where there is one. Nothing here links against CUDA.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

namespace kcast::frontend {

// Paths are empty where the toolkit lacks the part.
struct Toolkit {
  std::filesystem::path root;
  std::string version;  // "13.0"
  std::filesystem::path ptxas;
  std::filesystem::path nvcc;
  std::filesystem::path nvdisasm;
  std::filesystem::path nvrtc;  // the library
  std::filesystem::path include;
  std::filesystem::path libdevice;  // NVIDIA's math functions as LLVM's bitcode
};

// A toolkit at `cuda_path` if that is given; otherwise the first that knows PTX 8.5,
// which we write, in $CUDA_HOME, $CUDA_PATH, /usr/local/cuda, and what
// `scripts/fetch cuda` left in the per-user cache.
std::optional<Toolkit> find_toolkit(const std::string& cuda_path);

// Why the toolkit cannot compile for `arch`, one line; empty when it can.
std::string arch_refusal(const Toolkit& toolkit, const std::string& arch);

}  // namespace kcast::frontend
