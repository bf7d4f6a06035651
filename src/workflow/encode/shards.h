// What the writers of token shards have in common, and what they tell about them.
#pragma once

#include <array>
#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "base/result.h"
#include "encode/token_shard.h"

namespace kcast::workflow {

// Of one side.
struct EncodedSide {
  std::vector<double> lengths;  // tokens of each sample, ascending in the end
  size_t cut = 0;               // samples that lost some of their kernel's text
};

struct EncodeSummary {
  std::array<EncodedSide, 3> sides;
  std::map<std::string, size_t> dropped;  // rows by reason
};

// Adds a sample to its shard, and its length to what is told of the side.
Status add_sample(const encode::ShardSample& sample, encode::ShardWriter& shard, EncodedSide& side);

// The shards become files.
Result<EncodeSummary> finish_shards(std::vector<encode::ShardWriter>& shards,
                                    EncodeSummary summary);

}  // namespace kcast::workflow
