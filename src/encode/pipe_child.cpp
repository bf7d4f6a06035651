#include "encode/pipe_child.h"

#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>
#include <thread>
#include <utility>

#include "base/process/child.h"

namespace kcast::encode {
namespace {

// Its end, for which it has two seconds.
int wait_for(pid_t child) {
  int status = 0;
  for (int left = 200; left > 0; --left) {
    if (::waitpid(child, &status, WNOHANG) != 0) return status;
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  ::kill(child, SIGKILL);
  ::waitpid(child, &status, 0);
  return status;
}

}  // namespace

void put_number(uint32_t value, std::string& out) {
  for (unsigned i = 0; i < 4; ++i)
    out += static_cast<char>(value >> (8 * i));
}

void put_text(std::string_view text, std::string& out) {
  put_number(static_cast<uint32_t>(text.size()), out);
  out += text;
}

bool write_all(int file, std::string_view bytes) {
  while (!bytes.empty()) {
    // A reader that is gone is an answer, no reason to die.
    ssize_t written = ::send(file, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (written < 0 && errno == ENOTSOCK) written = ::write(file, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return false;
    bytes.remove_prefix(static_cast<size_t>(written));
  }
  return true;
}

bool FrameReader::bytes(size_t count, std::string& out) {
  while (buffer_.size() - at_ < count) {
    if (!more()) return false;
  }
  out.assign(buffer_, at_, count);
  at_ += count;
  return true;
}

bool FrameReader::number(uint32_t& value) {
  std::string raw;
  if (!bytes(4, raw)) return false;
  value = 0;
  for (unsigned i = 0; i < 4; ++i)
    value |= static_cast<uint32_t>(static_cast<unsigned char>(raw[i])) << (8 * i);
  return true;
}

bool FrameReader::text(std::string& out) {
  uint32_t length = 0;
  return number(length) && length <= kMostBytes && bytes(length, out);
}

bool FrameReader::more() {
  buffer_.erase(0, at_);
  at_ = 0;
  char piece[65536];
  for (;;) {
    const ssize_t got = ::read(file_, piece, sizeof piece);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return false;
    buffer_.append(piece, static_cast<size_t>(got));
    return true;
  }
}

Result<PipeChild> PipeChild::start(const std::vector<std::string>& command) {
  int ends[2] = {-1, -1};
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) {
    return Error{ErrorCode::Io, std::string("socketpair: ") + std::strerror(errno)};
  }
  PipeChild out = over(ends[0], command.at(0));
  auto child = start_child({.command = command,
                            .input = ends[1],
                            .output = ends[1],
                            .own_group = true,
                            .dies_with_caller = true});
  ::close(ends[1]);
  KCAST_TRY(out.child_, std::move(child));
  return out;
}

PipeChild PipeChild::over(int socket, std::string name) {
  PipeChild out;
  out.name_ = std::move(name);
  out.socket_ = socket;
  return out;
}

PipeChild::PipeChild(PipeChild&& other) noexcept {
  *this = std::move(other);
}

PipeChild& PipeChild::operator=(PipeChild&& other) noexcept {
  std::swap(child_, other.child_);
  std::swap(end_, other.end_);
  std::swap(name_, other.name_);
  std::swap(socket_, other.socket_);
  return *this;
}

PipeChild::~PipeChild() {
  if (socket_ >= 0) ::close(socket_);
  if (child_ <= 0) return;
  ::kill(child_, SIGKILL);
  ::waitpid(child_, nullptr, 0);
}

Error PipeChild::ended(const std::string& when) const {
  if (child_ > 0) {
    ::shutdown(socket_, SHUT_RDWR);
    end_ = end_text(wait_for(child_));
    child_ = -1;
  }
  return Error{ErrorCode::External, name_ + " ended " + when + (end_.empty() ? "" : ": " + end_)};
}

}  // namespace kcast::encode
