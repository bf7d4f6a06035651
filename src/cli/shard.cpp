#include "cli/shard.h"

#include <vector>

#include "base/text.h"

namespace kcast::cli {

Result<std::pair<uint64_t, uint64_t>> parse_shard(const std::string& text) {
  const std::vector<std::string> parts = split(text, '/');
  const auto part = parts.size() == 2 ? parse_int(parts[0]) : std::nullopt;
  const auto of = parts.size() == 2 ? parse_int(parts[1]) : std::nullopt;
  if (!part || !of || *of < 1 || *part < 0 || *part >= *of) {
    return Error{ErrorCode::InvalidInput, "--shard '" + text + "': give 0/4 to 3/4"};
  }
  return std::pair<uint64_t, uint64_t>{*part, *of};
}

}  // namespace kcast::cli
