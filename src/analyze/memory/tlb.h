// How often requests leave the pages that the address translation keeps at hand.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "analyze/memory/cache.h"
#include "schema/gpu/machine.h"

namespace kcast::memory {

class PageTable {
 public:
  explicit PageTable(const MachineTlb& machine)
      : lines_per_page_(
            static_cast<uint64_t>(std::max<int64_t>(machine.page_bytes / kLineBytes, 1))),
        pages_(static_cast<size_t>(std::max<int64_t>(machine.pages, 1))) {}

  // Whether the line's page had to be looked up.
  bool visit(uint64_t line) {
    const uint64_t page = line / lines_per_page_ + 1;
    if (page == last_) return false;
    last_ = page;
    Slot& slot = slots_[mix_bits(page) % kSlots];
    if (slot.page == page && pages_[slot.place] == page) return false;
    // The replaced one is arbitrary: that gives the same misses for random pages.
    turn_ = mix_bits(turn_ + page);
    const auto place = static_cast<uint32_t>(turn_ % pages_.size());
    pages_[place] = page;
    slot = {page, place};
    return true;
  }

 private:
  static constexpr uint64_t kSlots = 8192;

  struct Slot {
    uint64_t page = 0;
    uint32_t place = 0;
  };

  uint64_t lines_per_page_;
  std::array<Slot, kSlots> slots_{};
  std::vector<uint64_t> pages_;  // those at hand
  uint64_t last_ = 0;
  uint64_t turn_ = 0;
};

}  // namespace kcast::memory
