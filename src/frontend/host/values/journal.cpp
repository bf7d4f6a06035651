// Memory of the host evaluator: what is undone, and what is joined where paths meet.
#include <algorithm>
#include <iterator>

#include "frontend/host/values/memory.h"

namespace kcast::host {

namespace {}  // namespace

void HostMemory::open_journal() {
  journals_.emplace_back();
}

void HostMemory::keep_journal() {
  auto last = std::move(journals_.back());
  journals_.pop_back();
  if (journals_.empty()) return;
  for (auto& [id, content] : last)
    journals_.back().try_emplace(id, std::move(content));
}

MemoryDelta HostMemory::undo_journal() {
  auto last = std::move(journals_.back());
  journals_.pop_back();
  MemoryDelta delta;
  for (auto& [id, content] : last) {
    delta[id] = objects_[id].content;
    objects_[id].content = std::move(content);
  }
  return delta;
}

std::vector<uint32_t> HostMemory::journaled() const {
  std::vector<uint32_t> ids;
  for (const auto& [id, content] : journals_.back())
    ids.push_back(id);
  return ids;
}

MemoryDelta HostMemory::changes_since(size_t journal) const {
  MemoryDelta delta;
  for (size_t i = journal; i < journals_.size(); ++i) {
    for (const auto& [id, content] : journals_[i])
      delta[id] = objects_[id].content;
  }
  return delta;
}

void HostMemory::merge(size_t journal, const std::vector<MemoryDelta>& ways, CauseSet condition) {
  MemoryDelta changed = changes_since(journal);
  auto before = [&](uint32_t id) {
    for (size_t i = journal; i < journals_.size(); ++i) {
      auto found = journals_[i].find(id);
      if (found != journals_[i].end()) return found->second;
    }
    return objects_[id].content;
  };
  for (const MemoryDelta& way : ways) {
    for (const auto& [id, content] : way)
      changed.try_emplace(id, objects_[id].content);
  }
  for (const auto& [id, now] : changed) {
    if (objects_[id].is_dead) continue;
    ContentRef result = now;
    for (const MemoryDelta& way : ways) {
      auto found = way.find(id);
      ContentRef side = found != way.end() ? found->second : before(id);
      if (side != result) result = join_contents(*result, *side, condition);
    }
    if (result != now) replace(id, std::move(result));
  }
}

void HostMemory::settle(uint32_t id) {
  for (auto& journal : journals_)
    journal.erase(id);
}

void HostMemory::apply(const MemoryDelta& delta) {
  for (const auto& [id, content] : delta)
    replace(id, content);
}

bool HostMemory::can_summarise(const EvalValue& a, const EvalValue& b) const {
  if (!a.is_pointer() || !b.is_pointer() || !a.offset_known || !b.offset_known) return false;
  auto is_host = [&](const EvalValue& pointer) {
    const MemoryObject& object = objects_[pointer.object];
    return pointer.object != 0 && object.is_heap && object.space == MemorySpace::Host;
  };
  return a.integer == b.integer && is_host(a) && is_host(b);
}

uint32_t HostMemory::create_summary(uint32_t like, CauseSet causes) {
  uint32_t id = create(-1);
  if (id == 0) return 0;
  objects_[id].name = objects_[like].name;
  objects_[id].named_by = objects_[like].named_by;
  objects_[id].named_generation = objects_[like].named_generation;
  objects_[id].is_heap = true;
  objects_[id].is_summary = true;
  objects_[id].size_causes = causes;
  objects_[id].content->regions[0].causes = causes;
  return id;
}

ContentRef HostMemory::join_contents(const MemoryContent& a, const MemoryContent& b,
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
    result.value = join_values(left, right, condition, causes_);
    if (result.value.is_unknown() && can_summarise(left, right)) {
      uint32_t id = create_summary(left.object, condition);
      if (id != 0) result.value = pointer_value(id, left.integer);
    }
    joined->cells.push_back(result);
    end = cell.offset + cell.bytes;
  }
  return joined;
}

namespace {

bool same_content(const MemoryContent& a, const MemoryContent& b) {
  auto same_cell = [](const MemoryCell& x, const MemoryCell& y) {
    return x.offset == y.offset && x.bytes == y.bytes && same_bits(x.value, y.value);
  };
  return a.regions == b.regions &&
         std::equal(a.cells.begin(), a.cells.end(), b.cells.begin(), b.cells.end(), same_cell);
}

}  // namespace

bool HostMemory::join(const std::vector<MemoryDelta>& paths, bool with_base, CauseSet condition) {
  std::map<uint32_t, ContentRef> joined;
  std::map<uint32_t, bool> touched;
  for (const MemoryDelta& path : paths) {
    for (const auto& [id, content] : path)
      touched[id] = true;
  }
  for (const auto& [id, flag] : touched) {
    ContentRef result = with_base ? share(id) : nullptr;
    for (const MemoryDelta& path : paths) {
      auto found = path.find(id);
      ContentRef side = found != path.end() ? found->second : share(id);
      if (result == nullptr || result == side) {
        result = side;
      } else {
        result = join_contents(*result, *side, condition);
      }
    }
    joined[id] = result;
  }
  bool differs = false;
  for (auto& [id, content] : joined) {
    differs |= !objects_[id].is_dead && !same_content(*objects_[id].content, *content);
    replace(id, std::move(content));
  }
  return differs;
}

}  // namespace kcast::host
