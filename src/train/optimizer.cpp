#include "train/optimizer.h"

#include <algorithm>

#include "base/check.h"

namespace kcast::train {

namespace {

int64_t count_of(const Parameter& parameter) {
  int64_t count = 1;
  for (const int64_t extent : parameter.shape)
    count *= extent;
  return count;
}

}  // namespace

Optimizer::Optimizer(const std::vector<Parameter*>& parameters, const AdamWOptions& options,
                     int rank, int world)
    : options_(options) {
  KCAST_CHECK(!parameters.empty(), "something is trained");
  std::vector<Parameter*> ordered = parameters;
  std::stable_partition(ordered.begin(), ordered.end(),
                        [](const Parameter* parameter) { return parameter->decays; });
  for (const Parameter* parameter : ordered) {
    size_ += count_of(*parameter);
    if (parameter->decays) decayed_ = size_;
  }
  own_size_ = (size_ + world - 1) / world;
  own_begin_ = own_size_ * rank;
  const auto narrow = std::find_if(ordered.begin(), ordered.end(), [](const Parameter* parameter) {
    return parameter->value.scalar_type() != at::kFloat;
  });
  const at::TensorOptions like = (narrow == ordered.end() ? ordered[0] : *narrow)->value.options();
  weights_ = at::zeros({own_size_ * world}, like.dtype(at::kFloat));
  gradients_ = at::zeros_like(weights_);
  first_ = at::zeros({own_size_}, weights_.options());
  second_ = at::zeros({own_size_}, weights_.options());
  if (narrow != ordered.end()) values_ = at::zeros({own_size_ * world}, like);
  int64_t begin = 0;
  for (Parameter* parameter : ordered) {
    const int64_t count = count_of(*parameter);
    const auto piece = [&](const Tensor& flat) {
      return flat.narrow(0, begin, count).view(parameter->shape).detach();
    };
    parameter->master = piece(weights_);
    parameter->master.copy_(parameter->value);
    const bool copied = parameter->value.scalar_type() != at::kFloat;
    parameter->value = copied ? piece(values_) : parameter->master.detach();
    parameter->master.requires_grad_();
    parameter->master.mutable_grad() = piece(gradients_);
    begin += count;
  }
  refresh_values();
}

Tensor Optimizer::clip(double limit) {
  const Tensor norm = gradients_.norm();
  if (limit > 0)
    gradients_.mul_(at::full({}, limit, norm.options()).div_(norm + 1e-6).clamp_max_(1));
  return norm;
}

void Optimizer::step(double learning_rate) {
  ++steps_;
  const int64_t own_end = own_begin_ + own_size_;
  const auto update = [&](int64_t begin, int64_t end, double decay) {
    begin = std::max(begin, own_begin_);
    end = std::min(end, own_end);
    if (begin >= end) return;
    const Tensor count = at::full({}, static_cast<double>(steps_), weights_.options());
    const Tensor weights = weights_.narrow(0, begin, end - begin);
    const Tensor gradients = gradients_.narrow(0, begin, end - begin);
    const Tensor first = first_.narrow(0, begin - own_begin_, end - begin);
    const Tensor second = second_.narrow(0, begin - own_begin_, end - begin);
    at::_fused_adamw_({weights}, {gradients}, {first}, {second}, {}, {count}, learning_rate,
                      options_.beta1, options_.beta2, decay, options_.eps, false, false);
  };
  update(0, decayed_, options_.weight_decay);
  update(decayed_, own_end, 0);
}

void Optimizer::refresh_values() {
  if (values_.defined()) values_.copy_(weights_);
}

}  // namespace kcast::train
