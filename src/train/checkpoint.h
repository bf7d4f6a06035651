// Checkpoints: everything that a run needs to go on as if nothing had happened. A folder
// OUT/checkpoint-STEP with
//   1. state.json: step, phase, best validation loss, the run's configuration
//   2. weights.safetensors: the flat fp32 vector of what is trained
//   3. rank-R.safetensors: the two averages of AdamW of rank R's part
// Each of them tells its checksum (base/io/checksum_words.h). It is written beside and renamed.
// Another number of ranks may continue it.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>

#include "base/result.h"
#include "train/optimizer.h"
#include "train/process_group.h"

namespace kcast::train {

struct RunState {
  int64_t total_steps = 0;  // steps done over all phases
  int phase = 0;
  int64_t step = 0;      // steps done in the phase
  double best_loss = 0;  // of validation; meaningless while `validations` is 0
  int64_t validations = 0;
  int64_t worse = 0;      // validations since the best
  bool finished = false;  // the run has come to its end

  bool operator==(const RunState&) const = default;
};

// Called by all ranks together. Keeps the newest `keep`.
Status save_checkpoint(const std::filesystem::path& out, const RunState& state,
                       const std::string& config_text, Optimizer& optimizer, ProcessGroup& group,
                       int64_t keep);

// The newest checkpoint of a folder into the optimizer; nothing when there is none. One that is
// damaged is left out, which `say` tells, and the one before it is taken; an error when none is
// left. One of another configuration is an error.
Result<std::optional<RunState>> load_checkpoint(const std::filesystem::path& out,
                                                const std::string& config_text,
                                                Optimizer& optimizer, const ProcessGroup& group,
                                                const std::function<void(const std::string&)>& say);

}  // namespace kcast::train
