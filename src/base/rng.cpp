#include "base/rng.h"

#include <bit>

#include "base/check.h"

namespace kcast {

namespace {

uint64_t splitmix64(uint64_t& state) {
  state += 0x9e3779b97f4a7c15ULL;
  uint64_t z = state;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
  return z ^ (z >> 31);
}

}  // namespace

Rng::Rng(uint64_t seed) : state_() {
  for (uint64_t& word : state_)
    word = splitmix64(seed);
}

Rng Rng::for_name(uint64_t seed, std::string_view name) {
  return Rng(seed ^ std::rotl(stable_hash(name), 32));
}

uint64_t Rng::next() {
  const uint64_t result = std::rotl(state_[1] * 5, 7) * 9;
  const uint64_t shifted = state_[1] << 17;
  state_[2] ^= state_[0];
  state_[3] ^= state_[1];
  state_[1] ^= state_[2];
  state_[0] ^= state_[3];
  state_[2] ^= shifted;
  state_[3] = std::rotl(state_[3], 45);
  return result;
}

uint64_t Rng::below(uint64_t bound) {
  KCAST_CHECK(bound > 0, "a random number below zero was asked for");
  // Values under `threshold` would make the first few results more likely.
  const uint64_t threshold = (0 - bound) % bound;
  for (;;) {
    const uint64_t value = next();
    if (value >= threshold) return value % bound;
  }
}

int64_t Rng::between(int64_t low, int64_t high) {
  KCAST_CHECK(low <= high, "an empty range was given to between()");
  const uint64_t span = static_cast<uint64_t>(high) - static_cast<uint64_t>(low);
  const uint64_t offset = span == UINT64_MAX ? next() : below(span + 1);
  return static_cast<int64_t>(static_cast<uint64_t>(low) + offset);
}

double Rng::unit() {
  return static_cast<double>(next() >> 11) * 0x1p-53;
}

uint64_t stable_hash(std::string_view text) {
  uint64_t hash = 0xcbf29ce484222325ULL;
  for (const char c : text) {
    hash ^= static_cast<unsigned char>(c);
    hash *= 0x100000001b3ULL;
  }
  return hash;
}

}  // namespace kcast
