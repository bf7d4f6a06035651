// Steps of training at the shape of a real model: tokens per second, peak memory, and the part of
// the GPU's peak that the model's arithmetic takes.
//
//   train_bench --shape qwen2.5-0.5b --rank 24 --batch 16 --length 1024 --device cuda --type bf16
//   train_bench ... --lengths 120,900     samples of such lengths, packed, loss on their last 150
#include <c10/core/CachingDeviceAllocator.h>

#include <CLI/CLI.hpp>
#include <chrono>
#include <fstream>
#include <iostream>
#include <map>
#include <string>

#include "base/rng.h"
#include "train/lora.h"
#include "train/loss.h"
#include "train/optimizer.h"
#include "train/process_group.h"

namespace kcast {

namespace {

struct BenchOptions {
  std::string shape = "qwen2.5-0.5b";
  std::string base;  // a folder instead of a shape
  std::string device = "cpu";
  std::string type = "fp32";
  int64_t rank = 24;
  int64_t batch = 16;
  int64_t length = 1024;
  std::vector<int64_t> lengths;  // shortest and longest
  int64_t answer = 150;
  int64_t micro_tokens = 0;  // 0: the whole batch in one pass
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
      {"smollm2-135m",
       R"({"model_type":"llama","vocab_size":49152,"hidden_size":576,"num_hidden_layers":30,
          "num_attention_heads":9,"num_key_value_heads":3,"intermediate_size":1536,
          "rope_theta":100000.0,"tie_word_embeddings":true})"}};
  return known;
}

struct Pass {
  std::vector<int64_t> ids;
  std::vector<int64_t> offsets = {0};
  std::vector<int64_t> answers;
};

std::vector<Pass> make_passes(const BenchOptions& options, int64_t vocab) {
  Rng rng(1);
  std::vector<Pass> passes(1);
  const int64_t limit = options.micro_tokens > 0 ? options.micro_tokens : int64_t{1} << 40;
  for (int64_t i = 0; i < options.batch; ++i) {
    const bool varied = options.lengths.size() == 2;
    const int64_t length =
        varied ? rng.between(options.lengths[0], options.lengths[1]) : options.length;
    if (!passes.back().ids.empty() &&
        static_cast<int64_t>(passes.back().ids.size()) + length > limit) {
      passes.emplace_back();
    }
    Pass& pass = passes.back();
    for (int64_t t = 0; t < length; ++t)
      pass.ids.push_back(rng.between(0, vocab - 1));
    pass.offsets.push_back(static_cast<int64_t>(pass.ids.size()));
    pass.answers.push_back(varied ? std::max<int64_t>(1, length - options.answer) : 1);
  }
  return passes;
}

// Multiplications and additions of the model itself; what is computed twice counts once.
double flops_of(const Decoder& decoder, const std::vector<Pass>& passes) {
  const ModelConfig& c = decoder.config;
  const int64_t up = c.activation == Activation::SwiGlu ? 2 : 1;
  const double layer =
      static_cast<double>(c.width) *
      static_cast<double>(2 * c.q_rows() + 2 * c.kv_rows() + (up + 1) * c.mlp_width);
  double flops = 0;
  for (const Pass& pass : passes) {
    for (size_t i = 0; i + 1 < pass.offsets.size(); ++i) {
      const auto n = static_cast<double>(pass.offsets[i + 1] - pass.offsets[i]);
      const auto with_loss = n - static_cast<double>(std::max<int64_t>(1, pass.answers[i]));
      const double matrices = 2 * n * layer * static_cast<double>(c.n_layers);
      const double attention =
          2 * n * n * static_cast<double>(c.q_rows()) * static_cast<double>(c.n_layers);
      const double head = 2 * with_loss * static_cast<double>(c.width * c.vocab);
      // Frozen matrices have one product in the backward pass, attention two and a half.
      flops += 2 * matrices + 3.5 * attention + 2 * head;
    }
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

double step(Decoder& decoder, Optimizer& optimizer, const std::vector<Pass>& passes) {
  optimizer.zero_gradients();
  Tensor total = at::zeros({}, optimizer.gradients().options());
  double count = 0;
  for (const Pass& pass : passes) {
    const std::vector<int64_t> first(pass.answers.size(), 0);
    const Tensor& like = decoder.embedding.value;
    const Stream stream = make_stream(decoder.config, pass.ids, pass.offsets, first, like);
    const LossRows rows = loss_rows(pass.ids, pass.offsets, pass.answers, like);
    const Tensor loss = language_loss(decoder, forward(decoder, stream), rows);
    (loss / static_cast<double>(rows.count())).backward();
    total.add_(loss.detach());
    count += static_cast<double>(rows.count());
  }
  optimizer.clip(1);
  optimizer.step(1e-4);
  optimizer.refresh_values();
  return total.item<double>() / count;
}

Status run(const BenchOptions& options) {
  KCAST_TRY(const at::Device device, open_device(options.device, 0));
  const DecoderOptions how{.type = options.type == "bf16" ? at::kBFloat16 : at::kFloat,
                           .device = device};
  DecoderPtr decoder;
  if (options.base.empty()) {
    const auto found = shapes().find(options.shape);
    if (found == shapes().end()) return Error{ErrorCode::InvalidInput, "unknown shape"};
    KCAST_TRY(const ModelConfig config, parse_model_config(found->second));
    decoder = random_decoder(config, how, 1);
  } else {
    KCAST_TRY(decoder, load_decoder(options.base, how));
  }
  decoder->recompute = options.recompute;
  KCAST_TRY([[maybe_unused]] const Unit added,
            add_lora(*decoder, {.rank = options.rank, .alpha = 2.0 * options.rank}, 1));
  std::vector<Parameter*> trained;
  for_each_lora(*decoder, [&](Parameter& parameter) { trained.push_back(&parameter); });
  Optimizer optimizer(trained, {}, 0, 1);
  const std::vector<Pass> passes = make_passes(options, decoder->config.vocab);
  double tokens = 0;
  for (const Pass& pass : passes)
    tokens += static_cast<double>(pass.ids.size());

  double loss = 0;
  for (int i = 0; i < options.warmup; ++i)
    loss = step(*decoder, optimizer, passes);
  const auto begin = std::chrono::steady_clock::now();
  for (int i = 0; i < options.steps; ++i)
    loss = step(*decoder, optimizer, passes);
  const double seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count() /
      std::max(1, options.steps);
  const double tflops = flops_of(*decoder, passes) / seconds / 1e12;
  std::cout << "{\"tokens_per_s\": " << tokens / seconds
            << ", \"samples_per_s\": " << static_cast<double>(options.batch) / seconds
            << ", \"step_ms\": " << seconds * 1e3 << ", \"peak_gib\": " << peak_gib(device)
            << ", \"model_tflops\": " << tflops
            << ", \"mfu_pct\": " << 100 * tflops / options.peak_tflops << ", \"loss\": " << loss
            << "}\n";
  return Unit{};
}

}  // namespace

}  // namespace kcast

int main(int argc, char** argv) {
  kcast::BenchOptions options;
  CLI::App app("Speed and memory of LoRA training steps.", "train_bench");
  app.add_option("--shape", options.shape, "qwen2.5-0.5b, qwen2.5-1.5b, smollm2-135m");
  app.add_option("--base", options.base, "a Hugging Face folder instead");
  app.add_option("--device", options.device)->check(CLI::IsMember({"cpu", "cuda"}));
  app.add_option("--type", options.type)->check(CLI::IsMember({"fp32", "bf16"}));
  app.add_option("--rank", options.rank);
  app.add_option("--batch", options.batch, "samples of a step");
  app.add_option("--length", options.length, "tokens of a sample");
  app.add_option("--lengths", options.lengths, "shortest,longest")->delimiter(',');
  app.add_option("--answer", options.answer, "tokens with loss, with --lengths");
  app.add_option("--micro-tokens", options.micro_tokens, "of a pass");
  app.add_option("--steps", options.steps);
  app.add_option("--warmup", options.warmup);
  app.add_flag("--recompute", options.recompute);
  app.add_option("--peak-tflops", options.peak_tflops);
  CLI11_PARSE(app, argc, argv);
  const auto status = kcast::run(options);
  if (status) return 0;
  std::cerr << "train_bench: " << status.error().message << "\n";
  return 1;
}
