#include "train/model/recompute.h"

namespace kcast::train {

namespace {

using torch::autograd::AutogradContext;
using torch::autograd::Function;
using torch::autograd::variable_list;

// What the second computation needs; LibTorch's values can hold it as a custom class.
struct Held : torch::CustomClassHolder {
  LayerFunction layer;
  Stream stream;
};

struct RecomputeFunction : Function<RecomputeFunction> {
  static Tensor forward(AutogradContext* ctx, const Tensor& h,
                        const c10::intrusive_ptr<Held>& held) {
    ctx->save_for_backward({h});
    ctx->saved_data["held"] = c10::IValue::make_capsule(held);
    return held->layer(held->stream, h);
  }

  static variable_list backward(AutogradContext* ctx, variable_list grads) {
    const auto held = c10::static_intrusive_pointer_cast<Held>(ctx->saved_data["held"].toCapsule());
    const Tensor input = ctx->get_saved_variables()[0].detach().requires_grad_();
    Tensor output;
    {
      const at::AutoGradMode with_grad(true);
      output = held->layer(held->stream, input);
    }
    // The leaves of the layer get their gradients here.
    torch::autograd::backward({output}, {grads[0]});
    return {input.grad(), Tensor()};
  }
};

}  // namespace

Tensor recompute_layer(LayerFunction layer, const Stream& stream, const Tensor& h) {
  auto held = c10::make_intrusive<Held>();
  held->layer = std::move(layer);
  held->stream = stream;
  // Without an input that asks for a gradient the function would not be part of the graph.
  const Tensor input = h.requires_grad() ? h : h.detach().requires_grad_();
  return RecomputeFunction::apply(input, held);
}

}  // namespace kcast::train
