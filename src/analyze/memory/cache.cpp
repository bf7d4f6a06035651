#include "analyze/memory/cache.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace kcast::memory {
namespace {

constexpr size_t kFirstTableSize = 1024;
constexpr double kMaxSets = 1 << 20;

// Deviation of the i-th of n members of a normal distribution, in sigmas (logistic
// approximation, which is simple and the same on every machine).
double deviation(size_t i, size_t n) {
  const double u = (static_cast<double>(i) + 0.5) / static_cast<double>(n);
  return std::log(u / (1 - u)) / 1.702;
}

}  // namespace

LineCache::LineCache(const Shape& shape) : table_(kFirstTableSize, -1), sampling_(shape.sampling) {
  const double capacity = std::clamp(shape.lines, 1.0, 1e12);
  const double n = std::clamp(std::round(capacity / std::max(1.0, shape.ways)), 1.0, kMaxSets);
  sets_.resize(static_cast<size_t>(n));
  for (size_t i = 0; i < sets_.size(); ++i) {
    const double relative = std::max(0.1, 1 + shape.spread * deviation(i, sets_.size()));
    sets_[i].capacity =
        std::max<int64_t>(kUnitWeight, std::llround(capacity / n * relative * kUnitWeight));
  }
}

// Every aligned group of as many lines as there are sets fills each set once.
uint32_t LineCache::set_of(uint64_t line) const {
  const uint64_t number = line / sampling_;
  const uint64_t n = sets_.size();
  return static_cast<uint32_t>((number + mix_bits(number / n)) % n);
}

size_t LineCache::slot_of(uint64_t line) const {
  const size_t mask = table_.size() - 1;
  size_t slot = mix_bits(line) & mask;
  while (table_[slot] >= 0 && lines_[static_cast<size_t>(table_[slot])].line != line)
    slot = (slot + 1) & mask;
  return slot;
}

int32_t LineCache::find(uint64_t line) const {
  return table_[slot_of(line)];
}

void LineCache::grow_table() {
  std::vector<int32_t> old = std::exchange(table_, std::vector<int32_t>(table_.size() * 2, -1));
  for (const int32_t index : old) {
    if (index >= 0) table_[slot_of(lines_[static_cast<size_t>(index)].line)] = index;
  }
}

int32_t LineCache::insert(uint64_t line) {
  if ((used_ + 1) * 2 > table_.size()) grow_table();
  int32_t index = 0;
  if (free_.empty()) {
    index = static_cast<int32_t>(lines_.size());
    lines_.emplace_back();
  } else {
    index = free_.back();
    free_.pop_back();
    lines_[static_cast<size_t>(index)] = CacheLine();
  }
  CacheLine& entry = lines_[static_cast<size_t>(index)];
  entry.line = line;
  entry.set = set_of(line);
  table_[slot_of(line)] = index;
  ++used_;
  sets_[entry.set].weight += entry.weight;
  link(index);
  return index;
}

void LineCache::link(int32_t index) {
  CacheLine& entry = (*this)[index];
  Set& set = sets_[entry.set];
  entry.newer = -1;
  entry.older = set.newest;
  if (set.newest >= 0) (*this)[set.newest].newer = index;
  set.newest = index;
  if (set.oldest < 0) set.oldest = index;
}

void LineCache::unlink(int32_t index) {
  const CacheLine& entry = (*this)[index];
  Set& set = sets_[entry.set];
  (entry.newer >= 0 ? (*this)[entry.newer].older : set.newest) = entry.older;
  (entry.older >= 0 ? (*this)[entry.older].newer : set.oldest) = entry.newer;
}

void LineCache::touch(int32_t index) {
  if (sets_[(*this)[index].set].newest == index) return;
  unlink(index);
  link(index);
}

void LineCache::set_weight(int32_t index, int32_t weight) {
  CacheLine& entry = (*this)[index];
  sets_[entry.set].weight += weight - entry.weight;
  entry.weight = weight;
}

int32_t LineCache::victim(int32_t index) const {
  const Set& set = sets_[lines_[static_cast<size_t>(index)].set];
  return set.weight > set.capacity && set.oldest != index ? set.oldest : -1;
}

void LineCache::remove(int32_t index) {
  CacheLine& entry = (*this)[index];
  sets_[entry.set].weight -= entry.weight;
  unlink(index);
  // Closes the gap, so that no search stops early.
  const size_t mask = table_.size() - 1;
  size_t hole = slot_of(entry.line);
  table_[hole] = -1;
  for (size_t slot = (hole + 1) & mask; table_[slot] >= 0; slot = (slot + 1) & mask) {
    const size_t home = mix_bits(lines_[static_cast<size_t>(table_[slot])].line) & mask;
    if (((slot - home) & mask) >= ((slot - hole) & mask)) {
      table_[hole] = std::exchange(table_[slot], -1);
      hole = slot;
    }
  }
  --used_;
  free_.push_back(index);
}

}  // namespace kcast::memory
