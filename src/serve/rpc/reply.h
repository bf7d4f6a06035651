// The one answer that a request gets, now or later, from the loop's thread.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <utility>

#include "serve/rpc/message.h"
#include "serve/rpc/workers.h"

namespace kcast::rpc {

class Reply {
 public:
  using Send = std::function<void(const std::string&)>;
  Reply(Json id, Send send)
      : state_(std::make_shared<State>(State{std::move(id), std::move(send), false})),
        cancel_(make_cancel_flag()) {}

  // The first one counts.
  void result(const Json& result) const { finish(result_text(state_->id, result)); }
  void error(const RpcError& error) const { finish(error_text(state_->id, error)); }
  bool answered() const { return state_->answered; }

  // Work for the request stops when it is set.
  const CancelFlag& cancel() const { return cancel_; }

 private:
  struct State {
    Json id;
    Send send;
    bool answered;
  };
  void finish(const std::string& text) const {
    if (std::exchange(state_->answered, true)) return;
    state_->send(text);
  }

  std::shared_ptr<State> state_;
  CancelFlag cancel_;
};

// The requests that have no answer yet, by their ids.
class PendingReplies {
 public:
  Reply add(const Json& id, Reply::Send send) {
    std::erase_if(replies_, [](const auto& item) { return item.second.answered(); });
    Reply reply(id, std::move(send));
    replies_.insert_or_assign(id.dump(), reply);
    return reply;
  }

  // Stops the work of a request and answers it; a request that has its answer is left alone.
  // `answer` is empty where the protocol wants none.
  void cancel(const Json& id, const RpcError* answer) {
    const auto found = replies_.find(id.dump());
    if (found == replies_.end()) return;
    *found->second.cancel() = true;
    if (answer != nullptr) found->second.error(*answer);
    replies_.erase(found);
  }

  void cancel_all() {
    for (const auto& [id, reply] : replies_)
      *reply.cancel() = true;
    replies_.clear();
  }

 private:
  std::map<std::string, Reply> replies_;
};

}  // namespace kcast::rpc
