#include "train/loss.h"

#include <algorithm>

#include "train/projection.h"

namespace kcast {

namespace {

using torch::autograd::AutogradContext;
using torch::autograd::Function;
using torch::autograd::variable_list;

// Numbers of a piece of logits: half a gigabyte in fp32.
constexpr int64_t kPiece = int64_t{1} << 27;

struct PieceGrads {
  Tensor hidden;
  Tensor weight;  // fp32
  Tensor bias;    // fp32
};

// Adds the gradients of a piece, whose logits become their own gradient on the way.
void piece_backward(const Parameter& weight, const Tensor& h, Tensor logits, const Tensor& lse,
                    const Tensor& targets, PieceGrads& grads, int64_t begin) {
  logits.sub_(lse).exp_();
  const Tensor minus_one = at::full({1, 1}, -1.0, logits.options()).expand({h.size(0), 1});
  logits.scatter_add_(1, targets, minus_one);
  const Tensor d = logits.to(h.scalar_type());
  Tensor d_hidden = grads.hidden.narrow(0, begin, h.size(0));
  at::mm_out(d_hidden, d, weight.value);
  if (grads.weight.defined()) grads.weight.add_(at::mm(d.t(), h));
  if (grads.bias.defined()) grads.bias.add_(logits.sum(0));
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
    const int64_t step = std::max<int64_t>(16, kPiece / decoder->config.vocab);
    for (int64_t begin = 0; begin < hidden.size(0); begin += step) {
      const int64_t n = std::min(step, hidden.size(0) - begin);
      const Tensor h = hidden.narrow(0, begin, n);
      const Tensor target = targets.narrow(0, begin, n).unsqueeze(1);
      Tensor logits = at::mm(h, weight.value.t());
      if (bias.exists()) logits.add_(bias.value);
      logits = logits.to(at::kFloat);
      const Tensor lse = at::logsumexp(logits, 1, true);
      loss.add_(at::sub(lse, logits.gather(1, target)).sum());
      if (with_grads) piece_backward(weight, h, logits, lse, target, grads, begin);
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
  const auto longs = at::TensorOptions().dtype(at::kLong);
  return {at::tensor(at::ArrayRef<int64_t>(rows), longs).to(like.device()),
          at::tensor(at::ArrayRef<int64_t>(targets), longs).to(like.device())};
}

Tensor language_loss(const Decoder& decoder, const Tensor& hidden, const LossRows& rows) {
  const Tensor normed = apply_norm(decoder.final_norm, hidden.index_select(0, rows.rows));
  std::vector<Tensor> leaves;
  if (decoder.head_weight().trained()) leaves.push_back(decoder.head_weight().master);
  if (decoder.head_bias.trained()) leaves.push_back(decoder.head_bias.master);
  const bool with_grads = at::GradMode::is_enabled() && (normed.requires_grad() || !leaves.empty());
  return LossFunction::apply(normed, at::TensorList(leaves), rows.targets, &decoder, with_grads);
}

}  // namespace kcast
