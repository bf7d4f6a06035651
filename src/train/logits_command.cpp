#include "train/logits_command.h"

#include <algorithm>

#include "base/progress.h"
#include "base/text.h"
#include "encode/probe_tokens.h"
#include "encode/token_shard.h"
#include "train/device.h"
#include "train/model/decoder.h"
#include "train/model/lora.h"
#include "train/model/weights.h"
#include "train/process_group.h"

namespace kcast::train {

namespace {

// One sample's rows of both tensors, [K] and [K, P].
struct SampleLogits {
  Tensor greedy;
  Tensor probes;
};

SampleLogits logits_of_sample(const Decoder& decoder, std::span<const int32_t> tokens,
                              int64_t answer, int64_t wanted, const Tensor& probes) {
  const int64_t n = std::min(wanted, static_cast<int64_t>(tokens.size()) - answer);
  const auto read = tokens.first(static_cast<size_t>(answer + n - 1));
  const Stream stream = make_stream(
      decoder.config, {std::vector<int32_t>(read.begin(), read.end())}, decoder.embedding.value);
  // The row of a token speaks of the one behind it.
  const Tensor hidden = forward(decoder, stream).narrow(0, answer - 1, n);
  const Tensor logits = logits_of(decoder, hidden).to(at::kFloat);
  SampleLogits out;
  out.greedy = at::full({wanted}, -1, at::TensorOptions().dtype(at::kInt));
  out.greedy.narrow(0, 0, n).copy_(logits.argmax(1).to(at::kInt));
  out.probes = at::zeros({wanted, probes.size(0)}, at::TensorOptions().dtype(at::kFloat));
  out.probes.narrow(0, 0, n).copy_(logits.index_select(1, probes));
  return out;
}

Result<size_t> logits_of_shard(const LogitsCommand& command) {
  KCAST_TRY(const encode::TokenShard shard, encode::TokenShard::open(command.shard));
  KCAST_TRY(const at::Device device, open_device(command.device, 0));
  KCAST_TRY(const DecoderPtr decoder, load_decoder(command.base, {.device = device}));
  if (!command.adapter.empty()) {
    KCAST_TRY([[maybe_unused]] const LoraConfig lora, load_lora(*decoder, command.adapter));
  }
  const size_t n = command.limit > 0 ? std::min(shard.samples(), static_cast<size_t>(command.limit))
                                     : shard.samples();
  const auto probe_ids = encode::probe_tokens(shard.vocabulary_used());
  const Tensor probes =
      at::tensor(at::ArrayRef<int32_t>(probe_ids), at::kInt).to(device, at::kLong);
  Progress progress("evaluating", n);
  std::vector<Tensor> greedy;
  std::vector<Tensor> logits;
  for (size_t s = 0; s < n; ++s) {
    if (shard.answer(s) < 1 || shard.answer(s) >= static_cast<int64_t>(shard.tokens(s).size())) {
      return Error{ErrorCode::InvalidInput,
                   shard.path().string() + ": sample " + std::to_string(s) + " has no answer"};
    }
    SampleLogits one =
        logits_of_sample(*decoder, shard.tokens(s), shard.answer(s), command.tokens, probes);
    greedy.push_back(std::move(one.greedy));
    logits.push_back(std::move(one.probes));
    progress.advance(1);
  }
  if (n == 0) return Error{ErrorCode::InvalidInput, shard.path().string() + ": no samples"};
  KCAST_OK(write_tensors(command.out,
                         {{"greedy", at::stack(greedy)}, {"logits", at::stack(logits)}},
                         {{"format", "kcast-logits-1"}, {"shard", command.shard.string()}}));
  return n;
}

}  // namespace

Result<size_t> run_logits(const LogitsCommand& command) {
  try {
    const at::NoGradGuard no_gradients;
    return logits_of_shard(command);
  } catch (const std::exception& error) {
    return Error{ErrorCode::External, split(error.what(), '\n').front()};
  }
}

}  // namespace kcast::train
