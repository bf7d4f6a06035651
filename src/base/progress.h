// A progress bar for long work: drawn on a terminal, silent elsewhere.
#pragma once

#include <chrono>
#include <cstdint>
#include <iosfwd>
#include <string>

namespace kcast {

// "collecting [#####     ] 1234/5000  25 %  310/s  12 s left  3 failed"
// Pure, so that it can be tested; `width` is the terminal's.
struct ProgressState {
  std::string label;
  uint64_t done = 0;
  uint64_t total = 0;   // 0: not known
  uint64_t failed = 0;  // shown when not zero
  double seconds = 0;   // since the start
};
std::string render_progress(const ProgressState& state, size_t width);

class Progress {
 public:
  // Draws to stderr if that is a terminal and the environment has no NO_PROGRESS.
  Progress(std::string label, uint64_t total);
  // For tests and callers with a stream of their own.
  Progress(std::string label, uint64_t total, std::ostream* out, size_t width);
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;
  ~Progress() { finish(); }

  void advance(uint64_t n = 1);
  void fail(uint64_t n = 1);
  // Removes the bar, so that the next line of output starts clean.
  void finish();

 private:
  void draw();
  ProgressState state_;
  std::ostream* out_ = nullptr;  // null: silent
  size_t width_ = 80;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  std::chrono::steady_clock::time_point last_draw_{};
};

}  // namespace kcast
