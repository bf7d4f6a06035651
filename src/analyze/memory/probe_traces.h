// Traces of the 25 probe kernels of the H200's memory readings, as abstract execution
// would record them, for tests.
//
// Every kernel is a small function of block and warp. Blocks are sampled as the
// interpreter does it: both ends of every dimension and neighbours in the middle.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "analyze/exec/trace.h"
#include "analyze/memory/model.h"

namespace kcast::memory {

// Collects the requests of sampled blocks.
class TraceRecorder {
 public:
  using Lane = std::function<int64_t(int64_t)>;  // byte offset by lane, or -1 when inactive

  TraceRecorder(std::array<int64_t, 3> grid, int64_t threads);

  int32_t buffer(int64_t bytes);  // its number
  uint32_t site(exec::AccessKind kind, int32_t buffer, int32_t bytes);

  // `body` records one warp of one block by calls of load().
  using Body = std::function<void(const std::array<int64_t, 3>& block, int64_t warp)>;
  exec::TraceSet record(const Body& body);

  struct Run {
    uint32_t repeat = 1;
    int64_t stride = 0;
    uint32_t time = 0;
    uint32_t time_step = 0;
  };
  void request(uint32_t site, const Lane& lane, const Run& run);

 private:
  exec::TraceSet traces_;
  std::map<std::pair<std::vector<int32_t>, int32_t>, uint32_t> patterns_;
  exec::BlockTrace current_;
  uint16_t warp_ = 0;
};

// A launch of the readings' table, by its label.
struct ProbeLaunch {
  exec::TraceSet traces;
  Residency residency;
};
std::optional<ProbeLaunch> probe_launch(const std::string& label);

// Sampled blocks with the number of blocks that each stands for.
std::vector<std::pair<std::array<int64_t, 3>, double>> sampled_blocks(
    const std::array<int64_t, 3>& grid);

}  // namespace kcast::memory
