#include "collect/cuda/toolkit_folders.h"

#include <dlfcn.h>

#include <algorithm>
#include <cstdlib>

#include "base/files.h"

namespace kcast {

namespace fs = std::filesystem;

std::vector<fs::path> toolkit_folders() {
  std::vector<fs::path> folders;
  for (const char* variable : {"CUDA_HOME", "CUDA_PATH"}) {
    if (const char* value = std::getenv(variable)) folders.emplace_back(value);
  }
  folders.emplace_back("/usr/local/cuda");
  std::error_code ignored;
  std::vector<fs::path> fetched;
  for (const auto& entry : fs::directory_iterator(cache_dir(), ignored)) {
    if (entry.path().filename().string().starts_with("cuda-") &&
        fs::exists(entry.path() / ".complete", ignored)) {
      fetched.push_back(entry.path() / "nvidia" / "cu13");
    }
  }
  std::sort(fetched.begin(), fetched.end());
  folders.insert(folders.end(), fetched.begin(), fetched.end());
  return folders;
}

void* open_toolkit_library(std::span<const char* const> subfolders,
                           std::span<const char* const> names, fs::path* folder) {
  for (const fs::path& toolkit : toolkit_folders()) {
    for (const char* subfolder : subfolders) {
      for (const char* name : names) {
        const fs::path file = toolkit / subfolder / name;
        if (void* library = ::dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL)) {
          if (folder != nullptr) *folder = file.parent_path();
          return library;
        }
      }
    }
  }
  for (const char* name : names) {
    if (void* library = ::dlopen(name, RTLD_NOW | RTLD_LOCAL)) {
      if (folder != nullptr) folder->clear();
      return library;
    }
  }
  return nullptr;
}

}  // namespace kcast
