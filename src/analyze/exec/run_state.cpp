#include "analyze/exec/run_state.h"

#include <algorithm>

namespace kcast::exec {

int32_t Unknowns::cause(const std::string& text) {
  for (size_t i = 0; i < causes_.size(); ++i)
    if (causes_[i] == text) return static_cast<int32_t>(i);
  causes_.push_back(text);
  return static_cast<int32_t>(causes_.size()) - 1;
}

int32_t Unknowns::touched(int32_t line, int32_t cause, const char* what) {
  const std::string& text = causes_[cause];
  for (size_t i = 0; i < list_.size(); ++i) {
    if (list_[i].line == line && list_[i].touched == what && list_[i].cause == text)
      return static_cast<int32_t>(i);
  }
  if (list_.size() >= kMaxUnknowns) return -1;
  UnknownValue value;
  value.line = line;
  value.cause = text;
  value.touched = what;
  list_.push_back(std::move(value));
  return static_cast<int32_t>(list_.size()) - 1;
}

void Findings::note(const std::string& text) {
  if (notes.size() < 32 && std::find(notes.begin(), notes.end(), text) == notes.end())
    notes.push_back(text);
}

uint32_t PatternTable::intern(const int32_t* offsets, int32_t count, int32_t bytes, uint32_t hint) {
  if (hint < patterns_.size() && equals(hint, offsets, count, bytes)) return hint;
  uint64_t hash = static_cast<uint64_t>(bytes) + 0x9E3779B97F4A7C15ULL;
  for (int32_t i = 0; i < count; ++i)
    hash = (hash ^ static_cast<uint32_t>(offsets[i])) * 0x100000001B3ULL + (hash >> 29);
  std::vector<uint32_t>& same = numbers_[hash];
  for (const uint32_t number : same)
    if (equals(number, offsets, count, bytes)) return number;
  const auto number = static_cast<uint32_t>(patterns_.size());
  patterns_.push_back({{offsets, offsets + count}, bytes});
  same.push_back(number);
  return number;
}

bool PatternTable::equals(uint32_t pattern, const int32_t* offsets, int32_t count,
                          int32_t bytes) const {
  const Pattern& known = patterns_[pattern];
  return known.bytes == bytes && known.offsets.size() == static_cast<size_t>(count) &&
         std::equal(known.offsets.begin(), known.offsets.end(), offsets);
}

}  // namespace kcast::exec
