// One run at a time writes a folder or file. The lock ends with the process that has it, however
// that ends, and leaves nothing behind.
#pragma once

#include <cstdint>
#include <filesystem>

#include "base/result.h"

namespace kcast {

class FolderLock {
 public:
  // Makes the folder where it is missing. An error where another process has it.
  static Result<FolderLock> take(const std::filesystem::path& folder);
  // One of the parts of a file that several runs write, each its own. Makes the file where it is
  // missing. A database of SQLite must be closed before the lock ends.
  static Result<FolderLock> take_part(const std::filesystem::path& file, uint64_t part);
  FolderLock(FolderLock&& other) noexcept;
  FolderLock& operator=(FolderLock&& other) noexcept;
  ~FolderLock();

 private:
  explicit FolderLock(int file) : file_(file) {}
  int file_;
};

}  // namespace kcast
