#include "author/author.h"

#include <atomic>
#include <chrono>
#include <map>
#include <mutex>
#include <optional>

#include "author/extract.h"
#include "author/prompt.h"
#include "base/files.h"
#include "base/parallel.h"

namespace kcast::author {

namespace {

namespace fs = std::filesystem;

constexpr int kMostFailures = 5;  // in a row

class AuthorRun {
 public:
  AuthorRun(const AuthorRequest& request, const AuthorHooks& hooks, AnswerLog log)
      : request_(request), hooks_(hooks), log_(std::move(log)) {}

  Result<AuthorReport> run() {
    KCAST_TRY(const std::vector<Question> open, open_questions());
    if (hooks_.start) hooks_.start(report_.earlier, report_.questions);
    parallel_for(static_cast<size_t>(request_.jobs), open.size(), 1, [&](size_t i) {
      if (!stopped_) answer(open[i]);
    });
    if (error_) return *std::move(error_);
    return report_;
  }

 private:
  // Those of the plan that no earlier run answered.
  Result<std::vector<Question>> open_questions() {
    std::map<std::string, Outcome> answered;
    for (const AnswerRecord& record : log_.earlier()) {
      if (record.model != request_.model || record.language != request_.language) {
        return Error{ErrorCode::InvalidInput, request_.out.string() + " has answers of model '" +
                                                  record.model + "' in " + record.language +
                                                  "; give another --out"};
      }
      if (record.outcome != Outcome::NoAnswer) answered[record.key] = record.outcome;
    }
    std::vector<Question> open;
    for (Question& question : make_plan(request_.problems, request_.plan)) {
      ++report_.questions;
      const auto found = answered.find(question_key(problem_of(question), question));
      if (found == answered.end()) {
        open.push_back(std::move(question));
      } else {
        ++report_.earlier;
        ++report_.counts[static_cast<size_t>(found->second)];
      }
    }
    return open;
  }

  const Problem& problem_of(const Question& question) const {
    return request_.problems[question.problem];
  }

  // One question from start to end. Waiting for the model is done in parallel, all else is not.
  void answer(const Question& question) {
    const Problem& problem = problem_of(question);
    endpoint::ChatRequest chat;
    chat.model = request_.model;
    chat.system = system_prompt(request_.language);
    chat.user = user_prompt(problem, question.level, request_.language);
    chat.temperature = question.temperature;
    chat.seed = question.seed;
    chat.max_tokens = request_.max_tokens;
    const auto start = std::chrono::steady_clock::now();
    const Result<endpoint::ChatAnswer> reply = endpoint::ask(request_.endpoint, chat, hooks_.chat);
    const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;

    const std::lock_guard lock(mutex_);
    if (stopped_) return;
    AnswerRecord record = blank_record(problem, question);
    record.seconds = seconds.count();
    if (reply) {
      judge(*reply, record);
    } else if (reply.error().code != ErrorCode::External) {
      return stop(reply.error());
    } else {
      record.reason = reply.error().message;
    }
    finish(record);
  }

  AnswerRecord blank_record(const Problem& problem, const Question& question) const {
    AnswerRecord record;
    record.key = question_key(problem, question);
    record.problem = problem.text;
    record.level = question.level;
    record.language = request_.language;
    record.model = request_.model;
    record.temperature = question.temperature;
    record.seed = question.seed;
    return record;
  }

  void judge(const endpoint::ChatAnswer& answer, AnswerRecord& record) {
    record.prompt_tokens = answer.prompt_tokens;
    record.answer_tokens = answer.answer_tokens;
    const auto code = extract_code(answer.text, wants_host_code(request_.language));
    const Verdict verdict = judge_code(answer, code);
    record.outcome = verdict.outcome;
    record.reason = verdict.reason;
    if (verdict.outcome != Outcome::Kept) {
      record.answer = answer.text;
      return;
    }
    record.file = record.key + std::string(file_ending(request_.language));
    if (Status kept = keep(record.file, code->text); !kept) stop(kept.error());
  }

  Verdict judge_code(const endpoint::ChatAnswer& answer,
                     const std::optional<ExtractedCode>& code) const {
    // The front end would close the braces of half a program and read it.
    const bool fenced = answer.text.find("```") != std::string::npos;
    if (answer.cut_off && (!code || !code->complete || !fenced)) {
      return {Outcome::CutOff,
              "not at its end after " + std::to_string(request_.max_tokens) + " tokens"};
    }
    if (!code) return {Outcome::NoCode, "no line of the answer looks like source"};
    return check_program(code->text, request_.language, request_.gpu, hooks_.check);
  }

  Status keep(const std::string& file, const std::string& text) const {
    const fs::path path = request_.out / file;
    std::error_code error;
    fs::create_directories(path.parent_path(), error);
    if (error) return Error{ErrorCode::Io, "make a folder for " + path.string()};
    return write_file(path, text);
  }

  // The file of a kept kernel is there before its record is.
  void finish(const AnswerRecord& record) {
    if (stopped_) return;
    if (Status added = log_.add(record); !added) return stop(added.error());
    ++report_.counts[static_cast<size_t>(record.outcome)];
    report_.answer_tokens += record.answer_tokens;
    if (hooks_.answered) hooks_.answered(record);
    failures_ = record.outcome == Outcome::NoAnswer ? failures_ + 1 : 0;
    if (failures_ == kMostFailures) {
      stop(Error{ErrorCode::External,
                 std::to_string(kMostFailures) +
                     " requests in a row had no answer; the last: " + record.reason});
    }
  }

  void stop(Error error) {
    stopped_ = true;
    if (!error_) error_ = std::move(error);
  }

  const AuthorRequest& request_;
  const AuthorHooks& hooks_;
  AnswerLog log_;
  std::mutex mutex_;  // of everything below
  AuthorReport report_;
  int failures_ = 0;
  std::atomic<bool> stopped_{false};
  std::optional<Error> error_;
};

}  // namespace

Result<AuthorReport> author_kernels(const AuthorRequest& request, const AuthorHooks& hooks) {
  std::error_code error;
  fs::create_directories(request.out, error);
  if (error) {
    return Error{ErrorCode::Io, "make the folder " + request.out.string() + ": " + error.message()};
  }
  KCAST_TRY(AnswerLog log, AnswerLog::open(request.out / "answers.jsonl"));
  return AuthorRun(request, hooks, std::move(log)).run();
}

}  // namespace kcast::author
