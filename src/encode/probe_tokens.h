// The tokens whose logits are compared between implementations: as many as fit into a small file,
// spread over the ids that a shard uses.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace kcast::encode {

inline constexpr size_t kProbes = 256;

// `vocabulary` is the largest id of the shard and one more.
inline std::vector<int32_t> probe_tokens(int64_t vocabulary) {
  std::vector<int32_t> out;
  constexpr auto kCount = static_cast<int64_t>(kProbes);
  for (int64_t i = 0; i < kCount; ++i)
    out.push_back(static_cast<int32_t>(i * vocabulary / kCount));
  return out;
}

}  // namespace kcast::encode
