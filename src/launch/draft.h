// A launch with holes, between what is known and what must be assumed.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "schema/inspection.h"
#include "schema/sample.h"

namespace kcast::launch {

struct DraftArgument {
  LaunchArgument value;
  bool known = false;                // scalars: has a value; buffers: has a length
  bool is_likely = false;            // what is known is what host code makes likely
  std::vector<std::string> needs;    // host names that would make it known
  std::vector<size_t> open_members;  // of a struct: those without a value

  bool operator==(const DraftArgument&) const = default;
};

struct LaunchDraft {
  std::array<std::optional<int64_t>, 3> grid;
  std::array<std::optional<int64_t>, 3> block;
  std::optional<int64_t> shared_bytes;
  bool is_likely = false;                // so is one of these sizes
  std::vector<DraftArgument> arguments;  // one per parameter
  std::vector<std::string> notes;
  std::vector<std::string> assumed;  // "rows=4096": what host code was read with

  bool grid_known() const { return grid[0] && grid[1] && grid[2]; }
  bool block_known() const { return block[0] && block[1] && block[2]; }
};

// Everything open.
LaunchDraft empty_draft(const Kernel& kernel);

// What host code says, holes where it says nothing.
LaunchDraft draft_of(const Kernel& kernel, const HostLaunch& launch);

// The argument that a parameter takes, without length or value.
LaunchArgument declared_argument(const Parameter& parameter);

// Sets a scalar in the form that its type wants; false if an integer parameter would
// lose a fraction.
bool set_scalar(LaunchArgument& argument, std::optional<int64_t> integer, double real);

// 0 unless both are positive; stops far above any real size instead of overflowing.
int64_t bounded_product(int64_t a, int64_t b);

}  // namespace kcast::launch
