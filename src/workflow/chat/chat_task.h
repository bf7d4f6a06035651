// What chat models are asked: the questions of the papers, and what is right.
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "encode/prompts.h"
#include "schema/bound.h"

namespace kcast::workflow {

enum class ChatTask : uint8_t {
  Rq1,        // the roofline model itself: class from random peaks and intensities
  Rq2,        // class from source, launch and peaks
  Rq3,        // the same behind examples
  Counters,   // Omniwise's question
  Time,       // LLMPerf's question
  Flops,      // operations of a launch, asked at once
  FlopSteps,  // the same step by step: threads, rounds of a loop, operations of a round
};
inline constexpr std::array kChatTasks = {ChatTask::Rq1,      ChatTask::Rq2,  ChatTask::Rq3,
                                          ChatTask::Counters, ChatTask::Time, ChatTask::Flops,
                                          ChatTask::FlopSteps};

// "rq1" ... "flop-steps".
std::string_view task_name(ChatTask task);
Result<ChatTask> task_named(std::string_view name);

// True where the answer is "Compute" or "Bandwidth".
bool asks_for_class(ChatTask task);

struct ChatQuestion {
  std::string id;             // of a token shard's sample (docs/encode.md); of RQ1, its number
  std::string family;         // questions of one family are alike
  std::string language;       // of the kernel; empty: none is shown
  std::string template_name;  // of encode/prompts.h; empty: none of them
  std::vector<encode::Turn> prompt;
  bool thoughts = false;  // the answer stands behind a chain of thought
  Bound bound = Bound::None;
  double number = std::numeric_limits<double>::quiet_NaN();  // us, FLOPs
  std::string step;  // of a count that is asked step by step (flop_questions.h); ends the id
};

// What an answer says. An error says how it does not follow the format.
struct ChatReading {
  Bound bound = Bound::None;
  double number = std::numeric_limits<double>::quiet_NaN();
};
Result<ChatReading> read_chat_answer(ChatTask task, const ChatQuestion& question,
                                     std::string_view text);

}  // namespace kcast::workflow
