#include "workflow/chat/chat_run.h"

#include <algorithm>
#include <atomic>
#include <mutex>
#include <optional>

#include "base/parallel.h"
#include "base/sha256.h"

namespace kcast::workflow {
namespace {

constexpr int kMostFailures = 10;  // in a row

std::string prompt_text(const ChatQuestion& question) {
  std::string out;
  for (const encode::Turn& turn : question.prompt)
    out += (turn.role.empty() ? "" : "[" + turn.role + "]\n") + turn.text() + "\n";
  return out;
}

// Lets questions begin no more often than so many a minute.
class Pace {
 public:
  Pace(double per_minute, const ChatRunHooks& hooks)
      : seconds_(per_minute > 0 ? 60 / per_minute : 0), hooks_(hooks) {}

  void wait() {
    if (seconds_ == 0) return;
    double until = 0;
    const double now = hooks_.clock();
    {
      const std::lock_guard lock(mutex_);
      until = std::max(now, next_);
      next_ = until + seconds_;
    }
    if (until > now) hooks_.sleep(until - now);
  }

 private:
  double seconds_;
  const ChatRunHooks& hooks_;
  std::mutex mutex_;
  double next_ = 0;
};

class ChatRun {
 public:
  ChatRun(const std::vector<ChatQuestion>& questions, const ChatRunOptions& options,
          const ChatRunHooks& hooks, ChatLog& log)
      : questions_(questions),
        options_(options),
        hooks_(hooks),
        log_(log),
        pace_(options.per_minute, hooks),
        records_(questions.size()) {}

  Result<std::vector<ChatRecord>> run() {
    std::vector<size_t> open;
    for (size_t i = 0; i < questions_.size(); ++i) {
      records_[i] = blank_record(questions_[i]);
      if (const ChatRecord* known = log_.find(records_[i].question)) {
        records_[i] = *known;
      } else {
        open.push_back(i);
      }
    }
    if (hooks_.start) hooks_.start(questions_.size() - open.size(), questions_.size());
    parallel_for(options_.jobs, open.size(), 1, [&](size_t i) {
      if (!ended()) ask(open[i]);
    });
    if (error_) return *std::move(error_);
    if (hooks_.stopped && hooks_.stopped()) {
      return Error{ErrorCode::External, "interrupted; the same command goes on from here"};
    }
    return std::move(records_);
  }

 private:
  bool ended() const { return stopped_ || (hooks_.stopped && hooks_.stopped()); }

  ChatRecord blank_record(const ChatQuestion& question) const {
    ChatRecord out;
    out.id = question.id;
    out.task = task_name(options_.task);
    out.template_name = question.template_name;
    out.model = options_.model;
    out.prompt = prompt_text(question);
    std::string all;
    for (const std::string& part : {out.model, options_.settings, out.task, out.id, out.prompt})
      all += part + std::string(1, '\0');
    out.question = sha256_hex(all).substr(0, 32);
    return out;
  }

  void ask(size_t index) {
    pace_.wait();
    if (ended()) return;
    const double start = hooks_.clock();
    const Result<ChatReply> reply = hooks_.ask(questions_[index]);
    const double seconds = hooks_.clock() - start;
    const std::lock_guard lock(mutex_);
    if (stopped_) return;
    ChatRecord record = records_[index];
    record.seconds = seconds;
    if (reply) {
      record.answer = reply->text;
      if (reply->seconds >= 0) record.seconds = reply->seconds;
      record.cut_off = reply->cut_off;
      record.prompt_tokens = reply->prompt_tokens;
      record.answer_tokens = reply->answer_tokens;
    } else if (reply.error().code != ErrorCode::External) {
      return stop(reply.error());
    } else {
      record.failure = reply.error().message;
    }
    take(std::move(record), index);
  }

  void take(ChatRecord record, size_t index) {
    if (Status added = log_.add(record); !added) return stop(added.error());
    failures_ = record.failure.empty() ? 0 : failures_ + 1;
    if (failures_ == kMostFailures) {
      stop(Error{ErrorCode::External,
                 std::to_string(kMostFailures) +
                     " questions in a row had no answer; the last: " + record.failure});
    }
    if (hooks_.answered) hooks_.answered(record);
    records_[index] = std::move(record);
  }

  void stop(Error error) {
    stopped_ = true;
    if (!error_) error_ = std::move(error);
  }

  const std::vector<ChatQuestion>& questions_;
  const ChatRunOptions& options_;
  const ChatRunHooks& hooks_;
  ChatLog& log_;
  Pace pace_;
  std::mutex mutex_;  // of everything below
  std::vector<ChatRecord> records_;
  int failures_ = 0;
  std::atomic<bool> stopped_{false};
  std::optional<Error> error_;
};

}  // namespace

Result<std::vector<ChatRecord>> run_chat(const std::vector<ChatQuestion>& questions,
                                         const ChatRunOptions& options, const ChatRunHooks& hooks,
                                         ChatLog& log) {
  return ChatRun(questions, options, hooks, log).run();
}

}  // namespace kcast::workflow
