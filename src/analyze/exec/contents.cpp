#include "analyze/exec/contents.h"

#include <algorithm>

namespace kcast::exec {
namespace {

// Whole elements where they have a size that a lane can hold, else single bytes.
void fill_buffer(const LaunchMemory& memory, const Buffer& buffer, ByteMemory& bytes) {
  const int64_t size = buffer.extent.bytes;
  bytes.reset(static_cast<size_t>(size));
  const int64_t each = std::max(1, buffer.component_bytes);
  for (int64_t at = 0; at < size; at += each) {
    const auto part = static_cast<int>(std::min(each, size - at));
    const Known known =
        memory.initial_in(buffer, buffer.extent.base + static_cast<uint64_t>(at), part);
    bytes.store(static_cast<uint64_t>(at), part, known.value, known.known);
  }
}

}  // namespace

LaunchContents::LaunchContents(const LaunchMemory& memory)
    : memory_(&memory), bytes_(memory.buffers().size()) {
  for (size_t i = 0; i < bytes_.size(); ++i)
    fill_buffer(memory, memory.buffers()[i], bytes_[i]);
}

Known LaunchContents::load(uint64_t address, int bytes) const {
  const int32_t buffer = memory_->find(address, bytes);
  if (buffer < 0) return {.value = 0, .known = false, .buffer = -1};
  const uint64_t base = memory_->buffers()[static_cast<size_t>(buffer)].extent.base;
  Known known = bytes_[static_cast<size_t>(buffer)].load(address - base, bytes);
  known.buffer = buffer;
  return known;
}

void LaunchContents::store(uint64_t address, int bytes, Lane value, bool known) {
  const int32_t buffer = memory_->find(address, bytes);
  if (buffer < 0) return;
  const uint64_t base = memory_->buffers()[static_cast<size_t>(buffer)].extent.base;
  bytes_[static_cast<size_t>(buffer)].store(address - base, bytes, value, known);
}

}  // namespace kcast::exec
