// How far two runs of a launch agree on what they left in a buffer.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "base/result.h"
#include "schema/sample.h"

namespace kcast {

// From best to worst.
enum class Agreement : uint8_t { Exact, FewUlps, Near, Wrong };

inline constexpr int64_t kFewUlps = 4;
// Of the larger of the two numbers, or of 1 where both are smaller.
inline constexpr double kNear = 1e-4;

struct BufferComparison {
  Agreement worst = Agreement::Exact;  // integers are Exact or Wrong
  std::string where;                   // the first number that is worst: "y[3]: 1.5, not 2"
  size_t numbers = 0;
  size_t unknown = 0;  // of them, not known to the interpreter and not compared
};

// `known` has a 0 for every byte of `mine` that is not known. An error: bytes of another length, or
// elements of an unknown type.
Result<BufferComparison> compare_buffer(const LaunchArgument& argument,
                                        const std::vector<uint8_t>& mine,
                                        const std::vector<uint8_t>& known,
                                        const std::vector<uint8_t>& theirs);

// Makes the numbers unknown in which `other` differs from `mine`: integers at all, reals by more
// than a tenth of kNear. Where some are finite in one of the two only, so might be any other.
Status forget_moved(const LaunchArgument& argument, const std::vector<uint8_t>& mine,
                    const std::vector<uint8_t>& other, std::vector<uint8_t>& known);

}  // namespace kcast
