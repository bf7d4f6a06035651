// A cache of 128-byte lines, least recently used first out.
//
// The model counts in sectors of 32 bytes, NVIDIA's. Those of other GPUs are two or four of
// them, which come and go together: requests and fetches are widened to them (widen_sectors), and
// model_memory gives its figures in the GPU's own.
//
// Lines lie in sets of many ways. Neighbouring lines fill the sets evenly, scattered
// ones do not, and the sets are not of one size: so hits fall off over a stretch of
// the capacity as they do on hardware, and not at once. A line can weigh more than
// one way: a dirty one does.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace kcast::memory {

inline constexpr int kLineBytes = 128;
inline constexpr int kSectorBytes = 32;
inline constexpr int kSectorsPerLine = kLineBytes / kSectorBytes;
inline constexpr int kWordsPerSector = kSectorBytes / 4;
inline constexpr int32_t kUnitWeight = 16;  // of a clean line

// A well-mixed 64-bit hash of a number (the finaliser of splitmix64).
constexpr uint64_t mix_bits(uint64_t x) {
  x += 0x9E3779B97F4A7C15ULL;
  x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9ULL;
  x = (x ^ (x >> 27)) * 0x94D049BB133111EBULL;
  return x ^ (x >> 31);
}

struct CacheLine {
  uint64_t line = 0;
  uint32_t words = 0;   // four-byte words written, one bit each
  uint8_t valid = 0;    // sectors whose whole content is there, one bit each
  uint8_t dirty = 0;    // sectors that must be written back
  uint8_t partial = 0;  // dirty sectors that lack words; disjoint from valid
  int32_t weight = kUnitWeight;
  uint32_t moment = 0;  // of the last read (L2) or store (L1), where it was given
  uint32_t user = 0;    // whose that was
  uint32_t store = 0;   // L1: its entry in the stream
  uint32_t filled = 0;  // L1: when sectors were last asked for
  uint32_t set = 0;
  int32_t newer = -1;
  int32_t older = -1;
};

class LineCache {
 public:
  struct Shape {
    double lines = 1;       // capacity
    double ways = 64;       // lines of a set, about
    double spread = 0;      // of the sets' sizes, relative to the mean
    uint64_t sampling = 1;  // only multiples of this come
  };
  // At least one line always fits.
  explicit LineCache(const Shape& shape);

  // Index of the line, or -1.
  int32_t find(uint64_t line) const;
  // Adds a line that is not there, as the newest of its set.
  int32_t insert(uint64_t line);
  // Makes it the newest of its set.
  void touch(int32_t index);
  void set_weight(int32_t index, int32_t weight);
  // The oldest line of this line's set when the set is overfull, else -1. Never the line itself.
  int32_t victim(int32_t index) const;
  void remove(int32_t index);

  // Calls `visit(line, age)` for each line that is there; age is 0 for the newest of a set and near
  // 1 for its oldest.
  template <typename Visit>
  void each_line(const Visit& visit) const {
    for (const Set& set : sets_) {
      int32_t n = 0;
      for (int32_t i = set.newest; i >= 0; i = lines_[static_cast<size_t>(i)].older)
        ++n;
      int32_t rank = 0;
      for (int32_t i = set.newest; i >= 0; i = lines_[static_cast<size_t>(i)].older)
        visit(lines_[static_cast<size_t>(i)], static_cast<double>(rank++) / n);
    }
  }

  CacheLine& operator[](int32_t index) { return lines_[static_cast<size_t>(index)]; }

 private:
  struct Set {
    int32_t newest = -1;
    int32_t oldest = -1;
    int64_t weight = 0;
    int64_t capacity = kUnitWeight;
  };

  void link(int32_t index);
  void unlink(int32_t index);
  void grow_table();
  size_t slot_of(uint64_t line) const;
  uint32_t set_of(uint64_t line) const;

  std::vector<CacheLine> lines_;
  std::vector<int32_t> free_;
  std::vector<Set> sets_;
  std::vector<int32_t> table_;  // open addressing; indices into lines_, -1 empty
  size_t used_ = 0;
  uint64_t sampling_ = 1;
};

}  // namespace kcast::memory
