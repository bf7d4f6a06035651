#include "train/model/projection.h"

#include <tuple>

#include "base/check.h"

namespace kcast::train {

namespace {

using torch::autograd::AutogradContext;
using torch::autograd::Function;
using torch::autograd::variable_list;

struct Normed {
  Tensor y;
  Tensor mean;  // layer norm only
  Tensor rstd;
};

Tensor or_undefined(const Parameter& parameter) {
  return parameter.exists() ? parameter.value : Tensor();
}

std::optional<Tensor> optional_of(const Parameter& parameter) {
  return parameter.exists() ? std::optional<Tensor>(parameter.value) : std::nullopt;
}

Normed norm_forward(const Norm& norm, const Tensor& x) {
  const int64_t width = x.size(-1);
  if (norm.kind == NormKind::Layer) {
    auto [y, mean, rstd] =
        at::native_layer_norm(x, {width}, norm.weight.value, optional_of(norm.bias), norm.eps);
    return {y, mean, rstd};
  }
  if (x.is_cuda()) {
    auto [y, rstd] = at::_fused_rms_norm(x, {width}, norm.weight.value, norm.eps);
    return {y, Tensor(), rstd};
  }
  const Tensor x32 = x.to(at::kFloat);
  const Tensor rstd = at::rsqrt(x32.square().mean(-1, true).add_(norm.eps));
  return {at::mul(x32, rstd).to(x.scalar_type()).mul_(norm.weight.value), Tensor(), rstd};
}

struct NormGrads {
  Tensor x;
  Tensor weight;
  Tensor bias;
};

NormGrads norm_backward(const Norm& norm, const Tensor& dy, const Tensor& x, const Normed& kept) {
  const int64_t width = x.size(-1);
  const bool weight = norm.weight.trained();
  const bool bias = norm.bias.trained();
  if (norm.kind == NormKind::Layer) {
    auto [dx, dw, db] =
        at::native_layer_norm_backward(dy, x, {width}, kept.mean, kept.rstd, norm.weight.value,
                                       optional_of(norm.bias), {true, weight, bias});
    return {dx, weight ? dw.to(at::kFloat) : Tensor(), bias ? db.to(at::kFloat) : Tensor()};
  }
  if (x.is_cuda()) {
    auto [dx, dw] =
        at::_fused_rms_norm_backward(dy, x, {width}, kept.rstd, norm.weight.value, {true, weight});
    return {dx, weight ? dw.to(at::kFloat) : Tensor(), Tensor()};
  }
  const Tensor scaled = x.to(at::kFloat).mul_(kept.rstd);
  const Tensor dy32 = dy.to(at::kFloat);
  Tensor dw;
  if (weight) dw = at::mul(dy32, scaled).sum(0);
  const Tensor d_scaled = at::mul(dy32, norm.weight.value);
  const Tensor along = at::mul(d_scaled, scaled).mean(-1, true);
  Tensor dx = d_scaled.sub_(scaled.mul(along)).mul_(kept.rstd).to(x.scalar_type());
  return {dx, dw, Tensor()};
}

Tensor activate(Transform transform, const Tensor& x) {
  if (transform == Transform::GeluTanh) return at::gelu(x, "tanh");
  if (transform == Transform::Gelu) return at::gelu(x, "none");
  const int64_t half = x.size(1) / 2;
  return at::silu(x.narrow(1, 0, half)).mul_(x.narrow(1, half, half));
}

Tensor activate_backward(Transform transform, const Tensor& dy, const Tensor& x) {
  if (transform == Transform::GeluTanh) return at::gelu_backward(dy, x, "tanh");
  if (transform == Transform::Gelu) return at::gelu_backward(dy, x, "none");
  const int64_t half = x.size(1) / 2;
  const Tensor gate = x.narrow(1, 0, half);
  const Tensor up = x.narrow(1, half, half);
  Tensor dx = at::empty_like(x);
  Tensor d_gate = dx.narrow(1, 0, half);
  Tensor d_up = dx.narrow(1, half, half);
  at::silu_out(d_up, gate);
  d_up.mul_(dy);
  at::silu_backward_out(d_gate, at::mul(dy, up), gate);
  return dx;
}

Tensor dropout_mask(const Tensor& like, double p, uint64_t seed) {
  at::Generator generator = at::globalContext().defaultGenerator(like.device());
  generator.set_current_seed(seed);
  return at::empty_like(like).bernoulli_(1 - p, generator).div_(1 - p);
}

bool drops(const Linear& linear, uint64_t seed) {
  return linear.dropout > 0 && seed != 0;
}

// What the adapters add, into y. Returns f(x) A^T, which the backward pass needs.
Tensor add_adapters(const Linear& linear, const Tensor& f, uint64_t seed, Tensor& y) {
  const Tensor read = drops(linear, seed) ? at::mul(f, dropout_mask(f, linear.dropout, seed)) : f;
  Tensor fa = at::mm(read, linear.lora_a.value.t());
  int64_t column = 0;
  for (const Adapter& adapter : linear.adapters) {
    y.narrow(1, adapter.module.begin, adapter.module.rows)
        .addmm_(fa.narrow(1, column, linear.rank), adapter.b.value.t(), 1, linear.scaling);
    column += linear.rank;
  }
  return fa;
}

// The leaves that gradients are asked for, in the order of `ProjectionFunction`'s results.
std::vector<Tensor> trained_leaves(const Linear& linear, const ProjectionInput& input) {
  std::vector<Tensor> leaves;
  const auto add = [&](const Parameter& parameter) {
    if (parameter.trained()) leaves.push_back(parameter.master);
  };
  add(linear.weight);
  add(linear.bias);
  if (input.transform == Transform::Norm) {
    add(input.norm->weight);
    add(input.norm->bias);
  }
  if (!linear.adapters.empty()) add(linear.lora_a);
  for (const Adapter& adapter : linear.adapters)
    add(adapter.b);
  return leaves;
}

struct ProjectionFunction : Function<ProjectionFunction> {
  static Tensor forward(AutogradContext* ctx, const Tensor& x, at::TensorList residual,
                        at::TensorList /*leaves*/, const Linear* linear, ProjectionInput input) {
    Tensor f = x;
    Normed normed;
    if (input.transform == Transform::Norm) {
      normed = norm_forward(*input.norm, x);
      f = normed.y;
    } else if (input.transform != Transform::None) {
      f = activate(input.transform, x);
    }
    const Tensor weight_t = linear->weight.value.t();
    const Tensor bias = or_undefined(linear->bias);
    Tensor y;
    if (!residual.empty()) {
      y = at::addmm(residual[0], f, weight_t);
      if (bias.defined()) y.add_(bias);
    } else {
      y = bias.defined() ? at::addmm(bias, f, weight_t) : at::mm(f, weight_t);
    }
    Tensor fa;
    if (!linear->adapters.empty()) fa = add_adapters(*linear, f, input.dropout_seed, y);

    ctx->save_for_backward({x, normed.mean, normed.rstd, fa});
    ctx->saved_data["linear"] = reinterpret_cast<int64_t>(linear);
    ctx->saved_data["norm"] = reinterpret_cast<int64_t>(input.norm);
    ctx->saved_data["transform"] = static_cast<int64_t>(input.transform);
    ctx->saved_data["seed"] = static_cast<int64_t>(input.dropout_seed);
    ctx->saved_data["residual"] = !residual.empty();
    return y;
  }

  static variable_list backward(AutogradContext* ctx, variable_list grads);
};

// What the adapters were given: f(x), and f(x) A^T.
struct AdapterInput {
  Tensor f;
  Tensor fa;
  uint64_t seed = 0;
};

// Gradients of the adapters; adds their part to df, where that is asked for.
variable_list adapters_backward(const Linear& linear, const Tensor& dy, const AdapterInput& input,
                                Tensor& df) {
  const auto& [f, fa, seed] = input;
  variable_list results;
  Tensor d_fa = at::empty_like(fa);
  variable_list d_bs;
  int64_t column = 0;
  for (const Adapter& adapter : linear.adapters) {
    const Tensor dy_part = dy.narrow(1, adapter.module.begin, adapter.module.rows);
    Tensor d_fa_part = d_fa.narrow(1, column, linear.rank);
    at::mm_out(d_fa_part, dy_part, adapter.b.value);
    if (adapter.b.trained()) {
      d_bs.push_back(at::mm(dy_part.t(), fa.narrow(1, column, linear.rank))
                         .to(at::kFloat)
                         .mul_(linear.scaling));
    }
    column += linear.rank;
  }
  d_fa.mul_(linear.scaling);
  Tensor mask;
  if (drops(linear, seed)) mask = dropout_mask(f, linear.dropout, seed);
  if (linear.lora_a.trained()) {
    const Tensor read = mask.defined() ? at::mul(f, mask) : f;
    results.push_back(at::mm(d_fa.t(), read).to(at::kFloat));
  }
  results.insert(results.end(), d_bs.begin(), d_bs.end());
  if (!df.defined()) return results;
  if (mask.defined()) {
    df.add_(at::mm(d_fa, linear.lora_a.value).mul_(mask));
  } else {
    df.addmm_(d_fa, linear.lora_a.value);
  }
  return results;
}

variable_list ProjectionFunction::backward(AutogradContext* ctx, variable_list grads) {
  const auto& linear = *reinterpret_cast<const Linear*>(ctx->saved_data["linear"].toInt());
  const auto* norm = reinterpret_cast<const Norm*>(ctx->saved_data["norm"].toInt());
  const auto transform = static_cast<Transform>(ctx->saved_data["transform"].toInt());
  const auto seed = static_cast<uint64_t>(ctx->saved_data["seed"].toInt());
  const bool has_residual = ctx->saved_data["residual"].toBool();
  variable_list saved = ctx->get_saved_variables();
  const Tensor& x = saved[0];
  const Normed kept{Tensor(), saved[1], saved[2]};
  const Tensor& fa = saved[3];
  const Tensor dy = grads[0].contiguous();

  Tensor f;
  if (linear.weight.trained() || !linear.adapters.empty()) {
    f = x;
    if (transform == Transform::Norm) {
      f = norm_forward(*norm, x).y;
    } else if (transform != Transform::None) {
      f = activate(transform, x);
    }
  }
  const bool norm_trained =
      transform == Transform::Norm && (norm->weight.trained() || norm->bias.trained());
  Tensor df;
  if (ctx->needs_input_grad(0) || norm_trained) df = at::mm(dy, linear.weight.value);

  variable_list trained;
  if (linear.weight.trained()) trained.push_back(at::mm(dy.t(), f).to(at::kFloat));
  if (linear.bias.trained()) trained.push_back(dy.sum(0, false, at::kFloat));
  variable_list of_adapters;
  if (!linear.adapters.empty()) {
    of_adapters = adapters_backward(linear, dy, {f, fa, seed}, df);
  }
  f = Tensor();
  Tensor dx = df;
  if (df.defined() && transform == Transform::Norm) {
    NormGrads norm_grads = norm_backward(*norm, df, x, kept);
    dx = norm_grads.x;
    if (norm->weight.trained()) trained.push_back(norm_grads.weight);
    if (norm->bias.trained()) trained.push_back(norm_grads.bias);
  } else if (df.defined() && transform != Transform::None) {
    dx = activate_backward(transform, df, x);
  }

  variable_list results = {dx};
  if (has_residual) results.push_back(dy);
  results.insert(results.end(), trained.begin(), trained.end());
  results.insert(results.end(), of_adapters.begin(), of_adapters.end());
  results.emplace_back();  // the linear layer and the input are no tensors
  results.emplace_back();
  return results;
}

struct NormFunction : Function<NormFunction> {
  static Tensor forward(AutogradContext* ctx, const Tensor& x, at::TensorList /*leaves*/,
                        const Norm* norm) {
    const Normed normed = norm_forward(*norm, x);
    ctx->save_for_backward({x, normed.mean, normed.rstd});
    ctx->saved_data["norm"] = reinterpret_cast<int64_t>(norm);
    return normed.y;
  }

  static variable_list backward(AutogradContext* ctx, variable_list grads) {
    const auto& norm = *reinterpret_cast<const Norm*>(ctx->saved_data["norm"].toInt());
    variable_list saved = ctx->get_saved_variables();
    const NormGrads result =
        norm_backward(norm, grads[0].contiguous(), saved[0], {Tensor(), saved[1], saved[2]});
    variable_list results = {result.x};
    if (norm.weight.trained()) results.push_back(result.weight);
    if (norm.bias.trained()) results.push_back(result.bias);
    results.emplace_back();
    return results;
  }
};

struct EmbeddingFunction : Function<EmbeddingFunction> {
  static Tensor forward(AutogradContext* ctx, const Tensor& /*master*/, const Tensor& ids,
                        const Parameter* embedding) {
    ctx->save_for_backward({ids});
    ctx->saved_data["rows"] = embedding->value.size(0);
    return embedding->value.index_select(0, ids);
  }

  static variable_list backward(AutogradContext* ctx, variable_list grads) {
    const Tensor ids = ctx->get_saved_variables()[0];
    const int64_t rows = ctx->saved_data["rows"].toInt();
    return {at::embedding_dense_backward(grads[0].to(at::kFloat), ids, rows, -1, false), Tensor(),
            Tensor()};
  }
};

struct ValueFunction : Function<ValueFunction> {
  static Tensor forward(AutogradContext* /*ctx*/, const Tensor& /*master*/,
                        const Parameter* parameter) {
    return parameter->value.view_as(parameter->value);
  }
  static variable_list backward(AutogradContext* /*ctx*/, variable_list grads) {
    return {grads[0].to(at::kFloat), Tensor()};
  }
};

}  // namespace

Tensor project(const Linear& linear, const ProjectionInput& input, const Tensor& x,
               const Tensor& residual) {
  std::vector<Tensor> residuals;
  if (residual.defined()) residuals.push_back(residual);
  return ProjectionFunction::apply(x, at::TensorList(residuals),
                                   at::TensorList(trained_leaves(linear, input)), &linear, input);
}

Tensor apply_norm(const Norm& norm, const Tensor& x) {
  std::vector<Tensor> leaves;
  if (norm.weight.trained()) leaves.push_back(norm.weight.master);
  if (norm.bias.trained()) leaves.push_back(norm.bias.master);
  return NormFunction::apply(x, at::TensorList(leaves), &norm);
}

Tensor embed(const Parameter& embedding, const Tensor& ids) {
  if (!embedding.trained()) return embedding.value.index_select(0, ids);
  return EmbeddingFunction::apply(embedding.master, ids, &embedding);
}

Tensor value_of(const Parameter& parameter) {
  if (!parameter.trained()) return parameter.value;
  return ValueFunction::apply(parameter.master, &parameter);
}

}  // namespace kcast::train
