// What a run trains: a base with an adapter or without, and its head; and what a pass of it costs.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "train/batches.h"
#include "train/model/heads.h"
#include "train/model/lora.h"
#include "train/model/loss.h"
#include "train/train_config.h"

namespace kcast::train {

struct TrainModel {
  DecoderPtr decoder;
  std::optional<LoraConfig> lora;
  std::unique_ptr<Head> head;  // none: the language-model head

  // What training changes, in a fixed order.
  std::vector<Parameter*> trained(TrainMode mode);
};

// Loads or draws the weights. `shards` are the training samples, which the head is made for; tokens
// that the base does not have are an error.
Result<TrainModel> build_model(const TrainConfig& config,
                               const std::vector<encode::TokenShard>& shards, at::Device device);

// Whether a pass is judged by the language-model head or by the model's own.
enum class Objective { Language, Head };

// What a pass adds to the mean: known answers, or tokens with loss.
int64_t loss_count(const TrainModel& model, Objective objective,
                   const std::vector<encode::TokenShard>& shards, const MicroBatch& batch);

// The sum of the losses of a pass.
Tensor micro_loss(const TrainModel& model, Objective objective,
                  const std::vector<encode::TokenShard>& shards, const MicroBatch& batch,
                  uint64_t dropout_seed);

// The adapter (PEFT's folder), or the whole model (Hugging Face's), and head.safetensors. The
// folder appears when it is complete; one of the same name is replaced.
Status save_model(TrainModel& model, const TrainConfig& config,
                  const std::filesystem::path& folder);

}  // namespace kcast::train
