// The questions of `kcast ask`: of RQ1 from a seed, of the others from a data set.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "base/result.h"
#include "dataset/splits.h"
#include "workflow/chat/chat_score.h"
#include "workflow/chat/chat_task.h"

namespace kcast::workflow {

struct QuizOptions {
  size_t questions = 240;
  size_t shots = 2;
  bool thoughts = false;
  uint64_t seed = 1;
};
std::vector<ChatQuestion> quiz_questions(const QuizOptions& options);

struct ChatSetOptions {
  ChatTask task = ChatTask::Rq2;
  std::filesystem::path set;  // a store, Parquet, or a folder of them
  dataset::Split split = dataset::Split::Authored;
  dataset::Side side = dataset::Side::Test;
  size_t kernels = 340;
  // RQ3: 2 are the examples of docs/encode.md; more are kernels of the train side.
  size_t shots = 2;
  std::string language;  // empty: all
  uint64_t seed = 1;     // of the choice
  size_t jobs = 1;
  bool analyse = true;  // false: the analysis and the trees answer nothing
};

struct ChatSet {
  std::vector<ChatQuestion> questions;
  std::vector<ChatColumn> others;         // the analysis, the trees, a constant
  std::map<std::string, size_t> dropped;  // kernels that were chosen and cannot be asked about
};

// One launch of each kernel on the side. Classes are balanced within each language where a
// class is asked for. Call it before the process starts threads.
Result<ChatSet> set_questions(const ChatSetOptions& options);

// Of each language and length (a factor of two) as many questions of one class as of the other, as
// the paper did for its fine-tuning (RQ4).
std::vector<ChatQuestion> balanced_by_length(const std::vector<ChatQuestion>& questions);

// "Compute" or "Bandwidth".
std::string class_word(Bound bound);

// Questions with their right answers as OpenAI's fine-tuning reads them, a conversation a line.
std::string fine_tuning_lines(const std::vector<ChatQuestion>& questions);

}  // namespace kcast::workflow
