// How good the answers of a chat model are, beside those of others to the same questions.
#pragma once

#include <array>
#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "eval/bootstrap.h"
#include "workflow/chat/chat_log.h"
#include "workflow/chat/chat_task.h"

namespace kcast::workflow {

// Answers to a list of questions, by one who answers.
struct ChatColumn {
  std::string name;
  std::vector<ChatReading> readings;  // of each question; nothing said is wrong
  double seconds = 0;                 // of all; 0: nothing to wait for
};

// Of classes: [right][said], said 2 being neither.
using Confusion = std::array<std::array<size_t, 3>, 2>;

// Percent, but for mcc; with 95 % intervals over families. NaN where a task has no such figure.
struct ChatFigures {
  std::string name;
  size_t questions = 0;
  double seconds_per_1000 = 0;  // 0: nothing to wait for, or not this one's
  eval::Estimate accuracy;
  eval::Estimate balanced;
  eval::Estimate mcc;
  Confusion confusion{};
  // Of numbers: |said / right - 1|.
  eval::Estimate median_error;
  eval::Estimate mean_error;  // errors over 10 count as 10
  eval::Estimate within_10;
  eval::Estimate within_25;
};

// What the questions took. Sums over those that were answered.
struct ChatUse {
  size_t answered = 0;
  size_t failed = 0;  // no answer came
  double prompt_tokens = 0;
  double answer_tokens = 0;
  double seconds = 0;
  double cost = -1;  // dollars; negative: no price is known
};

// Dollars for a million tokens.
struct ChatPrice {
  double input = 0;
  double output = 0;
};
// {"MODEL": {"input": 1.1, "output": 4.4}}: dollars for a million tokens.
Result<std::map<std::string, ChatPrice>> parse_prices(const std::string& text);

struct UnreadAnswer {
  std::string id;
  std::string answer;
  std::string why;
};

struct ChatReport {
  ChatTask task = ChatTask::Rq2;
  std::string model;
  std::string asked;                                            // the task: "rq3, 4 examples"
  std::string about;                                            // what was asked, in a line
  std::vector<ChatFigures> columns;                             // the model first
  std::vector<ChatFigures> steps;                               // of flop-steps: each of them
  std::map<std::string, std::vector<ChatFigures>> by_language;  // where there are several
  ChatUse use;
  std::vector<UnreadAnswer> unread;  // do not follow the format, and count as wrong
};

// `others` answer the same questions.
ChatReport score_chat(ChatTask task, const std::vector<ChatQuestion>& questions,
                      const std::vector<ChatRecord>& records, std::vector<ChatColumn> others,
                      const ChatPrice* price);

// The same answer to every question, the best there is.
ChatColumn best_constant(ChatTask task, const std::vector<ChatQuestion>& questions);

}  // namespace kcast::workflow
