#include "base/worker/workers.h"

#include <poll.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>

#include "base/sha256.h"
#include "base/worker/frames.h"

namespace kcast {

namespace {

using Clock = std::chrono::steady_clock;

constexpr size_t kMaxRequestBytes = size_t{64} << 20;  // of a request that a worker passes on
constexpr size_t kMaxTextBytes = 8192;                 // paths, progress, reasons
constexpr size_t kMaxFrames = 2'000'000;               // of one worker
constexpr size_t kMaxProgressBytes = size_t{16} << 20;

bool is_question(FrameKind kind) {
  return kind == FrameKind::Ask || kind == FrameKind::AskOnce || kind == FrameKind::Call;
}

// Closes itself.
struct Socket {
  int fd = -1;
  explicit Socket(int descriptor) : fd(descriptor) {}
  ~Socket() { ::close(fd); }
  Socket(const Socket&) = delete;
  Socket& operator=(const Socket&) = delete;
};

// The caller's end of a worker's socket, which never waits beyond the question's time.
class Conversation {
 public:
  Conversation(int socket, const WorkerQuestion& question) : socket_(socket), question_(question) {}

  // Answered: it went through; otherwise what kept it.
  WorkerEnd send(FrameKind kind, std::string_view bytes) {
    const FrameHeader header{kind, 0, bytes.size()};
    const WorkerEnd end = send_bytes({reinterpret_cast<const char*>(&header), sizeof header});
    return end == WorkerEnd::Answered ? send_bytes(bytes) : end;
  }

  WorkerEnd read(Frame& frame, size_t max_answer_bytes) {
    FrameHeader header;
    WorkerEnd end = read_bytes(reinterpret_cast<char*>(&header), sizeof header);
    if (end != WorkerEnd::Answered) return end;
    frame.kind = header.kind;
    frame.bytes.clear();
    if (header.size > most_bytes(header.kind, max_answer_bytes)) return WorkerEnd::Refused;
    constexpr size_t kStep = size_t{1} << 20;
    while (frame.bytes.size() < header.size && end == WorkerEnd::Answered) {
      const size_t before = frame.bytes.size();
      const size_t step = std::min<size_t>(kStep, header.size - before);
      frame.bytes.resize(before + step);
      end = read_bytes(frame.bytes.data() + before, step);
    }
    return end;
  }

 private:
  static size_t most_bytes(FrameKind kind, size_t max_answer_bytes) {
    switch (kind) {
      case FrameKind::Answer:
        return max_answer_bytes;
      default:
        return is_question(kind) ? kMaxRequestBytes : kMaxTextBytes;
    }
  }

  // Waits until the socket is ready; Answered: it is.
  WorkerEnd wait(int16_t events) {
    for (;;) {
      if (question_.cancelled != nullptr && question_.cancelled->load()) {
        return WorkerEnd::Cancelled;
      }
      if (Clock::now() >= question_.deadline) return WorkerEnd::TimedOut;
      pollfd waiting{socket_, events, 0};
      // The wait is short, so that a cancelled request ends soon.
      const int ready = ::poll(&waiting, 1, question_.cancelled != nullptr ? 5 : 50);
      if (ready < 0 && errno != EINTR) return WorkerEnd::Died;
      if (ready > 0) return WorkerEnd::Answered;
    }
  }

  WorkerEnd send_bytes(std::string_view bytes) {
    while (!bytes.empty()) {
      const ssize_t n = ::send(socket_, bytes.data(), bytes.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
      if (n > 0) bytes.remove_prefix(static_cast<size_t>(n));
      if (n >= 0 || errno == EINTR) continue;
      if (errno != EAGAIN) return WorkerEnd::Died;
      const WorkerEnd end = wait(POLLOUT);
      if (end != WorkerEnd::Answered) return end;
    }
    return WorkerEnd::Answered;
  }

  WorkerEnd read_bytes(char* into, size_t size) {
    while (size > 0) {
      const ssize_t n = ::recv(socket_, into, size, MSG_DONTWAIT);
      if (n < 0 && errno == EINTR) continue;
      if (n < 0 && errno == EAGAIN) {
        const WorkerEnd end = wait(POLLIN);
        if (end != WorkerEnd::Answered) return end;
        continue;
      }
      if (n <= 0) return WorkerEnd::Died;
      into += n;
      size -= static_cast<size_t>(n);
    }
    return WorkerEnd::Answered;
  }

  int socket_;
  const WorkerQuestion& question_;
};

}  // namespace

Result<std::unique_ptr<Workers>> Workers::start(const WorkerLimits& limits,
                                                const MakeHandler& make_handler) {
  std::array<int, 2> ends{};
  if (::socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends.data()) != 0) {
    return Error{ErrorCode::Io, std::string("start the workers: ") + std::strerror(errno)};
  }
  const pid_t fork_server = ::fork();
  if (fork_server < 0) {
    for (const int fd : ends)
      ::close(fd);
    return Error{ErrorCode::Io, std::string("start the workers: ") + std::strerror(errno)};
  }
  if (fork_server == 0) {
    ::close(ends[0]);
    const WorkerHandler handler = make_handler();
    const auto seconds = static_cast<unsigned>(limits.timeout.count() / 1000 + 1);
    serve_forks(ends[1], {limits.memory_bytes, seconds}, handler);
  }
  ::close(ends[1]);
  return std::unique_ptr<Workers>(new Workers(limits, ends[0], fork_server));
}

Workers::~Workers() {
  ::close(control_);
  ::waitpid(fork_server_, nullptr, 0);
}

Clock::time_point Workers::deadline() const {
  return Clock::now() + limits_.timeout;
}

int Workers::take_worker(uint64_t id) {
  const std::lock_guard lock(control_mutex_);
  ReceivedMessage received;
  if (!send_message(control_, {ForkServerOp::Work, 0, id}, -1)) return -1;
  return receive_message(control_, received) ? received.fd : -1;
}

// What a worker asks for while it works.
WorkerOutcome Workers::answer_frame(const Frame& frame, const WorkerQuestion& question) {
  WorkerQuestion further = question;
  further.request = frame.bytes;
  if (frame.kind == FrameKind::Ask) return ask_one(further, false);
  if (frame.kind == FrameKind::AskOnce && question.kept != nullptr) return ask_once(further);
  if (frame.kind == FrameKind::Call && question.answer_call) {
    return {WorkerEnd::Answered, question.answer_call(frame.bytes), {}};
  }
  return {WorkerEnd::Refused, "", {}};
}

// Serves the worker's questions until it answers or something ends it.
WorkerOutcome Workers::converse(int socket, const WorkerQuestion& question, bool may_ask) {
  Conversation conversation(socket, question);
  WorkerOutcome outcome;
  size_t progress_bytes = 0;
  outcome.end = conversation.send(FrameKind::Request, question.request);
  Frame frame;
  for (size_t frames = 0; outcome.end == WorkerEnd::Answered; ++frames) {
    outcome.end = conversation.read(frame, limits_.max_answer_bytes);
    if (outcome.end != WorkerEnd::Answered) break;
    if (frame.kind == FrameKind::Answer || frame.kind == FrameKind::Stopped) {
      outcome.end = frame.kind == FrameKind::Answer ? WorkerEnd::Answered : WorkerEnd::Stopped;
      outcome.text = std::move(frame.bytes);
      break;
    }
    if (frame.kind == FrameKind::Progress) {
      progress_bytes += frame.bytes.size();
      outcome.progress.push_back(std::move(frame.bytes));
    } else if (frame.kind == FrameKind::FindFile) {
      const DiskEntry entry =
          question.files != nullptr ? question.files->find(frame.bytes) : DiskEntry{};
      const std::string kind(1, static_cast<char>(entry.kind));
      outcome.end = conversation.send(FrameKind::File, kind + entry.text);
    } else if (is_question(frame.kind) && may_ask) {
      const WorkerOutcome other = answer_frame(frame, question);
      const std::string end(1, static_cast<char>(other.end));
      outcome.end = conversation.send(FrameKind::Reply, end + other.text);
    } else {
      outcome.end = WorkerEnd::Refused;
    }
    if (frames > kMaxFrames || progress_bytes > kMaxProgressBytes) outcome.end = WorkerEnd::Refused;
  }
  if (outcome.end == WorkerEnd::TimedOut) {
    outcome.text = std::to_string(limits_.timeout.count() / 1000) + " s";
  }
  return outcome;
}

WorkerOutcome Workers::ask_one(const WorkerQuestion& question, bool may_ask) {
  const uint64_t id = next_id_++;
  const int descriptor = take_worker(id);
  if (descriptor < 0) return {WorkerEnd::Unable, "no process could be started for it", {}};
  const Socket socket(descriptor);
  WorkerOutcome outcome = converse(socket.fd, question, may_ask);
  // One that answered may live on, if it is not what it should be.
  const std::lock_guard lock(control_mutex_);
  send_message(control_, {ForkServerOp::Kill, 0, id}, -1);
  return outcome;
}

WorkerOutcome Workers::ask_once(const WorkerQuestion& question) {
  const std::array<uint8_t, 32> digest = sha256(question.request);
  const std::string key(digest.begin(), digest.end());
  if (auto known = question.kept->find(key)) return {WorkerEnd::Answered, *std::move(known), {}};
  WorkerQuestion alone = question;
  alone.files = nullptr;
  Workers& answerers = question.answerers != nullptr ? *question.answerers : *this;
  WorkerOutcome outcome = answerers.ask_one(alone, false);
  if (outcome.end == WorkerEnd::Answered) {
    question.kept->insert(key, outcome.text, outcome.text.size());
  }
  return outcome;
}

WorkerOutcome Workers::ask(const WorkerQuestion& question) {
  return ask_one(question, true);
}

Sandbox Workers::sandbox() {
  WorkerQuestion question;
  question.deadline = deadline();
  const WorkerOutcome outcome = ask_one(question, false);
  return outcome.end == WorkerEnd::Answered ? sandbox_from(outcome.text) : Sandbox{};
}

}  // namespace kcast
