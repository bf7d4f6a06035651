// Runs the launches of check cases on a GPU, one after the other, in this process.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "collect/check_case.h"
#include "collect/cuda/checks/event_times.h"

namespace kcast::collect {

struct CaseRunOptions {
  std::vector<std::filesystem::path> files;  // check cases
  std::string only;                          // one case's name; empty: all
  int repeats = 5;
  bool flush = false;         // L2 before each repeat; a profiler may do it itself
  bool warm = false;          // the same launch runs before each repeat
  bool loops = false;         // times of many launches, too
  int first = 0;              // launches before this one, counted over all cases, are skipped
  int timeout_seconds = 120;  // for one launch with everything around it
};

// One launch of one case, and its place in the whole list.
struct CaseLaunch {
  int index = 0;
  size_t case_idx = 0;
  size_t launch_idx = 0;
};

struct CaseReading {
  std::vector<double> times_us;  // of events, in the order of the repeats
  std::optional<EventTimes> events;
  int registers = 0;
  int static_shared_bytes = 0;
  int local_bytes = 0;
};

// The cases of the options, in their order; a file that cannot be read is an error.
Result<std::vector<CheckCase>> read_cases(const CaseRunOptions& options);
std::vector<CaseLaunch> list_launches(const std::vector<CheckCase>& cases);

// One line of JSON for a launch: what was read, or why nothing was.
std::string reading_line(const CheckCase& check, const CaseLaunch& launch,
                         const Result<CaseReading>& reading);

// Calls `done` with the line of each launch. After an error of the device nothing that
// follows can run in this process: the line is reported and the error returned.
Status run_cases(const CaseRunOptions& options, const std::function<void(std::string)>& done);

}  // namespace kcast::collect
