// Bytes that are kept small with zstd.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "base/result.h"

namespace kcast::trees {

std::string pack(std::string_view bytes, int level);

// An error where the bytes are not what pack() wrote, or would be more than `max_bytes`.
Result<std::string> unpack(std::string_view packed, size_t max_bytes);

}  // namespace kcast::trees
