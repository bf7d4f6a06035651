#include "frontend/host/values/journal.h"

#include <utility>

namespace kcast::host {

void MemoryJournals::note(uint32_t id, const ContentRef& content) {
  if (!saved_.empty()) saved_.back().try_emplace(id, content);
}

MemoryDelta MemoryJournals::close() {
  MemoryDelta last = std::move(saved_.back());
  saved_.pop_back();
  return last;
}

void MemoryJournals::keep() {
  MemoryDelta last = close();
  if (saved_.empty()) return;
  for (auto& [id, content] : last)
    saved_.back().try_emplace(id, std::move(content));
}

void MemoryJournals::settle(uint32_t id) {
  for (MemoryDelta& saved : saved_)
    saved.erase(id);
}

ContentRef MemoryJournals::before(size_t journal, uint32_t id) const {
  for (size_t i = journal; i < saved_.size(); ++i) {
    const auto found = saved_[i].find(id);
    if (found != saved_[i].end()) return found->second;
  }
  return nullptr;
}

}  // namespace kcast::host
