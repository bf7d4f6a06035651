// Source lines of instructions, from .loc and its chains of inlined calls.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "analyze/ptx/ptx.h"

namespace kcast::ptx {

struct SourcePoint {
  int32_t file = 0, line = 0, column = 0;
};

// The compiler's and the toolkit's own headers, in which nobody looks for a hot spot.
bool is_builtin_file(std::string_view path);

class LineTable {
 public:
  // Both return a number to remember with an instruction; 0 stands for "no line".
  int32_t add(const SourcePoint& at);
  int32_t add_inlined(const SourcePoint& at, const SourcePoint& call);
  void start_function() { latest_.clear(); }

  // After the whole text (.file lines come last): the point of each number in user code.
  std::vector<SourcePoint> resolve(const std::vector<std::string>& files) const;

 private:
  struct Entry {
    SourcePoint at, call;
    bool inlined = false;
    int32_t caller = 0;  // entry of the call, where there was one
  };
  int32_t insert(const Entry& entry);

  std::vector<Entry> entries_ = {Entry{}};
  std::unordered_map<uint64_t, int32_t> latest_;  // of the function, by point
};

}  // namespace kcast::ptx
