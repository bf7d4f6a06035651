#include "train/generate_command.h"

#include <algorithm>
#include <chrono>
#include <optional>

#include "base/progress.h"
#include "base/text.h"
#include "encode/token_shard.h"
#include "train/device.h"
#include "train/generate.h"
#include "train/model/lora.h"
#include "train/model/weights.h"
#include "train/process_group.h"

namespace kcast::train {

namespace {

// What a model is asked: a sample up to its answer.
Result<std::vector<std::vector<int32_t>>> prompts_of(const encode::TokenShard& shard,
                                                     int64_t limit) {
  std::vector<std::vector<int32_t>> prompts;
  const size_t n =
      limit > 0 ? std::min(shard.samples(), static_cast<size_t>(limit)) : shard.samples();
  for (size_t s = 0; s < n; ++s) {
    const auto tokens = shard.tokens(s).first(static_cast<size_t>(shard.answer(s)));
    if (tokens.empty()) {
      return Error{ErrorCode::InvalidInput,
                   shard.path().string() + ": sample " + std::to_string(s) + " has no prompt"};
    }
    prompts.emplace_back(tokens.begin(), tokens.end());
  }
  return prompts;
}

// What the right answers of the first samples have up to the tokens `until`, and these.
Result<std::vector<std::vector<int32_t>>> openings_of(const encode::TokenShard& shard,
                                                      size_t samples,
                                                      const std::vector<int32_t>& until) {
  std::vector<std::vector<int32_t>> openings;
  for (size_t s = 0; s < samples; ++s) {
    const auto answer = shard.tokens(s).subspan(static_cast<size_t>(shard.answer(s)));
    const auto found = std::ranges::search(answer, until);
    if (found.empty()) {
      return Error{ErrorCode::InvalidInput,
                   shard.path().string() + ": sample " + std::to_string(s) +
                       " has no answer that begins as the guide says; take the guide.json that "
                       "kcast encode wrote beside the shard"};
    }
    openings.emplace_back(answer.begin(), found.end());
  }
  return openings;
}

Status write_answers(const std::filesystem::path& file,
                     const std::vector<std::vector<int32_t>>& answers,
                     const std::vector<int32_t>& classes, const encode::TokenShard& shard,
                     double seconds) {
  std::vector<int32_t> tokens;
  std::vector<int64_t> offsets = {0};
  for (const std::vector<int32_t>& answer : answers) {
    tokens.insert(tokens.end(), answer.begin(), answer.end());
    offsets.push_back(static_cast<int64_t>(tokens.size()));
  }
  std::vector<std::pair<std::string, Tensor>> tensors = {
      {"tokens", at::tensor(at::ArrayRef<int32_t>(tokens), at::kInt)},
      {"offsets", at::tensor(at::ArrayRef<int64_t>(offsets), at::kLong)}};
  if (!classes.empty())
    tensors.emplace_back("classes", at::tensor(at::ArrayRef<int32_t>(classes), at::kInt));
  return write_tensors(file, tensors,
                       {{"format", "kcast-answers-1"},
                        {"tokenizer", shard.info().tokenizer},
                        {"seconds", format_digits(seconds, 6)}});
}

Result<GenerateReport> generate_all(const GenerateCommand& command) {
  KCAST_TRY(const encode::TokenShard shard, encode::TokenShard::open(command.shard));
  KCAST_TRY(const auto prompts, prompts_of(shard, command.limit));
  GenerateOptions options;
  options.max_new_tokens = command.max_new_tokens;
  options.batch = command.batch;
  options.stop_tokens = command.stop_tokens;
  if (!command.guide.empty()) {
    KCAST_TRY(options.guide, read_guide(command.guide));
    if (!options.guide.copied_until.empty()) {
      KCAST_TRY(options.openings, openings_of(shard, prompts.size(), options.guide.copied_until));
    }
  }
  KCAST_TRY(const at::Device device, open_device(command.device, 0));
  KCAST_TRY(const DecoderPtr decoder,
            load_decoder(command.base, {.type = command.type == "bf16" ? at::kBFloat16 : at::kFloat,
                                        .device = device}));
  KCAST_OK(check_guide(options.guide, decoder->config.vocab));
  if (!command.adapter.empty()) {
    KCAST_TRY([[maybe_unused]] const LoraConfig lora, load_lora(*decoder, command.adapter));
  }
  std::optional<Head> head;
  if (!command.head.empty()) {
    KCAST_TRY(head, load_class_head(command.head, device));
  }
  GenerateReport report;
  Progress progress("answering", prompts.size());
  const auto begin = std::chrono::steady_clock::now();
  std::vector<int32_t> classes;
  std::vector<std::vector<int32_t>> answers(prompts.size());
  if (head) {
    constexpr int64_t kPassTokens = 32768;
    classes = classify(*decoder, *head, prompts, kPassTokens);
  } else {
    answers = generate(*decoder, prompts, options, [&](size_t n) { progress.advance(n); });
  }
  report.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  progress.finish();
  report.answers = answers.size();
  for (const auto& answer : answers)
    report.tokens += static_cast<int64_t>(answer.size());
  KCAST_OK(write_answers(command.out, answers, classes, shard, report.seconds));
  return report;
}

}  // namespace

Result<GenerateReport> run_generate(const GenerateCommand& command) {
  try {
    return generate_all(command);
  } catch (const std::exception& error) {
    return Error{ErrorCode::External, split(error.what(), '\n').front()};
  }
}

}  // namespace kcast::train
