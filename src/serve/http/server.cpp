#include "serve/http/server.h"

#include <arpa/inet.h>
#include <netdb.h>
#include <netinet/tcp.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <ctime>

#include "serve/http/reply_head.h"

namespace kcast::http {

namespace {

constexpr uint64_t kListener = 1;
constexpr uint64_t kWake = 2;
constexpr std::chrono::milliseconds kTick{200};
constexpr std::chrono::milliseconds kLinger{2'000};
constexpr int kBacklog = 1024;

Error system_error(const std::string& doing) {
  return {ErrorCode::Io, doing + ": " + std::strerror(errno)};
}

api::Reply busy(const char* why) {
  return api::error_reply(
      {.status = 503, .code = "overloaded", .message = why, .retry_after_seconds = 1});
}

// The numeric address, without what IPv6 puts in front of IPv4.
std::string address_text(const sockaddr_storage& address, socklen_t size) {
  std::array<char, NI_MAXHOST> host{};
  if (::getnameinfo(reinterpret_cast<const sockaddr*>(&address), size, host.data(), host.size(),
                    nullptr, 0, NI_NUMERICHOST) != 0) {
    return "";
  }
  std::string text = host.data();
  if (text.starts_with("::ffff:")) text.erase(0, 7);
  return text;
}

// As many connections as the system lets this process have.
void raise_file_limit() {
  rlimit limit{};
  if (::getrlimit(RLIMIT_NOFILE, &limit) != 0 || limit.rlim_cur >= limit.rlim_max) return;
  limit.rlim_cur = std::min<rlim_t>(limit.rlim_max, 1 << 16);
  ::setrlimit(RLIMIT_NOFILE, &limit);
}

Result<int> open_listener(const std::string& host, int port) {
  addrinfo hints{};
  hints.ai_socktype = SOCK_STREAM;
  hints.ai_flags = AI_PASSIVE | AI_NUMERICSERV;
  addrinfo* found = nullptr;
  const int code = ::getaddrinfo(host.c_str(), std::to_string(port).c_str(), &hints, &found);
  if (code != 0) {
    return Error{ErrorCode::InvalidInput,
                 "--host " + host + ": " + std::string(::gai_strerror(code))};
  }
  const std::unique_ptr<addrinfo, decltype(&::freeaddrinfo)> owner(found, ::freeaddrinfo);
  const int fd = ::socket(found->ai_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
  if (fd < 0) return system_error("open a socket");
  const int on = 1;
  ::setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
  if (::bind(fd, found->ai_addr, found->ai_addrlen) != 0 || ::listen(fd, kBacklog) != 0) {
    const std::string where = host + " port " + std::to_string(port);
    const bool taken = errno == EADDRINUSE;
    Error error = system_error("listen on " + where);
    ::close(fd);
    if (taken) error.message = where + " is in use; --port names another one, 0 any";
    return error;
  }
  return fd;
}

int port_of(int fd) {
  sockaddr_storage address{};
  socklen_t size = sizeof address;
  if (::getsockname(fd, reinterpret_cast<sockaddr*>(&address), &size) != 0) return 0;
  const bool six = address.ss_family == AF_INET6;
  return ntohs(six ? reinterpret_cast<const sockaddr_in6&>(address).sin6_port
                   : reinterpret_cast<const sockaddr_in&>(address).sin_port);
}

bool watch(int epoll, int operation, int fd, uint64_t id, uint32_t events) {
  epoll_event event{};
  event.events = events;
  event.data.u64 = id;
  return ::epoll_ctl(epoll, operation, fd, &event) == 0;
}

}  // namespace

Server::Server(const ServerOptions& options, Handlers handlers)
    : options_(options), handlers_(std::move(handlers)) {}

Server::~Server() {
  for (auto& [id, connection] : connections_) {
    if (connection->job) connection->job->cancelled = true;
  }
  queue_.reset();
  connections_.clear();
  for (const int fd : {listener_, epoll_, wake_}) {
    if (fd >= 0) ::close(fd);
  }
}

Result<std::unique_ptr<Server>> Server::listen(const ServerOptions& options, Handlers handlers) {
  std::unique_ptr<Server> server(new Server(options, std::move(handlers)));
  KCAST_OK(server->open_sockets());
  return server;
}

Status Server::open_sockets() {
  raise_file_limit();
  KCAST_TRY(listener_, open_listener(options_.host, options_.port));
  port_ = port_of(listener_);
  epoll_ = ::epoll_create1(EPOLL_CLOEXEC);
  wake_ = ::eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
  if (epoll_ < 0 || wake_ < 0 || !watch(epoll_, EPOLL_CTL_ADD, listener_, kListener, EPOLLIN) ||
      !watch(epoll_, EPOLL_CTL_ADD, wake_, kWake, EPOLLIN)) {
    return system_error("wait for connections");
  }
  queue_ = std::make_unique<WorkQueue>(
      options_.threads, options_.most_waiting, handlers_.answer, [this](std::shared_ptr<Job> job) {
        {
          const std::lock_guard lock(done_mutex_);
          done_.push_back(std::move(job));
        }
        const uint64_t one = 1;
        [[maybe_unused]] const ssize_t written = ::write(wake_, &one, sizeof one);
      });
  return Unit{};
}

ServerCounts Server::counts() const {
  return {connection_count_, queue_->waiting(), queue_->running(), held_bytes_};
}

void Server::run(const std::atomic<bool>& stop) {
  std::array<epoll_event, 256> events;
  next_check_ = Clock::now() + kTick;
  while (true) {
    const int count = ::epoll_wait(epoll_, events.data(), static_cast<int>(events.size()),
                                   static_cast<int>(kTick.count()));
    for (int i = 0; i < count; ++i) {
      const epoll_event& event = events[static_cast<size_t>(i)];
      if (event.data.u64 == kListener) {
        accept_all();
      } else if (event.data.u64 == kWake) {
        take_done();
      } else {
        handle(event.data.u64, event.events);
      }
    }
    if (stop && !draining_) begin_drain();
    if (Clock::now() >= next_check_) check_deadlines();
    if (draining_ && (connections_.empty() || Clock::now() >= drain_until_)) return;
  }
}

void Server::begin_drain() {
  draining_ = true;
  drain_until_ = Clock::now() + options_.grace;
  ::close(listener_);
  listener_ = -1;
  std::vector<uint64_t> idle;
  for (const auto& [id, connection] : connections_) {
    connection->close_after = true;
    if (connection->phase == Phase::Receiving && !connection->parser.started()) idle.push_back(id);
  }
  for (const uint64_t id : idle)
    close(id);
}

void Server::accept_all() {
  while (listener_ >= 0) {
    sockaddr_storage address{};
    socklen_t size = sizeof address;
    const int fd = ::accept4(listener_, reinterpret_cast<sockaddr*>(&address), &size,
                             SOCK_NONBLOCK | SOCK_CLOEXEC);
    if (fd < 0) {
      // Out of descriptors: the next tick tries again, and the loop does not spin until then.
      if (errno == EMFILE || errno == ENFILE || errno == ENOBUFS || errno == ENOMEM) {
        watch(epoll_, EPOLL_CTL_MOD, listener_, kListener, 0);
        accepting_ = false;
      }
      return;
    }
    if (connections_.size() >= options_.most_connections && !close_one_idle()) {
      refuse_connection(fd);
      continue;
    }
    const int on = 1;
    ::setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    const uint64_t id = next_id_++;
    auto connection =
        std::make_unique<Connection>(id, fd, address_text(address, size), options_.parser);
    connection->deadline = Clock::now() + options_.idle_limit;
    connection->interest = EPOLLIN | EPOLLRDHUP;
    if (!watch(epoll_, EPOLL_CTL_ADD, fd, id, connection->interest)) continue;
    connections_.emplace(id, std::move(connection));
    connection_count_ = connections_.size();
  }
}

// Somebody who is there comes before somebody who may come back. Few scan all: the limit is high.
bool Server::close_one_idle() {
  const Connection* oldest = nullptr;
  for (const auto& [id, connection] : connections_) {
    if (connection->phase != Phase::Receiving || connection->receiving) continue;
    if (oldest == nullptr || connection->deadline < oldest->deadline) oldest = connection.get();
  }
  if (oldest == nullptr) return false;
  close(oldest->id);
  return true;
}

void Server::refuse_connection(int fd) {
  const api::Reply reply = busy("too many connections");
  const std::string text = reply_head(reply, false, std::time(nullptr)) + *reply.body;
  [[maybe_unused]] const ssize_t sent =
      ::send(fd, text.data(), text.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
  ::close(fd);
}

void Server::handle(uint64_t id, uint32_t events) {
  const auto found = connections_.find(id);
  if (found == connections_.end()) return;
  Connection& connection = *found->second;
  const bool gone = (events & (EPOLLERR | EPOLLHUP)) != 0;
  switch (connection.phase) {
    case Phase::Receiving:
      return read_from(connection);
    case Phase::Working:
      if (gone || (events & EPOLLRDHUP) != 0) leave(connection);
      return;
    case Phase::Sending:
      if (gone) return close(id);
      send_some(connection);
      return progress(id);
    case Phase::Lingering: {
      std::string ignored;
      if (gone || connection.receive(ignored) == Connection::Received::End) close(id);
      return;
    }
  }
}

void Server::read_from(Connection& connection) {
  std::string bytes;
  const Connection::Received received = connection.receive(bytes);
  if (received == Connection::Received::End) return close(connection.id);
  if (received == Connection::Received::Nothing) return;
  if (!connection.receiving) {
    connection.receiving = true;
    connection.started = Clock::now();
    connection.deadline = connection.started + options_.receive_limit;
  }
  connection.parser.feed(bytes);
  progress(connection.id);
}

// Several requests may have come together; each answer may close the connection.
void Server::progress(uint64_t id) {
  bool more = true;
  while (more) {
    const auto found = connections_.find(id);
    more = found != connections_.end() && found->second->phase == Phase::Receiving &&
           found->second->parser.started() && step(*found->second);
  }
}

// False: more bytes are needed.
bool Server::step(Connection& connection) {
  if (connection.parser.state() == RequestParser::State::Head) connection.parser.resume();
  if (connection.parser.state() == RequestParser::State::Body) {
    if (!connection.admitted && !admit(connection)) return true;
    connection.parser.resume();
  }
  if (connection.parser.state() == RequestParser::State::Failed) {
    const ParseFailure& failure = connection.parser.failure();
    const char* code = failure.status == 413 ? "too_large" : "malformed_request";
    reply(connection,
          api::error_reply({.status = failure.status, .code = code, .message = failure.message}),
          false);
    return true;
  }
  if (connection.parser.state() != RequestParser::State::Done) return false;
  connection.admitted = false;
  connection.receiving = false;
  dispatch(connection, connection.parser.take());
  return true;
}

// False: the request was refused and answered.
bool Server::admit(Connection& connection) {
  const Request& request = connection.parser.request();
  connection.admitted = true;
  connection.method = request.method;
  connection.path = request.path;
  const bool has_body = connection.parser.expects_body();
  std::optional<api::Reply> refusal = handlers_.admit(request);
  if (!refusal && has_body && held_bytes_ > options_.most_held_bytes) {
    refusal = busy("too much memory is in use");
  }
  if (!refusal) {
    if (connection.parser.expects_continue() && has_body) {
      constexpr std::string_view kContinue = "HTTP/1.1 100 Continue\r\n\r\n";
      [[maybe_unused]] const ssize_t sent =
          ::send(connection.fd, kContinue.data(), kContinue.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
    }
    return true;
  }
  // A body that nobody reads would be taken for the next request.
  const bool keep_alive = request.keep_alive && !has_body;
  if (!has_body) {
    connection.parser.resume();
    connection.parser.take();
    connection.admitted = false;
    connection.receiving = false;
  }
  reply(connection, *refusal, keep_alive);
  return false;
}

void Server::dispatch(Connection& connection, Request request) {
  connection.close_after = draining_ || !request.keep_alive;
  if (const auto now = handlers_.answer_now(request)) return reply(connection, *now, true);
  if (options_.most_per_client > 0 && in_work_[connection.peer] >= options_.most_per_client) {
    return reply(connection,
                 api::error_reply({.status = 429,
                                   .code = "too_many_requests",
                                   .message = "too many requests of one client at once",
                                   .retry_after_seconds = 1}),
                 true);
  }
  auto job = std::make_shared<Job>();
  job->connection = connection.id;
  job->request = std::move(request);
  job->request.peer = connection.peer;
  if (!queue_->push(job)) return reply(connection, busy("too many requests are waiting"), true);
  if (options_.most_per_client > 0) ++in_work_[connection.peer];
  connection.job = std::move(job);
  connection.phase = Phase::Working;
  connection.deadline = Clock::now() + options_.work_limit;
  wait_for(connection, EPOLLRDHUP);
}

void Server::take_done() {
  uint64_t ignored = 0;
  [[maybe_unused]] const ssize_t got = ::read(wake_, &ignored, sizeof ignored);
  std::vector<std::shared_ptr<Job>> done;
  {
    const std::lock_guard lock(done_mutex_);
    done.swap(done_);
  }
  for (const std::shared_ptr<Job>& job : done) {
    const auto found = connections_.find(job->connection);
    if (found == connections_.end() || found->second->job != job) continue;
    reply(*found->second, job->reply, true);
    progress(job->connection);
  }
}

void Server::reply(Connection& connection, const api::Reply& reply, bool keep_alive) {
  if (connection.job) {
    if (options_.most_per_client > 0 && --in_work_[connection.peer] == 0)
      in_work_.erase(connection.peer);
    connection.job.reset();
  }
  connection.close_after = connection.close_after || !keep_alive || draining_;
  const bool head_only = connection.method == "HEAD";
  connection.set_reply(reply_head(reply, !connection.close_after, std::time(nullptr)),
                       head_only ? nullptr : reply.body);
  connection.phase = Phase::Sending;
  connection.deadline = Clock::now() + options_.send_limit;
  const std::chrono::duration<double> took = Clock::now() - connection.started;
  handlers_.observe({connection.method, connection.path, reply.status, took.count(),
                     head_only ? 0 : reply.body->size()});
  send_some(connection);
}

void Server::send_some(Connection& connection) {
  const size_t before = connection.unsent_bytes();
  switch (connection.send_more()) {
    case Connection::Sent::Failed:
      return close(connection.id);
    case Connection::Sent::Some:
      if (connection.unsent_bytes() < before)
        connection.deadline = Clock::now() + options_.send_limit;
      return wait_for(connection, EPOLLOUT);
    case Connection::Sent::All:
      return finish_reply(connection);
  }
}

void Server::finish_reply(Connection& connection) {
  if (connection.close_after) return linger(connection);
  connection.phase = Phase::Receiving;
  connection.method.clear();
  connection.path.clear();
  connection.started = Clock::now();
  // The next request may have come with this one.
  connection.receiving = connection.parser.started();
  connection.deadline =
      connection.started + (connection.receiving ? options_.receive_limit : options_.idle_limit);
  wait_for(connection, EPOLLIN | EPOLLRDHUP);
}

// Closing a socket with unread bytes resets it, and the answer is lost on its way.
void Server::linger(Connection& connection) {
  ::shutdown(connection.fd, SHUT_WR);
  connection.phase = Phase::Lingering;
  connection.deadline = Clock::now() + kLinger;
  wait_for(connection, EPOLLIN | EPOLLRDHUP);
}

void Server::leave(Connection& connection) {
  const std::chrono::duration<double> took = Clock::now() - connection.started;
  handlers_.observe({connection.method, connection.path, 499, took.count(), 0});
  close(connection.id);
}

void Server::close(uint64_t id) {
  const auto found = connections_.find(id);
  if (found == connections_.end()) return;
  Connection& connection = *found->second;
  if (connection.job) {
    queue_->cancel(connection.job);
    if (options_.most_per_client > 0 && --in_work_[connection.peer] == 0)
      in_work_.erase(connection.peer);
  }
  connections_.erase(found);
  connection_count_ = connections_.size();
}

void Server::wait_for(Connection& connection, uint32_t events) {
  if (connection.interest == events) return;
  connection.interest = events;
  watch(epoll_, EPOLL_CTL_MOD, connection.fd, connection.id, events);
}

void Server::check_deadlines() {
  const Clock::time_point now = Clock::now();
  next_check_ = now + kTick;
  if (!accepting_ && listener_ >= 0) {
    accepting_ = true;
    watch(epoll_, EPOLL_CTL_MOD, listener_, kListener, EPOLLIN);
  }
  size_t held = 0;
  std::vector<uint64_t> late;
  for (const auto& [id, connection] : connections_) {
    held += connection->parser.held_bytes() + connection->unsent_bytes();
    if (connection->job) held += connection->job->request.body.size();
    if (now >= connection->deadline) late.push_back(id);
  }
  held_bytes_ = held;
  for (const uint64_t id : late) {
    time_out(*connections_.at(id));
    progress(id);
  }
}

void Server::time_out(Connection& connection) {
  if (connection.phase == Phase::Working) {
    queue_->cancel(connection.job);
    return reply(
        connection,
        api::error_reply({.status = 504,
                          .code = "time_limit",
                          .message = "the prediction took longer than this server allows"}),
        true);
  }
  if (connection.phase == Phase::Receiving && connection.receiving) {
    return reply(connection,
                 api::error_reply({.status = 408,
                                   .code = "slow_request",
                                   .message = "the request did not arrive in time"}),
                 false);
  }
  close(connection.id);
}

}  // namespace kcast::http
