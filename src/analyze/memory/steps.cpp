#include "analyze/memory/steps.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>

namespace kcast::memory {
namespace {

using Block = std::array<int64_t, 3>;

constexpr int64_t kSmallDivisor = 256;  // up to here every divisor is tried
constexpr int64_t kLargestDivisor = 1 << 20;
constexpr size_t kChecks = 2;         // samples that a quotient explains beyond those it needs
constexpr int kFewestNear = 3;        // samples that show where lanes lie which need not be active
constexpr double kMostOthers = 0.75;  // of the samples elsewhere that agree to a quotient
constexpr double kEnoughOthers = 0.25;  // that agree to known steps where no sample is alike

// By warp and site; within both in the order of the trace.
std::pair<uint16_t, uint32_t> key_of(const exec::Access& access) {
  return {access.warp, access.site};
}

std::vector<uint32_t> sorted_accesses(const exec::BlockTrace& trace) {
  std::vector<uint32_t> order(trace.accesses.size());
  std::iota(order.begin(), order.end(), 0U);
  std::stable_sort(order.begin(), order.end(), [&](uint32_t a, uint32_t b) {
    return key_of(trace.accesses[a]) < key_of(trace.accesses[b]);
  });
  return order;
}

bool same_request(const exec::Access& a, const exec::Access& b, bool lanes) {
  return a.site == b.site && a.warp == b.warp && a.repeat == b.repeat &&
         (!lanes || (a.pattern == b.pattern && a.stride == b.stride));
}

// Runs go on in the same way; one of a single request goes on in any way.
bool same_run(const exec::Access& a, const exec::Access& b) {
  return a.pattern == b.pattern && (a.stride == b.stride || a.repeat == 1 || b.repeat == 1);
}

// Walks over the requests of a warp at a site.
class RunCursor {
 public:
  RunCursor(const exec::BlockTrace& trace, const std::vector<uint32_t>& order, size_t first)
      : trace_(trace), order_(order), at_(first) {}

  // No requests when the warp makes no more at the site.
  exec::Access rest_of_run(const std::pair<uint16_t, uint32_t>& key) const {
    if (at_ >= order_.size() || key_of(trace_.accesses[order_[at_]]) != key) return {.repeat = 0};
    exec::Access access = trace_.accesses[order_[at_]];
    access.base += static_cast<uint64_t>(access.stride) * n_passed_;
    access.repeat -= n_passed_;
    if (access.repeat == 1) access.stride = 0;
    return access;
  }

  void advance(uint32_t n_requests) {
    while (n_requests > 0 && at_ < order_.size()) {
      const uint32_t left = trace_.accesses[order_[at_]].repeat - n_passed_;
      if (n_requests < left) {
        n_passed_ += n_requests;
        return;
      }
      n_requests -= left;
      n_passed_ = 0;
      ++at_;
    }
  }

 private:
  const exec::BlockTrace& trace_;
  const std::vector<uint32_t>& order_;
  size_t at_;
  uint32_t n_passed_ = 0;
};

int64_t quotient(const Coordinate& coordinate, const Block& block) {
  return block[coordinate.dimension] / coordinate.divisor;
}

// Divisors that kernels use: small ones, powers of two, and what the grid is a multiple of.
std::vector<int64_t> divisors_for(int64_t size) {
  std::set<int64_t> out;
  for (int64_t p = 2; p < size && p <= kSmallDivisor; ++p)
    out.insert(p);
  for (int64_t p = 2; p < size && p <= kLargestDivisor; p *= 2)
    out.insert(p);
  for (int64_t p = 1; p * p <= size && p <= kSmallDivisor; ++p) {
    if (size % p == 0 && size / p < size) out.insert(size / p);
  }
  return {out.begin(), out.end()};
}

// Of them, those that a grid is made of when it has three factors or more.
std::vector<int64_t> likely_divisors(int64_t size) {
  std::vector<int64_t> out = divisors_for(size);
  std::erase_if(out, [size](int64_t p) { return size % p != 0 && (p & (p - 1)) != 0; });
  return out;
}

// Linear equations in few unknowns, in echelon form. Numbers are rounded at the end: who
// uses a solution checks it.
class LinearSystem {
 public:
  explicit LinearSystem(size_t n_unknowns) : rows_(n_unknowns) {}

  void add(std::vector<long double> row) {
    for (size_t i = 0; i < rows_.size(); ++i) {
      if (is_nothing(row[i])) continue;
      if (rows_[i].empty()) {
        rows_[i] = std::move(row);
        return;
      }
      const long double factor = row[i] / rows_[i][i];
      for (size_t k = i; k < row.size(); ++k)
        row[k] -= factor * rows_[i][k];
    }
  }

  // Unknowns of which no equation tells are zero.
  BlockSteps solution() const {
    BlockSteps out = {};
    for (size_t i = rows_.size(); i-- > 0;) {
      if (rows_[i].empty()) continue;
      long double rest = rows_[i].back();
      for (size_t k = i + 1; k < rows_.size(); ++k)
        rest -= rows_[i][k] * static_cast<long double>(out[k]);
      const long double value = std::round(rest / rows_[i][i]);
      if (std::abs(value) < 4e18L) out[i] = static_cast<int64_t>(value);
    }
    return out;
  }

 private:
  static bool is_nothing(long double value) { return std::abs(value) < 1e-7L; }

  std::vector<std::vector<long double>> rows_;  // the unknown of its number is its first
};

}  // namespace

int64_t displacement(const Coordinates& coordinates, const BlockSteps& steps, const Block& block,
                     const Block& from) {
  uint64_t sum = 0;
  for (size_t i = 0; i < coordinates.size(); ++i) {
    if (steps[i] == 0) continue;
    sum += static_cast<uint64_t>(steps[i]) *
           static_cast<uint64_t>(quotient(coordinates[i], block) - quotient(coordinates[i], from));
  }
  return static_cast<int64_t>(sum);
}

bool run_alike(const exec::BlockTrace& a, const exec::BlockTrace& b, bool lanes) {
  return std::equal(
      a.accesses.begin(), a.accesses.end(), b.accesses.begin(), b.accesses.end(),
      [lanes](const exec::Access& x, const exec::Access& y) { return same_request(x, y, lanes); });
}

int32_t place_of(const Block& grid, const Block& block) {
  int32_t place = 0;
  for (size_t d = 0; d < 3; ++d) {
    const int32_t where = block[d] <= 0 ? 0 : (block[d] >= grid[d] - 1 ? 2 : 1);
    place = place * 3 + where;
  }
  return place;
}

AccessMatcher::AccessMatcher(const exec::BlockTrace& from, const exec::BlockTrace& to, bool lanes)
    : to_(&to), same_shape_(run_alike(from, to, lanes)) {
  if (!same_shape_) match_accesses(from);
}

const exec::Access* AccessMatcher::find(size_t access) const {
  if (same_shape_) return &to_->accesses[access];
  return matches_[access].repeat == 0 ? nullptr : &matches_[access];
}

void AccessMatcher::match_accesses(const exec::BlockTrace& from) {
  const std::vector<uint32_t> own = sorted_accesses(from);
  const std::vector<uint32_t> others = sorted_accesses(*to_);
  matches_.assign(from.accesses.size(), exec::Access{.repeat = 0});
  for (size_t i = 0, j = 0; i < own.size() && j < others.size();) {
    const auto key = key_of(from.accesses[own[i]]);
    if (key_of(to_->accesses[others[j]]) < key) {
      ++j;
      continue;
    }
    const size_t first = j;
    RunCursor cursor(*to_, others, first);
    for (size_t n = 0; i < own.size() && key_of(from.accesses[own[i]]) == key; ++i, ++n) {
      const exec::Access& mine = from.accesses[own[i]];
      const bool there =
          first + n < others.size() && key_of(to_->accesses[others[first + n]]) == key;
      if (there) matches_[own[i]] = to_->accesses[others[first + n]];
      const exec::Access at_request = cursor.rest_of_run(key);
      if (at_request.repeat > 0 && (!there || !same_run(mine, matches_[own[i]])))
        matches_[own[i]] = at_request;
      cursor.advance(mine.repeat);
    }
  }
}

struct StepFitter::KnownSteps {
  BlockSteps steps = {};
  std::array<bool, 3> known = {false, false, false};
};

// Nearest samples first: they determine the steps, the others check them.
StepFitter::StepFitter(const exec::TraceSet& traces, const Block& grid, const exec::BlockTrace& own,
                       bool lanes)
    : grid_(grid), own_(own) {
  for (const exec::BlockTrace& other : traces.blocks) {
    if (&other == &own || other.block == own.block) continue;
    Block delta;
    for (size_t d = 0; d < 3; ++d) {
      delta[d] = static_cast<int64_t>(static_cast<uint64_t>(other.block[d]) -
                                      static_cast<uint64_t>(own.block[d]));
    }
    const bool same_place = place_of(grid, other.block) == place_of(grid, own.block);
    others_.push_back(
        {other.block, delta, same_place, same_place, AccessMatcher(own, other, lanes)});
    any_alike_ = any_alike_ || (same_place && others_.back().matcher.same_shape());
  }
  // Blocks that run another way are no evidence, unless there is nothing else.
  for (Other& other : others_)
    other.speaks_against = other.speaks_against && (!any_alike_ || other.matcher.same_shape());
  const auto distance = [](const Block& delta) {
    uint64_t sum = 0;
    int dimensions = 0;
    for (const int64_t d : delta) {
      sum += d < 0 ? 0 - static_cast<uint64_t>(d) : static_cast<uint64_t>(d);
      dimensions += d != 0 ? 1 : 0;
    }
    return std::pair(dimensions, sum);
  };
  std::stable_sort(others_.begin(), others_.end(), [&](const Other& a, const Other& b) {
    return std::pair(!a.speaks_against, distance(a.delta)) <
           std::pair(!b.speaks_against, distance(b.delta));
  });
}

bool StepFitter::same_pattern(const exec::Access& match, size_t access) const {
  return same_run(match, own_.accesses[access]);
}

// A sample with the same access but another pattern says that it is no function of the block.
bool StepFitter::patterns_contradict(size_t access) const {
  return std::any_of(others_.begin(), others_.end(), [&](const Other& other) {
    const exec::Access* match = other.matcher.find(access);
    return other.speaks_against && match != nullptr && !same_pattern(*match, access);
  });
}

// What one sample says: `rest` lies between its access and our own. False when that
// contradicts the steps that are known.
bool StepFitter::learn_step(KnownSteps& learnt, const Other& other, uint64_t rest) {
  size_t unknown = 0;
  int n_unknown = 0;
  for (size_t d = 0; d < 3; ++d) {
    if (other.delta[d] != 0 && !learnt.known[d]) {
      unknown = d;
      ++n_unknown;
    }
    rest -= static_cast<uint64_t>(learnt.steps[d]) * static_cast<uint64_t>(other.delta[d]);
  }
  if (n_unknown == 0) return rest == 0;
  if (n_unknown > 1) return true;
  const int64_t delta = other.delta[unknown];
  const auto signed_rest = static_cast<int64_t>(rest);
  if (delta == -1 ? signed_rest == INT64_MIN : signed_rest % delta != 0) return false;
  learnt.steps[unknown] = signed_rest / delta;
  learnt.known[unknown] = true;
  return true;
}

std::optional<BlockSteps> StepFitter::fit_plain(size_t access) const {
  KnownSteps learnt;
  for (int round = 0; round < 3; ++round) {
    for (const Other& other : others_) {
      const exec::Access* match = other.matcher.find(access);
      if (match == nullptr || !same_pattern(*match, access)) continue;
      const bool agrees = learn_step(learnt, other, match->base - own_.accesses[access].base);
      if (!agrees && other.speaks_against) return std::nullopt;
    }
  }
  if (patterns_contradict(access)) return std::nullopt;
  return learnt.steps;
}

std::vector<StepFitter::Equation> StepFitter::equations_of(size_t access) const {
  std::vector<Equation> out;
  for (const Other& other : others_) {
    const exec::Access* match = other.matcher.find(access);
    if (match == nullptr || !same_pattern(*match, access)) continue;
    const uint64_t rest = match->base - own_.accesses[access].base;
    out.push_back({other.block, static_cast<int64_t>(rest), other.speaks_against});
  }
  return out;
}

BlockSteps StepFitter::solve(const std::vector<Equation>& equations,
                             const Coordinates& coordinates) const {
  LinearSystem system(coordinates.size());
  for (const Equation& equation : equations) {
    std::vector<long double> row;
    for (const Coordinate& coordinate : coordinates) {
      row.push_back(static_cast<long double>(quotient(coordinate, equation.block) -
                                             quotient(coordinate, own_.block)));
    }
    row.push_back(static_cast<long double>(equation.rest));
    system.add(std::move(row));
  }
  return system.solution();
}

bool StepFitter::agrees(const Equation& equation, const Coordinates& coordinates,
                        const BlockSteps& steps) const {
  return displacement(coordinates, steps, equation.block, own_.block) == equation.rest;
}

bool StepFitter::holds(const std::vector<Equation>& equations, const Coordinates& coordinates,
                       const BlockSteps& steps) const {
  size_t n_agreeing = 0;
  for (const Equation& equation : equations) {
    const bool agreeing = agrees(equation, coordinates, steps);
    if (!agreeing && equation.speaks_against) return false;
    n_agreeing += agreeing ? 1 : 0;
  }
  return static_cast<double>(n_agreeing) >= kMostOthers * static_cast<double>(equations.size());
}

std::optional<BlockSteps> StepFitter::fit_all(size_t access, const Coordinates& coordinates) const {
  if (patterns_contradict(access)) return std::nullopt;
  const std::vector<Equation> equations = equations_of(access);
  const BlockSteps steps = solve(equations, coordinates);
  if (equations.empty() || !holds(equations, coordinates, steps)) return std::nullopt;
  return steps;
}

bool StepFitter::confirms(size_t access, const Coordinates& coordinates,
                          const BlockSteps& steps) const {
  const std::vector<Equation> equations = equations_of(access);
  if (any_alike_) {
    return !patterns_contradict(access) &&
           std::all_of(equations.begin(), equations.end(), [&](const Equation& equation) {
             return !equation.speaks_against || agrees(equation, coordinates, steps);
           });
  }
  const auto n_agreeing =
      std::count_if(equations.begin(), equations.end(),
                    [&](const Equation& equation) { return agrees(equation, coordinates, steps); });
  return n_agreeing >= 2 &&
         static_cast<double>(n_agreeing) >= kEnoughOthers * static_cast<double>(equations.size());
}

bool StepFitter::nearly_confirms(size_t access, const Coordinates& coordinates,
                                 const BlockSteps& steps, int64_t slack) const {
  int n_near = 0;
  for (const Other& other : others_) {
    const exec::Access* match = other.same_place ? other.matcher.find(access) : nullptr;
    if (match == nullptr) continue;
    const int64_t expected = displacement(coordinates, steps, other.block, own_.block);
    const uint64_t apart =
        match->base - own_.accesses[access].base - static_cast<uint64_t>(expected);
    // Both ways: a distance below zero wraps around.
    if (apart + static_cast<uint64_t>(slack) > 2 * static_cast<uint64_t>(slack)) return false;
    ++n_near;
  }
  return n_near >= kFewestNear;
}

// Whether the access fits, and enough samples differ in each dimension that is taken apart
// for this not to be chance.
bool StepFitter::is_proven(const std::vector<Equation>& equations,
                           const Coordinates& coordinates) const {
  const BlockSteps steps = solve(equations, coordinates);
  if (!holds(equations, coordinates, steps)) return false;
  for (size_t d = 0; d < 3; ++d) {
    const auto n_coordinates = static_cast<size_t>(
        std::count_if(coordinates.begin(), coordinates.end(),
                      [d](const Coordinate& coordinate) { return coordinate.dimension == d; }));
    if (n_coordinates < 2) continue;
    std::set<int64_t> seen = {own_.block[d]};
    for (const Equation& equation : equations) {
      if (agrees(equation, coordinates, steps)) seen.insert(equation.block[d]);
    }
    if (seen.size() < 1 + n_coordinates + kChecks) return false;
  }
  return true;
}

std::optional<Coordinates> StepFitter::find_quotients(size_t access,
                                                      const Coordinates& coordinates) const {
  if (patterns_contradict(access)) return std::nullopt;
  const std::vector<Equation> equations = equations_of(access);
  for (size_t d = 0; d < 3 && coordinates.size() < kMostCoordinates; ++d) {
    for (const int64_t divisor : divisors_for(grid_[d])) {
      Coordinates tried = coordinates;
      tried.push_back({d, divisor});
      if (is_proven(equations, tried)) return tried;
    }
  }
  for (size_t d = 0; d < 3 && coordinates.size() + 1 < kMostCoordinates; ++d) {
    const std::vector<int64_t> divisors = likely_divisors(grid_[d]);
    for (const int64_t inner : divisors) {
      for (const int64_t outer : divisors) {
        if (outer <= inner || outer % inner != 0) continue;
        Coordinates tried = coordinates;
        tried.push_back({d, inner});
        tried.push_back({d, outer});
        if (is_proven(equations, tried)) return tried;
      }
    }
  }
  return std::nullopt;
}

}  // namespace kcast::memory
