// Speed and memory of LoRA training and of generation at the shape of a real model, with random
// weights. Prints one line of JSON; tests/reference/train_speed.py prints the same of transformers
// and peft, tests/gpu/train_speed.sh runs both in turn.
//
//   train_bench lm --shape qwen2.5-0.5b --device cuda --type bf16      full-length samples
//   train_bench task --lengths FILE ...      samples with the lengths of real ones, packed
//   train_bench generate --lengths FILE --guide FILE --batch 64 ...    JSON answers
#include <c10/core/CachingDeviceAllocator.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <chrono>
#include <fstream>
#include <iostream>
#include <map>
#include <nlohmann/json.hpp>
#include <string>

#include "base/rng.h"
#include "train/batches.h"
#include "train/device.h"
#include "train/generate.h"
#include "train/model/lora.h"
#include "train/model/loss.h"
#include "train/optimizer.h"
#include "train/process_group.h"

namespace kcast::train {

namespace {

using Json = nlohmann::ordered_json;

struct BenchOptions {
  std::string part;
  std::string shape = "qwen2.5-0.5b";
  std::string base;  // a folder instead of a shape
  std::string device = "cpu";
  std::string type = "fp32";
  std::string lengths;  // file: tokens of prompt and answer, a sample a line
  std::string guide;
  int64_t rank = 24;
  int64_t batch = 16;
  int64_t length = 1024;
  int64_t micro_tokens = 16384;
  int64_t new_tokens = 0;  // without a guide; 0: as the answers of `lengths`
  int64_t prompts = 0;     // 0: as many as a batch has
  int steps = 10;
  int warmup = 3;
  bool recompute = false;
  double peak_tflops = 989;  // H200, bf16, dense
};

const std::map<std::string, std::string>& shapes() {
  static const std::map<std::string, std::string> known = {
      {"qwen2.5-0.5b",
       R"({"model_type":"qwen2","vocab_size":151936,"hidden_size":896,"num_hidden_layers":24,
          "num_attention_heads":14,"num_key_value_heads":2,"intermediate_size":4864,
          "rope_theta":1000000.0,"tie_word_embeddings":true})"},
      {"qwen2.5-1.5b",
       R"({"model_type":"qwen2","vocab_size":151936,"hidden_size":1536,"num_hidden_layers":28,
          "num_attention_heads":12,"num_key_value_heads":2,"intermediate_size":8960,
          "rope_theta":1000000.0,"tie_word_embeddings":true})"},
      {"llama-3.2-3b",
       R"({"model_type":"llama","vocab_size":128256,"hidden_size":3072,"num_hidden_layers":28,
          "num_attention_heads":24,"num_key_value_heads":8,"intermediate_size":8192,
          "rope_theta":500000.0,"tie_word_embeddings":true})"},
      {"smollm2-135m",
       R"({"model_type":"llama","vocab_size":49152,"hidden_size":576,"num_hidden_layers":30,
          "num_attention_heads":9,"num_key_value_heads":3,"intermediate_size":1536,
          "rope_theta":100000.0,"tie_word_embeddings":true})"},
      {"tiny",
       R"({"model_type":"qwen2","vocab_size":151936,"hidden_size":64,"num_hidden_layers":2,
          "num_attention_heads":4,"num_key_value_heads":2,"intermediate_size":128,
          "rope_theta":1000000.0,"tie_word_embeddings":true})"}};
  return known;
}

Result<std::vector<train::Piece>> read_samples(const BenchOptions& options) {
  std::vector<train::Piece> samples;
  if (options.part == "lm") {
    for (int64_t i = 0; i < options.batch; ++i)
      samples.push_back({.sample = static_cast<uint32_t>(i), .length = options.length});
    return samples;
  }
  std::ifstream file(options.lengths);
  for (int64_t prompt = 0, answer = 0; file >> prompt >> answer;) {
    samples.push_back({.sample = static_cast<uint32_t>(samples.size()),
                       .length = prompt + answer,
                       .answer = prompt});
  }
  if (samples.empty()) {
    return Error{ErrorCode::InvalidInput, "--lengths " + options.lengths + ": no lengths there"};
  }
  return samples;
}

// Drawn on the device: on the CPU the numbers of a large model take longer than all steps.
train::DecoderPtr draw(const train::ModelConfig& config, const train::DecoderOptions& how) {
  train::DecoderPtr decoder = train::empty_decoder(config);
  train::for_each_parameter(*decoder, [&](train::Parameter& parameter) {
    parameter.value =
        at::empty(parameter.shape, at::TensorOptions().dtype(how.type).device(how.device));
    if (parameter.shape.size() == 2) {
      parameter.value.normal_(0, config.init_std);
    } else {
      parameter.value.fill_(parameter.parts[0].name.ends_with(".weight") ? 1 : 0);
    }
  });
  return decoder;
}

Result<train::DecoderPtr> build(const BenchOptions& options, at::Device device) {
  const train::DecoderOptions how{.type = options.type == "bf16" ? at::kBFloat16 : at::kFloat,
                                  .device = device};
  train::DecoderPtr decoder;
  if (options.base.empty()) {
    const auto found = shapes().find(options.shape);
    if (found == shapes().end()) return Error{ErrorCode::InvalidInput, "unknown shape"};
    KCAST_TRY(const train::ModelConfig config, train::parse_model_config(found->second));
    decoder = draw(config, how);
  } else {
    KCAST_TRY(decoder, train::load_decoder(options.base, how));
  }
  decoder->recompute = options.recompute;
  KCAST_OK(train::add_lora(
      *decoder, {.rank = options.rank, .alpha = 2.0 * static_cast<double>(options.rank)}, 1));
  return decoder;
}

// Multiplications and additions of the model itself; what is computed twice counts once.
double flops_of(const train::ModelConfig& c, const std::vector<train::Piece>& samples) {
  const int64_t up = c.activation == train::Activation::SwiGlu ? 2 : 1;
  const double layer =
      static_cast<double>(c.width) *
      static_cast<double>(2 * c.q_rows() + 2 * c.kv_rows() + (up + 1) * c.mlp_width);
  const auto layers = static_cast<double>(c.n_layers);
  double flops = 0;
  for (const train::Piece& sample : samples) {
    const auto n = static_cast<double>(sample.length);
    const double matrices = 2 * n * layer * layers;
    const double attention = 2 * n * n * static_cast<double>(c.q_rows()) * layers;
    const double head = 2 * static_cast<double>(train::loss_tokens(sample)) *
                        static_cast<double>(c.width * c.vocab);
    // Frozen matrices have one product in the backward pass, attention two and a half.
    flops += 2 * matrices + 3.5 * attention + 2 * head;
  }
  return flops;
}

double peak_gib(at::Device device) {
  if (device.is_cuda()) {
    const auto stats = c10::getDeviceAllocator(at::kCUDA)->getDeviceStats(device.index());
    return static_cast<double>(stats.allocated_bytes[0].peak) / (1 << 30);
  }
  std::ifstream status("/proc/self/status");
  for (std::string line; std::getline(status, line);) {
    if (line.starts_with("VmHWM:")) return std::stod(line.substr(6)) / (1 << 20);
  }
  return 0;
}

double now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

std::vector<int64_t> random_ids(Rng& rng, int64_t count, int64_t vocab) {
  std::vector<int64_t> ids;
  for (int64_t t = 0; t < count; ++t)
    ids.push_back(rng.between(0, vocab - 1));
  return ids;
}

// As a step of the trainer.
double step(train::Decoder& decoder, train::Optimizer& optimizer, const BenchOptions& options,
            const std::vector<train::Piece>& samples, Rng& rng) {
  optimizer.zero_gradients();
  const Tensor& like = decoder.embedding.value;
  int64_t count = 0;
  for (const train::Piece& sample : samples)
    count += train::loss_tokens(sample);
  Tensor total = at::zeros({}, optimizer.gradients().options());
  for (const train::MicroBatch& pass :
       train::pack(samples, {.micro_tokens = options.micro_tokens})) {
    std::vector<int64_t> offsets = {0};
    std::vector<int64_t> answers;
    for (const train::Piece& sample : pass) {
      offsets.push_back(offsets.back() + sample.length);
      answers.push_back(sample.answer);
    }
    const std::vector<int64_t> ids = random_ids(rng, offsets.back(), decoder.config.vocab);
    const std::vector<int64_t> first(pass.size(), 0);
    const train::Stream stream = train::make_stream(decoder.config, ids, offsets, first, like);
    const Tensor loss = train::language_loss(decoder, train::forward(decoder, stream),
                                             train::loss_rows(ids, offsets, answers, like)) /
                        static_cast<double>(count);
    loss.backward();
    total.add_(loss.detach());
  }
  optimizer.clip(1);
  const double loss = total.item<double>();
  optimizer.step(1e-4);
  optimizer.refresh_values();
  return loss;
}

Result<Json> measure_training(const BenchOptions& options, train::Decoder& decoder,
                              const std::vector<train::Piece>& samples, at::Device device) {
  std::vector<train::Parameter*> trained;
  train::for_each_lora(decoder,
                       [&](train::Parameter& parameter) { trained.push_back(&parameter); });
  train::Optimizer optimizer(trained, {}, 0, 1);
  Rng rng(1);
  size_t next = 0;
  const auto batch = [&] {
    std::vector<train::Piece> result;
    for (int64_t i = 0; i < options.batch; ++i)
      result.push_back(samples[next++ % samples.size()]);
    return result;
  };
  double loss = 0;
  for (int i = 0; i < options.warmup; ++i)
    loss = step(decoder, optimizer, options, batch(), rng);
  double tokens = 0;
  double flops = 0;
  const double begin = now();
  for (int i = 0; i < options.steps; ++i) {
    const std::vector<train::Piece> pieces = batch();
    for (const train::Piece& piece : pieces)
      tokens += static_cast<double>(piece.length);
    flops += flops_of(decoder.config, pieces);
    loss = step(decoder, optimizer, options, pieces, rng);
  }
  const double seconds = now() - begin;
  const double tflops = flops / seconds / 1e12;
  return Json{{"tokens_per_s", tokens / seconds},
              {"samples_per_s", static_cast<double>(options.batch * options.steps) / seconds},
              {"step_ms", 1e3 * seconds / options.steps},
              {"peak_gib", peak_gib(device)},
              {"model_tflops", tflops},
              {"mfu_pct", 100 * tflops / options.peak_tflops},
              {"loss", loss}};
}

Result<Json> measure_generation(const BenchOptions& options, const train::Decoder& decoder,
                                const std::vector<train::Piece>& samples, at::Device device) {
  train::GenerateOptions how{.max_new_tokens = options.new_tokens, .batch = options.batch};
  if (how.max_new_tokens == 0) {
    std::vector<int64_t> answers;
    for (const train::Piece& sample : samples)
      answers.push_back(sample.length - sample.answer);
    std::nth_element(answers.begin(), answers.begin() + std::ssize(answers) / 2, answers.end());
    how.max_new_tokens = answers[answers.size() / 2];
  }
  if (!options.guide.empty()) {
    KCAST_TRY(how.guide, train::read_guide(options.guide));
    KCAST_OK(train::check_guide(how.guide, decoder.config.vocab));
    how.max_new_tokens = 2 * how.max_new_tokens;  // it ends by itself
  }
  Rng rng(1);
  const auto prompts = static_cast<size_t>(options.prompts > 0 ? options.prompts : options.batch);
  std::vector<std::vector<int32_t>> texts;
  for (size_t i = 0; i < prompts; ++i) {
    const auto ids = random_ids(rng, samples[i % samples.size()].answer, decoder.config.vocab);
    texts.emplace_back(ids.begin(), ids.end());
  }
  if (options.warmup > 0) {
    train::generate(
        decoder,
        {texts.begin(), texts.begin() + std::min<std::ptrdiff_t>(options.batch, std::ssize(texts))},
        how);
  }
  const double begin = now();
  const auto answers = train::generate(decoder, texts, how);
  const double seconds = now() - begin;
  double tokens = 0;
  for (const auto& answer : answers)
    tokens += static_cast<double>(answer.size());
  return Json{{"answers_per_s", static_cast<double>(answers.size()) / seconds},
              {"tokens_per_s", tokens / seconds},
              {"tokens_per_answer", tokens / static_cast<double>(answers.size())},
              {"peak_gib", peak_gib(device)}};
}

Status run(const BenchOptions& options) {
  KCAST_TRY(const std::vector<train::Piece> samples, read_samples(options));
  KCAST_TRY(const at::Device device, train::open_device(options.device, 0));
  KCAST_TRY(const train::DecoderPtr decoder, build(options, device));
  Json line = {{"program", "kcast-train"},
               {"part", options.part},
               {"guided", !options.guide.empty()},
               {"shape", options.shape},
               {"batch", options.batch}};
  if (options.part == "generate") {
    KCAST_TRY(const Json numbers, measure_generation(options, *decoder, samples, device));
    line.update(numbers);
  } else {
    KCAST_TRY(const Json numbers, measure_training(options, *decoder, samples, device));
    line.update(numbers);
  }
  std::cout << line.dump() << '\n' << std::flush;
  return Unit{};
}

}  // namespace

}  // namespace kcast::train

int main(int argc, char** argv) {
  kcast::train::BenchOptions options;
  CLI::App app("Speed and memory of LoRA training steps and of generation.", "train_bench");
  app.add_option("part", options.part)
      ->required()
      ->check(CLI::IsMember({"lm", "task", "generate"}));
  app.add_option("--shape", options.shape,
                 "qwen2.5-0.5b, qwen2.5-1.5b, llama-3.2-3b, smollm2-135m, tiny");
  app.add_option("--base", options.base, "a Hugging Face folder instead");
  app.add_option("--device", options.device)->check(CLI::IsMember({"cpu", "cuda"}));
  app.add_option("--type", options.type)->check(CLI::IsMember({"fp32", "bf16"}));
  app.add_option("--lengths", options.lengths, "tokens of prompt and answer, a sample a line");
  app.add_option("--guide", options.guide, "what answers consist of; none: any tokens");
  app.add_option("--rank", options.rank);
  app.add_option("--batch", options.batch, "samples of a step, prompts at a time");
  app.add_option("--length", options.length, "tokens of a sample of lm");
  app.add_option("--micro-tokens", options.micro_tokens, "of a pass");
  app.add_option("--new-tokens", options.new_tokens, "of an answer without a guide");
  app.add_option("--prompts", options.prompts);
  app.add_option("--steps", options.steps)->check(CLI::PositiveNumber);
  app.add_option("--warmup", options.warmup);
  app.add_flag("--recompute", options.recompute);
  app.add_option("--peak-tflops", options.peak_tflops);
  CLI11_PARSE(app, argc, argv);
  const auto status = kcast::train::run(options);
  if (status) return 0;
  std::cerr << "train_bench: " << status.error().message << "\n";
  return 1;
}
