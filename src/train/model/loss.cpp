#include "train/model/loss.h"

#include <algorithm>

#include "train/device_tensor.h"
#include "train/model/projection.h"

namespace kcast::train {

namespace {

using torch::autograd::AutogradContext;
using torch::autograd::Function;
using torch::autograd::variable_list;

// Numbers of a piece of logits: half a gigabyte in fp32, two where matrix products only become
// fast when they are large.
int64_t piece_numbers(const Tensor& hidden) {
  return int64_t{1} << (hidden.is_cuda() ? 29 : 27);
}

struct PieceGrads {
  Tensor hidden;
  Tensor weight;  // fp32
  Tensor bias;    // fp32
};

// Logits in fp32.
Tensor piece_logits(const Parameter& weight, const Parameter& bias, const Tensor& h) {
  Tensor logits;
  if (h.is_cuda() && h.scalar_type() != at::kFloat) {
    // The product is summed in fp32 in any case: it is written as it is.
    logits = at::mm(h, weight.value.t(), at::kFloat);
  } else {
    logits = at::mm(h, weight.value.t()).to(at::kFloat);
  }
  if (bias.exists()) logits.add_(bias.value);
  return logits;
}

// Some rows of the hidden states, and the log-probabilities of what may follow them.
struct LossPiece {
  int64_t begin = 0;
  Tensor h;
  Tensor targets;  // [n, 1]
  Tensor log_p;    // [n, vocabulary] fp32
  Tensor log_p_target;
};

// Adds the gradients of a piece: its probabilities, less 1 for the right token.
void piece_backward(const Parameter& weight, const LossPiece& piece, PieceGrads& grads) {
  Tensor d = at::empty(piece.log_p.sizes(), piece.h.options());
  at::exp_out(d, piece.log_p);
  d.scatter_(1, piece.targets, at::expm1(piece.log_p_target).to(d.scalar_type()));
  Tensor d_hidden = grads.hidden.narrow(0, piece.begin, piece.h.size(0));
  at::mm_out(d_hidden, d, weight.value);
  if (grads.weight.defined()) grads.weight.add_(at::mm(d.t(), piece.h));
  if (grads.bias.defined()) grads.bias.add_(d.sum(0, false, at::kFloat));
}

struct LossFunction : Function<LossFunction> {
  static Tensor forward(AutogradContext* ctx, const Tensor& hidden, at::TensorList /*leaves*/,
                        const Tensor& targets, const Decoder* decoder, bool with_grads) {
    const Parameter& weight = decoder->head_weight();
    const Parameter& bias = decoder->head_bias;
    const auto f32 = hidden.options().dtype(at::kFloat);
    PieceGrads grads;
    if (with_grads) {
      grads.hidden = at::empty_like(hidden);
      if (weight.trained()) grads.weight = at::zeros(weight.shape, f32);
      if (bias.trained()) grads.bias = at::zeros(bias.shape, f32);
    }
    Tensor loss = at::zeros({}, f32);
    const int64_t step = std::max<int64_t>(16, piece_numbers(hidden) / decoder->config.vocab);
    for (int64_t begin = 0; begin < hidden.size(0); begin += step) {
      const int64_t n = std::min(step, hidden.size(0) - begin);
      LossPiece piece;
      piece.begin = begin;
      piece.h = hidden.narrow(0, begin, n);
      piece.targets = targets.narrow(0, begin, n).unsqueeze(1);
      // The logits make room for what is computed next.
      piece.log_p = at::_log_softmax(piece_logits(weight, bias, piece.h), 1, false);
      piece.log_p_target = piece.log_p.gather(1, piece.targets);
      loss.sub_(piece.log_p_target.sum());
      if (with_grads) piece_backward(weight, piece, grads);
    }
    ctx->save_for_backward({grads.hidden, grads.weight, grads.bias});
    return loss;
  }

  static variable_list backward(AutogradContext* ctx, variable_list upstream) {
    variable_list saved = ctx->get_saved_variables();
    const Tensor& by = upstream[0];
    variable_list results = {at::mul(saved[0], by.to(saved[0].scalar_type()))};
    for (const Tensor& leaf : {saved[1], saved[2]}) {
      if (leaf.defined()) results.push_back(at::mul(leaf, by));
    }
    results.resize(results.size() + 3);  // targets, decoder, flag
    return results;
  }
};

}  // namespace

LossRows loss_rows(const std::vector<int64_t>& ids, const std::vector<int64_t>& offsets,
                   const std::vector<int64_t>& first_answer, const Tensor& like) {
  std::vector<int64_t> rows;
  std::vector<int64_t> targets;
  for (size_t i = 0; i + 1 < offsets.size(); ++i) {
    const int64_t first = offsets[i] + std::max<int64_t>(1, first_answer[i]);
    for (int64_t t = first; t < offsets[i + 1]; ++t) {
      rows.push_back(t - 1);
      targets.push_back(ids[static_cast<size_t>(t)]);
    }
  }
  return {device_tensor(rows, like.device()), device_tensor(targets, like.device())};
}

Tensor language_loss(const Decoder& decoder, const Tensor& hidden, const LossRows& rows) {
  const Tensor normed = apply_norm(decoder.final_norm, hidden.index_select(0, rows.rows));
  std::vector<Tensor> leaves;
  if (decoder.head_weight().trained()) leaves.push_back(decoder.head_weight().master);
  if (decoder.head_bias.trained()) leaves.push_back(decoder.head_bias.master);
  const bool with_grads = at::GradMode::is_enabled() && (normed.requires_grad() || !leaves.empty());
  return LossFunction::apply(normed, at::TensorList(leaves), rows.targets, &decoder, with_grads);
}

}  // namespace kcast::train
