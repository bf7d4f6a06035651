// A server for HTTP/1.1: one thread waits for all connections, so that idle and slow ones cost
// nothing; a few others do the work. A client that leaves stops the work that is done for it.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "base/result.h"
#include "serve/api/reply.h"
#include "serve/http/connection.h"
#include "serve/http/message.h"
#include "serve/http/request_parser.h"
#include "serve/http/work_queue.h"

namespace kcast::http {

struct ServerOptions {
  std::string host = "127.0.0.1";
  int port = 0;  // 0: any that is free
  ParserLimits parser;
  size_t threads = 4;
  size_t most_waiting = 64;    // requests in line; more are answered with 503
  size_t most_per_client = 0;  // requests of one address at once, else 429; 0: no limit
  size_t most_connections = 4096;
  size_t most_held_bytes = size_t{256} << 20;  // of requests and answers; beyond it, 503
  std::chrono::milliseconds idle_limit{60'000};
  std::chrono::milliseconds receive_limit{30'000};  // for a whole request
  std::chrono::milliseconds work_limit{60'000};     // then 504
  std::chrono::milliseconds send_limit{30'000};     // without any progress
  std::chrono::milliseconds grace{5'000};           // for work that has begun, at the end
};

// A request and what became of it.
struct Exchange {
  std::string method;
  std::string path;
  int status = 0;  // 499: the client left before there was an answer
  double seconds = 0;
  size_t bytes = 0;  // of the answer's body
};

struct Handlers {
  // With the head alone; an answer refuses the request. On the loop's thread, like the next.
  std::function<std::optional<api::Reply>(const Request&)> admit;
  // An answer that takes no time; nothing: it goes to the queue.
  std::function<std::optional<api::Reply>(const Request&)> answer_now;
  // On one of the working threads.
  WorkQueue::Answer answer;
  std::function<void(const Exchange&)> observe;
};

struct ServerCounts {
  size_t connections = 0;
  size_t waiting = 0;
  size_t running = 0;
  size_t held_bytes = 0;
};

class Server {
 public:
  // Listens; connections wait until run().
  static Result<std::unique_ptr<Server>> listen(const ServerOptions& options, Handlers handlers);
  ~Server();
  Server(const Server&) = delete;
  Server& operator=(const Server&) = delete;

  int port() const { return port_; }
  // Serves until `stop` is set, which is seen within 200 ms, and then finishes what has begun.
  void run(const std::atomic<bool>& stop);
  ServerCounts counts() const;  // from any thread

 private:
  Server(const ServerOptions& options, Handlers handlers);
  Status open_sockets();
  void accept_all();
  void refuse_connection(int fd);
  bool close_one_idle();
  void handle(uint64_t id, uint32_t events);
  void read_from(Connection& connection);
  void progress(uint64_t id);
  bool step(Connection& connection);
  bool admit(Connection& connection);
  void dispatch(Connection& connection, Request request);
  void reply(Connection& connection, const api::Reply& reply, bool keep_alive);
  void send_some(Connection& connection);
  void finish_reply(Connection& connection);
  void linger(Connection& connection);
  void take_done();
  void check_deadlines();
  void time_out(Connection& connection);
  void leave(Connection& connection);
  void close(uint64_t id);
  void wait_for(Connection& connection, uint32_t events);
  void begin_drain();

  ServerOptions options_;
  Handlers handlers_;
  int port_ = 0;
  int listener_ = -1;
  int epoll_ = -1;
  int wake_ = -1;          // eventfd: some job is done
  uint64_t next_id_ = 16;  // smaller ones name the sockets above
  std::unordered_map<uint64_t, std::unique_ptr<Connection>> connections_;
  std::map<std::string, size_t> in_work_;  // requests by client, where they are limited
  bool accepting_ = true;
  bool draining_ = false;
  Clock::time_point drain_until_;
  Clock::time_point next_check_;
  std::mutex done_mutex_;
  std::vector<std::shared_ptr<Job>> done_;
  std::atomic<size_t> connection_count_{0};
  std::atomic<size_t> held_bytes_{0};
  std::unique_ptr<WorkQueue> queue_;
};

}  // namespace kcast::http
