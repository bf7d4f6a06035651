// What a run leaves for people: log.jsonl, one line a step, and index.html with the curves, which a
// browser shows while the run goes on.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"

namespace kcast::train {

struct LogLine {
  int64_t step = 0;  // over all phases, from 1
  std::string phase;
  double epoch = 0;
  double loss = 0;
  double learning_rate = 0;
  double gradient_norm = 0;
  int64_t tokens = 0;  // of the step
  double seconds = 0;  // of the step
  std::optional<double> validation_loss;

  bool operator==(const LogLine&) const = default;
};
std::string log_text(const LogLine& line);
Result<LogLine> parse_log_line(const std::string& text);

// The page: everything is in it, nothing is loaded.
std::string curves_page(const std::vector<LogLine>& lines, const std::string& title, bool running);

class RunLog {
 public:
  // Continues the log of a folder behind `step`; lines after it are dropped.
  static Result<RunLog> open(const std::filesystem::path& folder, int64_t step);
  const std::vector<LogLine>& lines() const { return lines_; }
  Status add(const LogLine& line);
  Status finish();

 private:
  Status write_page(bool running);
  std::filesystem::path folder_;
  std::vector<LogLine> lines_;
  std::chrono::steady_clock::time_point last_page_{};
};

}  // namespace kcast::train
