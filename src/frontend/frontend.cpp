#include "frontend/frontend.h"

#include <poll.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <optional>

#include "frontend/inspect_here.h"
#include "frontend/process/fork_server.h"
#include "frontend/process/request_json.h"

namespace kcast::frontend {

namespace {

using Clock = std::chrono::steady_clock;

std::string handle(std::string_view text, PreparedReading* prepared) {
  const Result<InspectRequest> request = decode_request(text);
  return encode_answer(request ? inspect_here(*request, prepared)
                               : Result<Inspection>(request.error()));
}

void warm_up() {
  InspectRequest request;
  request.files = {{"warm.cu",
                    "__global__ void k(float* a) { a[threadIdx.x] *= 2; }\n"
                    "int main() { float* a; cudaMalloc(&a, 4); k<<<1, 1>>>(a); }\n"}};
  static_cast<void>(inspect_here(request));
}

// Closes itself.
struct Socket {
  int fd = -1;
  explicit Socket(int descriptor) : fd(descriptor) {}
  ~Socket() { ::close(fd); }
  Socket(const Socket&) = delete;
  Socket& operator=(const Socket&) = delete;
};

enum class ReadEnd { Complete, Closed, TimedOut, Cancelled, TooLarge };

// Reads the worker's reply until it is complete or something ends it.
ReadEnd read_reply(int fd, std::string& reply, const FrontendLimits& limits,
                   const std::atomic<bool>* cancelled) {
  const auto deadline = Clock::now() + limits.timeout;
  std::string bytes;
  std::array<char, 1 << 16> buffer;
  for (;;) {
    if (cancelled != nullptr && cancelled->load()) return ReadEnd::Cancelled;
    if (Clock::now() >= deadline) return ReadEnd::TimedOut;
    pollfd waiting{fd, POLLIN, 0};
    // The wait is short, so that a cancelled request ends soon.
    const int ready = ::poll(&waiting, 1, cancelled != nullptr ? 5 : 50);
    if (ready < 0 && errno != EINTR) return ReadEnd::Closed;
    if (ready <= 0) continue;
    const ssize_t n = ::read(fd, buffer.data(), buffer.size());
    if (n <= 0) return ReadEnd::Closed;
    bytes.append(buffer.data(), static_cast<size_t>(n));
    if (bytes.size() > limits.max_reply_bytes) return ReadEnd::TooLarge;
    uint64_t size = 0;
    if (bytes.size() < sizeof size) continue;
    std::memcpy(&size, bytes.data(), sizeof size);
    if (bytes.size() - sizeof size >= size) {
      reply = bytes.substr(sizeof size, size);
      return ReadEnd::Complete;
    }
  }
}

std::string names_of(const InspectRequest& request) {
  return request.files.empty() ? "the source" : request.files[0].name;
}

constexpr const char* kCrash = "the compiler stopped while reading it";

bool is_crash(const Error& error) {
  return error.message.ends_with(kCrash);
}

Error describe_end(ReadEnd end, const InspectRequest& request, const FrontendLimits& limits) {
  const std::string name = names_of(request);
  switch (end) {
    case ReadEnd::TimedOut:
      return Error{ErrorCode::External, name + ": reading it took more than " +
                                            std::to_string(limits.timeout.count()) + " ms"};
    case ReadEnd::Cancelled:
      return Error{ErrorCode::External, name + ": cancelled"};
    case ReadEnd::TooLarge:
      return Error{ErrorCode::External, name + ": the result is larger than " +
                                            std::to_string(limits.max_reply_bytes) + " bytes"};
    default:
      return Error{ErrorCode::External, name + ": " + kCrash};
  }
}

}  // namespace

Result<std::unique_ptr<Frontend>> Frontend::start(const FrontendLimits& limits, bool warm) {
  std::array<int, 2> ends{};
  if (::socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends.data()) != 0) {
    return Error{ErrorCode::Io, std::string("start the front end: ") + std::strerror(errno)};
  }
  const pid_t fork_server = ::fork();
  if (fork_server < 0) {
    return Error{ErrorCode::Io, std::string("start the front end: ") + std::strerror(errno)};
  }
  if (fork_server == 0) {
    ::close(ends[0]);
    if (warm) warm_up();
    const auto prepared = warm ? prepare_reading() : nullptr;
    const Handler answer = [&prepared](std::string_view text) {
      return handle(text, prepared.get());
    };
    const auto seconds = static_cast<unsigned>(limits.timeout.count() / 1000 + 1);
    serve_forks(ends[1], {limits.memory_bytes, seconds}, answer);
  }
  ::close(ends[1]);
  return std::unique_ptr<Frontend>(new Frontend(limits, ends[0], fork_server));
}

Frontend::~Frontend() {
  ::close(control_);
  ::waitpid(fork_server_, nullptr, 0);
}

Result<Inspection> Frontend::ask_worker(const InspectRequest& request,
                                        const std::atomic<bool>* cancelled) {
  std::array<int, 2> ends{};
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0) {
    return Error{ErrorCode::Io, std::string("ask a worker: ") + std::strerror(errno)};
  }
  const Socket mine(ends[0]);
  const uint64_t id = next_id_++;
  bool sent = false;
  {
    const Socket theirs(ends[1]);
    const std::lock_guard lock(control_mutex_);
    sent = send_message(control_, {ForkServerOp::Work, id}, theirs.fd);
  }
  if (!sent) return Error{ErrorCode::Internal, "the front end's fork server is gone"};
  std::string reply;
  ReadEnd end = ReadEnd::Closed;
  if (send_block(mine.fd, encode_request(request))) {
    end = read_reply(mine.fd, reply, limits_, cancelled);
  }
  if (end == ReadEnd::Complete) return decode_answer(reply);
  const std::lock_guard lock(control_mutex_);
  send_message(control_, {ForkServerOp::Kill, id}, -1);
  return describe_end(end, request, limits_);
}

// Finds the kernels that the back end dies on, and answers without them. Where even
// reading dies, the answer holds nothing but a diagnostic that says so.
Result<Inspection> Frontend::ask_around_crash(const InspectRequest& request,
                                              const std::atomic<bool>* cancelled) {
  constexpr size_t kMaxTries = 16;
  InspectRequest without = request;
  without.lower = false;
  without.slice = false;
  const auto reading = ask_worker(without, cancelled);
  if (!reading && is_crash(reading.error())) {
    Inspection nothing;
    nothing.diagnostics = {{Severity::Error, names_of(request), 0, 0, kCrash}};
    return nothing;
  }
  if (!reading) return reading;
  if (reading->kernels.size() > kMaxTries) return reading;
  InspectRequest rest = request;
  for (const Kernel& suspect : reading->kernels) {
    InspectRequest alone = request;
    for (const Kernel& other : reading->kernels) {
      if (other.mangled != suspect.mangled) alone.skip_kernels.push_back(other.mangled);
    }
    const auto answer = ask_worker(alone, cancelled);
    if (!answer && is_crash(answer.error())) rest.skip_kernels.push_back(suspect.mangled);
  }
  auto answer = ask_worker(rest, cancelled);
  return answer ? answer : reading;
}

Result<Inspection> Frontend::inspect(const InspectRequest& request,
                                     const std::atomic<bool>* cancelled) {
  size_t bytes = 0;
  for (const SourceFile& file : request.files)
    bytes += file.text.size();
  if (bytes > limits_.max_source_bytes) {
    return Error{ErrorCode::InvalidInput, names_of(request) + ": the sources are larger than " +
                                              std::to_string(limits_.max_source_bytes) + " bytes"};
  }
  auto answer = ask_worker(request, cancelled);
  if (!answer && is_crash(answer.error())) return ask_around_crash(request, cancelled);
  return answer;
}

}  // namespace kcast::frontend
