// What each of the processes that a scheduler started for one plan has to do.
#pragma once

#include <string>

#include "base/result.h"
#include "dataset/store.h"
#include "workflow/collect/run.h"
#include "workflow/collect/shard.h"

namespace kcast::workflow {

struct CollectRank {
  CollectOptions options;  // of this process: shard, plan and store without "auto" and "{part}"
  std::string devices;     // CUDA_VISIBLE_DEVICES of its workers; empty: as it is
  std::string about;       // a line for the user; empty without "auto"
};

// A plan whose name has {part} is this rank's own, and all of it is measured.
Result<CollectRank> collect_rank(const CollectOptions& requested, const Environment& environment);

// A store goes on with the part that it began with: ranks of another number would measure what
// other stores have.
Status check_part(const dataset::Store& store, const std::string& file, const std::string& shard);

}  // namespace kcast::workflow
