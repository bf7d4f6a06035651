#include "train/train_model.h"

#include "train/model/weights.h"

namespace kcast::train {

namespace {

Result<DecoderPtr> base_of(const TrainConfig& config, at::Device device) {
  const DecoderOptions options{.type = config.type == "bf16" ? at::kBFloat16 : at::kFloat,
                               .device = device};
  if (config.mode != TrainMode::Scratch) return load_decoder(config.base, options);
  KCAST_TRY(const ModelConfig model_config, read_model_config(config.base));
  return random_decoder(model_config, options, config.seed);
}

Status check_tokens(const std::vector<encode::TokenShard>& shards, const ModelConfig& config) {
  for (const encode::TokenShard& shard : shards) {
    if (shard.vocabulary_used() <= config.vocab) continue;
    return Error{ErrorCode::InvalidInput,
                 shard.path().string() + ": token " + std::to_string(shard.vocabulary_used() - 1) +
                     " is outside the vocabulary of " + std::to_string(config.vocab) +
                     "; it was encoded for another model"};
  }
  return Unit{};
}

std::vector<SampleRef> samples_of(const std::vector<encode::TokenShard>& shards,
                                  const MicroBatch& batch) {
  std::vector<SampleRef> samples;
  for (const Piece& piece : batch)
    samples.push_back({&shards[piece.shard], piece.sample});
  return samples;
}

}  // namespace

std::vector<Parameter*> TrainModel::trained(TrainMode mode) {
  std::vector<Parameter*> parameters;
  const auto add = [&](Parameter& parameter) { parameters.push_back(&parameter); };
  if (mode == TrainMode::Lora) {
    for_each_lora(*decoder, add);
  } else {
    for_each_parameter(*decoder, add);
  }
  if (head) for_each_head_parameter(*head, add);
  return parameters;
}

Result<TrainModel> build_model(const TrainConfig& config,
                               const std::vector<encode::TokenShard>& shards, at::Device device) {
  TrainModel model;
  KCAST_TRY(model.decoder, base_of(config, device));
  KCAST_OK(check_tokens(shards, model.decoder->config));
  model.decoder->recompute = config.recompute;
  if (config.mode == TrainMode::Lora && !config.adapter.empty()) {
    KCAST_TRY(LoraConfig lora, load_lora(*model.decoder, config.adapter));
    model.lora = std::move(lora);
  } else if (config.mode == TrainMode::Lora) {
    model.lora = LoraConfig{config.rank, config.alpha, config.dropout, config.targets};
    KCAST_OK(add_lora(*model.decoder, *model.lora, config.seed + 1));
  }
  if (config.head.kind != HeadKind::Language) {
    KCAST_TRY(Head head,
              make_head(config.head, shards, model.decoder->config.width, device, config.seed + 2));
    model.head = std::make_unique<Head>(std::move(head));
  }
  return model;
}

int64_t loss_count(const TrainModel& model, Objective objective,
                   const std::vector<encode::TokenShard>& shards, const MicroBatch& batch) {
  if (objective == Objective::Head) return known_answers(*model.head, samples_of(shards, batch));
  int64_t count = 0;
  for (const Piece& piece : batch)
    count += loss_tokens(piece);
  return count;
}

Tensor micro_loss(const TrainModel& model, Objective objective,
                  const std::vector<encode::TokenShard>& shards, const MicroBatch& batch,
                  uint64_t dropout_seed) {
  const Decoder& decoder = *model.decoder;
  std::vector<int64_t> ids;
  std::vector<int64_t> offsets = {0};
  std::vector<int64_t> answers;
  for (const Piece& piece : batch) {
    const auto tokens = shards[piece.shard].tokens(piece.sample);
    const auto begin = tokens.begin() + piece.begin;
    ids.insert(ids.end(), begin, begin + piece.length);
    offsets.push_back(static_cast<int64_t>(ids.size()));
    answers.push_back(piece.answer);
  }
  const std::vector<int64_t> first(batch.size(), 0);
  Stream stream = make_stream(decoder.config, ids, offsets, first, decoder.embedding.value);
  stream.dropout_seed = dropout_seed;
  const Tensor hidden = forward(decoder, stream);
  if (objective == Objective::Language) {
    return language_loss(decoder, hidden,
                         loss_rows(ids, offsets, answers, decoder.embedding.value));
  }
  const HeadRows rows = head_rows(*model.head, samples_of(shards, batch));
  const Tensor outputs = head_outputs(*model.head, decoder, stream, hidden, rows.features);
  return head_loss(*model.head, outputs, rows);
}

Status save_model(TrainModel& model, const TrainConfig& config,
                  const std::filesystem::path& folder) {
  const std::filesystem::path unfinished = folder.string() + ".unfinished";
  std::error_code failed;
  std::filesystem::remove_all(unfinished, failed);
  std::filesystem::create_directories(unfinished, failed);
  if (failed) return Error{ErrorCode::Io, unfinished.string() + ": " + failed.message()};
  if (model.lora) {
    KCAST_OK(save_lora(*model.decoder, *model.lora, config.base.string(), unfinished));
  } else {
    KCAST_OK(save_weights(*model.decoder, unfinished / "model.safetensors"));
    // What else belongs to the model: its config and tokenizer.
    for (const char* name : {"config.json", "tokenizer.json", "tokenizer_config.json",
                             "generation_config.json", "special_tokens_map.json"}) {
      if (!std::filesystem::exists(config.base / name)) continue;
      std::filesystem::copy_file(config.base / name, unfinished / name, failed);
      if (failed)
        return Error{ErrorCode::Io, (unfinished / name).string() + ": " + failed.message()};
    }
  }
  if (model.head) {
    KCAST_OK(save_head(*model.head, unfinished / "head.safetensors"));
  }
  std::filesystem::remove_all(folder, failed);
  std::filesystem::rename(unfinished, folder, failed);
  if (failed) return Error{ErrorCode::Io, folder.string() + ": " + failed.message()};
  return Unit{};
}

}  // namespace kcast::train
