#include "workflow/encode/shards.h"

#include <algorithm>
#include <utility>

namespace kcast::workflow {

Status add_sample(const encode::ShardSample& sample, encode::ShardWriter& shard,
                  EncodedSide& side) {
  KCAST_OK(shard.add(sample));
  side.lengths.push_back(static_cast<double>(sample.tokens.size()));
  return Unit{};
}

Result<EncodeSummary> finish_shards(std::vector<encode::ShardWriter>& shards,
                                    EncodeSummary summary) {
  for (encode::ShardWriter& shard : shards) {
    KCAST_OK(shard.finish());
  }
  for (EncodedSide& side : summary.sides)
    std::sort(side.lengths.begin(), side.lengths.end());
  return summary;
}

}  // namespace kcast::workflow
