// A training run from its configuration to its results: OUT/best (or OUT/last without validation
// samples), OUT/last, checkpoints, log.jsonl, index.html.
#pragma once

#include <functional>
#include <string>

#include "base/result.h"
#include "train/process_group.h"
#include "train/train_config.h"

namespace kcast::train {

enum class TrainEnd { Finished, StoppedEarly, Interrupted };

struct TrainReport {
  TrainEnd end = TrainEnd::Finished;
  int64_t steps = 0;
  double loss = 0;  // of the last step
  std::optional<double> best_validation;
  std::filesystem::path result;  // the folder to use
};

// What a run tells while it goes on; rank 0 only.
using Say = std::function<void(const std::string&)>;

// Goes on from the newest checkpoint of `out`. Ctrl-C (base/interrupt.h) saves one and ends.
Result<TrainReport> train(const TrainConfig& config, const RankInfo& rank, const Say& say);

}  // namespace kcast::train
