// A training run as its CONFIG.json states it. A key that is not known is an error: a misspelt one
// would silently train something else.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "base/result.h"
#include "train/model/head_config.h"

namespace kcast::train {

enum class TrainMode { Lora, Full, Scratch };
enum class Schedule { Cosine, Linear, Constant };

// Causal language modelling on every token, before the run itself.
struct PretrainConfig {
  std::vector<std::filesystem::path> train;
  double epochs = 1;
  int64_t max_steps = 0;  // 0: as the epochs say
  double learning_rate = 0;
};

struct TrainConfig {
  TrainMode mode = TrainMode::Lora;
  std::filesystem::path base;     // a Hugging Face folder; of mode scratch: config.json suffices
  std::filesystem::path adapter;  // a PEFT folder to go on from; empty: a new one
  std::filesystem::path out;

  std::vector<std::filesystem::path> train;
  std::vector<std::filesystem::path> validation;
  bool loss_on_everything = false;
  int64_t max_length = 2048;
  bool split_long = false;  // samples longer than that: into pieces, or left out
  int64_t batch_size = 16;  // samples of a step, over all ranks
  int64_t micro_tokens = 16384;
  bool packing = true;

  int64_t rank = 8;
  double alpha = 16;
  double dropout = 0;
  std::vector<std::string> targets = {"all-linear"};
  HeadConfig head;
  PretrainConfig pretrain;

  double epochs = 1;
  int64_t max_steps = 0;
  double learning_rate = 2e-4;
  double min_learning_rate = 0;
  Schedule schedule = Schedule::Cosine;
  double warmup = 0.1;  // part of the steps
  double weight_decay = 0.01;
  double beta1 = 0.9;
  double beta2 = 0.999;
  double eps = 1e-8;
  double clip = 1;

  std::string device = "cpu";  // or "cuda"
  std::string type = "fp32";   // of the model: "fp32" or "bf16"; what is trained stays fp32
  bool recompute = false;
  uint64_t seed = 1;

  int64_t validate_every = 0;  // steps; 0: at the end of each epoch
  int64_t patience = 0;        // validations without a better one until it stops; 0: never
  int64_t save_every = 200;    // steps between checkpoints
  int64_t keep = 2;            // checkpoints

  std::string text;  // what was read, in one spelling: a run resumes only with the same
};

// Paths in the file are relative to its folder.
Result<TrainConfig> read_train_config(const std::filesystem::path& file);
Result<TrainConfig> parse_train_config(const std::string& text,
                                       const std::filesystem::path& folder);

// The rate of step `step` of `steps`: a linear rise over the warm-up, then the schedule.
double learning_rate_at(const TrainConfig& config, double peak, int64_t step, int64_t steps);

}  // namespace kcast::train
