// log.jsonl of `kcast ask`: every question and what came of it, a line each, in the order in which
// they ended. It is also a file of answers as `kcast eval --answers` reads it.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>

#include "base/io/new_file.h"
#include "base/result.h"
#include "workflow/chat/chat_task.h"

namespace kcast::workflow {

struct ChatRecord {
  std::string id;
  std::string question;  // hash of model, settings and prompt: another one is another question
  std::string task;
  std::string template_name;
  std::string model;
  std::string prompt;
  std::string answer;
  std::string failure;  // why there is no answer; empty: there is one
  bool cut_off = false;
  int64_t prompt_tokens = 0;  // 0: nobody said
  int64_t answer_tokens = 0;
  double seconds = 0;

  bool operator==(const ChatRecord&) const = default;
};

class ChatLog {
 public:
  // What a killed run left of a line is cut off. An error where another run uses it, or where it
  // is no such file.
  static Result<ChatLog> open(const std::filesystem::path& path);

  // The answer to a question, by its hash; null: none yet. Failures are asked again.
  const ChatRecord* find(const std::string& question) const;
  Status add(ChatRecord record);

 private:
  AppendedFile file_;
  std::map<std::string, ChatRecord> answered_;
};

}  // namespace kcast::workflow
