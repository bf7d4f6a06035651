// A file that appears when it is whole. Until then it has no name (O_TMPFILE), so that nothing of
// it is left however the process ends; where the file system has no such files, it lies beside the
// target as NAME.new.PID.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

#include "base/result.h"

namespace kcast {

class NewFile {
 public:
  // An error names the path and what the system says. A device or pipe is written to as it is.
  static Result<NewFile> create(const std::filesystem::path& path);
  NewFile(NewFile&& other) noexcept;
  NewFile& operator=(NewFile&&) = delete;
  ~NewFile();

  // Gathered until there is enough to write.
  Status write(std::string_view bytes);
  // Replaces bytes that were written before.
  Status patch(uint64_t offset, std::string_view bytes);
  // Reads back what was written, from `offset` on; fewer bytes only at the end.
  Result<size_t> read(uint64_t offset, char* bytes, size_t size);
  // The file appears under its name, in the place of one that is there.
  Status finish();

  const std::filesystem::path& path() const { return path_; }
  uint64_t size() const { return size_; }

 private:
  NewFile() = default;
  Status flush();
  Error failed(int error) const;
  Result<std::string> give_name();

  std::filesystem::path path_;
  std::string named_;  // what it is called until it is whole; empty: nothing
  int file_ = -1;
  bool in_place_ = false;  // a device or pipe
  std::string waiting_;
  uint64_t size_ = 0;
};

// Bytes added at the end of a file, each call's at once: what was added stays, and half a line is
// only what a killed process or a full disk leaves.
class AppendedFile {
 public:
  AppendedFile() = default;
  static Result<AppendedFile> open(const std::filesystem::path& path);
  AppendedFile(AppendedFile&& other) noexcept;
  AppendedFile& operator=(AppendedFile&& other) noexcept;
  ~AppendedFile();

  // Where not all of it fits, what was added of it is cut off again.
  Status add(std::string_view bytes);
  bool is_open() const { return file_ >= 0; }

 private:
  std::filesystem::path path_;
  int file_ = -1;
};

}  // namespace kcast
