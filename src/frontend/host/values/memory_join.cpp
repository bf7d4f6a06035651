#include "frontend/host/values/memory_join.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <memory>
#include <utility>

namespace kcast::host {

namespace {

ContentRef join_contents(HostMemory& memory, const MemoryContent& a, const MemoryContent& b,
                         CauseSet condition) {
  auto joined = std::make_shared<MemoryContent>();
  joined->profile = host::joined(a.profile, b.profile);
  if (a.regions == b.regions) {
    joined->regions = a.regions;
  } else {
    joined->regions.emplace_back();
    joined->regions[0].causes = condition;
  }
  std::vector<MemoryCell> cells;
  std::merge(a.cells.begin(), a.cells.end(), b.cells.begin(), b.cells.end(),
             std::back_inserter(cells),
             [](const MemoryCell& x, const MemoryCell& y) { return x.offset < y.offset; });
  int64_t end = INT64_MIN;
  for (const MemoryCell& cell : cells) {
    if (cell.offset < end) continue;
    Shape shape = shape_of_cell(cell);
    if (shape.kind == ValueKind::Unknown) {
      // The other side knows the type.
      auto match = [&](const MemoryCell& x) { return x.offset == cell.offset; };
      auto typed = std::find_if(b.cells.begin(), b.cells.end(), match);
      if (typed != b.cells.end()) shape = shape_of_cell(*typed);
      shape.bytes = cell.bytes;
    }
    auto read = [&](const MemoryContent& side) {
      auto at = std::lower_bound(side.cells.begin(), side.cells.end(), cell.offset, cell_before);
      if (at != side.cells.end() && at->offset == cell.offset && at->bytes == cell.bytes) {
        return at->value;
      }
      return load_content(side, cell.offset, shape);
    };
    MemoryCell result = cell;
    EvalValue left = read(a);
    EvalValue right = read(b);
    result.value = join_values(left, right, condition, memory.causes());
    if (result.value.is_unknown() && memory.can_summarise(left, right)) {
      uint32_t id = memory.create_summary(left.object, condition);
      if (id != 0) result.value = pointer_value(id, left.integer);
    }
    joined->cells.push_back(result);
    end = cell.offset + cell.bytes;
  }
  return joined;
}

bool same_content(const MemoryContent& a, const MemoryContent& b) {
  auto same_cell = [](const MemoryCell& x, const MemoryCell& y) {
    return x.offset == y.offset && x.bytes == y.bytes && same_bits(x.value, y.value);
  };
  return a.regions == b.regions &&
         std::equal(a.cells.begin(), a.cells.end(), b.cells.begin(), b.cells.end(), same_cell);
}

}  // namespace

void merge_ways(HostMemory& memory, size_t journal, const std::vector<MemoryDelta>& ways,
                CauseSet condition) {
  MemoryDelta changed = memory.changes_since(journal);
  auto before = [&](uint32_t id) {
    ContentRef content = memory.journals().before(journal, id);
    return content != nullptr ? content : memory.share(id);
  };
  for (const MemoryDelta& way : ways) {
    for (const auto& [id, content] : way)
      changed.try_emplace(id, memory.share(id));
  }
  for (const auto& [id, now] : changed) {
    if (memory.object(id).is_dead) continue;
    ContentRef result = now;
    for (const MemoryDelta& way : ways) {
      auto found = way.find(id);
      ContentRef side = found != way.end() ? found->second : before(id);
      if (side != result) result = join_contents(memory, *result, *side, condition);
    }
    if (result != now) memory.replace(id, std::move(result));
  }
}

bool join_paths(HostMemory& memory, const std::vector<MemoryDelta>& paths, bool with_base,
                CauseSet condition) {
  std::map<uint32_t, ContentRef> joined;
  std::map<uint32_t, bool> touched;
  for (const MemoryDelta& path : paths) {
    for (const auto& [id, content] : path)
      touched[id] = true;
  }
  for (const auto& [id, flag] : touched) {
    ContentRef result = with_base ? memory.share(id) : nullptr;
    for (const MemoryDelta& path : paths) {
      auto found = path.find(id);
      ContentRef side = found != path.end() ? found->second : memory.share(id);
      if (result == nullptr || result == side) {
        result = side;
      } else {
        result = join_contents(memory, *result, *side, condition);
      }
    }
    joined[id] = result;
  }
  bool differs = false;
  for (auto& [id, content] : joined) {
    differs |= !memory.object(id).is_dead && !same_content(*memory.share(id), *content);
    memory.replace(id, std::move(content));
  }
  return differs;
}

}  // namespace kcast::host
