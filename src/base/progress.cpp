#include "base/progress.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <ostream>

#include "base/io/terminal.h"

namespace kcast {

namespace {

std::string duration(double seconds) {
  const auto whole = static_cast<uint64_t>(std::llround(std::min(seconds, 1e9)));
  if (whole < 60) return std::to_string(whole) + " s";
  if (whole < 3600) return std::to_string(whole / 60) + " min " + std::to_string(whole % 60) + " s";
  return std::to_string(whole / 3600) + " h " + std::to_string(whole / 60 % 60) + " min";
}

std::string bar(double share, size_t cells) {
  const auto filled = static_cast<size_t>(share * static_cast<double>(cells));
  return "[" + std::string(filled, '#') + std::string(cells - filled, ' ') + "]";
}

}  // namespace

std::string render_progress(const ProgressState& state, size_t width) {
  std::string out = state.label + " ";
  std::string counts = std::to_string(state.done);
  std::string tail;
  if (state.seconds > 0.5 && state.done > 0) {
    const double rate = static_cast<double>(state.done) / state.seconds;
    const double shown = rate >= 10 ? std::round(rate) : std::round(rate * 10) / 10;
    std::string digits = std::to_string(shown);
    digits.resize(digits.find('.') + (rate >= 10 ? 0 : 2));
    tail += "  " + digits + "/s";
    if (state.total > state.done) {
      tail += "  " + duration(static_cast<double>(state.total - state.done) / rate) + " left";
    }
  }
  if (state.failed > 0) tail += "  " + std::to_string(state.failed) + " failed";
  if (state.total == 0) return (out + counts + tail).substr(0, width);
  const double share =
      std::min(1.0, static_cast<double>(state.done) / static_cast<double>(state.total));
  counts += "/" + std::to_string(state.total) + "  " +
            std::to_string(static_cast<int>(share * 100)) + " %";
  const size_t taken = out.size() + counts.size() + tail.size() + 4;
  if (width > taken + 8) out += bar(share, std::min<size_t>(30, width - taken)) + " ";
  return (out + counts + tail).substr(0, width);
}

Progress::Progress(std::string label, uint64_t total) {
  state_.label = std::move(label);
  state_.total = total;
  if (::isatty(STDERR_FILENO) == 0 || std::getenv("NO_PROGRESS") != nullptr) return;
  out_ = &terminal_control();
  winsize size{};
  if (::ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0) width_ = size.ws_col;
}

Progress::Progress(std::string label, uint64_t total, std::ostream* out, size_t width)
    : out_(out), width_(width) {
  state_.label = std::move(label);
  state_.total = total;
}

void Progress::advance(uint64_t n) {
  state_.done += n;
  draw();
}

void Progress::fail(uint64_t n) {
  state_.failed += n;
  advance(n);
}

void Progress::finish() {
  if (out_ == nullptr) return;
  *out_ << "\r\x1b[K" << std::flush;
  out_ = nullptr;
}

void Progress::draw() {
  if (out_ == nullptr) return;
  const auto now = std::chrono::steady_clock::now();
  const bool last = state_.done == state_.total;
  if (!last && now - last_draw_ < std::chrono::milliseconds(100)) return;
  last_draw_ = now;
  state_.seconds = std::chrono::duration<double>(now - start_).count();
  *out_ << "\r" << render_progress(state_, width_ - 1) << "\x1b[K" << std::flush;
}

}  // namespace kcast
