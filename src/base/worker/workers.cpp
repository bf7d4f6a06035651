#include "base/worker/workers.h"

#include <poll.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>

#include "base/parallel.h"
#include "base/sha256.h"
#include "base/wire.h"
#include "base/worker/frames.h"

namespace kcast {

namespace {

using Clock = std::chrono::steady_clock;

constexpr size_t kMaxRequestBytes = size_t{64} << 20;  // of a request that a worker passes on
constexpr size_t kMaxTextBytes = 8192;                 // paths, progress, reasons
constexpr size_t kMaxFrames = 2'000'000;               // of one worker
constexpr size_t kMaxProgressBytes = size_t{16} << 20;
// How often those who wait look whether their request was cancelled.
constexpr std::chrono::milliseconds kLook{2};
constexpr std::chrono::milliseconds kLookSeldom{50};  // those that nobody can cancel

bool is_question(FrameKind kind) {
  return kind == FrameKind::Ask || kind == FrameKind::AskOnce || kind == FrameKind::Call;
}

bool is_cancelled(const WorkerQuestion& question) {
  return question.cancelled != nullptr && question.cancelled->load();
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
      if (is_cancelled(question_)) return WorkerEnd::Cancelled;
      if (Clock::now() >= question_.deadline) return WorkerEnd::TimedOut;
      pollfd waiting{socket_, events, 0};
      const auto look = question_.cancelled != nullptr ? kLook : kLookSeldom;
      const int ready = ::poll(&waiting, 1, static_cast<int>(look.count()));
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

// Takes the fork server's next message, if it comes soon, for whom it is.
void Workers::read_control(std::unique_lock<std::mutex>& lock) {
  reading_ = true;
  lock.unlock();
  pollfd waiting{control_, POLLIN, 0};
  const int ready = ::poll(&waiting, 1, static_cast<int>(kLook.count()));
  lock.lock();
  reading_ = false;
  ReceivedMessage received;
  if (ready > 0 && !receive_message(control_, received)) {
    gone_ = true;
  } else if (ready > 0 && given_up_.erase(received.message.id) > 0) {
    if (received.fd >= 0) ::close(received.fd);
  } else if (ready > 0) {
    arrived_[received.message.id] = received.fd;
  }
  control_changed_.notify_all();
}

// The fork server may be busy, or still preparing itself: who waits for it can be cancelled.
Workers::Taken Workers::take_worker(uint64_t id, const WorkerQuestion& question) {
  if (is_cancelled(question)) return {-1, WorkerEnd::Cancelled};
  std::unique_lock lock(control_mutex_);
  if (gone_ || !send_message(control_, {ForkServerOp::Work, 0, id}, -1)) {
    return {-1, WorkerEnd::Unable};
  }
  for (;;) {
    if (const auto found = arrived_.find(id); found != arrived_.end()) {
      const int socket = found->second;
      arrived_.erase(found);
      return {socket, socket < 0 ? WorkerEnd::Unable : WorkerEnd::Answered};
    }
    if (gone_) return {-1, WorkerEnd::Unable};
    const bool late = Clock::now() >= question.deadline;
    if (late || is_cancelled(question)) {
      given_up_.insert(id);
      send_message(control_, {ForkServerOp::Kill, 0, id}, -1);
      return {-1, late ? WorkerEnd::TimedOut : WorkerEnd::Cancelled};
    }
    if (reading_) {
      control_changed_.wait_for(lock, kLook);
    } else {
      read_control(lock);
    }
  }
}

// What a worker asks for while it works.
WorkerOutcome Workers::answer_frame(const Frame& frame, const WorkerQuestion& question) {
  WorkerQuestion further = question;
  further.request = frame.bytes;
  if (frame.kind == FrameKind::Ask) return ask_one(further, false);
  if (frame.kind == FrameKind::AskOnce && question.kept != nullptr) return ask_each_once(further);
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
  return outcome;
}

WorkerOutcome Workers::ask_one(const WorkerQuestion& question, bool may_ask) {
  const uint64_t id = next_id_++;
  const Taken taken = take_worker(id, question);
  if (taken.end == WorkerEnd::Unable) {
    return {WorkerEnd::Unable, "no process could be started for it", {}};
  }
  const std::string limit = std::to_string(limits_.timeout.count() / 1000) + " s";
  if (taken.end != WorkerEnd::Answered) {
    return {taken.end, taken.end == WorkerEnd::TimedOut ? limit : "", {}};
  }
  const Socket socket(taken.socket);
  WorkerOutcome outcome = converse(socket.fd, question, may_ask);
  if (outcome.end == WorkerEnd::TimedOut) outcome.text = limit;
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

// Several requests at once; their outcomes are the bytes of the answer.
WorkerOutcome Workers::ask_each_once(const WorkerQuestion& question) {
  const auto requests = from_wire<std::vector<std::string>>(question.request);
  if (!requests || requests->size() > kMostAtOnce) return {WorkerEnd::Refused, "", {}};
  std::vector<std::pair<WorkerEnd, std::string>> outcomes(requests->size());
  std::atomic<size_t> bytes = 0;
  parallel_for(hardware_jobs(), requests->size(), 1, [&](size_t i) {
    WorkerQuestion one = question;
    one.request = (*requests)[i];
    WorkerOutcome outcome = ask_once(one);
    bytes += outcome.text.size();
    if (bytes > limits_.max_answer_bytes) outcome = {WorkerEnd::Refused, "", {}};
    outcomes[i] = {outcome.end, std::move(outcome.text)};
  });
  return {WorkerEnd::Answered, to_wire(outcomes), {}};
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
