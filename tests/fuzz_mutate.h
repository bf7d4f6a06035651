// Mutations of source text, the same on every machine for one seed.
#pragma once

#include <span>
#include <string>

#include "base/rng.h"

namespace kcast {

// `text` after one to four mutations: cut off, lines or tokens deleted, doubled or
// swapped, bytes and words inserted, numbers made huge or negative, or its one half
// joined with a half of one of `others`.
std::string mutate_source(std::string text, std::span<const std::string> others, Rng& rng);

}  // namespace kcast
