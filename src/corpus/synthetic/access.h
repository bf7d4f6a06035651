// Loads and stores. Each access pattern names an index and the length that keeps it in bounds.
#pragma once

#include <cstdint>
#include <string>

#include "corpus/synthetic/writer.h"

namespace kcast::corpus {

// An element of a buffer, as an expression.
std::string draw_load(SynthWriter& writer, const std::string& type);
// Inside a loop over `counter`, which stays below `trips`, or below the scalar where one is named.
std::string draw_load_in_loop(SynthWriter& writer, const std::string& type,
                              const std::string& counter, int64_t trips,
                              const std::string& trips_scalar);
void add_load(SynthWriter& writer, const std::string& type);
void add_store(SynthWriter& writer, const std::string& type, const std::string& value);

}  // namespace kcast::corpus
