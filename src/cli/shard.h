// Parts of work that several machines share.
#pragma once

#include <cstdint>
#include <string>
#include <utility>

#include "base/result.h"

namespace kcast::cli {

// "2/8": part 2, from 0, of 8. Every n-th thing belongs to a part, so that parts are alike.
Result<std::pair<uint64_t, uint64_t>> parse_shard(const std::string& text);

}  // namespace kcast::cli
