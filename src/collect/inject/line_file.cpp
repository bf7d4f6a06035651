#include "collect/inject/line_file.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

namespace kcast::collect {

Status add_line_to_file(const std::string& path, std::string_view line) {
  const int file = ::open(path.c_str(), O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0644);
  if (file < 0) return Error{ErrorCode::Io, "open " + path + ": " + std::strerror(errno)};
  const std::string text = std::string(line) + "\n";
  // One call, so that lines of several processes do not mix.
  const ssize_t written = ::write(file, text.data(), text.size());
  const int error = errno;
  ::close(file);
  if (written == static_cast<ssize_t>(text.size())) return Unit{};
  return Error{ErrorCode::Io, "write " + path + ": " +
                                  (written < 0 ? std::strerror(error) : "the disk may be full")};
}

}  // namespace kcast::collect
