#include "collect/crash_note.h"

#include <unistd.h>

#include <array>
#include <charconv>
#include <csignal>
#include <cstring>

namespace kcast::collect {

namespace {

thread_local constinit int64_t noted_launch = -1;

void on_crash(int /*signal*/) {
  write_crash_note();
}

}  // namespace

// Nothing here allocates or locks.
void write_crash_note() {
  if (noted_launch < 0) return;
  std::array<char, 40> text = {"{\"at\": "};
  char* end = text.data() + std::strlen(text.data());
  end = std::to_chars(end, text.data() + text.size() - 2, noted_launch).ptr;
  *end++ = '}';
  *end++ = '\n';
  [[maybe_unused]] const auto written =
      ::write(STDOUT_FILENO, text.data(), static_cast<size_t>(end - text.data()));
}

void install_crash_notes() {
  struct sigaction action = {};
  action.sa_handler = on_crash;
  // The second time the signal does what it does by default.
  action.sa_flags = static_cast<int>(SA_RESETHAND);
  for (const int signal : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT})
    ::sigaction(signal, &action, nullptr);
}

CrashNote::CrashNote(int64_t launch) {
  noted_launch = launch;
}

CrashNote::~CrashNote() {
  noted_launch = -1;
}

}  // namespace kcast::collect
