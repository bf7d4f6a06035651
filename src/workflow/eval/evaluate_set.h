// kcast eval SET: the predictions for a data set against its readings.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/parallel.h"
#include "base/result.h"
#include "eval/evaluate.h"
#include "frontend/toolkit/toolkit.h"
#include "predict/predictor_kind.h"

namespace kcast::workflow {

struct EvalSetOptions {
  std::string set;               // a store, a Parquet file, or a folder of them
  std::string split = "family";  // "all": do not split
  std::string side = "test";     // "val", "train"
  std::vector<std::string> by = {"source"};
  std::string gpu;                   // whose readings are scored; empty: the only one of the set
  std::string ceilings = "gpu";      // or "omniwise"
  std::string predictions;           // file that keeps them; empty: none
  std::vector<std::string> answers;  // NAME=FILE, of language models
  std::string form;                  // template of the answers; empty: as their files say
  std::string csv;                   // folder for the tables; empty: none
  std::string report;                // folder for the page; empty: none
  std::string table;                 // folder of analysed launches (kcast train); empty: none
  predict::PredictorKind predictor = predict::kDefaultPredictor;
  std::optional<frontend::Toolkit> toolkit;  // analyse the machine code that it makes
  size_t limit = 0;                          // launches; 0: all
  bool baselines = true;                     // also what is fitted to the train side
  size_t resamples = 1000;
  uint64_t seed = 1;
  size_t jobs = hardware_jobs();
};

struct SetEvaluation {
  eval::EvalInput input;
  eval::EvalReport report;
};

// Call it before the process starts threads: it starts a front end.
Result<SetEvaluation> evaluate_set(const EvalSetOptions& options);

}  // namespace kcast::workflow
