#include "workflow/encode/shards.h"

#include <algorithm>
#include <utility>

namespace kcast::cli {

Status add_sample(const encode::ShardSample& sample, encode::ShardWriter& shard,
                  EncodedSide& side) {
  KCAST_TRY([[maybe_unused]] const Unit added, shard.add(sample));
  side.lengths.push_back(static_cast<double>(sample.tokens.size()));
  return Unit{};
}

Result<EncodeSummary> finish_shards(std::vector<encode::ShardWriter>& shards,
                                    EncodeSummary summary) {
  for (encode::ShardWriter& shard : shards) {
    KCAST_TRY([[maybe_unused]] const Unit finished, shard.finish());
  }
  for (EncodedSide& side : summary.sides)
    std::sort(side.lengths.begin(), side.lengths.end());
  return summary;
}

}  // namespace kcast::cli
