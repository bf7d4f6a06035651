#include "infer/model_shape.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <nlohmann/json.hpp>
#include <numbers>

#include "base/io/json_at.h"
#include "base/io/json_problem.h"
#include "base/text.h"
#include "infer/gguf_writer.h"

namespace kcast::infer {
namespace {

using Json = nlohmann::ordered_json;

struct Architecture {
  std::string_view gguf;
  std::string_view model_type;  // of config.json
  std::string_view class_name;
  std::string_view epsilon_key;       // of config.json
  std::string_view gguf_epsilon_key;  // behind "ARCHITECTURE.attention."
};
constexpr std::array kArchitectures = {
    Architecture{"llama", "llama", "LlamaForCausalLM", "rms_norm_eps", "layer_norm_rms_epsilon"},
    Architecture{"qwen2", "qwen2", "Qwen2ForCausalLM", "rms_norm_eps", "layer_norm_rms_epsilon"},
    Architecture{"starcoder2", "starcoder2", "Starcoder2ForCausalLM", "norm_epsilon",
                 "layer_norm_epsilon"}};

struct TensorName {
  std::string_view gguf;
  std::string_view hugging_face;
};
// Without layer and ".weight" or ".bias".
constexpr std::array kOfModel = {TensorName{"token_embd", "model.embed_tokens"},
                                 TensorName{"output_norm", "model.norm"},
                                 TensorName{"output", "lm_head"}};
constexpr std::array kOfLayer = {TensorName{"attn_norm", "input_layernorm"},
                                 TensorName{"attn_q", "self_attn.q_proj"},
                                 TensorName{"attn_k", "self_attn.k_proj"},
                                 TensorName{"attn_v", "self_attn.v_proj"},
                                 TensorName{"attn_output", "self_attn.o_proj"},
                                 TensorName{"ffn_norm", "post_attention_layernorm"}};
constexpr std::array kOfGatedMlp = {TensorName{"ffn_gate", "mlp.gate_proj"},
                                    TensorName{"ffn_up", "mlp.up_proj"},
                                    TensorName{"ffn_down", "mlp.down_proj"}};
constexpr std::array kOfPlainMlp = {TensorName{"ffn_up", "mlp.c_fc"},
                                    TensorName{"ffn_down", "mlp.c_proj"}};

std::vector<TensorName> names_of_layer(const ModelShape& shape) {
  std::vector<TensorName> out(kOfLayer.begin(), kOfLayer.end());
  if (shape.architecture == "starcoder2") {
    out.insert(out.end(), kOfPlainMlp.begin(), kOfPlainMlp.end());
  } else {
    out.insert(out.end(), kOfGatedMlp.begin(), kOfGatedMlp.end());
  }
  return out;
}

// A float's decimal value, 1e-05 and not 9.999999747378752e-06.
double shortest(double value) {
  std::array<char, 32> text = {};
  const auto end = std::to_chars(text.data(), text.data() + text.size(), static_cast<float>(value));
  double out = value;
  std::from_chars(text.data(), end.ptr, out);
  return out;
}

Error unsupported(const std::string& path, const std::string& architecture) {
  return Error{ErrorCode::Unsupported, path + ": architecture '" + architecture +
                                           "'; there are llama, qwen2 and starcoder2"};
}

template <typename Names>
std::optional<std::string> translate(const Names& names, std::string_view stem, bool to_gguf) {
  for (const TensorName& name : names) {
    if ((to_gguf ? name.hugging_face : name.gguf) == stem)
      return std::string(to_gguf ? name.gguf : name.hugging_face);
  }
  return std::nullopt;
}

std::optional<std::string> translate_tensor(const ModelShape& shape, std::string_view name,
                                            bool to_gguf) {
  const size_t dot = name.rfind('.');
  if (dot == std::string_view::npos) return std::nullopt;
  const std::string kind(name.substr(dot));
  if (kind != ".weight" && kind != ".bias") return std::nullopt;
  const std::string_view stem = name.substr(0, dot);
  if (const auto found = translate(kOfModel, stem, to_gguf)) return *found + kind;
  const std::string_view from = to_gguf ? "model.layers." : "blk.";
  const std::string_view to = to_gguf ? "blk." : "model.layers.";
  if (!stem.starts_with(from)) return std::nullopt;
  const std::string_view rest = stem.substr(from.size());
  const size_t end = rest.find('.');
  if (end == std::string_view::npos) return std::nullopt;
  const auto layer = parse_int(rest.substr(0, end));
  if (!layer || *layer < 0 || *layer >= shape.layers) return std::nullopt;
  const auto found = translate(names_of_layer(shape), rest.substr(end + 1), to_gguf);
  if (!found) return std::nullopt;
  return std::string(to) + std::to_string(*layer) + "." + *found + kind;
}

// The settings behind rope_freqs.weight. Files of ours state them; for others, those of every
// published model with the largest factor, if they give these very numbers.
Result<Llama3Rope> rope_of_factors(const GgufFile& file, const GgufTensor& tensor,
                                   ModelShape shape) {
  if (const auto factor = file.number("kcast.rope.factor")) {
    return Llama3Rope{
        .factor = shortest(*factor),
        .low_freq_factor = shortest(file.number("kcast.rope.low_freq_factor").value_or(1)),
        .high_freq_factor = shortest(file.number("kcast.rope.high_freq_factor").value_or(4)),
        .original_context = file.integer("kcast.rope.original_context").value_or(8192)};
  }
  const std::span<const std::byte> bytes = file.bytes(tensor);
  const std::span<const float> found(reinterpret_cast<const float*>(bytes.data()),
                                     bytes.size() / sizeof(float));
  Llama3Rope rope;
  if (!found.empty()) rope.factor = shortest(std::ranges::max(found));
  shape.rope = rope;
  const std::vector<float> expected = rope_factors(shape);
  const auto near = [](float a, float b) { return std::abs(a - b) <= 1e-4F * std::abs(b); };
  if (!std::ranges::equal(found, expected, near)) {
    return Error{ErrorCode::Unsupported,
                 file.path().string() + ": its RoPE scaling is not that of Llama 3"};
  }
  return rope;
}

Status read_rope(const Json& config, ModelShape& shape, const std::string& path) {
  // transformers 5 has both in rope_parameters.
  Json scaling = config.value("rope_parameters", config.value("rope_scaling", Json()));
  if (!scaling.is_object()) scaling = Json::object();
  shape.rope_theta = config.value("rope_theta", scaling.value("rope_theta", 10000.0));
  const std::string type = scaling.value("rope_type", scaling.value("type", "default"));
  if (type == "default") return Unit{};
  if (type != "llama3") {
    return Error{ErrorCode::Unsupported,
                 path + ": RoPE scaling '" + type + "'; there are llama3 and none"};
  }
  shape.rope = Llama3Rope{
      .factor = scaling.value("factor", 8.0),
      .low_freq_factor = scaling.value("low_freq_factor", 1.0),
      .high_freq_factor = scaling.value("high_freq_factor", 4.0),
      .original_context = scaling.value("original_max_position_embeddings", int64_t{8192})};
  return Unit{};
}

// Ten times what the largest models have.
constexpr int64_t kMostLayers = 10'000;
constexpr int64_t kMostWidth = 10'000'000;
constexpr int64_t kMostVocabulary = 4'000'000;

int64_t sized(const JsonAt<Json>& number, int64_t most) {
  const auto out = number.get<int64_t>();
  if (out <= 0) number.wrong("has to be positive");
  if (out > most) number.wrong("is too large");
  return out;
}

// A token id, or the first of a list of them.
std::optional<int64_t> token_id(const Json& config, const char* key) {
  const Json value = config.value(key, Json());
  if (value.is_number_integer()) return value.get<int64_t>();
  if (value.is_array() && !value.empty() && value[0].is_number_integer())
    return value[0].get<int64_t>();
  return std::nullopt;
}

}  // namespace

Result<ModelShape> shape_of_gguf(const GgufFile& file) {
  ModelShape shape;
  shape.architecture = file.architecture();
  const auto* known = std::ranges::find(kArchitectures, shape.architecture, &Architecture::gguf);
  if (known == kArchitectures.end()) return unsupported(file.path().string(), shape.architecture);
  const std::string prefix = shape.architecture + ".";
  KCAST_TRY(shape.layers, file.need_integer(prefix + "block_count"));
  KCAST_TRY(shape.hidden, file.need_integer(prefix + "embedding_length"));
  KCAST_TRY(shape.feed_forward, file.need_integer(prefix + "feed_forward_length"));
  KCAST_TRY(shape.heads, file.need_integer(prefix + "attention.head_count"));
  KCAST_TRY(shape.context, file.need_integer(prefix + "context_length"));
  KCAST_TRY(const double epsilon,
            file.need_number(prefix + "attention." + std::string(known->gguf_epsilon_key)));
  const GgufTensor* embedding = file.find("token_embd.weight");
  if (embedding == nullptr || embedding->shape.size() != 2 || shape.heads <= 0) {
    return Error{ErrorCode::InvalidInput, file.path().string() + ": no tensor token_embd.weight"};
  }
  shape.norm_epsilon = shortest(epsilon);
  shape.vocabulary = embedding->shape[0];
  shape.kv_heads = file.integer(prefix + "attention.head_count_kv").value_or(shape.heads);
  shape.head_dim =
      file.integer(prefix + "attention.key_length").value_or(shape.hidden / shape.heads);
  shape.rope_theta = shortest(file.number(prefix + "rope.freq_base").value_or(10000));
  shape.tied = file.find("output.weight") == nullptr;
  shape.attention_bias = file.find("blk.0.attn_q.bias") != nullptr;
  shape.bos = file.integer("tokenizer.ggml.bos_token_id");
  shape.eos = file.integer("tokenizer.ggml.eos_token_id");
  if (const GgufTensor* factors = file.find("rope_freqs.weight")) {
    KCAST_TRY(shape.rope, rope_of_factors(file, *factors, shape));
  }
  return shape;
}

Result<ModelShape> shape_of_config(std::string_view text, const std::string& path) {
  const Json config = Json::parse(text, nullptr, false);
  if (!config.is_object()) return Error{ErrorCode::InvalidInput, path + ": no JSON object"};
  ModelShape shape;
  try {
    const JsonAt at(config);
    const auto type = at.value("model_type", "");
    const auto* known = std::ranges::find(kArchitectures, type, &Architecture::model_type);
    if (known == kArchitectures.end()) return unsupported(path, type);
    shape.architecture = known->gguf;
    shape.layers = sized(at.at("num_hidden_layers"), kMostLayers);
    shape.hidden = sized(at.at("hidden_size"), kMostWidth);
    shape.feed_forward = sized(at.at("intermediate_size"), kMostWidth);
    shape.heads = sized(at.at("num_attention_heads"), kMostWidth);
    shape.kv_heads = at.value("num_key_value_heads", shape.heads);
    shape.vocabulary = sized(at.at("vocab_size"), kMostVocabulary);
    shape.context = at.value("max_position_embeddings", int64_t{2048});
    // llama.cpp has no sliding window for these: a text ends where it would begin to matter.
    if (at.contains("sliding_window") && config["sliding_window"].is_number() &&
        at.value("use_sliding_window", shape.architecture != "qwen2")) {
      shape.context = std::min(shape.context, at.at("sliding_window").get<int64_t>());
    }
    shape.norm_epsilon = at.value(std::string(known->epsilon_key), 1e-5);
    shape.tied = at.value("tie_word_embeddings", shape.architecture == "starcoder2");
    shape.attention_bias = at.value("attention_bias", shape.architecture != "llama");
    shape.head_dim = at.value("head_dim", shape.hidden / shape.heads);
    shape.bos = token_id(config, "bos_token_id");
    shape.eos = token_id(config, "eos_token_id");
    KCAST_OK(read_rope(config, shape, path));
  } catch (const std::exception& error) {  // the library's, or JsonError
    return Error{ErrorCode::InvalidInput, path + ": " + json_problem(error.what())};
  }
  return shape;
}

std::string config_of_shape(const ModelShape& shape, std::string_view type) {
  const auto* known = std::ranges::find(kArchitectures, shape.architecture, &Architecture::gguf);
  Json config = {{"architectures", {known->class_name}},
                 {"model_type", known->model_type},
                 {"hidden_size", shape.hidden},
                 {"intermediate_size", shape.feed_forward},
                 {"num_hidden_layers", shape.layers},
                 {"num_attention_heads", shape.heads},
                 {"num_key_value_heads", shape.kv_heads},
                 {"head_dim", shape.head_dim},
                 {"vocab_size", shape.vocabulary},
                 {"max_position_embeddings", shape.context},
                 {std::string(known->epsilon_key), shape.norm_epsilon},
                 {"rope_theta", shape.rope_theta},
                 {"tie_word_embeddings", shape.tied},
                 {"torch_dtype", type}};
  if (shape.architecture == "starcoder2") {
    config["hidden_act"] = "gelu_pytorch_tanh";
    config["use_bias"] = true;
    config["sliding_window"] = nullptr;
  } else {
    config["hidden_act"] = "silu";
  }
  if (shape.architecture == "llama") config["attention_bias"] = shape.attention_bias;
  if (shape.rope) {
    config["rope_scaling"] = {{"rope_type", "llama3"},
                              {"factor", shape.rope->factor},
                              {"low_freq_factor", shape.rope->low_freq_factor},
                              {"high_freq_factor", shape.rope->high_freq_factor},
                              {"original_max_position_embeddings", shape.rope->original_context}};
  }
  if (shape.bos) config["bos_token_id"] = *shape.bos;
  if (shape.eos) config["eos_token_id"] = *shape.eos;
  return config.dump(2) + "\n";
}

void write_shape(const ModelShape& shape, GgufWriter& writer) {
  const auto* known = std::ranges::find(kArchitectures, shape.architecture, &Architecture::gguf);
  const std::string prefix = shape.architecture + ".";
  writer.set_text("general.architecture", shape.architecture);
  writer.set_integer(prefix + "block_count", shape.layers);
  writer.set_integer(prefix + "context_length", shape.context);
  writer.set_integer(prefix + "embedding_length", shape.hidden);
  writer.set_integer(prefix + "feed_forward_length", shape.feed_forward);
  writer.set_integer(prefix + "attention.head_count", shape.heads);
  writer.set_integer(prefix + "attention.head_count_kv", shape.kv_heads);
  if (shape.head_dim * shape.heads != shape.hidden) {
    writer.set_integer(prefix + "attention.key_length", shape.head_dim);
    writer.set_integer(prefix + "attention.value_length", shape.head_dim);
  }
  writer.set_integer(prefix + "rope.dimension_count", shape.head_dim);
  writer.set_integer(prefix + "vocab_size", shape.vocabulary);
  writer.set_number(prefix + "rope.freq_base", shape.rope_theta);
  writer.set_number(prefix + "attention." + std::string(known->gguf_epsilon_key),
                    shape.norm_epsilon);
  if (!shape.rope) return;
  writer.set_number("kcast.rope.factor", shape.rope->factor);
  writer.set_number("kcast.rope.low_freq_factor", shape.rope->low_freq_factor);
  writer.set_number("kcast.rope.high_freq_factor", shape.rope->high_freq_factor);
  writer.set_integer("kcast.rope.original_context", shape.rope->original_context);
}

std::optional<std::string> hugging_face_name(const ModelShape& shape, std::string_view gguf) {
  return translate_tensor(shape, gguf, false);
}

std::optional<std::string> gguf_name(const ModelShape& shape, std::string_view hugging_face) {
  return translate_tensor(shape, hugging_face, true);
}

int64_t interleaved_heads(const ModelShape& shape, std::string_view gguf_tensor) {
  if (shape.architecture != "llama") return 0;
  const auto is = [&](std::string_view stem) {
    return gguf_tensor.find(stem) != std::string_view::npos;
  };
  if (is(".attn_q.")) return shape.heads;
  return is(".attn_k.") ? shape.kv_heads : 0;
}

int64_t gguf_row_of(int64_t row, int64_t rows, int64_t heads) {
  const int64_t of_head = rows / heads;
  const int64_t at = row % of_head;
  return row - at + at % (of_head / 2) * 2 + at / (of_head / 2);
}

int64_t hugging_face_row_of(int64_t row, int64_t rows, int64_t heads) {
  const int64_t of_head = rows / heads;
  const int64_t at = row % of_head;
  return row - at + at % 2 * (of_head / 2) + at / 2;
}

std::vector<float> rope_factors(const ModelShape& shape) {
  std::vector<float> out;
  if (!shape.rope) return out;
  const Llama3Rope& rope = *shape.rope;
  const auto context = static_cast<double>(rope.original_context);
  for (int64_t i = 0; i < shape.head_dim; i += 2) {
    const double frequency =
        std::pow(shape.rope_theta, -static_cast<double>(i) / static_cast<double>(shape.head_dim));
    const double wavelength = 2 * std::numbers::pi / frequency;
    if (wavelength < context / rope.high_freq_factor) {
      out.push_back(1);
    } else if (wavelength > context / rope.low_freq_factor) {
      out.push_back(static_cast<float>(rope.factor));
    } else {
      const double smooth = (context / wavelength - rope.low_freq_factor) /
                            (rope.high_freq_factor - rope.low_freq_factor);
      out.push_back(static_cast<float>(1 / ((1 - smooth) / rope.factor + smooth)));
    }
  }
  return out;
}

}  // namespace kcast::infer
