// kcast-llm logits: llama.cpp beside kcast-train, which has computed the same answers' logits with
// the weights as numbers (kcast-train logits).
#include <CLI/CLI.hpp>

#include <algorithm>
#include <cmath>
#include <iostream>
#include <memory>

#include "base/process/interrupt.h"
#include "base/progress.h"
#include "base/text.h"
#include "encode/probe_tokens.h"
#include "encode/safetensors.h"
#include "encode/token_shard.h"
#include "infer/language_model.h"
#include "infer/llm/commands.h"
#include "infer/model_registry.h"

namespace kcast::llm {
namespace {

struct LogitsArguments {
  std::string model;
  std::string shard;
  std::string against;
  int threads = 0;
  int context = 4096;
  double least_percent = 95;
  double most_error = 1;  // root mean square of the difference, in units of the logits' deviation
};

// What kcast-train wrote: [samples, tokens] and [samples, tokens, probes].
struct OtherLogits {
  int64_t samples = 0;
  int64_t tokens = 0;
  std::span<const int32_t> greedy;
  std::span<const float> probes;
};

Result<OtherLogits> read_other(const encode::SafetensorsFile& file) {
  KCAST_TRY(const encode::TensorInfo info, file.info("greedy"));
  KCAST_TRY(const encode::TensorInfo logits, file.info("logits"));
  if (info.shape.size() != 2 ||
      logits.shape != std::vector<int64_t>{info.shape[0], info.shape[1],
                                           static_cast<int64_t>(encode::kProbes)}) {
    return Error{ErrorCode::InvalidInput,
                 file.path().string() + ": not what kcast-train logits writes"};
  }
  OtherLogits out{.samples = info.shape[0], .tokens = info.shape[1]};
  KCAST_TRY(out.greedy, file.values<int32_t>("greedy", "I32"));
  KCAST_TRY(out.probes, file.values<float>("logits", "F32"));
  return out;
}

// Sums over all compared tokens.
struct Agreement {
  size_t tokens = 0;
  size_t same = 0;
  double squares = 0;  // of the differences, both rows without their means
  double spread = 0;   // of their logits around a row's mean
  double largest = 0;

  double percent() const { return 100 * static_cast<double>(same) / static_cast<double>(tokens); }
  double error() const { return std::sqrt(squares / spread); }
};

// A constant in all logits of a place says nothing, so means are taken off.
void compare_row(std::span<const float> ours, std::span<const float> theirs,
                 std::span<const int32_t> probes, Agreement& out) {
  double mean_ours = 0;
  double mean_theirs = 0;
  for (size_t i = 0; i < probes.size(); ++i) {
    mean_ours += static_cast<double>(ours[static_cast<size_t>(probes[i])]);
    mean_theirs += static_cast<double>(theirs[i]);
  }
  mean_ours /= static_cast<double>(probes.size());
  mean_theirs /= static_cast<double>(probes.size());
  for (size_t i = 0; i < probes.size(); ++i) {
    const double a = static_cast<double>(ours[static_cast<size_t>(probes[i])]) - mean_ours;
    const double b = static_cast<double>(theirs[i]) - mean_theirs;
    out.squares += (a - b) * (a - b);
    out.spread += b * b;
    out.largest = std::max(out.largest, std::abs(a - b));
  }
}

Status compare_sample(infer::LanguageModel& model, const encode::TokenShard& shard, size_t sample,
                      const OtherLogits& other, Agreement& out) {
  const auto probes = encode::probe_tokens(shard.vocabulary_used());
  const auto answer = static_cast<size_t>(shard.answer(sample));
  const auto width = static_cast<size_t>(model.vocabulary().size());
  const auto row = static_cast<int64_t>(sample) * other.tokens;
  const auto greedy =
      other.greedy.subspan(static_cast<size_t>(row), static_cast<size_t>(other.tokens));
  const auto n = static_cast<size_t>(std::ranges::find(greedy, -1) - greedy.begin());
  if (n == 0 || answer == 0 || answer + n > shard.tokens(sample).size()) {
    return Error{ErrorCode::InvalidInput, "sample " + std::to_string(sample) +
                                              " of the shard has no answer, or the logits are "
                                              "those of another shard"};
  }
  KCAST_TRY(const std::vector<float> logits,
            model.last_logits(shard.tokens(sample).first(answer + n - 1), n));
  for (size_t i = 0; i < n; ++i) {
    const std::span<const float> ours = std::span(logits).subspan(i * width, width);
    const auto best = std::ranges::max_element(ours) - ours.begin();
    ++out.tokens;
    out.same += best == greedy[i] ? 1 : 0;
    compare_row(
        ours,
        other.probes.subspan((static_cast<size_t>(row) + i) * encode::kProbes, encode::kProbes),
        probes, out);
  }
  return Unit{};
}

Status run_logits(const LogitsArguments& arguments) {
  KCAST_TRY(const encode::TokenShard shard, encode::TokenShard::open(arguments.shard));
  KCAST_TRY(const encode::SafetensorsFile file, encode::SafetensorsFile::open(arguments.against));
  KCAST_TRY(const OtherLogits other, read_other(file));
  if (static_cast<size_t>(other.samples) > shard.samples()) {
    return Error{ErrorCode::InvalidInput,
                 arguments.against + ": more samples than " + arguments.shard + " has"};
  }
  infer::LanguageModelOptions options{
      .threads = arguments.threads, .context = arguments.context, .exact_cache = true};
  KCAST_TRY(options.gguf, infer::find_model(arguments.model));
  const InterruptGuard guard;
  KCAST_TRY(infer::LanguageModel model, infer::LanguageModel::load(options));
  if (model.vocabulary().sha256() != shard.info().tokenizer) {
    return Error{ErrorCode::InvalidInput,
                 arguments.shard + ": made with another tokenizer than " + arguments.model};
  }
  const auto samples = static_cast<size_t>(other.samples);
  Agreement agreement;
  Progress progress("comparing", samples);
  for (size_t s = 0; s < samples; ++s) {
    KCAST_OK(compare_sample(model, shard, s, other, agreement));
    progress.advance(1);
  }
  progress.finish();
  std::cout << samples << " samples, " << agreement.tokens << " tokens: greedy tokens equal on "
            << format_number(agreement.percent(), 2) << " %; logits differ by "
            << format_digits(100 * agreement.error(), 3) << " % of their deviation (rms), "
            << format_digits(agreement.largest, 3) << " at most\n";
  if (agreement.percent() >= arguments.least_percent && agreement.error() <= arguments.most_error)
    return Unit{};
  return Error{ErrorCode::External,
               "they agree less than asked for: " + format_digits(arguments.least_percent, 4) +
                   " % of the tokens, logits within " +
                   format_digits(100 * arguments.most_error, 3) + " % of their deviation"};
}

}  // namespace

void add_logits_command(CLI::App& app, std::vector<Action>& actions) {
  const auto arguments = std::make_shared<LogitsArguments>();
  CLI::App* logits =
      app.add_subcommand("logits", "compare a model's logits with those of kcast-train logits");
  logits->add_option("shard", arguments->shard, "token shard, from kcast encode")->required();
  logits->add_option("--model", arguments->model, "a model's name or a GGUF file")->required();
  logits->add_option("--against", arguments->against, "what kcast-train logits wrote")->required();
  logits->add_option("--threads", arguments->threads, "threads (default: all cores)")
      ->check(CLI::Range(1, 1024));
  logits->add_option("--context", arguments->context, "tokens of the longest sample");
  logits->add_option("--least", arguments->least_percent, "greedy tokens that must be equal, %");
  logits->add_option("--most", arguments->most_error,
                     "difference of logits (rms) over their deviation that is allowed");
  actions.push_back({logits, [arguments] { return run_logits(*arguments); }});
}

}  // namespace kcast::llm
