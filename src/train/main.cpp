// kcast-train: everything of kcast that needs LibTorch.
#include <CLI/CLI.hpp>

#include <iostream>
#include <string>

#include "base/process/interrupt.h"
#include "base/process/program.h"
#include "base/text.h"
#include "train/generate_command.h"
#include "train/logits_command.h"
#include "train/trainer.h"

namespace kcast::train {

namespace {

constexpr const char* kName = "kcast-train";

int report(const Error& error) {
  return report_error(kName, error);
}

std::string sentence(const TrainReport& result) {
  std::string text = result.end == TrainEnd::StoppedEarly ? "stopped early after " : "finished ";
  text += std::to_string(result.steps) + " steps";
  if (result.steps > 0) text += ", loss " + format_digits(result.loss, 5);
  if (result.best_validation) {
    text += ", best validation loss " + format_digits(*result.best_validation, 5);
  }
  return text + ": " + result.result.string();
}

int train_command(const std::string& file) {
  const InterruptGuard guard;
  const auto config = read_train_config(file);
  if (!config) return report(config.error());
  const auto rank = read_rank_info(process_environment());
  if (!rank) return report(rank.error());
  const bool leads = rank->rank == 0;
  const auto result =
      train(*config, *rank, [](const std::string& text) { std::cerr << text << "\n"; });
  if (!result) return report(result.error());
  if (result->end == TrainEnd::Interrupted) {
    if (leads) {
      std::cerr << "interrupted after step " << result->steps
                << "; the same command goes on from there\n";
    }
    return 130;
  }
  if (leads) std::cout << sentence(*result) << "\n";
  return 0;
}

int generate_command(const GenerateCommand& command) {
  const auto result = run_generate(command);
  if (!result) return report(result.error());
  std::cout << result->answers << " answers, " << result->tokens << " tokens in "
            << format_number(result->seconds, 2) << " s: " << command.out.string() << "\n";
  return 0;
}

CLI::App* add_generate(CLI::App& app, GenerateCommand& command) {
  CLI::App* generate =
      app.add_subcommand("generate", "answer the prompts of a token shard, many at once");
  generate->add_option("shard", command.shard, "token shard, from kcast encode")->required();
  generate
      ->add_option("--base", command.base, "folder of the base model: config.json and safetensors")
      ->required();
  generate->add_option("--adapter", command.adapter, "PEFT folder with a LoRA adapter");
  generate->add_option("--head", command.head,
                       "head.safetensors of a class head: classes instead of texts");
  generate->add_option("--guide", command.guide,
                       "JSON file that says which tokens are forced and which may be chosen");
  generate->add_option("--out", command.out, "safetensors file to write the answers to")
      ->required();
  generate->add_option("--device", command.device, "cpu or cuda")
      ->check(CLI::IsMember({"cpu", "cuda"}));
  generate->add_option("--type", command.type, "type of the computation: fp32 or bf16")
      ->check(CLI::IsMember({"fp32", "bf16"}));
  generate->add_option("--max-new-tokens", command.max_new_tokens, "most tokens of an answer")
      ->check(CLI::PositiveNumber);
  generate->add_option("--batch", command.batch, "prompts that are answered at the same time")
      ->check(CLI::PositiveNumber);
  generate->add_option("--limit", command.limit,
                       "answer this many prompts of the shard (default: all)");
  generate->add_option("--stop", command.stop_tokens, "token ids that end an answer, with commas")
      ->delimiter(',');
  return generate;
}

int logits_command(const LogitsCommand& command) {
  const auto samples = run_logits(command);
  if (!samples) return report(samples.error());
  std::cout << *samples << " samples: " << command.out.string() << "\n";
  return 0;
}

CLI::App* add_logits(CLI::App& app, LogitsCommand& command) {
  CLI::App* logits = app.add_subcommand(
      "logits", "what the model says at each token of given answers, for comparisons");
  logits->add_option("shard", command.shard, "token shard, from kcast encode")->required();
  logits
      ->add_option("--base", command.base, "folder of the base model: config.json and safetensors")
      ->required();
  logits->add_option("--adapter", command.adapter, "PEFT folder with a LoRA adapter");
  logits->add_option("--out", command.out, "safetensors file to write")->required();
  logits->add_option("--device", command.device, "cpu or cuda")
      ->check(CLI::IsMember({"cpu", "cuda"}));
  logits->add_option("--tokens", command.tokens, "tokens of each answer")
      ->check(CLI::PositiveNumber);
  logits->add_option("--limit", command.limit, "use this many samples of the shard (default: all)");
  return logits;
}

int run(int argc, char** argv) {
  CLI::App app("Training of language models and heads, with LibTorch.", "kcast-train");
  app.require_subcommand(1);
  std::string config;
  CLI::App* train = app.add_subcommand("train", "train as a configuration says");
  train->add_option("config", config, "CONFIG.json; docs/training.md lists its keys")->required();
  GenerateCommand command;
  CLI::App* generate = add_generate(app, command);
  LogitsCommand wanted_logits;
  const CLI::App* logits = add_logits(app, wanted_logits);
  CLI11_PARSE(app, argc, argv);
  if (*logits) return logits_command(wanted_logits);
  return *generate ? generate_command(command) : train_command(config);
}

}  // namespace

}  // namespace kcast::train

int main(int argc, char** argv) {
  return kcast::run_program(kcast::train::kName, [&] { return kcast::train::run(argc, argv); });
}
