#include "base/sha256.h"

#include <algorithm>
#include <bit>
#include <cstddef>

namespace kcast {
namespace {

constexpr size_t kBlockBytes = 64;

constexpr std::array<uint32_t, 64> kRoundConstants = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

using State = std::array<uint32_t, 8>;

std::array<uint32_t, 64> schedule_of(std::string_view block) {
  std::array<uint32_t, 64> w{};
  for (size_t i = 0; i < kBlockBytes; ++i)
    w[i / 4] = (w[i / 4] << 8) | static_cast<uint8_t>(block[i]);
  for (size_t i = 16; i < w.size(); ++i) {
    const uint32_t s0 = std::rotr(w[i - 15], 7) ^ std::rotr(w[i - 15], 18) ^ (w[i - 15] >> 3);
    const uint32_t s1 = std::rotr(w[i - 2], 17) ^ std::rotr(w[i - 2], 19) ^ (w[i - 2] >> 10);
    w[i] = w[i - 16] + s0 + w[i - 7] + s1;
  }
  return w;
}

void add_block(State& state, std::string_view block) {
  const std::array<uint32_t, 64> w = schedule_of(block);
  auto [a, b, c, d, e, f, g, h] = state;
  for (size_t i = 0; i < w.size(); ++i) {
    const uint32_t s1 = std::rotr(e, 6) ^ std::rotr(e, 11) ^ std::rotr(e, 25);
    const uint32_t t1 = h + s1 + ((e & f) ^ (~e & g)) + kRoundConstants[i] + w[i];
    const uint32_t s0 = std::rotr(a, 2) ^ std::rotr(a, 13) ^ std::rotr(a, 22);
    const uint32_t t2 = s0 + ((a & b) ^ (a & c) ^ (b & c));
    h = g;
    g = f;
    f = e;
    e = d + t1;
    d = c;
    c = b;
    b = a;
    a = t1 + t2;
  }
  const State added = {a, b, c, d, e, f, g, h};
  for (size_t i = 0; i < state.size(); ++i)
    state[i] += added[i];
}

// What is left of the text, a bit that is set, zeros, and the length in bits.
std::string last_blocks(std::string_view rest, uint64_t whole_bytes) {
  std::string out(rest);
  out += '\x80';
  while (out.size() % kBlockBytes != kBlockBytes - 8)
    out += '\0';
  const uint64_t bits = whole_bytes * 8;
  for (unsigned shift = 64; shift > 0; shift -= 8)
    out += static_cast<char>((bits >> (shift - 8)) & 0xff);
  return out;
}

}  // namespace

void Sha256::add(std::string_view piece) {
  bytes_ += piece.size();
  if (!rest_.empty()) {
    const size_t taken = std::min(piece.size(), kBlockBytes - rest_.size());
    rest_ += piece.substr(0, taken);
    piece.remove_prefix(taken);
    if (rest_.size() < kBlockBytes) return;
    add_block(state_, rest_);
    rest_.clear();
  }
  for (; piece.size() >= kBlockBytes; piece.remove_prefix(kBlockBytes))
    add_block(state_, piece);
  rest_ = piece;
}

std::array<uint8_t, 32> Sha256::digest() const {
  State state = state_;
  const std::string last = last_blocks(rest_, bytes_);
  for (size_t at = 0; at < last.size(); at += kBlockBytes)
    add_block(state, std::string_view(last).substr(at));
  std::array<uint8_t, 32> out{};
  for (size_t i = 0; i < out.size(); ++i)
    out[i] = static_cast<uint8_t>(state[i / 4] >> (24 - 8 * (i % 4)));
  return out;
}

std::string Sha256::hex() const {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string out;
  for (const uint8_t byte : digest()) {
    out += kDigits[byte >> 4];
    out += kDigits[byte & 15];
  }
  return out;
}

std::array<uint8_t, 32> sha256(std::string_view text) {
  Sha256 hash;
  hash.add(text);
  return hash.digest();
}

std::string sha256_hex(std::string_view text) {
  Sha256 hash;
  hash.add(text);
  return hash.hex();
}

}  // namespace kcast
