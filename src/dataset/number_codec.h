// Lists of numbers in few bytes, without loss; as the store keeps repeats and raw counters.
//
// A number is a varint u (seven bits a byte, low ones first, the top bit says that more follow):
//   u even   the whole number u/2, as zigzag: 0, -1, 1, -2, ...
//   u == 1   the eight bytes behind it are a float64, low byte first
// A list of counters is such numbers, one behind the other. A list of times begins with a byte:
//   0        numbers in microseconds
//   1        whole nanoseconds: the first one, then the others as differences from the first
// Timers give whole nanoseconds, so that a repeat takes one or two bytes.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace kcast::dataset {

std::string encode_numbers(std::span<const double> values);
Result<std::vector<double>> decode_numbers(std::string_view bytes);

std::string encode_times(std::span<const double> times_us);
Result<std::vector<double>> decode_times(std::string_view bytes);

}  // namespace kcast::dataset
