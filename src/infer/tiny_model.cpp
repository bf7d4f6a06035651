#include "infer/tiny_model.h"

#include <cmath>
#include <nlohmann/json.hpp>
#include <numbers>

#include "base/check.h"
#include "base/files.h"
#include "base/rng.h"
#include "encode/safetensors.h"
#include "infer/import_model.h"

namespace kcast::infer {
namespace {

using Json = nlohmann::json;
namespace fs = std::filesystem;

constexpr int64_t kHidden = 32;
constexpr int64_t kFeedForward = 64;
constexpr int64_t kKeyValues = 16;  // 2 of 4 heads

struct Tokens {
  std::vector<std::string> plain;
  std::vector<std::string> special = {"<|endoftext|>", "<|im_start|>", "<|im_end|>"};
};

Tokens tiny_tokens(const std::vector<std::string>& more) {
  Tokens out;
  for (char c = '!'; c <= '~'; ++c)
    out.plain.emplace_back(1, c);
  out.plain.emplace_back("\u0120");  // blank
  out.plain.emplace_back("\u010a");  // line end
  out.plain.insert(out.plain.end(), more.begin(), more.end());
  return out;
}

void must(const Status& status) {
  KCAST_CHECK(static_cast<bool>(status), "a test's model can be written");
}

// Numbers of a normal distribution.
std::vector<float> random_floats(Rng& rng, int64_t n, double mean, double deviation) {
  std::vector<float> out(static_cast<size_t>(n));
  for (float& value : out) {
    const double radius = std::sqrt(-2 * std::log(1 - rng.unit()));
    value =
        static_cast<float>(mean + deviation * radius * std::cos(2 * std::numbers::pi * rng.unit()));
  }
  return out;
}

}  // namespace

void write_tiny_tokenizer(const fs::path& folder, size_t n_tokens,
                          const std::vector<std::string>& more) {
  const Tokens tokens = tiny_tokens(more);
  Json vocabulary = Json::object();
  Json added = Json::array();
  size_t id = 0;
  for (const std::string& token : tokens.plain) {
    if (id < n_tokens) vocabulary[token] = id++;
  }
  for (const std::string& token : tokens.special) {
    if (id < n_tokens) added.push_back({{"id", id++}, {"content", token}, {"special", true}});
  }
  const Json tokenizer = {
      {"added_tokens", added},
      {"pre_tokenizer",
       {{"type", "Sequence"},
        {"pretokenizers",
         {{{"type", "Digits"}, {"individual_digits", true}},
          {{"type", "ByteLevel"}, {"add_prefix_space", false}, {"use_regex", true}}}}}},
      {"model", {{"type", "BPE"}, {"vocab", vocabulary}, {"merges", Json::array({"a b"})}}}};
  must(write_file(folder / "tokenizer.json", tokenizer.dump()));
  must(write_file(folder / "tokenizer_config.json",
                  R"({"eos_token": "<|endoftext|>", "bos_token": "<|endoftext|>"})"));
}

void write_tiny_llama(const fs::path& folder, uint64_t seed, const std::vector<std::string>& more) {
  const Tokens tokens = tiny_tokens(more);
  const auto n_tokens = static_cast<int64_t>(tokens.plain.size() + tokens.special.size());
  write_tiny_tokenizer(folder, static_cast<size_t>(n_tokens), more);
  must(write_file(folder / "config.json", Json({{"model_type", "llama"},
                                                {"hidden_size", kHidden},
                                                {"intermediate_size", kFeedForward},
                                                {"num_hidden_layers", 2},
                                                {"num_attention_heads", 4},
                                                {"num_key_value_heads", 2},
                                                {"vocab_size", n_tokens},
                                                {"max_position_embeddings", 512},
                                                {"rms_norm_eps", 1e-5},
                                                {"tie_word_embeddings", true}})
                                              .dump()));
  std::vector<encode::SafetensorsWriter::Planned> planned = {
      {"model.embed_tokens.weight", "F32", {n_tokens, kHidden}},
      {"model.norm.weight", "F32", {kHidden}}};
  for (const std::string layer : {"model.layers.0.", "model.layers.1."}) {
    planned.push_back({layer + "input_layernorm.weight", "F32", {kHidden}});
    planned.push_back({layer + "post_attention_layernorm.weight", "F32", {kHidden}});
    planned.push_back({layer + "self_attn.q_proj.weight", "F32", {kHidden, kHidden}});
    planned.push_back({layer + "self_attn.k_proj.weight", "F32", {kKeyValues, kHidden}});
    planned.push_back({layer + "self_attn.v_proj.weight", "F32", {kKeyValues, kHidden}});
    planned.push_back({layer + "self_attn.o_proj.weight", "F32", {kHidden, kHidden}});
    planned.push_back({layer + "mlp.gate_proj.weight", "F32", {kFeedForward, kHidden}});
    planned.push_back({layer + "mlp.up_proj.weight", "F32", {kFeedForward, kHidden}});
    planned.push_back({layer + "mlp.down_proj.weight", "F32", {kHidden, kFeedForward}});
  }
  auto writer = encode::SafetensorsWriter::create(folder / "model.safetensors", planned);
  KCAST_CHECK(static_cast<bool>(writer), "a test's model can be written");
  Rng rng(seed);
  for (const encode::SafetensorsWriter::Planned& tensor : planned) {
    const bool norm = tensor.shape.size() == 1;
    const int64_t n = norm ? kHidden : tensor.shape[0] * tensor.shape[1];
    const std::vector<float> values = random_floats(rng, n, norm ? 1 : 0, norm ? 0.1 : 0.2);
    must(writer->write(std::as_bytes(std::span(values))));
  }
  must(writer->finish());
}

Result<fs::path> make_tiny_gguf(const fs::path& folder, uint64_t seed,
                                const std::vector<std::string>& more) {
  write_tiny_llama(folder, seed, more);
  const fs::path out = folder / "tiny.gguf";
  KCAST_OK(import_model(folder, out, {.type = "f32"}));
  return out;
}

}  // namespace kcast::infer
