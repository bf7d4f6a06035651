// Files and folders, with errors as values.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>

#include "base/result.h"

namespace kcast {

// The whole file. A folder, a missing or unreadable file, or one larger than
// `max_bytes` is an error that names it.
Result<std::string> read_file(const std::filesystem::path& path,
                              size_t max_bytes = size_t{1} << 30);

// Writes beside the target and renames, so that a reader never sees half a file.
Status write_file(const std::filesystem::path& path, std::string_view text);

// `folder`/`name`, for names that a file in the folder gives: an error where that leads out of the
// folder, through "..", by an absolute name or through a link.
Result<std::filesystem::path> path_inside(const std::filesystem::path& folder,
                                          const std::filesystem::path& name);

// A fresh folder that disappears with the object.
class TempDir {
 public:
  static Result<TempDir> make(std::string_view prefix = "kcast");
  TempDir(TempDir&& other) noexcept;
  TempDir& operator=(TempDir&&) = delete;
  ~TempDir();
  const std::filesystem::path& path() const { return path_; }

 private:
  explicit TempDir(std::filesystem::path path) : path_(std::move(path)) {}
  std::filesystem::path path_;
};

// The folder of the running executable.
std::filesystem::path executable_dir();

// $XDG_CACHE_HOME/kcast, or ~/.cache/kcast; empty when neither is known.
std::filesystem::path cache_dir();

}  // namespace kcast
