// Asks a model all questions: several at a time, no faster than allowed, and none twice.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "base/result.h"
#include "workflow/chat/chat_log.h"
#include "workflow/chat/chat_task.h"

namespace kcast::workflow {

struct ChatReply {
  std::string text;
  bool cut_off = false;
  int64_t prompt_tokens = 0;
  int64_t answer_tokens = 0;
  double seconds = -1;  // negative: as long as the call took
};

// One question to the model. An External error leaves this question without an answer; any other
// ends the run. Called by several threads.
using AskChat = std::function<Result<ChatReply>(const ChatQuestion&)>;

struct ChatRunOptions {
  ChatTask task = ChatTask::Rq2;
  std::string model;
  std::string settings;   // whatever else decides what is answered: temperature, adapter
  size_t jobs = 1;        // questions at a time
  double per_minute = 0;  // questions begun, at most; 0: as many as there can be
};

struct ChatRunHooks {
  AskChat ask;
  std::function<void(double)> sleep;                     // seconds
  std::function<double()> clock;                         // seconds since some moment
  std::function<bool()> stopped;                         // Ctrl-C
  std::function<void(size_t done, size_t total)> start;  // before the first question
  std::function<void(const ChatRecord&)> answered;       // by one thread at a time
};

// The records of the questions, in their order; those without an answer say why. Ends with an error
// where going on makes no sense: nobody listens, a key that is refused, ten failures in a row, a
// full disk, Ctrl-C.
Result<std::vector<ChatRecord>> run_chat(const std::vector<ChatQuestion>& questions,
                                         const ChatRunOptions& options, const ChatRunHooks& hooks,
                                         ChatLog& log);

}  // namespace kcast::workflow
