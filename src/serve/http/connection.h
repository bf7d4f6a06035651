// One client's connection, as the server's loop keeps it.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "serve/api/reply.h"
#include "serve/http/request_parser.h"
#include "serve/http/work_queue.h"

namespace kcast::http {

using Clock = std::chrono::steady_clock;

enum class Phase {
  Receiving,  // a request, or waiting for the next one
  Working,    // the request is in the work queue
  Sending,
  Lingering,  // answered and closed for writing; what still arrives is thrown away
};

// Owns the socket.
class Connection {
 public:
  Connection(uint64_t number, int socket, std::string client, const ParserLimits& limits)
      : id(number), fd(socket), peer(std::move(client)), parser(limits) {}
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;
  ~Connection();

  const uint64_t id;
  const int fd;
  const std::string peer;
  RequestParser parser;
  Phase phase = Phase::Receiving;
  bool admitted = false;     // the head of the request that is being received was looked at
  bool close_after = false;  // the answer that is being sent is the last one
  bool receiving = false;    // some of a request is there: its deadline stands
  uint32_t interest = 0;     // the events that the loop waits for
  Clock::time_point deadline;
  Clock::time_point started;  // of the request that is worked on
  std::string method;         // of that request
  std::string path;
  std::shared_ptr<Job> job;  // while working

  // Sets the answer; send_more() sends it.
  void set_reply(std::string head, std::shared_ptr<const std::string> body);
  enum class Sent { Some, All, Failed };
  Sent send_more();
  size_t unsent_bytes() const;

  enum class Received { Bytes, Nothing, End };
  // Appends what arrived to `out`, as much as one turn of the loop should take.
  Received receive(std::string& out) const;

 private:
  std::string head_;
  std::shared_ptr<const std::string> body_;
  size_t sent_ = 0;
};

}  // namespace kcast::http
