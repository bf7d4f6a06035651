// Where a workflow says something while it works; the command line gives its own.
#pragma once

#include <iosfwd>

namespace kcast::workflow {

struct Streams {
  std::ostream& report;   // what was asked for
  std::ostream& remarks;  // what the user should know besides
};

}  // namespace kcast::workflow
