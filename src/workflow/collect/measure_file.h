// kcast collect FILE: one kernel of the user's, measured over input sizes and predicted.
#pragma once

#include <iosfwd>
#include <string>
#include <vector>

#include "base/result.h"
#include "frontend/request.h"
#include "report/measured_view.h"

namespace kcast::workflow {

// As the user writes them.
struct MeasureOptions {
  std::string file;
  std::string sizes = "1e3..1e7";
  std::string local;
  std::string device;
  std::string gpu;
  std::vector<std::string> arguments;
  std::vector<std::string> fills;
  std::vector<std::string> defines;
  std::string shared;
  std::string flags;
  frontend::InspectRequest source;
  int repeats = 5;
  int timeout_seconds = 60;
  bool counters = true;
  bool unchecked = false;
  std::string out;
  std::vector<std::string> worker;
};

struct MeasuredFile {
  report::FileReport report;
  bool interrupted = false;  // by Ctrl-C: some rows have no reading
};

// Each launch is appended to options.out as it is measured; remarks say what happened to workers.
Result<MeasuredFile> measure_file(const MeasureOptions& options, std::ostream& remarks);

}  // namespace kcast::workflow
