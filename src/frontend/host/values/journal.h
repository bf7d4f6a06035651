// What memory held before it was written, so that writes can be undone.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <vector>

namespace kcast::host {

struct MemoryContent;
using ContentRef = std::shared_ptr<MemoryContent>;

// Contents by the number of their object. What one path of a branch did: the contents it left
// behind.
using MemoryDelta = std::map<uint32_t, ContentRef>;

// Journals that are opened inside of one another; each keeps what an object held when it was
// first written since then.
class MemoryJournals {
 public:
  void open() { saved_.emplace_back(); }
  void note(uint32_t id, const ContentRef& content);  // before a write
  MemoryDelta close();                                // the last one's contents
  void keep();  // closes the last one; what it saved belongs to the one around it
  // What the object holds now is what it held from the start, whatever is undone.
  void settle(uint32_t id);

  size_t size() const { return saved_.size(); }
  bool empty() const { return saved_.empty(); }
  const MemoryDelta& last() const { return saved_.back(); }
  const MemoryDelta& at(size_t journal) const { return saved_[journal]; }
  // What the object held when that journal was opened; null: it was not written since.
  ContentRef before(size_t journal, uint32_t id) const;

 private:
  std::vector<MemoryDelta> saved_;
};

}  // namespace kcast::host
