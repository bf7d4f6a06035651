// Where a CUDA toolkit may lie on this machine.
#pragma once

#include <filesystem>
#include <span>
#include <vector>

namespace kcast::collect {

// Folders of toolkits: named by the user, installed, fetched; the first is preferred.
std::vector<std::filesystem::path> toolkit_folders();

// The first of these files that can be loaded from a toolkit, or by its name alone; null if none.
// `folder` becomes the one it was found in, empty for a name alone.
void* open_toolkit_library(std::span<const char* const> subfolders,
                           std::span<const char* const> names, std::filesystem::path* folder);

}  // namespace kcast::collect
