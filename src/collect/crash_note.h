// Tells the parent which launch a thread worked for when a crash ends the process.
#pragma once

#include <cstdint>

namespace kcast::collect {

// From now on a crash of a thread that holds a note writes {"at": its launch} to standard output,
// as the last line. Crashes of other threads belong to the launch that runs.
void install_crash_notes();
// The same from a handler of one's own.
void write_crash_note();

class CrashNote {
 public:
  explicit CrashNote(int64_t launch);
  CrashNote(const CrashNote&) = delete;
  CrashNote& operator=(const CrashNote&) = delete;
  ~CrashNote();
};

}  // namespace kcast::collect
