// Files that source text may include: those below stated folders, and nothing else.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace kcast {

struct DiskEntry {
  enum class Kind : unsigned char { Missing, Folder, File } kind = Kind::Missing;
  std::string text;  // of a file
};

// A path is answered if it lies below one of the folders, both as written and after its symbolic
// links are resolved, and is a folder or a regular file of bounded size. Everything else does not
// exist. Not thread-safe.
class ReadableFiles {
 public:
  ReadableFiles() = default;
  // Relative folders are below `working_dir`, which is absolute.
  ReadableFiles(const std::string& working_dir, const std::vector<std::string>& folders);

  DiskEntry find(std::string_view path);

 private:
  std::vector<std::string> roots_;  // real paths, ending in a slash
  size_t bytes_read_ = 0;
};

}  // namespace kcast
