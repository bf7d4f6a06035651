// answers.jsonl: one record for each request, in the order in which they ended.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "author/outcome.h"
#include "base/result.h"

namespace kcast::author {

struct AnswerRecord {
  std::string key;  // question_key()
  std::string problem;
  std::string level;
  std::string language;
  std::string model;
  double temperature = 0;
  int64_t seed = 0;
  Outcome outcome = Outcome::NoAnswer;
  std::string reason;
  int64_t prompt_tokens = 0;
  int64_t answer_tokens = 0;
  double seconds = 0;  // until the answer was there
  std::string file;    // of a kept kernel, below the folder
  std::string answer;  // of one that was dropped: what the model said

  bool operator==(const AnswerRecord&) const = default;
};

// The file, open for adding. Each record is one write, so that a program that is ended leaves
// whole lines, or half of the last one, which the next start removes.
class AnswerLog {
 public:
  static Result<AnswerLog> open(const std::filesystem::path& path);
  AnswerLog(AnswerLog&& other) noexcept;
  AnswerLog& operator=(AnswerLog&&) = delete;
  ~AnswerLog();

  // What was there before.
  const std::vector<AnswerRecord>& earlier() const { return earlier_; }
  Status add(const AnswerRecord& record);

 private:
  AnswerLog(std::filesystem::path path, int file, std::vector<AnswerRecord> earlier)
      : path_(std::move(path)), file_(file), earlier_(std::move(earlier)) {}
  std::filesystem::path path_;
  int file_;
  std::vector<AnswerRecord> earlier_;
};

}  // namespace kcast::author
