// Kernels of a grammar, as neutral text. Everything is in bounds by construction: an access
// pattern states the buffer's length in the contract when it is chosen.
#pragma once

#include <cstdint>
#include <string>

namespace kcast::corpus {

// One kernel: forms, types, access patterns, loops, branches, shared memory, warp functions,
// atomics and device functions are all drawn from the seed.
std::string synthetic_text(uint64_t seed);

// The generator of the Omniwise paper (Section 3.1): loads, arithmetic whose operands are mostly
// the last results, stores; one element per thread.
std::string omniwise_text(uint64_t seed);

}  // namespace kcast::corpus
