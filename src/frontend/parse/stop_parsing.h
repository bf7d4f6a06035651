// The end of a worker while it parses. Parsing comes before everything else and for all kernels at
// once, so no other reading of the same source gets further.
#pragma once

#include <new>
#include <string_view>

#include "base/worker/worker_end.h"

namespace kcast::frontend {

// Ends the worker; returns where this process is none.
void stop_parsing(std::string_view why);

// Whether that was its end, and why.
bool stopped_parsing(const WorkerOutcome& outcome);
std::string_view why_parsing_stopped(const WorkerOutcome& outcome);

// While it lives, memory that runs out ends the worker in this way: a macro whose arguments are
// macros makes all of its tokens before any of them is counted.
class ParsingMemory {
 public:
  ParsingMemory();
  ~ParsingMemory();
  ParsingMemory(const ParsingMemory&) = delete;
  ParsingMemory& operator=(const ParsingMemory&) = delete;

 private:
  std::new_handler before_;
};

}  // namespace kcast::frontend
