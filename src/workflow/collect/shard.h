// Parts of work that several machines share.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <utility>

#include "base/result.h"

namespace kcast::workflow {

// "2/8": part 2, from 0, of 8. Every n-th thing belongs to a part, so that parts are alike.
Result<std::pair<uint64_t, uint64_t>> parse_shard(const std::string& text);

// Nullptr: not set. std::getenv, or a test's own.
using Environment = std::function<const char*(const char* name)>;

// One of the processes that a scheduler started for the same work.
struct Rank {
  uint64_t part = 0;
  uint64_t of = 1;
  std::optional<uint64_t> local;  // among those of this machine
  std::string by;                 // the variables that say so

  bool operator==(const Rank&) const = default;
};

// By Slurm's array tasks, and within one by Open MPI, another MPI's PMI or srun, as
// docs/cluster.md says.
Result<Rank> rank_of(const Environment& environment);

// What CUDA_VISIBLE_DEVICES has to be so that each local rank has a GPU of its own; nothing where
// it is right as it is.
Result<std::optional<std::string>> visible_devices(const Environment& environment,
                                                   const Rank& rank);

// The text with the part's number in place of each "{part}".
std::string with_part(std::string text, uint64_t part);
bool has_part(const std::string& text);

// "auto" becomes this rank's "2/8"; anything else is checked and stays. `out` is what each rank
// writes: ranks that would all write the same are an error.
Result<std::string> resolved_shard(const std::string& text, const std::string& out,
                                   const Environment& environment);

}  // namespace kcast::workflow
