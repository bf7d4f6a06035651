#include "train/model/decoder.h"

#include "base/rng.h"
#include "train/model/projection.h"
#include "train/model/recompute.h"
#include "train/model/weights.h"

namespace kcast::train {

namespace {

Parameter matrix(std::vector<Part> parts, int64_t columns) {
  Parameter parameter;
  int64_t rows = 0;
  for (const Part& part : parts)
    rows += part.rows;
  parameter.parts = std::move(parts);
  parameter.shape = {rows, columns};
  parameter.decays = true;
  return parameter;
}

Parameter vector_of(std::vector<Part> parts) {
  Parameter parameter = matrix(std::move(parts), 1);
  parameter.shape.pop_back();
  parameter.decays = false;
  return parameter;
}

Norm empty_norm(const ModelConfig& config, const std::string& name) {
  Norm norm{.kind = config.norm, .eps = config.norm_eps};
  norm.weight = vector_of({{name + ".weight", config.width}});
  if (config.norm == NormKind::Layer) norm.bias = vector_of({{name + ".bias", config.width}});
  return norm;
}

struct ModuleRows {
  std::string name;
  int64_t rows;
};

Linear empty_linear(const std::vector<ModuleRows>& modules, int64_t columns, bool bias) {
  Linear linear;
  std::vector<Part> weights;
  std::vector<Part> biases;
  int64_t begin = 0;
  for (const auto& [name, rows] : modules) {
    linear.modules.push_back({name, begin, rows});
    weights.push_back({name + ".weight", rows});
    biases.push_back({name + ".bias", rows});
    begin += rows;
  }
  linear.weight = matrix(weights, columns);
  if (bias) linear.bias = vector_of(biases);
  return linear;
}

Layer empty_layer(const ModelConfig& config, int64_t index) {
  const std::string prefix = config.names.layers + std::to_string(index) + ".";
  const ModuleNames& names = config.names;
  Layer layer;
  layer.norm1 = empty_norm(config, prefix + names.norm1);
  if (!config.parallel()) layer.norm2 = empty_norm(config, prefix + names.norm2);
  std::vector<ModuleRows> qkv;
  if (names.qkv.size() == 1) {
    qkv = {{prefix + names.qkv[0], config.q_rows() + 2 * config.kv_rows()}};
  } else {
    qkv = {{prefix + names.qkv[0], config.q_rows()},
           {prefix + names.qkv[1], config.kv_rows()},
           {prefix + names.qkv[2], config.kv_rows()}};
  }
  layer.qkv = empty_linear(qkv, config.width, config.qkv_bias);
  layer.out = empty_linear({{prefix + names.out, config.width}}, config.q_rows(), config.out_bias);
  std::vector<ModuleRows> up;
  for (const std::string& name : names.up)
    up.push_back({prefix + name, config.mlp_width});
  layer.up = empty_linear(up, config.width, config.mlp_bias);
  layer.down =
      empty_linear({{prefix + names.down, config.width}}, config.mlp_width, config.mlp_bias);
  return layer;
}

Transform transform_of(Activation activation) {
  switch (activation) {
    case Activation::SwiGlu:
      return Transform::SwiGlu;
    case Activation::GeluTanh:
      return Transform::GeluTanh;
    case Activation::Gelu:
      return Transform::Gelu;
  }
  return Transform::None;
}

// Every linear layer of a pass draws other numbers; the backward pass draws the same again.
uint64_t seed_of(const Stream& stream, size_t layer, int which) {
  if (stream.dropout_seed == 0) return 0;
  const uint64_t mixed =
      Rng(stream.dropout_seed ^ (layer * 8 + static_cast<uint64_t>(which) + 1) * 0x9e3779b97f4a7c15)
          .next();
  return mixed | 1;
}

Tensor layer_forward(const Decoder& decoder, const Stream& stream, size_t index, const Tensor& h) {
  const Layer& layer = decoder.layers[index];
  const ModelConfig& config = decoder.config;
  const auto input = [&](Transform transform, const Norm* norm, int which) {
    return ProjectionInput{transform, norm, seed_of(stream, index, which)};
  };
  const Tensor qkv = project(layer.qkv, input(Transform::Norm, &layer.norm1, 0), h);
  const Tensor attention_output = attend(config, stream, index, qkv);
  const Tensor middle = project(layer.out, input(Transform::None, nullptr, 1), attention_output, h);
  const Norm* norm = config.parallel() ? &layer.norm1 : &layer.norm2;
  const Tensor up =
      project(layer.up, input(Transform::Norm, norm, 2), config.parallel() ? h : middle);
  return project(layer.down, input(transform_of(config.activation), nullptr, 3), up, middle);
}

void allocate(Parameter& parameter, const DecoderOptions& options) {
  parameter.value =
      at::empty(parameter.shape, at::TensorOptions().dtype(options.type).device(options.device));
}

Status load_parameter(Parameter& parameter, WeightFiles& files, const DecoderOptions& options) {
  if (!parameter.exists()) return Unit{};
  allocate(parameter, options);
  int64_t begin = 0;
  for (const Part& part : parameter.parts) {
    std::vector<int64_t> shape = parameter.shape;
    shape[0] = part.rows;
    KCAST_TRY(const Tensor tensor, files.take(part.name, shape));
    if (!tensor.is_floating_point()) {
      return Error{ErrorCode::InvalidInput, "tensor " + part.name + " has no floating-point type"};
    }
    parameter.value.narrow(0, begin, part.rows).copy_(tensor);
    begin += part.rows;
  }
  return Unit{};
}

// What checkpoints hold and the model computes itself.
bool may_be_left(const ModelConfig& config, const std::string& name) {
  const auto ends = [&](std::string_view end) {
    return name.size() >= end.size() && name.ends_with(end);
  };
  return (config.tied && name == config.names.head + ".weight") || ends(".rotary_emb.inv_freq") ||
         ends(".attn.causal_mask") || ends(".attn.embed_positions") || ends(".attn.masked_bias") ||
         ends(".attn.bias");
}

}  // namespace

void for_each_parameter(Decoder& decoder, const std::function<void(Parameter&)>& f) {
  const auto visit = [&](Parameter& parameter) {
    if (parameter.exists()) f(parameter);
  };
  const auto norm = [&](Norm& n) {
    visit(n.weight);
    visit(n.bias);
  };
  visit(decoder.embedding);
  for (Layer& layer : decoder.layers) {
    norm(layer.norm1);
    norm(layer.norm2);
    for (Linear* linear : {&layer.qkv, &layer.out, &layer.up, &layer.down}) {
      visit(linear->weight);
      visit(linear->bias);
    }
  }
  norm(decoder.final_norm);
  visit(decoder.head);
  visit(decoder.head_bias);
}

void for_each_linear(Decoder& decoder, const std::function<void(Linear&)>& f) {
  for (Layer& layer : decoder.layers) {
    for (Linear* linear : {&layer.qkv, &layer.out, &layer.up, &layer.down})
      f(*linear);
  }
}

DecoderPtr empty_decoder(const ModelConfig& config) {
  auto decoder = std::make_unique<Decoder>();
  decoder->config = config;
  decoder->embedding = matrix({{config.names.embedding + ".weight", config.vocab}}, config.width);
  for (int64_t i = 0; i < config.n_layers; ++i)
    decoder->layers.push_back(empty_layer(config, i));
  decoder->final_norm = empty_norm(config, config.names.final_norm);
  if (!config.tied) {
    decoder->head = matrix({{config.names.head + ".weight", config.vocab}}, config.width);
  }
  if (config.head_bias) {
    decoder->head_bias = vector_of({{config.names.head + ".bias", config.vocab}});
  }
  return decoder;
}

Result<DecoderPtr> load_decoder(const std::filesystem::path& folder,
                                const DecoderOptions& options) {
  KCAST_TRY(const ModelConfig config, read_model_config(folder));
  KCAST_TRY(WeightFiles files, WeightFiles::open_folder(folder));
  DecoderPtr decoder = empty_decoder(config);
  std::optional<Error> failed;
  for_each_parameter(*decoder, [&](Parameter& parameter) {
    if (failed) return;
    if (auto status = load_parameter(parameter, files, options); !status) failed = status.error();
  });
  if (failed) return *std::move(failed);
  for (const std::string& name : files.unused()) {
    if (!may_be_left(config, name)) {
      return Error{ErrorCode::InvalidInput, folder.string() + ": tensor " + name +
                                                " is none of a " + config.type + " model"};
    }
  }
  return decoder;
}

DecoderPtr random_decoder(const ModelConfig& config, const DecoderOptions& options, uint64_t seed) {
  DecoderPtr decoder = empty_decoder(config);
  // Drawn on the CPU, so that every machine begins with the same weights.
  at::Generator generator = at::globalContext().defaultGenerator(at::kCPU);
  generator.set_current_seed(seed);
  for_each_parameter(*decoder, [&](Parameter& parameter) {
    allocate(parameter, options);
    if (parameter.shape.size() == 2) {
      const Tensor drawn =
          at::empty(parameter.shape, at::kFloat).normal_(0, config.init_std, generator);
      parameter.value.copy_(drawn);
    } else {
      parameter.value.fill_(parameter.parts[0].name.ends_with(".weight") ? 1 : 0);
    }
  });
  return decoder;
}

Tensor forward(const Decoder& decoder, const Stream& stream) {
  Tensor h = embed(decoder.embedding, stream.ids);
  for (size_t i = 0; i < decoder.layers.size(); ++i) {
    const auto layer = [&decoder, i](const Stream& s, const Tensor& x) {
      return layer_forward(decoder, s, i, x);
    };
    const bool recomputes =
        decoder.recompute && at::GradMode::is_enabled() && stream.cache == nullptr;
    h = recomputes ? recompute_layer(layer, stream, h) : layer(stream, h);
  }
  return h;
}

Tensor logits_of(const Decoder& decoder, const Tensor& hidden) {
  const Tensor normed = apply_norm(decoder.final_norm, hidden);
  Tensor logits = at::mm(normed, decoder.head_weight().value.t());
  if (decoder.head_bias.exists()) logits = logits + decoder.head_bias.value;
  return logits;
}

Status save_weights(Decoder& decoder, const std::filesystem::path& file) {
  std::vector<std::pair<std::string, Tensor>> tensors;
  for_each_parameter(decoder, [&](Parameter& parameter) {
    int64_t begin = 0;
    for (const Part& part : parameter.parts) {
      tensors.emplace_back(part.name, parameter.value.narrow(0, begin, part.rows));
      begin += part.rows;
    }
  });
  return write_tensors(file, tensors, {{"format", "pt"}});
}

}  // namespace kcast::train
