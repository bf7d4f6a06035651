// One range for every type and kind of fill, to compare what devices write with the CPU.
#pragma once

#include <vector>

#include "base/result.h"
#include "collect/launch_plan.h"

namespace kcast::collect {

std::vector<FillRange> fill_examples();

// Bytes that the largest of them takes.
int64_t fill_example_bytes();

// Whether `found` is what the CPU writes for the range; the error names type, kind and byte.
Status check_filled(const FillRange& range, const std::vector<unsigned char>& found);

}  // namespace kcast::collect
