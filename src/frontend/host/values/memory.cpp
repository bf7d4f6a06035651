#include "frontend/host/values/memory.h"

#include <algorithm>
#include <cmath>
#include <iterator>

namespace kcast::host {

Place place_of(const EvalValue& pointer) {
  Place place;
  place.causes = pointer.causes;
  if (pointer.is_pointer()) {
    bool is_near = pointer.integer <= kFarthestByte && pointer.integer >= -kFarthestByte;
    place.object = pointer.object;
    place.offset_known = pointer.offset_known && is_near;
    place.offset = is_near ? pointer.integer : 0;
    const bool moves = !pointer.offset_known && pointer.loop != 0 && is_near &&
                       pointer.last <= kFarthestByte && pointer.last >= -kFarthestByte;
    if (moves) {
      place.loop = pointer.loop;
      place.step = pointer.step;
      place.span = pointer.last - pointer.integer;
    }
  }
  return place;
}

EvalValue address_of(const Place& place) {
  if (place.object == 0 && place.causes != 0) return unknown_value(place.causes);
  EvalValue value = pointer_value(place.object, place.offset);
  value.offset_known = place.offset_known;
  value.causes = place.causes;
  if (!place.offset_known && place.loop != 0) {
    value.loop = place.loop;
    value.step = place.step;
    value.last = place.offset + place.span;
  }
  return value;
}

const MemoryCell* cell_like(const MemoryContent& content, const MemoryCell& cell) {
  auto at = std::lower_bound(content.cells.begin(), content.cells.end(), cell.offset, cell_before);
  bool is_there = at != content.cells.end() && at->offset == cell.offset && at->bytes == cell.bytes;
  return is_there ? &*at : nullptr;
}

Shape shape_of_cell(const MemoryCell& cell) {
  Shape shape;
  shape.kind = cell.value.is_progression() ? ValueKind::Integer : cell.value.kind;
  shape.bits = cell.value.bits;
  shape.is_unsigned = cell.value.is_unsigned;
  shape.is_bool = shape.bits == 1;
  shape.bytes = cell.bytes;
  return shape;
}

HostMemory::HostMemory(CauseTable& causes) : causes_(causes) {
  create(0);
}

uint32_t HostMemory::create(int64_t bytes) {
  uint32_t id = 0;
  if (!free_.empty()) {
    id = free_.back();
    free_.pop_back();
    uint32_t generation = objects_[id].generation + 1;
    objects_[id] = MemoryObject();
    objects_[id].generation = generation;
  } else {
    if (objects_.size() >= kMaxObjects) return 0;
    id = static_cast<uint32_t>(objects_.size());
    objects_.emplace_back();
  }
  objects_[id].bytes = bytes;
  objects_[id].serial = ++created_;
  objects_[id].content = std::make_shared<MemoryContent>();
  objects_[id].content->regions.emplace_back();
  return id;
}

void HostMemory::recycle(uint32_t object) {
  if (object == 0 || objects_[object].is_dead) return;
  objects_[object].is_dead = true;
  free_.push_back(object);
}

void HostMemory::replace(uint32_t id, ContentRef content) {
  if (id == 0) return;
  journals_.note(id, objects_[id].content);
  objects_[id].content = std::move(content);
}

MemoryContent& HostMemory::write(uint32_t id) {
  MemoryObject& object = objects_[id];
  journals_.note(id, object.content);
  if (object.content.use_count() > 1) {
    object.content = std::make_shared<MemoryContent>(*object.content);
  }
  return *object.content;
}

namespace {

EvalValue load_text(const MemoryRegion& region, int64_t offset, const Shape& shape) {
  if (shape.kind != ValueKind::Integer) return unknown_value(0);
  const std::string& text = region.pattern->text;
  uint64_t bits = 0;
  for (uint32_t i = 0; i < shape.bytes && i < 8; ++i) {
    const size_t at = static_cast<size_t>(offset) - static_cast<size_t>(region.phase) + i;
    const uint64_t byte = at < text.size() ? static_cast<unsigned char>(text[at]) : 0;
    bits |= byte << (8 * i);
  }
  return integer_value(static_cast<int64_t>(bits), shape);
}

EvalValue load_periodic(const MemoryRegion& region, int64_t offset, const Shape& shape) {
  const auto at =
      static_cast<int64_t>(static_cast<uint64_t>(offset) - static_cast<uint64_t>(region.phase)) %
      region.pattern->period;
  for (const MemoryCell& cell : region.pattern->cells) {
    if (cell.offset == at && cell.bytes == shape.bytes) return reinterpret_value(cell.value, shape);
  }
  return unknown_value(0);
}

EvalValue load_region(const MemoryRegion& region, int64_t offset, const Shape& shape) {
  switch (region.kind) {
    case RegionKind::Unknown:
      return unknown_value(region.causes);
    case RegionKind::Byte: {
      if (region.byte == 0) return zero_of(shape);
      const uint64_t bits = 0x0101010101010101ULL * region.byte;
      return reinterpret_value(integer_value(static_cast<int64_t>(bits), integer_shape(64, true)),
                               shape);
    }
    case RegionKind::Text:
      return load_text(region, offset, shape);
    case RegionKind::Periodic:
      return load_periodic(region, offset, shape);
  }
  return unknown_value(0);
}

}  // namespace

EvalValue load_content(const MemoryContent& content, int64_t offset, const Shape& shape) {
  int64_t end = offset + std::max<int64_t>(shape.bytes, 1);
  auto cell = std::lower_bound(content.cells.begin(), content.cells.end(), offset, cell_before);
  if (cell != content.cells.end() && cell->offset == offset) {
    if (cell->bytes == shape.bytes) return reinterpret_value(cell->value, shape);
    if (cell->bytes > shape.bytes && cell->value.is_integer()) {
      return convert_value(cell->value, shape);
    }
    return unknown_value(cell->value.causes);
  }
  if (cell != content.cells.begin()) {
    auto before = std::prev(cell);
    if (before->offset + before->bytes > offset) {
      if (!before->value.is_integer()) return unknown_value(before->value.causes);
      auto bits = static_cast<uint64_t>(before->value.integer) >> (8 * (offset - before->offset));
      return convert_value(integer_value(static_cast<int64_t>(bits), integer_shape(64, true)),
                           shape);
    }
  }
  if (cell != content.cells.end() && cell->offset < end) return unknown_value(cell->value.causes);
  for (auto region = content.regions.rbegin(); region != content.regions.rend(); ++region) {
    if (region->end <= offset || region->begin >= end) continue;
    if (region->begin <= offset && region->end >= end) return load_region(*region, offset, shape);
    return unknown_value(region->causes);
  }
  return unknown_value(0);
}

namespace {

// Every element holds the same where nothing but one region was written.
EvalValue load_anywhere(const MemoryContent& content, const Shape& shape, CauseSet causes) {
  if (content.cells.empty() && content.regions.back().begin == INT64_MIN) {
    return load_region(content.regions.back(), content.regions.back().phase, shape);
  }
  return unknown_value(causes);
}

}  // namespace

EvalValue HostMemory::load(const Place& place, const Shape& shape) const {
  if (place.object == 0) return unknown_value(place.causes);
  const MemoryContent& all = content(place.object);
  EvalValue value = place.offset_known ? load_content(all, place.offset, shape)
                                       : load_anywhere(all, shape, place.causes);
  const bool is_number = shape.kind == ValueKind::Integer || shape.kind == ValueKind::Real;
  if (!value.is_unknown() || value.expected.is_set || !is_number) return value;
  const WriteRow row{place.loop, place.offset, place.step, place.span};
  const bool is_written = all.profile.written.kind != PatternKind::None;
  value.expected =
      expected_in(is_written ? all.profile.written : all.profile.ground,
                  place.offset_known ? std::optional<int64_t>(place.offset) : std::nullopt,
                  !place.offset_known && place.loop != 0 ? &row : nullptr, shape.bytes);
  if (!place.offset_known) return value;
  if (trial_depth_ == 0 && shape.kind == ValueKind::Integer && value.causes != 0) {
    const Pattern held = pattern(place.object);
    // A sum that is still being written is followed as a range.
    const bool is_open = held.kind == PatternKind::Even && !is_certain(held) && !journals_.empty();
    const auto number =
        is_open ? std::nullopt
                : estimated_at(held, place.offset, shape.bytes, objects_[place.object].bytes);
    if (number) {
      if (is_sampling()) drawn_.insert(place.object);
      EvalValue estimate = convert_value(real_value(*number), shape);
      if (!is_sampling()) estimate.causes = value.causes;
      return estimate;
    }
  }
  if (!is_sampling() || !value.expected.is_set) return value;
  drawn_.insert(place.object);
  return drawn(value.expected, shape);
}

EvalValue HostMemory::drawn(const Expectation& expected, const Shape& shape) const {
  constexpr double kUnit = 1.0 / 9007199254740992.0;  // 2^-53
  const double part = static_cast<double>(fill_mix(++draws_) >> 11) * kUnit;
  const double width = expected.high - expected.low;
  if (shape.kind == ValueKind::Real) return real_value(expected.low + part * width, shape.bits);
  const double whole = expected.low + std::floor(part * (expected.is_real ? width : width + 1));
  return convert_value(real_value(whole), shape);
}

// Objects of one value have no pattern.
void HostMemory::note(const Place& place, uint32_t bytes, const EvalValue& value) {
  const MemoryObject& object = objects_[place.object];
  if (object.bytes >= 0 && object.bytes <= 8) return;
  const Expectation expected = expectation_of(value);
  ContentProfile& profile = write(place.object).profile;
  if (is_sampling()) {
    if (place.offset_known) note_sample(profile, place.offset, bytes, expected, sample_weight_);
  } else if (place.offset_known) {
    note_write(profile, place.offset, bytes, expected, object.bytes);
  } else if (place.loop != 0) {
    note_row(profile, {place.loop, place.offset, place.step, place.span}, bytes, expected);
  } else if (trial_depth_ < 2) {
    note_stray(profile, bytes, expected);
  }
}

Pattern HostMemory::pattern(uint32_t id) const {
  return settled(content(id).profile, objects_[id].bytes);
}

void HostMemory::set_profile(uint32_t id, const ContentProfile& profile) {
  if (id != 0) write(id).profile = profile;
}

void HostMemory::store(const Place& place, uint32_t bytes, const EvalValue& value) {
  if (place.object == 0 || bytes == 0) return;
  note(place, bytes, value);
  if (!place.offset_known) {
    lose(place.object, causes_.join(place.causes, value.causes));
    return;
  }
  MemoryContent& content = write(place.object);
  auto& cells = content.cells;
  int64_t end = place.offset + bytes;
  auto first = std::lower_bound(cells.begin(), cells.end(), place.offset, cell_before);
  if (first != cells.end() && first->offset == place.offset && first->bytes == bytes) {
    first->value = value;
    return;
  }
  if (first != cells.begin() && std::prev(first)->offset + std::prev(first)->bytes > place.offset) {
    --first;
  }
  auto last = first;
  while (last != cells.end() && last->offset < end)
    ++last;
  first = cells.erase(first, last);
  if (cells.size() >= kMaxCells) {
    lose(place.object, value.causes);
    return;
  }
  cells.insert(first, MemoryCell{place.offset, bytes, value});
}

namespace {

// Whether a region says nothing that a larger one does not say.
bool is_part_of(const MemoryRegion& region, const MemoryRegion& larger) {
  const bool is_plain = region.kind == RegionKind::Unknown || region.kind == RegionKind::Byte;
  return is_plain && region.kind == larger.kind && region.byte == larger.byte &&
         region.causes == larger.causes && larger.begin <= region.begin && region.end <= larger.end;
}

}  // namespace

void HostMemory::add_region(uint32_t id, const MemoryRegion& region) {
  MemoryContent& content = write(id);
  auto inside = [&](const MemoryCell& cell) {
    return cell.offset + cell.bytes > region.begin && cell.offset < region.end;
  };
  std::erase_if(content.cells, inside);
  auto hidden = [&](const MemoryRegion& other) {
    return other.begin >= region.begin && other.end <= region.end;
  };
  std::erase_if(content.regions, hidden);
  // Elements of an array of structs are written one by one.
  const auto below = std::find_if(content.regions.rbegin(), content.regions.rend(),
                                  [&](const MemoryRegion& other) {
                                    return other.end > region.begin && other.begin < region.end;
                                  });
  if (below != content.regions.rend() && is_part_of(region, *below)) return;
  if (content.regions.empty() && region.begin != INT64_MIN) content.regions.emplace_back();
  if (content.regions.size() >= kMaxRegions) {
    lose(id, region.causes);
    return;
  }
  content.regions.push_back(region);
}

namespace {

// Covers the whole object where the range does, so that regions do not pile up.
void set_range(MemoryRegion& region, const MemoryObject& object, int64_t begin, int64_t bytes) {
  region.begin = begin;
  region.end = begin + std::min(bytes, kFarthestByte);
  if (begin == 0 && object.bytes >= 0 && bytes >= object.bytes) {
    region.begin = INT64_MIN;
    region.end = INT64_MAX;
  }
}

}  // namespace

void HostMemory::set_bytes(const Place& to, uint8_t byte, int64_t bytes) {
  if (to.object == 0 || bytes <= 0) return;
  if (!to.offset_known) return forget(to.object, to.causes);
  MemoryRegion region;
  region.kind = RegionKind::Byte;
  region.byte = byte;
  set_range(region, objects_[to.object], to.offset, bytes);
  add_region(to.object, region);
  note_range(write(to.object).profile, byte_pattern(byte), to.offset,
             std::min(bytes, kFarthestByte), objects_[to.object].bytes);
}

void HostMemory::shuffle(uint32_t id, CauseSet causes) {
  if (id == 0) return;
  lose(id, causes);
  note_shuffle(write(id).profile);
}

void HostMemory::set_text(uint32_t id, std::string text) {
  if (id == 0) return;
  auto pattern = std::make_shared<MemoryPattern>();
  pattern->text = std::move(text);
  MemoryRegion region;
  region.kind = RegionKind::Text;
  region.begin = 0;
  region.end = static_cast<int64_t>(pattern->text.size());
  region.pattern = std::move(pattern);
  add_region(id, region);
}

void HostMemory::forget(uint32_t id, CauseSet causes) {
  if (id == 0) return;
  auto fresh = std::make_shared<MemoryContent>();
  fresh->regions.emplace_back();
  fresh->regions[0].causes = causes;
  if (causes != 0) fresh->profile.ground = unknown_pattern();
  replace(id, std::move(fresh));
}

void HostMemory::lose(uint32_t id, CauseSet causes) {
  const ContentProfile profile = content(id).profile;
  forget(id, causes);
  set_profile(id, profile);
}

void HostMemory::forget_range(const Place& place, int64_t bytes, CauseSet causes) {
  if (place.object == 0 || bytes <= 0) return;
  if (!place.offset_known) return forget(place.object, causes);
  MemoryRegion region;
  region.causes = causes;
  set_range(region, objects_[place.object], place.offset, bytes);
  add_region(place.object, region);
  note_range(write(place.object).profile, unknown_pattern(), place.offset,
             std::min(bytes, kFarthestByte), objects_[place.object].bytes);
}

void HostMemory::reset(uint32_t id) {
  forget(id, 0);
}

void HostMemory::copy(const Place& to, const Place& from, int64_t bytes) {
  if (to.object == 0 || bytes <= 0) return;
  // One element of many: its numbers are written one by one.
  constexpr int64_t kLargestElement = 128;
  const bool is_element = from.object != 0 && from.offset_known && bytes <= kLargestElement &&
                          bytes != objects_[to.object].bytes && (to.offset_known || to.loop != 0);
  if (is_element && !to.offset_known && copy_cells(to, from, bytes)) return;
  if (from.object == 0 || !from.offset_known || !to.offset_known) {
    return forget_range(to, bytes, causes_.join(from.causes, to.causes));
  }
  ContentRef source = share(from.object);  // stays as it is when the ranges overlap
  ContentProfile profile = content(to.object).profile;
  note_range(profile, moved(pattern(from.object), to.offset - from.offset), to.offset,
             std::min(bytes, kFarthestByte), objects_[to.object].bytes);
  int64_t shift = to.offset - from.offset;
  int64_t end = from.offset + std::min(bytes, kFarthestByte);
  bool whole = from.offset == 0 && to.offset == 0 && objects_[to.object].bytes == bytes;
  for (const MemoryRegion& region : source->regions) {
    MemoryRegion moved = region;
    moved.begin = std::max(region.begin, from.offset);
    moved.end = std::min(region.end, end);
    if (moved.begin >= moved.end) continue;
    moved.begin += shift;
    moved.end += shift;
    moved.phase =
        static_cast<int64_t>(static_cast<uint64_t>(region.phase) + static_cast<uint64_t>(shift));
    if (whole && moved.begin == 0 && moved.end == bytes) {
      moved.begin = INT64_MIN;
      moved.end = INT64_MAX;
    }
    add_region(to.object, moved);
  }
  const bool has_cells = copy_cells(to, from, bytes);
  if (!is_element || !has_cells) set_profile(to.object, profile);
}

// False: there were none.
bool HostMemory::copy_cells(const Place& to, const Place& from, int64_t bytes) {
  const ContentRef source = share(from.object);
  const int64_t end = from.offset + std::min(bytes, kFarthestByte);
  bool any = false;
  for (const MemoryCell& cell : source->cells) {
    if (cell.offset < from.offset || cell.offset + cell.bytes > end) continue;
    Place place = to;
    place.offset += cell.offset - from.offset;
    store(place, cell.bytes, cell.value);
    any = true;
  }
  return any;
}

void HostMemory::fill(const Place& to, const Place& element, int64_t element_bytes, int64_t count) {
  if (to.object == 0 || element_bytes <= 0 || count <= 0) return;
  int64_t bytes = count > kFarthestByte / element_bytes ? kFarthestByte : count * element_bytes;
  element_bytes = std::min(element_bytes, kFarthestByte);
  if (element.object == 0 || !element.offset_known || !to.offset_known) {
    return forget_range(to, bytes, causes_.join(element.causes, to.causes));
  }
  auto pattern = std::make_shared<MemoryPattern>();
  pattern->period = element_bytes;
  const MemoryContent& source = content(element.object);
  CauseSet causes = 0;
  for (const MemoryCell& cell : source.cells) {
    if (cell.offset < element.offset || cell.offset >= element.offset + element_bytes) continue;
    pattern->cells.push_back(cell);
    pattern->cells.back().offset -= element.offset;
    causes = causes_.join(causes, cell.value.causes);
    if (pattern->cells.size() > 64) return forget_range(to, bytes, causes);
  }
  MemoryRegion region;
  if (pattern->cells.empty()) {
    region = source.regions.back();
    if (region.kind != RegionKind::Byte) region = MemoryRegion();
  } else {
    region.kind = RegionKind::Periodic;
    region.phase = to.offset;
    region.pattern = std::move(pattern);
  }
  const EvalValue* number = region.pattern != nullptr && region.pattern->cells.size() == 1
                                ? &region.pattern->cells[0].value
                                : nullptr;
  Pattern made = unknown_pattern();
  if (number != nullptr && region.pattern->cells[0].bytes == element_bytes) {
    made = constant_pattern(static_cast<uint32_t>(element_bytes), expectation_of(*number));
  } else if (region.kind == RegionKind::Byte) {
    made = byte_pattern(region.byte);
  }
  set_range(region, objects_[to.object], to.offset, bytes);
  add_region(to.object, region);
  note_range(write(to.object).profile, made, to.offset, bytes, objects_[to.object].bytes);
}

bool HostMemory::read_text(const Place& place, size_t limit, std::string* text) const {
  text->clear();
  if (place.object == 0 || !place.offset_known) return false;
  const MemoryContent& all = content(place.object);
  Place at = place;
  for (size_t i = 0; i < limit; ++i, ++at.offset) {
    EvalValue byte = load_content(all, at.offset, integer_shape(8, true));
    if (!byte.is_integer()) return false;
    if (byte.integer == 0) return true;
    text->push_back(static_cast<char>(byte.integer));
  }
  return true;
}

MemoryDelta HostMemory::undo_journal() {
  MemoryDelta last = journals_.close();
  MemoryDelta delta;
  for (auto& [id, content] : last) {
    delta[id] = objects_[id].content;
    objects_[id].content = std::move(content);
  }
  return delta;
}

MemoryDelta HostMemory::changes_since(size_t journal) const {
  MemoryDelta delta;
  for (size_t i = journal; i < journals_.size(); ++i) {
    for (const auto& [id, content] : journals_.at(i))
      delta[id] = objects_[id].content;
  }
  return delta;
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

}  // namespace kcast::host
