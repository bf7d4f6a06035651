#include "collect/cuda/toolkit_folders.h"

#include <dlfcn.h>

#include <algorithm>
#include <cstdlib>

#include "base/files.h"

namespace kcast::collect {

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
  std::vector<fs::path> places;
  for (const fs::path& toolkit : toolkit_folders()) {
    for (const char* subfolder : subfolders)
      places.push_back(toolkit / subfolder);
  }
  places.emplace_back();  // by the name alone
  for (const fs::path& place : places) {
    for (const char* name : names) {
      void* library = ::dlopen((place / name).c_str(), RTLD_NOW | RTLD_LOCAL);
      if (library == nullptr) continue;
      if (folder != nullptr) *folder = place;
      return library;
    }
  }
  return nullptr;
}

}  // namespace kcast::collect
