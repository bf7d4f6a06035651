// What a valid launch of a generated kernel needs: the one thing that its source does not say.
// Whoever picks launches reads it; kernel_contract_json.h is its file format.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"
#include "schema/buffer_fill.h"

namespace kcast {

enum class ScalarRole : uint8_t {
  Size,     // grows with the problem
  Count,    // a small number: rounds, neighbours, channels
  Real,     // a coefficient
  Derived,  // follows from the others
};

struct ScalarContract {
  std::string name;
  ScalarRole role = ScalarRole::Size;
  double low = 1;  // the range, both ends included; integers except for Real
  double high = 1;
  int64_t multiple_of = 1;    // Size, Count
  bool power_of_two = false;  // Size, Count
  std::string value;          // Derived: an expression over the other scalars

  bool operator==(const ScalarContract&) const = default;
};

struct BufferContract {
  std::string name;
  std::string length;  // in elements: an expression
  Fill fill;
  std::vector<FillField> fields;  // of structs: every number in them, with that fill

  bool operator==(const BufferContract&) const = default;
};

// What decides the grid and block of a target region of OpenMP instead of the contract's own.
struct OffloadRule {
  std::string trip;  // an expression: iterations of the loops; empty: the contract's grid holds
  int64_t num_teams = 0;     // clauses; 0: not given
  bool sizes_teams = false;  // num_teams((trip + limit - 1) / limit)
  int64_t thread_limit = 0;
  // Parameters that are given the blocks and threads of the launch.
  std::string teams_name;
  std::string threads_name;

  bool operator==(const OffloadRule&) const = default;
};

// Expressions hold numbers, names, parentheses, + - * / %, and min, max, ceil_div of two.
// Names are scalars and, outside of Derived, bx by bz (the block); buffers and shared memory may
// also depend on the grid: gx gy gz.
struct KernelContract {
  std::vector<ScalarContract> scalars;
  std::vector<BufferContract> buffers;
  std::vector<std::array<int64_t, 3>> blocks;  // the shapes that are right
  int64_t warp_multiples_up_to = 0;            // or any multiple of the warp up to this, in x
  std::array<std::string, 3> grid = {"1", "1", "1"};
  bool any_grid = false;                    // `grid` is the usual one, but every grid is right
  std::string shared_bytes = "0";           // dynamic shared memory
  std::optional<OffloadRule> offload = {};  // OpenMP; no part of its file format

  bool operator==(const KernelContract&) const = default;
};

using NamedNumber = std::pair<std::string, int64_t>;

// The value of an expression. Work is bounded by its length (400 characters, 32 levels); an
// unknown name, a division by zero and a result beyond 2^62 are errors.
Result<int64_t> evaluate_size(std::string_view expression, std::span<const NamedNumber> names);

// The names that an expression mentions, in order, functions left out.
std::vector<std::string> names_of_size(std::string_view expression);

// The expression with names replaced; what `renamed` does not hold stays.
std::string rename_size(std::string_view expression,
                        std::span<const std::pair<std::string, std::string>> renamed);

}  // namespace kcast
