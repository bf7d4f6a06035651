// A seeded random number generator with the same sequence on every machine.
//
// splitmix64 seeds xoshiro256**; both are public-domain algorithms by Blackman and
// Vigna. The standard library's distributions differ between implementations, so
// the few that we need are here.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace kcast {

class Rng {
 public:
  explicit Rng(uint64_t seed);

  // A generator for a named sub-task: independent of how much `this` was used.
  static Rng for_name(uint64_t seed, std::string_view name);

  uint64_t next();                             // uniform over all 64-bit values
  uint64_t below(uint64_t bound);              // uniform in [0, bound), bound > 0, no bias
  int64_t between(int64_t low, int64_t high);  // uniform in [low, high]
  double unit();                               // uniform in [0, 1), 53 bits
  bool chance(double probability) { return unit() < probability; }

 private:
  std::array<uint64_t, 4> state_;
};

// 64-bit FNV-1a: stable across machines and versions, not for security.
uint64_t stable_hash(std::string_view text);

}  // namespace kcast
