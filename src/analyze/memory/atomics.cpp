#include "analyze/memory/atomics.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <vector>

#include "analyze/memory/cache.h"

namespace kcast::memory {
namespace {

constexpr int64_t kMostCompared = 4096;
constexpr size_t kBlocksInCommon = 3;
constexpr double kChance = 2.5;  // standard deviations that the largest of some counts is above

// Blocks of the grid that ask for the same addresses as the first in each dimension.
double blocks_alike(const Fit& fit, int32_t steps) {
  const BlockSteps& moves = fit.steps[static_cast<size_t>(steps)];
  double blocks = 1;
  for (size_t d = 0; d < 3; ++d) {
    bool divided = false;
    for (size_t i = 3; i < fit.coordinates.size(); ++i)
      divided = divided || (fit.coordinates[i].dimension == d && moves[i] != 0);
    if (!divided) {
      blocks *= moves[d] == 0 ? static_cast<double>(fit.grid[d]) : 1;
      continue;
    }
    const int64_t n_compared = std::min(fit.grid[d], kMostCompared);
    int64_t n_alike = 0;
    for (int64_t at = 0; at < n_compared; ++at) {
      std::array<int64_t, 3> block = {0, 0, 0};
      block[d] = at;
      n_alike += displacement(fit, steps, block, {0, 0, 0}) == 0 ? 1 : 0;
    }
    blocks *= static_cast<double>(n_alike) * static_cast<double>(fit.grid[d]) /
              static_cast<double>(n_compared);
  }
  return blocks;
}

// Weighted counts by a number, and in how many blocks it occurs. Scattered atomics come to millions
// of addresses, so they are hashed; what is asked of the table does not depend on its order.
class CountTable {
 public:
  struct Count {
    uint64_t key = 0;
    double operations = 0;
    size_t blocks = 0;  // 0: the place is free
    size_t last_block = SIZE_MAX;
  };

  void add(uint64_t key, double times, size_t block) {
    if (2 * n_keys_ >= places_.size()) grow();
    Count& count = place_of(key);
    n_keys_ += count.blocks == 0 ? 1 : 0;
    count.key = key;
    count.operations += times;
    count.blocks += block != count.last_block ? 1 : 0;
    count.last_block = block;
  }

  // The largest among those that at least so many blocks come to.
  double most(size_t blocks) const {
    double out = 0;
    for (const Count& count : places_) {
      if (count.blocks >= std::max<size_t>(1, blocks)) out = std::max(out, count.operations);
    }
    return out;
  }

  size_t with_at_least(double operations) const {
    return static_cast<size_t>(std::count_if(places_.begin(), places_.end(), [&](const auto& c) {
      return c.blocks > 0 && c.operations >= operations;
    }));
  }

 private:
  Count& place_of(uint64_t key) {
    constexpr uint64_t kSpread = 0x9e3779b97f4a7c15;  // neighbours go far apart
    size_t at = static_cast<size_t>((key * kSpread) >> 32U) & (places_.size() - 1);
    while (places_[at].blocks > 0 && places_[at].key != key)
      at = (at + 1) & (places_.size() - 1);
    return places_[at];
  }

  void grow() {
    std::vector<Count> old(std::max<size_t>(64, 2 * places_.size()));
    old.swap(places_);
    for (const Count& count : old) {
      if (count.blocks > 0) place_of(count.key) = count;
    }
  }

  std::vector<Count> places_;  // open addressing; a power of two of them
  size_t n_keys_ = 0;
};

// Counts by address and by line.
class ChainCounter {
 public:
  explicit ChainCounter(int64_t sector_bytes)
      : sector_bytes_(static_cast<uint64_t>(std::max<int64_t>(sector_bytes, kSectorBytes))) {}

  void add(const exec::Pattern& pattern, uint64_t base, double times, size_t block = 0) {
    request_.clear();
    for (const int32_t offset : pattern.offsets) {
      const uint64_t address = base + static_cast<uint64_t>(int64_t{offset});
      addresses_.add(address, times, block);
      all_ += times;
      lowest_ = std::min(lowest_, address);
      highest_ = std::max(highest_, address);
      request_.push_back(address);
    }
    std::sort(request_.begin(), request_.end());
    for (size_t begin = 0, end = 0; begin < request_.size(); begin = end) {
      const uint64_t line = request_[begin] / kLineBytes;
      while (end < request_.size() && request_[end] / kLineBytes == line)
        ++end;
      const double operations = times * line_operations(begin, end);
      lines_.add(line, operations, block);
      all_operations_ += operations;
    }
  }

  double all() const { return all_; }
  double all_operations() const { return all_operations_; }
  // Among those that at least so many blocks come to.
  double most_on_address(size_t blocks = 1) const { return addresses_.most(blocks); }
  double most_on_line(size_t blocks = 1) const { return lines_.most(blocks); }
  // Lines with at least a quarter of the operations of the busiest one.
  double busy_lines() const {
    return static_cast<double>(lines_.with_at_least(lines_.most(1) / 4));
  }
  bool empty() const { return lowest_ > highest_; }
  // Addresses from the lowest to the highest.
  double span() const { return static_cast<double>(highest_ - lowest_); }

 private:
  // Of the lanes of a request that come to one line. Neighbouring lanes go as sectors, once for
  // each lane that shares its address with others; scattered ones go one by one.
  int line_operations(size_t begin, size_t end) const {
    std::array<int, kSectorsPerLine> rounds = {};  // of a sector
    for (size_t i = begin, same = 0; i < end; ++i) {
      same = i > begin && request_[i] == request_[i - 1] ? same + 1 : 1;
      int& most = rounds[request_[i] % kLineBytes / sector_bytes_];
      most = std::max(most, static_cast<int>(same));
    }
    const int lanes = static_cast<int>(end - begin);
    const int sectors = std::accumulate(rounds.begin(), rounds.end(), 0);
    return lanes >= 4 * sectors ? sectors : lanes;
  }

  CountTable addresses_;
  CountTable lines_;
  std::vector<uint64_t> request_;  // addresses of its lanes, ascending
  uint64_t lowest_ = UINT64_MAX;
  uint64_t highest_ = 0;
  uint64_t sector_bytes_;  // of L2
  double all_ = 0;
  double all_operations_ = 0;
};

// Lines of the buffer that an address lies in.
double lines_around(const exec::TraceSet& traces, uint64_t address) {
  for (const exec::Extent& extent : traces.extents) {
    const bool inside =
        address >= extent.base &&
        address - extent.base < static_cast<uint64_t>(std::max<int64_t>(0, extent.bytes));
    if (inside) return std::max(1.0, static_cast<double>(extent.bytes) / kLineBytes);
  }
  return 1;
}

// Of fitted accesses: what the blocks of one kind do to an address, times those alike.
struct FittedChains {
  ChainCounter counter;
  double n_different = 1;  // blocks that go elsewhere
  double most_lines = 1;
};
void add_fitted(const exec::TraceSet& traces, const Fit& fit, const Template& own,
                FittedChains& out) {
  const double blocks = static_cast<double>(fit.grid[0]) * static_cast<double>(fit.grid[1]) *
                        static_cast<double>(fit.grid[2]);
  const double share = blocks > 0 ? std::min(1.0, own.weight / blocks) : 1;
  for (size_t i = 0; i < own.trace->accesses.size(); ++i) {
    const exec::Access& access = own.trace->accesses[i];
    if (own.steps[i] < 0 || access.site >= traces.sites.size() ||
        access.pattern >= traces.patterns.size() || !exec::is_atomic(traces.sites[access.site]))
      continue;
    const double requests = exec::requests_of(*own.trace, access);
    const double times = access.stride == 0 ? requests : requests / access.repeat;
    const double alike = std::max(1.0, blocks_alike(fit, own.steps[i]) * share);
    out.n_different = std::max(out.n_different, blocks * share / alike);
    out.most_lines = std::max(out.most_lines, lines_around(traces, access.base));
    out.counter.add(traces.patterns[access.pattern], access.base, times * alike);
  }
}

// Of irregular sites: the commonest address of the samples, as often as there; when
// none is common, as if all addresses that were seen were equally likely.
AtomicChains drawn_chains(const exec::TraceSet& traces, const Fit& fit, uint32_t site,
                          int64_t sector_bytes) {
  ChainCounter seen(sector_bytes);
  size_t n_blocks = 0;
  for (size_t block = 0; block < traces.blocks.size(); ++block) {
    bool takes_part = false;
    for (const exec::Access& access : traces.blocks[block].accesses) {
      if (access.site != site || access.pattern >= traces.patterns.size()) continue;
      seen.add(traces.patterns[access.pattern], access.base, access.repeat, block);
      takes_part = true;
    }
    n_blocks += takes_part ? 1 : 0;
  }
  if (seen.empty() || seen.all() == 0) return {};
  double all = 0;
  for (const Template& own : fit.templates) {
    for (const exec::Access& access : own.trace->accesses) {
      if (access.site == site && access.pattern < traces.patterns.size()) {
        all += own.weight * exec::requests_of(*own.trace, access) *
               static_cast<double>(traces.patterns[access.pattern].offsets.size());
      }
    }
  }
  const double scale = all / seen.all();
  const double bytes = std::max<int32_t>(1, traces.sites[site].bytes);
  // Only what several blocks come to is common to all; and the most frequent one of many is so
  // by chance in part.
  const size_t common = std::min(kBlocksInCommon, n_blocks);
  const auto longest = [&](double own, double shared, double total, double places) {
    const double expected = std::max(shared - kChance * std::sqrt(shared), total / (places + 1));
    return std::max({1.0, own, scale * expected});
  };
  return {longest(seen.most_on_address(), seen.most_on_address(common), seen.all(),
                  seen.span() / bytes),
          longest(seen.most_on_line(), seen.most_on_line(common), seen.all_operations(),
                  seen.span() / kLineBytes),
          std::max(1.0, seen.busy_lines())};
}

}  // namespace

AtomicChains atomic_chains(const exec::TraceSet& traces, const Fit& fit, int64_t sector_bytes) {
  AtomicChains out;
  const auto take = [&out](const AtomicChains& chains) {
    out.on_address = std::max(out.on_address, chains.on_address);
    if (chains.on_line > out.on_line) {
      out.on_line = chains.on_line;
      out.lines = chains.lines;
    }
  };
  FittedChains fitted{.counter = ChainCounter(sector_bytes)};
  for (const Template& own : fit.templates)
    add_fitted(traces, fit, own, fitted);
  take({fitted.counter.most_on_address(), fitted.counter.most_on_line(),
        std::clamp(fitted.counter.busy_lines() * fitted.n_different, 1.0, fitted.most_lines)});
  for (uint32_t s = 0; s < traces.sites.size(); ++s) {
    if (exec::is_atomic(traces.sites[s]) && fit.site_affine[s] == 0)
      take(drawn_chains(traces, fit, s, sector_bytes));
  }
  return out;
}

}  // namespace kcast::memory
