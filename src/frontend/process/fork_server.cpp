#include "frontend/process/fork_server.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <map>
#include <optional>

#include "base/sanitizers.h"

namespace kcast::frontend {

namespace {

constexpr size_t kMaxRequestBytes = size_t{64} << 20;

// One descriptor in the control part of a message, aligned as the kernel wants it.
union ControlBuffer {
  std::array<char, CMSG_SPACE(sizeof(int))> bytes;
  cmsghdr align;
};

struct Received {
  ForkServerMessage message;
  int fd = -1;
};

std::optional<Received> receive_message(int socket) {
  Received received;
  ControlBuffer control{};
  iovec data{&received.message, sizeof received.message};
  msghdr header{};
  header.msg_iov = &data;
  header.msg_iovlen = 1;
  header.msg_control = control.bytes.data();
  header.msg_controllen = control.bytes.size();
  ssize_t n = 0;
  do {
    n = ::recvmsg(socket, &header, MSG_CMSG_CLOEXEC);
  } while (n < 0 && errno == EINTR);
  if (n != sizeof received.message) return std::nullopt;
  const cmsghdr* part = CMSG_FIRSTHDR(&header);
  if (part != nullptr && part->cmsg_type == SCM_RIGHTS) {
    std::memcpy(&received.fd, CMSG_DATA(part), sizeof received.fd);
  }
  return received;
}

bool read_exactly(int socket, char* into, size_t size) {
  while (size > 0) {
    const ssize_t n = ::read(socket, into, size);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return false;
    into += n;
    size -= static_cast<size_t>(n);
  }
  return true;
}

std::optional<std::string> read_block(int socket) {
  uint64_t size = 0;
  if (!read_exactly(socket, reinterpret_cast<char*>(&size), sizeof size)) return std::nullopt;
  if (size > kMaxRequestBytes) return std::nullopt;
  std::string block(size, '\0');
  if (!read_exactly(socket, block.data(), size)) return std::nullopt;
  return block;
}

void limit(__rlimit_resource resource, size_t value) {
  const rlimit both{value, value};
  ::setrlimit(resource, &both);
}

void apply_limits(const WorkerLimits& limits) {
  limit(RLIMIT_CORE, 0);
  limit(RLIMIT_FSIZE, 0);
  limit(RLIMIT_CPU, limits.cpu_seconds);
#if !defined(KCAST_SANITIZED)
  // The sanitizers reserve terabytes of address space for themselves.
  limit(RLIMIT_AS, limits.memory_bytes);
#endif
}

// A worker: waits for its socket, answers the one request on it, and ends.
[[noreturn]] void work(int mailbox, const WorkerLimits& limits, const Handler& handler) {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  const std::optional<Received> job = receive_message(mailbox);
  if (!job || job->fd < 0) ::_exit(0);
  apply_limits(limits);
  const std::optional<std::string> request = read_block(job->fd);
  if (!request) ::_exit(0);
  send_block(job->fd, handler(*request));
  ::_exit(0);
}

struct Spare {
  pid_t pid = -1;
  int mailbox = -1;
};

Spare make_spare(int control, const WorkerLimits& limits, const Handler& handler) {
  std::array<int, 2> ends{};
  if (::socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends.data()) != 0) return {};
  const pid_t pid = ::fork();
  if (pid == 0) {
    ::close(control);
    ::close(ends[0]);
    work(ends[1], limits, handler);
  }
  ::close(ends[1]);
  if (pid < 0) {
    ::close(ends[0]);
    return {};
  }
  return {pid, ends[0]};
}

void silence_output() {
  const int null = ::open("/dev/null", O_RDWR | O_CLOEXEC);
  if (null < 0) return;
  for (const int fd : {0, 1, 2})
    ::dup2(null, fd);
  ::close(null);
}

// Keeps nothing open of the caller's but the control socket.
int close_other_files(int control) {
  constexpr int kControl = 3;
  if (control != kControl) ::dup2(control, kControl);
  ::fcntl(kControl, F_SETFD, FD_CLOEXEC);
  ::close_range(kControl + 1, ~0U, 0);
  return kControl;
}

}  // namespace

bool send_message(int socket, const ForkServerMessage& message, int fd) {
  ForkServerMessage copy = message;
  ControlBuffer control{};
  iovec data{&copy, sizeof copy};
  msghdr header{};
  header.msg_iov = &data;
  header.msg_iovlen = 1;
  if (fd >= 0) {
    header.msg_control = control.bytes.data();
    header.msg_controllen = control.bytes.size();
    cmsghdr* part = CMSG_FIRSTHDR(&header);
    part->cmsg_level = SOL_SOCKET;
    part->cmsg_type = SCM_RIGHTS;
    part->cmsg_len = CMSG_LEN(sizeof fd);
    std::memcpy(CMSG_DATA(part), &fd, sizeof fd);
  }
  return ::sendmsg(socket, &header, MSG_NOSIGNAL) == sizeof copy;
}

bool send_block(int socket, std::string_view block) {
  const uint64_t size = block.size();
  std::string bytes(reinterpret_cast<const char*>(&size), sizeof size);
  bytes += block;
  size_t sent = 0;
  while (sent < bytes.size()) {
    const ssize_t n = ::send(socket, bytes.data() + sent, bytes.size() - sent, MSG_NOSIGNAL);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return false;
    sent += static_cast<size_t>(n);
  }
  return true;
}

void serve_forks(int control, const WorkerLimits& limits, const Handler& handler) {
  control = close_other_files(control);
  silence_output();
  // Ctrl-C goes to the whole group; the caller decides what it means.
  ::signal(SIGINT, SIG_IGN);
  std::map<uint64_t, pid_t> working;
  Spare spare = make_spare(control, limits, handler);
  while (const std::optional<Received> received = receive_message(control)) {
    if (received->message.op == ForkServerOp::Kill) {
      // A child that ended stays a zombie until it is reaped here, so its number
      // cannot belong to another process.
      const auto found = working.find(received->message.id);
      if (found != working.end()) {
        ::kill(found->second, SIGKILL);
        ::waitpid(found->second, nullptr, 0);
        working.erase(found);
      }
    } else if (received->fd >= 0) {
      if (spare.pid > 0 && send_message(spare.mailbox, received->message, received->fd)) {
        working[received->message.id] = spare.pid;
      }
      if (spare.mailbox >= 0) ::close(spare.mailbox);
      ::close(received->fd);
      spare = make_spare(control, limits, handler);
    }
    std::erase_if(working, [](const auto& entry) {
      return ::waitpid(entry.second, nullptr, WNOHANG) == entry.second;
    });
  }
  for (const auto& entry : working)
    ::kill(entry.second, SIGKILL);
  if (spare.pid > 0) ::kill(spare.pid, SIGKILL);
  ::_exit(0);
}

}  // namespace kcast::frontend
