#include "analyze/memory/l2.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "analyze/memory/footprint.h"

namespace kcast::memory {
L2Options l2_options(const Gpu& gpu) {
  const MachineL2& machine = gpu.machine.l2;
  L2Options options;
  options.ways = machine.ways;
  options.spread_share = machine.spread_share;
  const auto size = static_cast<double>(std::max<int64_t>(gpu.l2.size_bytes, kLineBytes));
  const int64_t partitions = std::clamp<int64_t>(gpu.l2.partitions, 1, 64);
  options.homes = partitions == 2 && !gpu.l2.private_partitions;
  options.n_partitions = options.homes || gpu.l2.private_partitions ? partitions : 1;
  const double copies = options.homes ? machine.copies : 1;
  double usable = options.homes ? machine.usable_share * size : size;
  double dirty = options.homes ? machine.dirty_share * size : usable;
  options.own_sectors = model_sectors(gpu.l2.sector_bytes);
  options.fetch_sectors =
      std::max(gpu.machine.dram.fetch_bytes, gpu.l2.sector_bytes) / kSectorBytes;
  if (gpu.measured) {
    usable = static_cast<double>(gpu.measured->l2_usable_bytes.value_or(std::llround(usable)));
    dirty = static_cast<double>(gpu.measured->l2_dirty_bytes.value_or(std::llround(dirty)));
    if (gpu.measured->dram_fetch_bytes) options.own_sectors = model_sectors(gpu.l2.sector_bytes);
    options.fetch_sectors = *gpu.measured->dram_fetch_bytes / kSectorBytes;
  }
  const double capacity = std::max(machine.effective_share * usable * copies, 1.0 * kLineBytes);
  options.capacity_lines = capacity / kLineBytes;
  const auto weight = [&](double stays) {
    return std::clamp(capacity / std::max(stays, 1.0) - (copies - 1), 1.0, 16.0);
  };
  options.dirty_weight = weight(dirty);
  options.dirty_lines = dirty / kLineBytes;
  options.filled_weight =
      options.homes ? weight(machine.filled_share * size) : options.dirty_weight;
  options.partial_lines = machine.partial_share * size / kLineBytes;
  return options;
}

L2Model::L2Model(const L2Options& options, uint64_t sampling)
    : options_(options),
      max_partial_(static_cast<size_t>(options.partial_lines / static_cast<double>(sampling) /
                                           static_cast<double>(options.n_partitions) +
                                       1)),
      partial_(static_cast<size_t>(options.n_partitions)),
      max_dirty_(static_cast<size_t>(options.dirty_lines / static_cast<double>(sampling) /
                                         static_cast<double>(options.n_partitions) +
                                     1)),
      dirty_(static_cast<size_t>(options.n_partitions)) {
  if (options.cleans_early) options_.dirty_weight = options_.filled_weight = 1;
  const double lines = options.capacity_lines / static_cast<double>(sampling) /
                       static_cast<double>(options.n_partitions);
  caches_.assign(static_cast<size_t>(options.n_partitions),
                 LineCache({.lines = lines,
                            .ways = options.ways,
                            .spread = options.spread_share,
                            .sampling = sampling}));
}

int64_t L2Model::home_of(int64_t side, uint64_t line) const {
  return options_.homes ? static_cast<int64_t>(mix_bits(line ^ 0x5bd1e995) >> 63) : side;
}

int32_t L2Model::hold(int64_t partition, uint64_t line) {
  LineCache& cache = caches_[static_cast<size_t>(partition)];
  int32_t index = cache.find(line);
  if (index >= 0) {
    cache.touch(index);
    return index;
  }
  index = cache.insert(line);
  make_room(partition, index);
  return index;
}

void L2Model::make_room(int64_t partition, int32_t index) {
  LineCache& cache = caches_[static_cast<size_t>(partition)];
  for (int32_t old = cache.victim(index); old >= 0; old = cache.victim(index)) {
    fill(cache, old);
    totals_.written_back += std::popcount(cache[old].dirty);
    cache.remove(old);
  }
}

void L2Model::fill(LineCache& cache, int32_t index) {
  CacheLine& entry = cache[index];
  if (entry.partial == 0) return;
  totals_.filled += std::popcount(entry.partial);
  entry.valid |= entry.partial;
  entry.partial = 0;
  cache.set_weight(index, static_cast<int32_t>(std::lround(options_.filled_weight * kUnitWeight)));
}

// Partly written lines wait for their other words for a while, then they are filled.
void L2Model::limit_partial(int64_t partition) {
  std::deque<uint64_t>& waiting = partial_[static_cast<size_t>(partition)];
  LineCache& cache = caches_[static_cast<size_t>(partition)];
  while (waiting.size() > max_partial_) {
    const int32_t index = cache.find(waiting.front());
    waiting.pop_front();
    if (index >= 0 && cache[index].partial != 0) {
      fill(cache, index);
      make_room(partition, index);
    }
  }
}

// Brings sectors into their home partition and counts those that were not there.
void L2Model::fetch(int64_t partition, uint64_t line, uint8_t sectors, L2SiteCounts& counts,
                    bool far) {
  const int32_t index = hold(partition, line);
  CacheLine& entry = caches_[static_cast<size_t>(partition)][index];
  const auto missing = static_cast<uint8_t>(sectors & ~entry.valid);
  if (far) {
    counts.far += std::popcount(sectors);
    counts.far_hits += std::popcount(sectors) - std::popcount(missing);
  }
  counts.fetched += std::popcount(missing);
  entry.partial &= static_cast<uint8_t>(~missing);
  entry.valid |= sectors;
}

void L2Model::read(const L2Reader& reader, uint64_t line, uint8_t sectors, L2SiteCounts& counts) {
  const int64_t side = reader.side;
  const int64_t home = home_of(side, line);
  const int32_t index = hold(side, line);
  CacheLine& entry = caches_[static_cast<size_t>(side)][index];
  const uint8_t valid = entry.valid;
  if (reader.moment != 0 && entry.moment == reader.moment) {
    const bool near = entry.user == reader.group;
    double& in_step = sectors == 0xF && near ? counts.in_step_whole
                                             : (near ? counts.in_step_near : counts.in_step_far);
    in_step += std::popcount(static_cast<uint8_t>(sectors & valid));
  }
  entry.moment = reader.moment;
  entry.user = reader.group;
  const auto missing = static_cast<uint8_t>(sectors & ~valid);
  counts.lookups += std::popcount(sectors);
  counts.hits += std::popcount(sectors) - std::popcount(missing);
  if (missing == 0) return;
  const auto wanted = static_cast<uint8_t>(widen_sectors(missing, options_.fetch_sectors) & ~valid);
  fetch(home, line, wanted, counts, home != side);
  if (home != side) {
    const int32_t copy = hold(side, line);
    caches_[static_cast<size_t>(side)][copy].valid |= wanted;
  }
}

// The line became dirty; those that have been so for longest are written back.
void L2Model::clean_oldest(int64_t partition, uint64_t line) {
  LineCache& cache = caches_[static_cast<size_t>(partition)];
  std::deque<uint64_t>& waiting = dirty_[static_cast<size_t>(partition)];
  waiting.push_back(line);
  while (waiting.size() > max_dirty_) {
    const int32_t index = cache.find(waiting.front());
    waiting.pop_front();
    if (index < 0 || cache[index].dirty == 0) continue;
    fill(cache, index);
    totals_.written_back += std::popcount(cache[index].dirty);
    cache[index].dirty = 0;
    cache[index].words = 0;
  }
}

void L2Model::mark_dirty(int64_t partition, int32_t index) {
  LineCache& cache = caches_[static_cast<size_t>(partition)];
  const auto weight = static_cast<int32_t>(std::lround(options_.dirty_weight * kUnitWeight));
  if (cache[index].weight < weight) {
    cache.set_weight(index, weight);
    make_room(partition, index);
  }
}

void L2Model::put(uint64_t line, bool dirty, bool copy) {
  const auto sides = static_cast<uint64_t>(options_.n_partitions);
  const int64_t home = home_of(static_cast<int64_t>(mix_bits(line) % sides), line);
  const int32_t index = hold(home, line);
  CacheLine& entry = caches_[static_cast<size_t>(home)][index];
  entry.valid = 0xF;
  if (dirty) {
    entry.dirty = 0xF;
    mark_dirty(home, index);
    if (options_.cleans_early) clean_oldest(home, line);
  }
  if (!copy || !options_.homes) return;
  const int64_t other = 1 - home;
  const int32_t second = hold(other, line);
  caches_[static_cast<size_t>(other)][second].valid = 0xF;
}

// Those of the GPU that the words are in.
uint8_t L2Model::sectors_of(uint32_t words) const {
  uint8_t sectors = 0;
  for (int s = 0; s < kSectorsPerLine; ++s)
    sectors |= static_cast<uint8_t>(((words >> (s * kWordsPerSector)) & 0xFF) != 0 ? 1 << s : 0);
  return widen_sectors(sectors, options_.own_sectors);
}

void L2Model::write(int64_t side, uint64_t line, uint32_t words, L2SiteCounts& counts) {
  const uint8_t sectors = sectors_of(words);
  const int own_words = kWordsPerSector * static_cast<int>(options_.own_sectors);
  const uint64_t all_words = (uint64_t{1} << own_words) - 1;
  const int64_t home = home_of(side, line);
  const int n = std::popcount(sectors);
  counts.lookups += n;
  counts.hits += n;
  const int32_t index = hold(home, line);
  CacheLine& entry = caches_[static_cast<size_t>(home)][index];
  entry.words |= words;
  const bool waited = entry.partial != 0;
  const bool was_dirty = entry.dirty != 0;
  entry.dirty |= sectors;
  for (int s = 0; s < kSectorsPerLine; ++s) {
    const auto bit = static_cast<uint8_t>(1 << s);
    if ((sectors & bit) == 0 || (entry.valid & bit) != 0) continue;
    const int first_word = s * kWordsPerSector / own_words * own_words;
    const bool whole = ((entry.words >> first_word) & all_words) == all_words;
    if (whole) {
      entry.valid |= bit;
      entry.partial &= static_cast<uint8_t>(~bit);
    } else {
      entry.partial |= bit;
    }
  }
  const uint8_t valid = entry.valid;
  const bool waits = entry.partial != 0;
  mark_dirty(home, index);
  if (options_.cleans_early && !was_dirty) clean_oldest(home, line);
  if (waits && !waited) {
    partial_[static_cast<size_t>(home)].push_back(line);
    limit_partial(home);
  }
  if (home != side) {
    counts.far += n;
    counts.far_hits += n;
    const int32_t copy = hold(side, line);
    caches_[static_cast<size_t>(side)][copy].valid |= static_cast<uint8_t>(valid & sectors);
  }
}

// Executed at home; the asked partition only passes it on.
void L2Model::atomic(int64_t side, uint64_t line, uint32_t words, L2SiteCounts& counts) {
  const uint8_t sectors = sectors_of(words);
  const int64_t home = home_of(side, line);
  const int n = std::popcount(sectors);
  const double before = counts.fetched;
  fetch(home, line, sectors, counts, home != side);
  counts.lookups += n;
  counts.hits += home == side ? n - (counts.fetched - before) : n;
  const int32_t index = hold(home, line);
  CacheLine& entry = caches_[static_cast<size_t>(home)][index];
  const bool was_dirty = entry.dirty != 0;
  entry.dirty |= sectors;
  mark_dirty(home, index);
  if (options_.cleans_early && !was_dirty) clean_oldest(home, line);
}

}  // namespace kcast::memory
