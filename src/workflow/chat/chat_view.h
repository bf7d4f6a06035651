// What `kcast ask` prints, and the files that it leaves.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "workflow/chat/chat_score.h"

namespace kcast::workflow {

// Tables in Markdown, which also read well on a terminal.
std::string chat_text(const ChatReport& report);

// report.json of a run: all figures.
std::string chat_json(const ChatReport& report);

// One line of a comparison, from a report.json.
struct ChatSummary {
  std::string model;
  bool asked = true;  // else it answers beside the model: the analysis, a constant
  std::string task;
  std::string about;
  double accuracy = 0;  // percent, of classes
  double low = 0;
  double high = 0;
  double tokens = 0;   // of 1,000 questions
  double seconds = 0;  // likewise
  double cost = -1;    // dollars, likewise; negative: not known
};
Result<std::vector<ChatSummary>> parse_chat_json(const std::string& text);

// Of several reports, without those who answer the same kernels beside each model.
void add_summaries(std::vector<ChatSummary> more, std::vector<ChatSummary>& all);

std::string comparison_text(const std::vector<ChatSummary>& runs);

}  // namespace kcast::workflow
