#include "base/worker/fork_server.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <ctime>
#include <deque>
#include <exception>
#include <map>
#include <new>
#include <vector>

#include "base/sanitizers.h"
#include "base/worker/frames.h"

namespace kcast {

namespace {

constexpr int kSocket = 3;  // of the fork server to the caller, of a worker to the caller

// One descriptor in the control part of a message, aligned as the kernel wants it.
union ControlBuffer {
  std::array<char, CMSG_SPACE(sizeof(int))> bytes;
  cmsghdr align;
};

void limit(__rlimit_resource resource, size_t value) {
  const rlimit both{value, value};
  ::setrlimit(resource, &both);
}

void apply_limits(const WorkerResources& resources) {
  limit(RLIMIT_CPU, resources.cpu_seconds);
#if !defined(KCAST_SANITIZED)
  // The sanitizers reserve terabytes of address space for themselves.
  limit(RLIMIT_AS, resources.memory_bytes);
#endif
}

// A worker: gives up its rights, then waits for the one request that it answers, and ends.
[[noreturn]] void work(int socket, pid_t fork_server, const WorkerResources& resources,
                       const WorkerHandler& handler) {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::getppid() != fork_server) ::_exit(0);
  if (socket != kSocket) ::dup2(socket, kSocket);
  apply_limits(resources);
  const Sandbox sandbox = enter_sandbox(kSocket);
  WorkerLink link(kSocket, sandbox);
  Frame request;
  if (!read_frame(kSocket, request) || request.kind != FrameKind::Request) ::_exit(0);
  if (request.bytes.empty()) {  // how it is locked in, and nothing else
    request.bytes = sandbox_bytes(sandbox);
  } else {
    try {
      request.bytes = handler(request.bytes, link);
    } catch (const std::bad_alloc&) {
      stop_worker("it needs more memory than a request may have");
    } catch (const std::exception& error) {
      stop_worker(error.what());
    }
  }
  send_frame(kSocket, FrameKind::Answer, request.bytes);
  ::_exit(0);
}

struct Spare {
  pid_t pid = -1;
  int socket = -1;  // the caller's end of what the worker waits at
};

class ForkServer {
 public:
  ForkServer(int control, const WorkerResources& resources, const WorkerHandler& handler)
      : control_(control), resources_(resources), handler_(handler) {}

  void serve() {
    make_spare();
    sigset_t none;
    sigemptyset(&none);
    for (;;) {
      reap();
      // Who waits for an answer comes before workers for those to come.
      const bool is_full = spares_.size() >= wanted_;
      pollfd waiting{control_, POLLIN, 0};
      const int ready = ::ppoll(&waiting, 1, is_full ? nullptr : &kAtOnce, &none);
      if (ready < 0 && errno != EINTR) return;
      if (ready == 0 && !make_spare()) wanted_ = spares_.size();
      if (ready <= 0) continue;
      ReceivedMessage received;
      if (!receive_message(control_, received)) return;
      if (received.fd >= 0) ::close(received.fd);
      if (received.message.op == ForkServerOp::Kill) {
        kill_worker(received.message.id);
      } else {
        hand_out(received.message);
      }
    }
  }

  // Leaves no process behind, not even a dead one.
  void end() {
    std::vector<pid_t> all;
    for (const Spare& spare : spares_)
      all.push_back(spare.pid);
    for (const auto& [id, pid] : working_)
      all.push_back(pid);
    for (const pid_t pid : all)
      ::kill(pid, SIGKILL);
    for (const pid_t pid : all)
      ::waitpid(pid, nullptr, 0);
  }

 private:
  void hand_out(const ForkServerMessage& message) {
    wanted_ = kSpares;
    if (spares_.empty() && !make_spare()) {
      send_message(control_, message, -1);
      return;
    }
    const Spare spare = spares_.front();
    spares_.pop_front();
    send_message(control_, message, spare.socket);
    ::close(spare.socket);
    working_[message.id] = spare.pid;
  }

  void kill_worker(uint64_t id) {
    // A child that ended stays a zombie until it is reaped here, so its number cannot belong to
    // another process.
    const auto found = working_.find(id);
    if (found != working_.end()) ::kill(found->second, SIGKILL);
  }

  void reap() {
    std::erase_if(spares_, [](const Spare& spare) {
      if (::waitpid(spare.pid, nullptr, WNOHANG) != spare.pid) return false;
      ::close(spare.socket);
      return true;
    });
    std::erase_if(working_, [](const auto& entry) {
      return ::waitpid(entry.second, nullptr, WNOHANG) == entry.second;
    });
  }

  bool make_spare() {
    std::array<int, 2> ends{};
    if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0) return false;
    const pid_t self = ::getpid();
    const pid_t pid = ::fork();
    if (pid == 0) work(ends[1], self, resources_, handler_);
    ::close(ends[1]);
    if (pid < 0) {
      ::close(ends[0]);
      return false;
    }
    spares_.push_back({pid, ends[0]});
    return true;
  }

  // One until the first request, for a caller that has no more than that.
  static constexpr size_t kSpares = 2;
  static constexpr timespec kAtOnce{0, 0};

  int control_;
  const WorkerResources& resources_;
  const WorkerHandler& handler_;
  std::map<uint64_t, pid_t> working_;  // ids begin at 1
  std::deque<Spare> spares_;
  size_t wanted_ = 1;
};

void silence_output() {
  const int null = ::open("/dev/null", O_RDWR | O_CLOEXEC);
  if (null < 0) return;
  for (const int fd : {0, 1, 2})
    ::dup2(null, fd);
  if (null > 2) ::close(null);
}

// Keeps nothing open of the caller's but the control socket.
int close_other_files(int control) {
  if (control != kSocket) ::dup2(control, kSocket);
  ::fcntl(kSocket, F_SETFD, FD_CLOEXEC);
  ::close_range(kSocket + 1, ~0U, 0);
  return kSocket;
}

// The end of a child interrupts the wait for messages, and nothing else does.
void wait_for_children() {
  struct sigaction action{};
  action.sa_handler = [](int) {};
  ::sigaction(SIGCHLD, &action, nullptr);
  sigset_t child;
  sigemptyset(&child);
  sigaddset(&child, SIGCHLD);
  ::sigprocmask(SIG_BLOCK, &child, nullptr);
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
  ssize_t n = 0;
  do {
    n = ::sendmsg(socket, &header, MSG_NOSIGNAL);
  } while (n < 0 && errno == EINTR);
  return n == sizeof copy;
}

bool receive_message(int socket, ReceivedMessage& received) {
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
  if (n != sizeof received.message) return false;
  const cmsghdr* part = CMSG_FIRSTHDR(&header);
  if (part != nullptr && part->cmsg_type == SCM_RIGHTS) {
    std::memcpy(&received.fd, CMSG_DATA(part), sizeof received.fd);
  }
  return true;
}

void serve_forks(int control, const WorkerResources& resources, const WorkerHandler& handler) {
  control = close_other_files(control);
  silence_output();
  // Ctrl-C goes to the whole group; the caller decides what it means.
  ::signal(SIGINT, SIG_IGN);
  wait_for_children();
  ForkServer server(control, resources, handler);
  server.serve();
  server.end();
  ::_exit(0);
}

}  // namespace kcast
