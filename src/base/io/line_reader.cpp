#include "base/io/line_reader.h"

#include <cerrno>
#include <cstring>

namespace kcast {

Result<LineReader> LineReader::open(const std::filesystem::path& path, size_t most_bytes) {
  LineReader out;
  out.path_ = path;
  out.most_bytes_ = most_bytes;
  std::error_code ignored;
  if (std::filesystem::is_directory(path, ignored)) {
    return Error{ErrorCode::InvalidInput, "read " + path.string() + ": it is a folder"};
  }
  out.file_.reset(std::fopen(path.c_str(), "rbe"));
  if (out.file_) return out;
  return Error{errno == ENOENT ? ErrorCode::NotFound : ErrorCode::Io,
               "read " + path.string() + ": " + std::strerror(errno)};
}

Result<std::optional<std::string>> LineReader::next() {
  std::string line;
  int c = 0;
  while ((c = ::getc_unlocked(file_.get())) != EOF && c != '\n') {
    line += static_cast<char>(c);
    if (line.size() > most_bytes_) {
      return Error{ErrorCode::InvalidInput, path_.string() + ":" + std::to_string(number_ + 1) +
                                                ": a line of more than " +
                                                std::to_string(most_bytes_) + " bytes"};
    }
  }
  if (std::ferror(file_.get()) != 0) {
    return Error{ErrorCode::Io, "read " + path_.string() + ": " + std::strerror(errno)};
  }
  has_end_ = c == '\n';
  if (!has_end_ && line.empty()) return std::optional<std::string>();
  ++number_;
  offset_ += line.size() + (has_end_ ? 1 : 0);
  return std::optional<std::string>(std::move(line));
}

}  // namespace kcast
