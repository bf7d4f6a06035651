// How the accesses of one sampled block move from block to block, learnt from the others.
//
// An address is fitted as a linear function of the block's coordinates. Kernels that take
// a coordinate apart (image = z / channels, channel = z % channels) need its quotient, too:
// such divisors are found on the samples and become further coordinates.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "analyze/exec/trace.h"

namespace kcast::memory {

// A coordinate of the block, divided.
struct Coordinate {
  size_t dimension = 0;
  int64_t divisor = 1;

  friend bool operator==(const Coordinate&, const Coordinate&) = default;
};

// x, y and z, and quotients of them.
inline constexpr size_t kMostCoordinates = 6;

// Bytes that an address moves per unit of each coordinate.
using BlockSteps = std::array<int64_t, kMostCoordinates>;

using Coordinates = std::vector<Coordinate>;

inline Coordinates plain_coordinates() {
  return {{0, 1}, {1, 1}, {2, 1}};
}

// How far apart two blocks' addresses are, in bytes.
int64_t displacement(const Coordinates& coordinates, const BlockSteps& steps,
                     const std::array<int64_t, 3>& block, const std::array<int64_t, 3>& from);

// Two blocks run alike when they make the same requests, wherever these lie: with the
// same lanes, too, where `lanes` says so.
bool run_alike(const exec::BlockTrace& a, const exec::BlockTrace& b, bool lanes);

// Where a block lies in the grid: first, inner or last in each dimension; 0 to 26.
int32_t place_of(const std::array<int64_t, 3>& grid, const std::array<int64_t, 3>& block);

// Finds, in another block's trace, the access that corresponds to one of our own: the n-th
// of a warp at a site, or, where the other block's requests are cut into runs elsewhere, the
// rest of a run from the request on with which ours begins.
class AccessMatcher {
 public:
  AccessMatcher(const exec::BlockTrace& from, const exec::BlockTrace& to, bool lanes);

  bool same_shape() const { return same_shape_; }
  const exec::Access* find(size_t access) const;

 private:
  void match_accesses(const exec::BlockTrace& from);

  const exec::BlockTrace* to_;
  bool same_shape_ = false;
  std::vector<exec::Access> matches_;  // those without a match have no requests
};

// Fits the accesses of one sampled block on all others.
class StepFitter {
 public:
  StepFitter(const exec::TraceSet& traces, const std::array<int64_t, 3>& grid,
             const exec::BlockTrace& own, bool lanes);

  // Whether a sample at the same place runs alike.
  bool any_alike() const { return any_alike_; }

  // The steps of an access in x, y and z, or nothing when the samples contradict each
  // other. Dimensions of which no sample tells stay zero.
  std::optional<BlockSteps> fit_plain(size_t access) const;

  // The same in all coordinates.
  std::optional<BlockSteps> fit_all(size_t access, const Coordinates& coordinates) const;

  // Whether all samples of the place lie within `slack` bytes of where steps lead to: which
  // lanes are active may depend on anything.
  bool nearly_confirms(size_t access, const Coordinates& coordinates, const BlockSteps& steps,
                       int64_t slack) const;

  // Whether the samples agree to steps that are known from elsewhere: all that run alike
  // or, where none does, enough of the others.
  bool confirms(size_t access, const Coordinates& coordinates, const BlockSteps& steps) const;

  // The coordinates and further quotients in which the access fits; nothing when none do.
  std::optional<Coordinates> find_quotients(size_t access, const Coordinates& coordinates) const;

 private:
  struct Other {
    std::array<int64_t, 3> block;
    std::array<int64_t, 3> delta;
    bool same_place;
    bool speaks_against;  // a different access there contradicts a fit
    AccessMatcher matcher;
  };
  // Our own access lies at `rest` from that of the block.
  struct Equation {
    std::array<int64_t, 3> block;
    int64_t rest;
    bool speaks_against;
  };
  struct KnownSteps;

  static bool learn_step(KnownSteps& learnt, const Other& other, uint64_t rest);
  bool same_pattern(const exec::Access& match, size_t access) const;
  bool patterns_contradict(size_t access) const;
  std::vector<Equation> equations_of(size_t access) const;
  BlockSteps solve(const std::vector<Equation>& equations, const Coordinates& coordinates) const;
  bool agrees(const Equation& equation, const Coordinates& coordinates,
              const BlockSteps& steps) const;
  bool holds(const std::vector<Equation>& equations, const Coordinates& coordinates,
             const BlockSteps& steps) const;
  bool is_proven(const std::vector<Equation>& equations, const Coordinates& coordinates) const;

  std::array<int64_t, 3> grid_;
  const exec::BlockTrace& own_;
  std::vector<Other> others_;  // nearest first
  bool any_alike_ = false;
};

}  // namespace kcast::memory
