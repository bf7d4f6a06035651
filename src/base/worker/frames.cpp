#include "base/worker/frames.h"

#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>

namespace kcast {

namespace {

bool send_all(int socket, std::string_view bytes, int flags) {
  while (!bytes.empty()) {
    const ssize_t n = ::send(socket, bytes.data(), bytes.size(), MSG_NOSIGNAL | flags);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return false;
    bytes.remove_prefix(static_cast<size_t>(n));
  }
  return true;
}

bool read_all(int socket, char* into, size_t size) {
  while (size > 0) {
    const ssize_t n = ::read(socket, into, size);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return false;
    into += n;
    size -= static_cast<size_t>(n);
  }
  return true;
}

}  // namespace

bool send_frame(int socket, FrameKind kind, std::string_view bytes) {
  const FrameHeader header{kind, 0, bytes.size()};
  const std::string_view head(reinterpret_cast<const char*>(&header), sizeof header);
  return send_all(socket, head, bytes.empty() ? 0 : MSG_MORE) && send_all(socket, bytes, 0);
}

bool read_frame(int socket, Frame& frame) {
  FrameHeader header;
  if (!read_all(socket, reinterpret_cast<char*>(&header), sizeof header)) return false;
  frame.kind = header.kind;
  frame.bytes.resize(header.size);
  return read_all(socket, frame.bytes.data(), header.size);
}

}  // namespace kcast
