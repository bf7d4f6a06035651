// L2 as the SMs see it: two partitions or one, write-back, and what DRAM sees of it.
//
// With two partitions every line has a home in one of them. An SM asks the partition
// it is attached to; what is not there and lives in the other comes from there, and
// a copy stays. So a line that is read from one side costs 1.5 lines on average.
#pragma once

#include <cstdint>
#include <deque>
#include <vector>

#include "analyze/memory/cache.h"
#include "schema/gpu/gpu.h"

namespace kcast::memory {

struct L2Options {
  double capacity_lines = 0;  // all partitions
  int64_t n_partitions = 1;   // caches that are looked up separately
  bool homes = false;         // two partitions that hold copies of each other's lines
  double dirty_weight = 1;    // ways of a written line
  double filled_weight = 1;   // ways of a partly written line, once filled
  double partial_lines = 0;   // partly written lines that wait for the rest, all partitions
  int64_t own_sectors = 1;    // sectors of the model that the GPU has as one
  int64_t fetch_sectors = 1;  // smallest DRAM read
  double ways = 1;            // lines of a set, about
  double spread_share = 0;    // of the sets' sizes around their mean
  // Written lines weigh as others; beyond so many the oldest are written back, and stay. What
  // later launches find needs this; for one launch after an empty L2 the weights above say the
  // same.
  bool cleans_early = false;
  double dirty_lines = 0;  // all partitions
};

L2Options l2_options(const Gpu& gpu);

// Counts in sectors.
struct L2SiteCounts {
  double lookups = 0;  // asked by SMs
  double hits = 0;     // in the partition that was asked
  double far = 0;      // looked up in the other one
  double far_hits = 0;
  double fetched = 0;  // from DRAM
  // Hits on a line that was read at the same moment: by an SM of the same group, all of
  // the line or a part, or by another group's.
  double in_step_whole = 0;
  double in_step_near = 0;
  double in_step_far = 0;
};

struct L2Totals {
  double written_back = 0;
  double filled = 0;  // partly written sectors, read from DRAM
};

// Where and when a read comes from.
struct L2Reader {
  int64_t side = 0;     // partition that is asked
  uint32_t moment = 0;  // virtual time while SMs run in step; 0 is none
  uint8_t group = 0;    // of SMs that have a way to L2 in common
};

class L2Model {
 public:
  // One line in `sampling` is simulated; capacities shrink accordingly.
  L2Model(const L2Options& options, uint64_t sampling);

  void read(const L2Reader& reader, uint64_t line, uint8_t sectors, L2SiteCounts& counts);
  void write(int64_t side, uint64_t line, uint32_t words, L2SiteCounts& counts);
  void atomic(int64_t side, uint64_t line, uint32_t words, L2SiteCounts& counts);

  // Puts a whole line there as others left it, as the newest; `copy`: in both partitions.
  void put(uint64_t line, bool dirty, bool copy);
  // Calls `visit(line, age, copy)` for each line that is there; `copy`: in the partition that is
  // not its home.
  template <typename Visit>
  void each_line(const Visit& visit) const {
    for (size_t p = 0; p < caches_.size(); ++p) {
      const auto partition = static_cast<int64_t>(p);
      caches_[p].each_line([&](const CacheLine& line, double age) {
        visit(line, age, home_of(partition, line.line) != partition);
      });
    }
  }
  // Counting begins anew.
  void forget_totals() { totals_ = {}; }

  const L2Totals& totals() const { return totals_; }

 private:
  int64_t home_of(int64_t side, uint64_t line) const;
  uint8_t sectors_of(uint32_t words) const;
  int32_t hold(int64_t partition, uint64_t line);
  void make_room(int64_t partition, int32_t index);
  void fetch(int64_t partition, uint64_t line, uint8_t sectors, L2SiteCounts& counts, bool far);
  void mark_dirty(int64_t partition, int32_t index);
  void clean_oldest(int64_t partition, uint64_t line);
  void fill(LineCache& cache, int32_t index);
  void limit_partial(int64_t partition);

  L2Options options_;
  size_t max_partial_;
  std::vector<LineCache> caches_;
  std::vector<std::deque<uint64_t>> partial_;
  size_t max_dirty_;
  std::vector<std::deque<uint64_t>> dirty_;  // with cleans_early: lines as they became dirty
  L2Totals totals_;
};

}  // namespace kcast::memory
