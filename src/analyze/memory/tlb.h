// How often requests leave the pages that the address translation keeps at hand.
#pragma once

#include <array>
#include <cstdint>

#include "analyze/memory/cache.h"

namespace kcast::memory {

// Pages of 2 MiB; as many are at hand as random gathers on the H200 show (120 MB).
class PageTable {
 public:
  // Whether the line's page had to be looked up.
  bool visit(uint64_t line) {
    const uint64_t page = line / kLinesPerPage + 1;
    if (page == last_) return false;
    last_ = page;
    Slot& slot = slots_[mix_bits(page) % kSlots];
    if (slot.page == page && pages_[slot.place] == page) return false;
    // The replaced one is arbitrary: that gives the same misses for random pages.
    turn_ = mix_bits(turn_ + page);
    const auto place = static_cast<uint32_t>(turn_ % kPages);
    pages_[place] = page;
    slot = {page, place};
    return true;
  }

 private:
  static constexpr uint64_t kLinesPerPage = (2 << 20) / kLineBytes;
  static constexpr uint64_t kPages = 60;
  static constexpr uint64_t kSlots = 8192;

  struct Slot {
    uint64_t page = 0;
    uint32_t place = 0;
  };

  std::array<Slot, kSlots> slots_{};
  std::array<uint64_t, kPages> pages_{};
  uint64_t last_ = 0;
  uint64_t turn_ = 0;
};

}  // namespace kcast::memory
