#include "workflow/chat/chat_task.h"

#include <charconv>

#include "base/text.h"
#include "encode/answers.h"
#include "workflow/ask/report_answer.h"
#include "workflow/chat/flop_questions.h"
#include "workflow/chat/roofline_quiz.h"

namespace kcast::workflow {
namespace {

constexpr std::array<std::string_view, kChatTasks.size()> kNames = {
    "rq1", "rq2", "rq3", "counters", "time", "flops", "flop-steps"};

// "12.5", "1,048,576", "~3.2e6 FLOPs": the text is one number, with a unit behind it at most.
Result<double> read_number(std::string_view text) {
  std::string digits;
  for (const char c : trim(text)) {
    if (c != ',' && c != '_') digits += c;
  }
  const char* begin = digits.data();
  const char* end = begin + digits.size();
  double value = 0;
  const auto read = std::from_chars(begin, end, value);
  const std::string_view rest =
      trim(std::string_view(read.ptr, static_cast<size_t>(end - read.ptr)));
  const bool one_word = rest.find_first_of(" \n\t0123456789") == std::string_view::npos;
  if (read.ec != std::errc() || !one_word || !(value >= 0)) {
    return Error{ErrorCode::InvalidInput,
                 "'" + std::string(trim(text).substr(0, 40)) + "' is not one number"};
  }
  return value;
}

// A number, or a report of `kcast serve`, which says nothing of single steps.
Result<double> read_count(ChatTask task, const ChatQuestion& question, std::string_view text) {
  const auto report = values_of_report(text);
  const bool is_step = !question.step.empty() && question.step != kAtOnce;
  if (!report || !report->base || is_step) return read_number(text);
  return task == ChatTask::Time ? report->base->time_us : total_flops(*report->base);
}

}  // namespace

std::string_view task_name(ChatTask task) {
  return kNames[static_cast<size_t>(task)];
}

Result<ChatTask> task_named(std::string_view name) {
  for (const ChatTask task : kChatTasks) {
    if (task_name(task) == name) return task;
  }
  const std::vector<std::string> known(kNames.begin(), kNames.end());
  return Error{ErrorCode::InvalidInput,
               "unknown task '" + std::string(name) + "'; known: " + join(known, ", ")};
}

bool asks_for_class(ChatTask task) {
  return task == ChatTask::Rq1 || task == ChatTask::Rq2 || task == ChatTask::Rq3;
}

Result<ChatReading> read_chat_answer(ChatTask task, const ChatQuestion& question,
                                     std::string_view text) {
  ChatReading out;
  switch (task) {
    case ChatTask::Rq1: {
      KCAST_TRY(out.bound, parse_quiz_answer(text, question.thoughts));
      break;
    }
    case ChatTask::Rq2:
    case ChatTask::Rq3: {
      KCAST_TRY(const encode::AnswerValues values, read_answer(encode::Template::Roofline, text));
      out.bound = values.bound;
      break;
    }
    case ChatTask::Counters: {
      KCAST_TRY([[maybe_unused]] const encode::AnswerValues values,
                read_answer(encode::Template::Omniwise, text));
      break;
    }
    case ChatTask::Time:
    case ChatTask::Flops:
    case ChatTask::FlopSteps: {
      KCAST_TRY(out.number, read_count(task, question, text));
      break;
    }
  }
  return out;
}

}  // namespace kcast::workflow
