#include "frontend/host/state/launch_log.h"

#include <algorithm>
#include <map>
#include <string>
#include <utility>

namespace kcast::host {

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

bool same_launch(const HostLaunch& a, const HostLaunch& b, const std::vector<bool>& is_free) {
  if (a.kernel != b.kernel || a.file != b.file || a.line != b.line || a.grid != b.grid ||
      a.block != b.block || a.shared_bytes != b.shared_bytes ||
      a.arguments.size() != b.arguments.size()) {
    return false;
  }
  Pairing pairing;
  for (size_t i = 0; i < a.arguments.size(); ++i) {
    if (i < is_free.size() && is_free[i]) continue;
    if (!same_argument(a.arguments[i], b.arguments[i], pairing)) return false;
  }
  return true;
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
  for (LaunchRecord& known : records_) {
    if (known.site != record.site) continue;
    ++variants;
    if (!same_launch(known.launch, record.launch, record.is_free)) continue;
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
  const void* site = record.site;
  if (records_.size() >= kMaxRecords) return leave_out();
  records_.push_back(std::move(record));
  if (variants + 1 > kMaxVariants) thin(site);
}

// Every second launch of a site counts for the one after it as well, so that those that
// stay are launches that happen, spread over all of them.
void LaunchLog::thin(const void* site) {
  std::vector<LaunchRecord> kept;
  LaunchRecord* before = nullptr;
  bool is_second = false;
  kept.reserve(records_.size());
  for (LaunchRecord& record : records_) {
    const bool is_absorbed = record.site == site && is_second && before != nullptr &&
                             before->launch.kernel == record.launch.kernel;
    if (record.site == site) is_second = !is_second;
    if (!is_absorbed) {
      kept.push_back(std::move(record));
      if (kept.back().site == site) before = &kept.back();
      continue;
    }
    before->count += record.count;
    before->touched = std::max(before->touched, record.touched);
    before->count_known = before->count_known && record.count_known;
    before->launch.note = kVaryingNote;
  }
  records_ = std::move(kept);
}

}  // namespace kcast::host
