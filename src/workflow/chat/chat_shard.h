// Questions as token shards and answers as files, for models that answer thousands at once on
// another machine (kcast-train generate), and for fine-tuning with kcast-train.
#pragma once

#include <cstddef>
#include <filesystem>
#include <vector>

#include "base/result.h"
#include "encode/tokenizer.h"
#include "workflow/chat/chat_run.h"
#include "workflow/chat/chat_task.h"

namespace kcast::workflow {

struct ChatShardOptions {
  size_t most_tokens = 8192;  // of a sample; a longer one loses the middle of its kernel's text
  bool with_answers = false;  // the class as a word: for training
};
struct ChatShardCounts {
  size_t samples = 0;
  size_t tokens = 0;
  size_t cut = 0;       // lost some of their kernel's text
  size_t too_long = 0;  // left out
};
Result<ChatShardCounts> write_chat_shard(const std::vector<ChatQuestion>& questions,
                                         const encode::Tokenizer& tokenizer,
                                         const ChatShardOptions& options,
                                         const std::filesystem::path& file);

// Answers by the ids of their questions, from a file as `kcast answers texts` writes it. A question
// without one has none.
Result<AskChat> answers_of_file(const std::filesystem::path& file);

}  // namespace kcast::workflow
