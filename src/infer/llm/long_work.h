// A progress bar in bytes that Ctrl-C can end, for callbacks of long work.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "base/process/interrupt.h"
#include "base/progress.h"

namespace kcast::llm {

class ByteProgress {
 public:
  explicit ByteProgress(std::string label) : label_(std::move(label)) {}

  // The work so far; false once the user wants it to end.
  bool operator()(uint64_t done, uint64_t total) {
    constexpr uint64_t kUnit = 1'000'000;
    if (!bar_) bar_ = std::make_unique<Progress>(label_ + " (MB)", total / kUnit);
    const uint64_t now = done / kUnit;
    bar_->advance(now - shown_);
    shown_ = now;
    return !InterruptGuard::interrupted();
  }

 private:
  std::string label_;
  InterruptGuard guard_;
  std::unique_ptr<Progress> bar_;
  uint64_t shown_ = 0;
};

}  // namespace kcast::llm
