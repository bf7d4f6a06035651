// Which of NVIDIA's metrics are read, and how the base quantities follow from them: for each the
// value that ncu prints for the same launch.
#pragma once

#include <string>
#include <vector>

#include "schema/reading.h"

namespace kcast::collect {

// Two passes of hardware counters and one with patched code, on an H200.
std::vector<std::string> counter_metrics();

// Operations of tensor cores, several passes: only for launches that use them.
std::vector<std::string> tensor_metrics();

// Puts the values of counter_metrics() into a reading. Half-precision instructions count only
// where the source has half types: the compiler moves constants with them too.
void add_counters(const std::vector<double>& values, bool half_types, LaunchReading& reading);
void add_tensor_counters(const std::vector<double>& values, LaunchReading& reading);

// Whether the pipe of the tensor cores was used, by a reading's counters.
bool used_tensor_cores(const LaunchReading& reading);

}  // namespace kcast::collect
