#include "analyze/ptx/parse/lines.h"

namespace kcast::ptx {
namespace {

// Different points that share a key only mix up the lines of strange inputs.
uint64_t key_of(const SourcePoint& at) {
  return (uint64_t(uint32_t(at.file)) << 48) ^ (uint64_t(uint32_t(at.line)) << 16) ^
         uint64_t(uint32_t(at.column));
}

}  // namespace

bool is_builtin_file(std::string_view path) {
  if (path.empty()) return false;
  if (path.front() == '<') return true;
  const bool absolute = path.front() == '/' || (path.size() > 2 && path[1] == ':');
  if (!absolute) return false;
  return path.starts_with("/usr/") || path.find("/include/") != std::string_view::npos ||
         path.find("\\include\\") != std::string_view::npos;
}

int32_t LineTable::insert(const Entry& entry) {
  entries_.push_back(entry);
  const int32_t number = int32_t(entries_.size()) - 1;
  latest_[key_of(entry.at)] = number;
  return number;
}

int32_t LineTable::add(const SourcePoint& at) {
  return insert({at, {}, false, 0});
}

int32_t LineTable::add_inlined(const SourcePoint& at, const SourcePoint& call) {
  const auto caller = latest_.find(key_of(call));
  return insert({at, call, true, caller == latest_.end() ? 0 : caller->second});
}

std::vector<SourcePoint> LineTable::resolve(const std::vector<std::string>& files) const {
  const auto builtin = [&](int32_t file) {
    return file > 0 && size_t(file) < files.size() && is_builtin_file(files[file]);
  };
  // A caller's entry comes before those inlined into it.
  std::vector<SourcePoint> points(entries_.size());
  for (size_t i = 1; i < entries_.size(); ++i) {
    const Entry& entry = entries_[i];
    points[i] = entry.at;
    if (!entry.inlined || !builtin(entry.at.file)) continue;
    points[i] = builtin(entry.call.file) && entry.caller > 0 ? points[entry.caller] : entry.call;
  }
  return points;
}

}  // namespace kcast::ptx
