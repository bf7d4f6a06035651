// The lines of a file, one at a time and none without a bound.
#pragma once

#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>

#include "base/result.h"

namespace kcast {

class LineReader {
 public:
  static constexpr size_t kMostLineBytes = size_t{16} << 20;

  static Result<LineReader> open(const std::filesystem::path& path,
                                 size_t most_bytes = kMostLineBytes);

  // The next line without its end; nothing at the end of the file. A longer one is an error that
  // names file and line.
  Result<std::optional<std::string>> next();
  // Of the line that was given last, from 1.
  uint64_t number() const { return number_; }
  // Whether that line had an end: the last line of a killed writer has none.
  bool has_end() const { return has_end_; }
  // Where the next line begins.
  uint64_t offset() const { return offset_; }

 private:
  struct Close {
    void operator()(std::FILE* file) const { static_cast<void>(std::fclose(file)); }
  };

  LineReader() = default;
  std::filesystem::path path_;
  std::unique_ptr<std::FILE, Close> file_;
  size_t most_bytes_ = kMostLineBytes;
  uint64_t number_ = 0;
  uint64_t offset_ = 0;
  bool has_end_ = true;
};

}  // namespace kcast
