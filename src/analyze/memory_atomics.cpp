#include "analyze/memory_atomics.h"

#include <algorithm>
#include <bit>
#include <map>

#include "analyze/memory_cache.h"

namespace kcast {
namespace {

constexpr int64_t kMostCompared = 4096;

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

// Counts by address and by line, weighted.
class ChainCounter {
 public:
  void add(const Pattern& pattern, uint64_t base, double times) {
    lines_of_request_.clear();
    for (const int32_t offset : pattern.offsets) {
      const uint64_t address = base + static_cast<uint64_t>(int64_t{offset});
      addresses_[address] += times;
      all_ += times;
      LineUse& use = lines_of_request_[address / kLineBytes];
      ++use.lanes;
      use.sectors |= 1U << (address % kLineBytes / kSectorBytes);
    }
    for (const auto& [line, use] : lines_of_request_) {
      // Neighbouring lanes go as sectors, scattered ones one by one.
      const int sectors = std::popcount(use.sectors);
      const bool coalesced = use.lanes >= 4 * sectors;
      const double operations = times * (coalesced ? sectors : use.lanes);
      lines_[line] += operations;
      all_operations_ += operations;
    }
  }

  double all() const { return all_; }
  double all_operations() const { return all_operations_; }
  double most_on_address() const { return most(addresses_); }
  double most_on_line() const { return most(lines_); }
  bool empty() const { return addresses_.empty(); }
  // Addresses from the lowest to the highest.
  double span() const {
    return static_cast<double>(addresses_.rbegin()->first - addresses_.begin()->first);
  }

 private:
  struct LineUse {
    int lanes = 0;
    unsigned sectors = 0;
  };
  static double most(const std::map<uint64_t, double>& counts) {
    double out = 0;
    for (const auto& [key, count] : counts)
      out = std::max(out, count);
    return out;
  }

  std::map<uint64_t, double> addresses_;
  std::map<uint64_t, double> lines_;
  std::map<uint64_t, LineUse> lines_of_request_;
  double all_ = 0;
  double all_operations_ = 0;
};

// Of fitted accesses: what one block does to an address, times the blocks alike.
AtomicChains fitted_chains(const TraceSet& traces, const Fit& fit, const Template& own) {
  ChainCounter counter;
  for (size_t i = 0; i < own.trace->accesses.size(); ++i) {
    const Access& access = own.trace->accesses[i];
    if (own.steps[i] < 0 || access.site >= traces.sites.size() ||
        access.pattern >= traces.patterns.size() || !is_atomic(traces.sites[access.site]))
      continue;
    const double times = access.stride == 0 ? access.repeat : 1;
    counter.add(traces.patterns[access.pattern], access.base,
                times * blocks_alike(fit, own.steps[i]));
  }
  return {counter.most_on_address(), counter.most_on_line()};
}

// Of irregular sites: the commonest address of the samples, as often as there; when
// none is common, as if all addresses that were seen were equally likely.
AtomicChains drawn_chains(const TraceSet& traces, const Fit& fit, uint32_t site) {
  ChainCounter seen;
  for (const BlockTrace& trace : traces.blocks) {
    for (const Access& access : trace.accesses) {
      if (access.site != site || access.pattern >= traces.patterns.size()) continue;
      seen.add(traces.patterns[access.pattern], access.base, access.repeat);
    }
  }
  if (seen.empty() || seen.all() == 0) return {};
  double all = 0;
  for (const Template& own : fit.templates) {
    for (const Access& access : own.trace->accesses) {
      if (access.site == site && access.pattern < traces.patterns.size()) {
        all += own.weight * access.repeat *
               static_cast<double>(traces.patterns[access.pattern].offsets.size());
      }
    }
  }
  const double scale = all / seen.all();
  const double bytes = std::max<int32_t>(1, traces.sites[site].bytes);
  // Below this count the most frequent one is chance.
  const auto longest = [&](double most, double total, double places) {
    return std::max(1.0, most > 4 ? scale * most : scale * total / (places + 1));
  };
  return {longest(seen.most_on_address(), seen.all(), seen.span() / bytes),
          longest(seen.most_on_line(), seen.all_operations(), seen.span() / kLineBytes)};
}

}  // namespace

AtomicChains atomic_chains(const TraceSet& traces, const Fit& fit) {
  AtomicChains out;
  const auto take = [&out](const AtomicChains& chains) {
    out.on_address = std::max(out.on_address, chains.on_address);
    out.on_line = std::max(out.on_line, chains.on_line);
  };
  for (const Template& own : fit.templates)
    take(fitted_chains(traces, fit, own));
  for (uint32_t s = 0; s < traces.sites.size(); ++s) {
    if (is_atomic(traces.sites[s]) && fit.site_affine[s] == 0) take(drawn_chains(traces, fit, s));
  }
  return out;
}

}  // namespace kcast
