#include "frontend/host/launch_log.h"

#include <map>
#include <string>
#include <utility>

namespace kcast {

namespace {

using Pairing = std::map<int64_t, int64_t>;  // buffers of one launch to those of the other

// Buffers are the same when they have the same name and size and are shared by
// the same arguments: an allocation made anew in each round of a loop is one. What
// they hold does not count: the first launch says it, later ones see what it left.
bool same_argument(const HostArgument& a, const HostArgument& b, Pairing& pairing) {
  if (a.kind != b.kind || a.value != b.value || a.buffer_name != b.buffer_name ||
      a.buffer_bytes != b.buffer_bytes || a.offset_bytes != b.offset_bytes ||
      a.members.size() != b.members.size()) {
    return false;
  }
  if (a.kind == ArgumentKind::Buffer) {
    if (a.buffer_name.empty() && a.buffer != b.buffer) return false;
    auto [entry, is_new] = pairing.try_emplace(a.buffer, b.buffer);
    if (!is_new && entry->second != b.buffer) return false;
  }
  for (size_t i = 0; i < a.members.size(); ++i) {
    if (!same_argument(a.members[i], b.members[i], pairing)) return false;
  }
  return true;
}

bool same_launch(const HostLaunch& a, const HostLaunch& b) {
  if (a.kernel != b.kernel || a.file != b.file || a.line != b.line || a.grid != b.grid ||
      a.block != b.block || a.shared_bytes != b.shared_bytes ||
      a.arguments.size() != b.arguments.size()) {
    return false;
  }
  Pairing pairing;
  for (size_t i = 0; i < a.arguments.size(); ++i) {
    if (!same_argument(a.arguments[i], b.arguments[i], pairing)) return false;
  }
  return true;
}

void widen(HostValue& into, const HostValue& from) {
  if (into == from) return;
  into.integer.reset();
  into.real.reset();
  for (const std::string& name : from.needs) {
    bool known = false;
    for (const std::string& have : into.needs)
      known |= have == name;
    if (!known) into.needs.push_back(name);
  }
}

void widen(HostArgument& into, const HostArgument& from) {
  if (into.kind != from.kind || into.buffer_name != from.buffer_name) {
    if (into.kind != from.kind) into.kind = ArgumentKind::Unknown;
    into.buffer = -1;
    into.buffer_name.clear();
  }
  widen(into.value, from.value);
  widen(into.buffer_bytes, from.buffer_bytes);
  widen(into.offset_bytes, from.offset_bytes);
  if (into.fill != from.fill) into.fill.reset();
  for (size_t i = 0; i < into.members.size() && i < from.members.size(); ++i) {
    widen(into.members[i], from.members[i]);
  }
}

void widen(HostLaunch& into, const HostLaunch& from) {
  for (size_t i = 0; i < 3; ++i) {
    widen(into.grid[i], from.grid[i]);
    widen(into.block[i], from.block[i]);
  }
  widen(into.shared_bytes, from.shared_bytes);
  for (size_t i = 0; i < into.arguments.size() && i < from.arguments.size(); ++i) {
    widen(into.arguments[i], from.arguments[i]);
  }
  into.note = "stands for further launches of this site whose values vary";
}

}  // namespace

bool LaunchLog::has_site(const void* site) const {
  for (const LaunchRecord& record : records_) {
    if (record.site == site) return true;
  }
  return false;
}

void LaunchLog::add(LaunchRecord record) {
  size_t variants = 0;
  LaunchRecord* last = nullptr;
  for (LaunchRecord& known : records_) {
    if (known.site != record.site) continue;
    ++variants;
    last = &known;
    if (!same_launch(known.launch, record.launch)) continue;
    // Rounds of a loop that are certain, and further ones that are not, are one entry.
    bool is_doubtful = !known.count_known || !record.count_known;
    if (!is_doubtful && known.launch.note != record.launch.note) continue;
    if (known.count_known && is_doubtful) {
      known.count_known = false;
      known.count_causes = record.count_causes;
      known.launch.note = record.launch.note;
    }
    known.count += record.count;
    known.touched = record.touched;
    return;
  }
  if (last != nullptr && variants >= kMaxVariants && last->launch.kernel == record.launch.kernel) {
    widen(last->launch, record.launch);
    last->count += record.count;
    last->touched = record.touched;
    last->count_known = last->count_known && record.count_known;
    return;
  }
  if (records_.size() < kMaxRecords) records_.push_back(std::move(record));
}

}  // namespace kcast
