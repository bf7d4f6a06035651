// What a server says: messages are written in their order by a thread of its own, so that a client
// that reads slowly never stops the server from listening.
#pragma once

#include <condition_variable>
#include <deque>
#include <mutex>
#include <string>
#include <thread>

#include "serve/rpc/framing.h"

namespace kcast::rpc {

class Outbox {
 public:
  Outbox(int output, Framing framing);
  // Writes what is left, for a second at most.
  ~Outbox();
  Outbox(const Outbox&) = delete;
  Outbox& operator=(const Outbox&) = delete;

  // From any thread.
  void send(const std::string& message);

  // Nobody reads any more.
  bool broken();

 private:
  void write_messages();
  bool write_all(const std::string& bytes);

  int output_;
  Framing framing_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<std::string> waiting_;
  size_t waiting_bytes_ = 0;
  bool ending_ = false;
  bool broken_ = false;
  std::thread writer_;
};

}  // namespace kcast::rpc
