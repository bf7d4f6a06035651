#include "train/model/attention.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/check.h"
#include "train/device_tensor.h"

namespace kcast::train {

namespace {

using torch::autograd::AutogradContext;
using torch::autograd::Function;
using torch::autograd::variable_list;

struct Heads {
  Tensor q;  // [T, H, D]
  Tensor k;  // [T, kv, D]
  Tensor v;
};

// Views of qkv where it lies as q, k, v; copies for CodeGen's blocks.
Heads split_heads(const ModelConfig& config, const Tensor& qkv) {
  const int64_t n = qkv.size(0);
  if (config.qkv_blocks == 0) {
    const int64_t q_rows = config.q_rows();
    const int64_t kv_rows = config.kv_rows();
    return {qkv.narrow(1, 0, q_rows).view({n, config.n_heads, config.head_dim}),
            qkv.narrow(1, q_rows, kv_rows).view({n, config.n_kv_heads, config.head_dim}),
            qkv.narrow(1, q_rows + kv_rows, kv_rows).view({n, config.n_kv_heads, config.head_dim})};
  }
  const Tensor blocks = qkv.view({n, config.qkv_blocks, 3, -1});
  const auto take = [&](int64_t which) {
    return blocks.select(2, which).reshape({n, config.n_heads, config.head_dim});
  };
  return {take(0), take(2), take(1)};  // the blocks are query, value, key
}

Tensor join_heads(const ModelConfig& config, const Heads& heads) {
  const int64_t n = heads.q.size(0);
  if (config.qkv_blocks == 0) {
    return at::cat({heads.q.reshape({n, -1}), heads.k.reshape({n, -1}), heads.v.reshape({n, -1})},
                   1);
  }
  const auto blocks = [&](const Tensor& x) { return x.reshape({n, config.qkv_blocks, -1}); };
  return at::stack({blocks(heads.q), blocks(heads.v), blocks(heads.k)}, 2).reshape({n, -1});
}

// Turns the first numbers of each head, in place; backwards with direction -1.
void rotate(const Rotary& rotary, const Stream& stream, Tensor x, double direction) {
  const int64_t half = rotary.dim / 2;
  Tensor first;
  Tensor second;
  if (rotary.interleaved) {
    first = x.slice(2, 0, rotary.dim, 2);
    second = x.slice(2, 1, rotary.dim, 2);
  } else {
    first = x.narrow(2, 0, half);
    second = x.narrow(2, half, half);
  }
  const Tensor a = at::mul(first, stream.cos).addcmul_(second, stream.sin, -direction);
  second.mul_(stream.cos).addcmul_(first, stream.sin, direction);
  first.copy_(a);
}

enum class Kernel { Cpu, Flash, Exact };

Kernel kernel_of(const Stream& stream, const Tensor& x) {
  if (stream.exact) return Kernel::Exact;
  if (!x.is_cuda()) return Kernel::Cpu;
  const bool narrow = x.scalar_type() == at::kBFloat16 || x.scalar_type() == at::kHalf;
  return narrow ? Kernel::Flash : Kernel::Exact;
}

// Query i sees keys up to itself and not before the window.
Tensor visible_mask(const ModelConfig& config, int64_t length, const Tensor& like) {
  const auto options = like.options().dtype(at::kLong);
  const Tensor q = at::arange(length, options).unsqueeze(1);
  const Tensor k = at::arange(length, options).unsqueeze(0);
  Tensor visible = k.le(q);
  if (config.window > 0) visible = visible.logical_and(k.gt(q - config.window));
  return visible;
}

// 0 where a key is seen, and minus infinity.
Tensor score_mask(const ModelConfig& config, int64_t length, const Tensor& like) {
  return at::zeros({length, length}, like.options())
      .masked_fill_(visible_mask(config, length, like).logical_not(),
                    -std::numeric_limits<double>::infinity());
}

// The mask that is needed beside "causal": only where the window is shorter than the sequence.
std::optional<Tensor> mask_of(const ModelConfig& config, int64_t length, const Tensor& like) {
  if (config.window == 0 || length <= config.window) return std::nullopt;
  return score_mask(config, length, like);
}

// [L, heads, D] to [1, H, L, D], keys and values repeated for the queries that share them.
Tensor as_batch(const ModelConfig& config, const Tensor& x, int64_t begin, int64_t length) {
  const Tensor part = x.narrow(0, begin, length).transpose(0, 1).unsqueeze(0);
  const int64_t group = config.n_heads / part.size(1);
  return group == 1 ? part : part.repeat_interleave(group, 1);
}

double scale_of(const ModelConfig& config) {
  return 1 / std::sqrt(static_cast<double>(config.head_dim));
}

int64_t length_at(const Stream& stream, size_t i) {
  return stream.offsets[i + 1] - stream.offsets[i];
}

// Heads of one sequence, [1, H, L, D].
struct Sequence {
  Tensor q;
  Tensor k;
  Tensor v;
};

Tensor exact_scores(const ModelConfig& config, const Sequence& s) {
  return at::matmul(s.q, s.k.transpose(2, 3))
      .mul_(scale_of(config))
      .add_(score_mask(config, s.q.size(2), s.q));
}

std::pair<Tensor, Tensor> sequence_forward(const ModelConfig& config, Kernel kernel,
                                           const Sequence& s) {
  if (kernel == Kernel::Cpu) {
    const std::optional<Tensor> mask = mask_of(config, s.q.size(2), s.q);
    auto [out, lse] = at::_scaled_dot_product_flash_attention_for_cpu(
        s.q, s.k, s.v, 0.0, !mask.has_value(), mask, scale_of(config));
    return {out, lse};
  }
  const Tensor scores = exact_scores(config, s);
  const Tensor lse = scores.logsumexp(-1);
  return {at::matmul(at::exp(scores - lse.unsqueeze(-1)), s.v), lse};
}

Sequence sequence_backward(const ModelConfig& config, Kernel kernel, const Sequence& s,
                           const Sequence& result, const Tensor& d_out) {
  const Tensor& out = result.q;
  const Tensor& lse = result.k;
  if (kernel == Kernel::Cpu) {
    const std::optional<Tensor> mask = mask_of(config, s.q.size(2), s.q);
    auto [dq, dk, dv] = at::_scaled_dot_product_flash_attention_for_cpu_backward(
        d_out, s.q, s.k, s.v, out, lse, 0.0, !mask.has_value(), mask, scale_of(config));
    return {dq.contiguous(), dk.contiguous(), dv.contiguous()};
  }
  const Tensor weights = at::exp(exact_scores(config, s) - lse.unsqueeze(-1));
  const Tensor d_weights = at::matmul(d_out, s.v.transpose(2, 3));
  const Tensor along = at::mul(d_out, out).sum(-1, true);
  const Tensor d_scores = at::mul(weights, d_weights - along).mul_(scale_of(config));
  return {at::matmul(d_scores, s.k), at::matmul(d_scores.transpose(2, 3), s.q),
          at::matmul(weights.transpose(2, 3), d_out)};
}

Sequence sequence_of(const ModelConfig& config, const Heads& heads, int64_t begin, int64_t length) {
  return {as_batch(config, heads.q, begin, length), as_batch(config, heads.k, begin, length),
          as_batch(config, heads.v, begin, length)};
}

// Sequence by sequence: for the CPU, and types that the GPU's kernels do not have.
std::pair<Tensor, Tensor> plain_forward(const ModelConfig& config, const Stream& stream,
                                        const Heads& heads) {
  const Kernel kernel = kernel_of(stream, heads.q);
  Tensor out = at::empty(heads.q.sizes(), heads.q.options());
  Tensor lse = at::empty({config.n_heads, heads.q.size(0)}, heads.q.options().dtype(at::kFloat));
  for (size_t i = 0; i + 1 < stream.offsets.size(); ++i) {
    const int64_t begin = stream.offsets[i];
    const int64_t length = length_at(stream, i);
    auto [part, part_lse] =
        sequence_forward(config, kernel, sequence_of(config, heads, begin, length));
    out.narrow(0, begin, length).copy_(part.squeeze(0).transpose(0, 1));
    lse.narrow(1, begin, length).copy_(part_lse.squeeze(0));
  }
  return {out, lse};
}

Heads plain_backward(const ModelConfig& config, const Stream& stream, const Heads& heads,
                     const Tensor& out, const Tensor& lse, const Tensor& d_out) {
  const Kernel kernel = kernel_of(stream, heads.q);
  Heads result{at::empty(heads.q.sizes(), heads.q.options()),
               at::empty(heads.k.sizes(), heads.k.options()),
               at::empty(heads.v.sizes(), heads.v.options())};
  const auto put = [&](Tensor& to, const Tensor& from, int64_t begin, int64_t length) {
    const Tensor shared = from.view({to.size(1), -1, length, config.head_dim}).sum(1);
    to.narrow(0, begin, length).copy_(shared.transpose(0, 1));
  };
  for (size_t i = 0; i + 1 < stream.offsets.size(); ++i) {
    const int64_t begin = stream.offsets[i];
    const int64_t length = length_at(stream, i);
    const Sequence grads = sequence_backward(
        config, kernel, sequence_of(config, heads, begin, length),
        {as_batch(config, out, begin, length), lse.narrow(1, begin, length).unsqueeze(0), {}},
        as_batch(config, d_out, begin, length));
    put(result.q, grads.q, begin, length);
    put(result.k, grads.k, begin, length);
    put(result.v, grads.v, begin, length);
  }
  return result;
}

struct Attended {
  Tensor out;
  Tensor lse;
  Tensor rng;
  Tensor unused;
};

// How far back and ahead flash attention looks beside "causal".
using WindowSide = std::optional<int64_t>;
WindowSide window_left(const ModelConfig& config) {
  return config.window > 0 ? WindowSide(config.window - 1) : std::nullopt;
}
WindowSide window_right(const ModelConfig& config) {
  return config.window > 0 ? WindowSide(0) : std::nullopt;
}

Attended attention_forward(const ModelConfig& config, const Stream& stream, const Heads& heads) {
  if (kernel_of(stream, heads.q) != Kernel::Flash) {
    auto [out, lse] = plain_forward(config, stream, heads);
    return {out, lse, Tensor(), Tensor()};
  }
  auto [out, lse, rng, unused, debug] =
      at::_flash_attention_forward(heads.q, heads.k, heads.v, stream.cu_seqlens, stream.cu_seqlens,
                                   stream.longest, stream.longest, 0.0, true, false,
                                   scale_of(config), window_left(config), window_right(config));
  return {out, lse, rng, unused};
}

Heads attention_backward(const ModelConfig& config, const Stream& stream, const Heads& heads,
                         const Attended& kept, const Tensor& d_out) {
  if (kernel_of(stream, heads.q) != Kernel::Flash) {
    return plain_backward(config, stream, heads, kept.out, kept.lse, d_out);
  }
  auto [dq, dk, dv] = at::_flash_attention_backward(
      d_out, heads.q, heads.k, heads.v, kept.out, kept.lse, stream.cu_seqlens, stream.cu_seqlens,
      stream.longest, stream.longest, 0.0, true, kept.rng, kept.unused, scale_of(config),
      window_left(config), window_right(config));
  return {dq, dk, dv};
}

// The heads that are turned, where queries and keys lie side by side: one pass over both.
Tensor queries_and_keys(const ModelConfig& config, const Tensor& qkv) {
  return qkv.narrow(1, 0, config.q_rows() + config.kv_rows())
      .view({qkv.size(0), config.n_heads + config.n_kv_heads, config.head_dim});
}

// Turns queries and keys of a fresh qkv; where they are views of it, in its own memory.
Heads turned_heads(const ModelConfig& config, const Stream& stream, const Tensor& qkv) {
  if (config.qkv_blocks == 0) {
    rotate(config.rotary, stream, queries_and_keys(config, qkv), 1);
    return split_heads(config, qkv);
  }
  const Heads heads = split_heads(config, qkv);
  rotate(config.rotary, stream, heads.q, 1);
  rotate(config.rotary, stream, heads.k, 1);
  return heads;
}

// The gradient of qkv from those of the turned heads.
Tensor turn_back(const ModelConfig& config, const Stream& stream, const Heads& heads) {
  if (config.qkv_blocks == 0) {
    const Tensor qkv = join_heads(config, heads);
    rotate(config.rotary, stream, queries_and_keys(config, qkv), -1);
    return qkv;
  }
  rotate(config.rotary, stream, heads.q, -1);
  rotate(config.rotary, stream, heads.k, -1);
  return join_heads(config, heads);
}

struct AttentionFunction : Function<AttentionFunction> {
  // The graph may outlive the stream of the caller, so it keeps its own copy.
  static Tensor forward(AutogradContext* ctx, const Tensor& qkv, const ModelConfig* config,
                        const Stream* stream) {
    // Detached: what is kept are plain tensors and not views of something in the graph.
    const Heads heads = turned_heads(*config, *stream, qkv.detach());
    const Attended result = attention_forward(*config, *stream, heads);
    ctx->save_for_backward({heads.q, heads.k, heads.v, result.out, result.lse, result.rng,
                            result.unused, stream->cos, stream->sin, stream->cu_seqlens});
    ctx->saved_data["config"] = reinterpret_cast<int64_t>(config);
    ctx->saved_data["offsets"] = stream->offsets;
    ctx->saved_data["longest"] = stream->longest;
    ctx->saved_data["exact"] = stream->exact;
    return result.out.reshape({qkv.size(0), -1});
  }

  static variable_list backward(AutogradContext* ctx, variable_list grads) {
    const auto& config = *reinterpret_cast<const ModelConfig*>(ctx->saved_data["config"].toInt());
    variable_list saved = ctx->get_saved_variables();
    const Heads heads{saved[0], saved[1], saved[2]};
    const Attended kept{saved[3], saved[4], saved[5], saved[6]};
    Stream stream;
    stream.cos = saved[7];
    stream.sin = saved[8];
    stream.cu_seqlens = saved[9];
    stream.offsets = ctx->saved_data["offsets"].toIntVector();
    stream.longest = ctx->saved_data["longest"].toInt();
    stream.exact = ctx->saved_data["exact"].toBool();
    const Tensor d_out = grads[0].contiguous().view(heads.q.sizes());
    const Heads d_heads = attention_backward(config, stream, heads, kept, d_out);
    return {turn_back(config, stream, d_heads), Tensor(), Tensor()};
  }
};

// Rows with fewer tokens than the longest are padded: in generation nearly all have one.
Tensor padded_attention(const ModelConfig& config, const Stream& stream, const Tensor& heads_q,
                        const LayerCache& cache) {
  const int64_t tokens = heads_q.size(0);
  const auto rows = static_cast<int64_t>(stream.offsets.size()) - 1;
  const bool even = rows * stream.longest == tokens;
  Tensor q;
  if (even) {
    q = heads_q.reshape({rows, stream.longest, config.n_heads, config.head_dim});
  } else {
    q = at::zeros({rows, stream.longest, config.n_heads, config.head_dim}, heads_q.options());
    q.index_put_({stream.row, stream.column}, heads_q);
  }
  const int64_t key_count = stream.last_position + 1;
  const Tensor out = at::scaled_dot_product_attention(
                         q.transpose(1, 2), cache.keys.narrow(1, 0, key_count).transpose(1, 2),
                         cache.values.narrow(1, 0, key_count).transpose(1, 2), stream.mask, 0.0,
                         false, scale_of(config), config.n_heads != config.n_kv_heads)
                         .transpose(1, 2);
  return (even ? out : out.index({stream.row, stream.column})).reshape({tokens, -1});
}

Tensor cached_attention(const ModelConfig& config, const Stream& stream, const Heads& heads,
                        LayerCache& cache) {
  const Tensor keys = cache.keys.view({-1, config.n_kv_heads, config.head_dim});
  const Tensor values = cache.values.view({-1, config.n_kv_heads, config.head_dim});
  keys.index_copy_(0, stream.slot, heads.k);
  values.index_copy_(0, stream.slot, heads.v);
  const int64_t tokens = heads.q.size(0);
  // A prompt sees nothing but itself.
  if (stream.fresh) return attention_forward(config, stream, heads).out.reshape({tokens, -1});
  if (kernel_of(stream, heads.q) != Kernel::Flash) {
    return padded_attention(config, stream, heads.q, cache);
  }
  const Tensor out = std::get<0>(at::_flash_attention_forward(
      heads.q, keys, values, stream.cu_seqlens, stream.cu_cache, stream.longest,
      stream.last_position + 1, 0.0, true, false, scale_of(config), window_left(config),
      window_right(config), stream.used));
  return out.reshape({tokens, -1});
}

}  // namespace

Tensor attend(const ModelConfig& config, const Stream& stream, size_t layer, const Tensor& qkv) {
  if (stream.cache == nullptr) return AttentionFunction::apply(qkv, &config, &stream);
  const Heads heads = turned_heads(config, stream, qkv);
  return cached_attention(config, stream, heads, (*stream.cache)[layer]);
}

void continue_cache(Stream& stream, const ModelConfig& config,
                    const std::vector<int64_t>& first_positions, std::vector<LayerCache>* cache) {
  const at::Device device = stream.ids.device();
  const auto rows = static_cast<int64_t>(stream.offsets.size()) - 1;
  const int64_t capacity = cache->front().keys.size(1);
  std::vector<int64_t> slot;
  std::vector<int64_t> row;
  std::vector<int64_t> column;
  std::vector<int64_t> begins = {0};
  std::vector<int64_t> used;
  for (int64_t i = 0; i < rows; ++i) {
    const auto at = static_cast<size_t>(i);
    const int64_t length = length_at(stream, at);
    for (int64_t t = 0; t < length; ++t) {
      slot.push_back(i * capacity + first_positions[at] + t);
      row.push_back(i);
      column.push_back(t);
    }
    begins.push_back((i + 1) * capacity);
    used.push_back(first_positions[at] + length);
  }
  stream.cache = cache;
  stream.slot = device_tensor(slot, device);
  if (stream.fresh) return;
  if (kernel_of(stream, cache->front().keys) == Kernel::Flash) {
    stream.cu_cache = device_tensor(begins, device).to(at::kInt);
    stream.used = device_tensor(used, device).to(at::kInt);
    return;
  }
  stream.row = device_tensor(row, device);
  stream.column = device_tensor(column, device);
  const auto longs = stream.positions.options();
  Tensor last_seen = at::zeros({rows, stream.longest}, longs);
  last_seen.index_put_({stream.row, stream.column}, stream.positions);
  const Tensor limit = last_seen.view({rows, 1, stream.longest, 1});
  const Tensor keys = at::arange(stream.last_position + 1, longs).view({1, 1, 1, -1});
  stream.mask = keys.le(limit);
  if (config.window > 0) {
    stream.mask = stream.mask.logical_and(keys.gt(limit - config.window));
  }
}

Stream make_stream(const ModelConfig& config, std::vector<int64_t> ids,
                   std::vector<int64_t> offsets, const std::vector<int64_t>& first_positions,
                   const Tensor& like) {
  Stream stream;
  std::vector<int64_t> positions;
  positions.reserve(ids.size());
  for (size_t i = 0; i + 1 < offsets.size(); ++i) {
    const int64_t length = offsets[i + 1] - offsets[i];
    KCAST_CHECK(length > 0, "a sequence of a stream has tokens");
    stream.fresh = stream.fresh && first_positions[i] == 0;
    stream.longest = std::max(stream.longest, length);
    stream.last_position = std::max(stream.last_position, first_positions[i] + length - 1);
    for (int64_t t = 0; t < length; ++t)
      positions.push_back(first_positions[i] + t);
  }
  stream.ids = device_tensor(ids, like.device());
  stream.positions = device_tensor(positions, like.device());
  stream.cu_seqlens = device_tensor(offsets, like.device()).to(at::kInt);
  stream.offsets = std::move(offsets);
  const Tensor f = device_tensor(config.rotary.frequencies(), like.device()).to(at::kFloat);
  const Tensor angles = at::mul(stream.positions.to(at::kFloat).unsqueeze(1), f).unsqueeze(1);
  stream.cos = angles.cos().to(like.scalar_type());
  stream.sin = angles.sin().to(like.scalar_type());
  return stream;
}

Stream make_stream(const ModelConfig& config, const std::vector<std::vector<int32_t>>& sequences,
                   const Tensor& like) {
  std::vector<int64_t> ids;
  std::vector<int64_t> offsets = {0};
  for (const std::vector<int32_t>& sequence : sequences) {
    ids.insert(ids.end(), sequence.begin(), sequence.end());
    offsets.push_back(static_cast<int64_t>(ids.size()));
  }
  const std::vector<int64_t> first(sequences.size(), 0);
  return make_stream(config, std::move(ids), std::move(offsets), first, like);
}

}  // namespace kcast::train
