// What L2 holds when a launch begins or ends, buffer by buffer, and the names of the states that a
// user can ask for.
#pragma once

#include <cstdint>
#include <vector>

#include "schema/sample.h"

namespace kcast {

enum class L2State : uint8_t {
  Cold,     // nothing of the launch's data: what a profiler shows that empties caches
  Warm,     // what the same launch left, made just before: what a benchmark loop shows
  Program,  // what the launches before it in host code left
};

inline constexpr int64_t kFirstOther = int64_t{1} << 20;

// A stretch of a buffer of which some lines are in L2.
struct L2Piece {
  // Place of the buffer among those of the launch (buffers_of, then variables); from kFirstOther
  // on, buffers that only other launches have.
  int64_t buffer = 0;
  int64_t first_byte = 0;
  int64_t bytes = 0;
  double share = 0;   // of its lines that are there
  double dirty = 0;   // of its lines that are there and have to be written back
  double copies = 0;  // of its lines that are also in the other partition
  double age = 0;     // 0: used last, 1: leaves next

  bool operator==(const L2Piece&) const = default;
};

struct L2Contents {
  std::vector<L2Piece> pieces;
  bool code = false;  // the kernel's instructions, too

  bool operator==(const L2Contents&) const = default;
};

// Whether the argument, or member of a struct, points to memory.
inline bool is_buffer(const LaunchArgument& argument) {
  return argument.members.empty() && !argument.real &&
         (argument.elements > 0 || argument.buffer >= 0 || argument.element_bytes > 0);
}

// The first argument of each buffer, in the order in which buffers lie in memory.
inline std::vector<const LaunchArgument*> buffers_of(const Launch& launch) {
  std::vector<const LaunchArgument*> out;
  const auto add = [&out](const LaunchArgument& argument) {
    if (!is_buffer(argument)) return;
    for (const LaunchArgument* known : out)
      if (argument.buffer >= 0 && known->buffer == argument.buffer) return;
    out.push_back(&argument);
  };
  for (const LaunchArgument& argument : launch.arguments) {
    add(argument);
    for (const LaunchArgument& member : argument.members)
      add(member);
  }
  return out;
}

}  // namespace kcast
