// kcast: --assume yes
// LibTorch's stable interface, as extensions for many versions use it.
#include <torch/csrc/stable/accelerator.h>
#include <torch/csrc/stable/library.h>
#include <torch/csrc/stable/ops.h>
#include <torch/csrc/stable/tensor.h>
#include <torch/headeronly/core/Dispatch.h>

template <typename scalar_t>
__global__ void scale(scalar_t* x, float a, int64_t n) {
  const int64_t i = int64_t(blockIdx.x) * blockDim.x + threadIdx.x;
  if (i < n) x[i] = scalar_t(float(x[i]) * a);
}

void scale_(torch::stable::Tensor& x, double a) {
  STD_TORCH_CHECK(x.is_cuda(), "on the GPU");
  const torch::stable::accelerator::DeviceGuard guard(x.get_device_index());
  torch::stable::Tensor copy = torch::stable::empty_like(x);
  void* stream = nullptr;
  TORCH_ERROR_CODE_CHECK(aoti_torch_get_current_cuda_stream(x.get_device_index(), &stream));
  const int blocks = (x.numel() + 255) / 256;
  THO_DISPATCH_SWITCH(x.scalar_type(), "scale_",
                      THO_DISPATCH_CASE(torch::headeronly::ScalarType::Float, [&] {
                        scale<scalar_t><<<blocks, 256, 0, (cudaStream_t)stream>>>(
                            x.mutable_data_ptr<scalar_t>(), (float)a, x.numel());
                      }) THO_DISPATCH_CASE(torch::headeronly::ScalarType::Float8_e4m3fn, [&] {
                        scale<scalar_t><<<blocks, 256, 0, (cudaStream_t)stream>>>(
                            x.mutable_data_ptr<scalar_t>(), (float)a, x.numel());
                      }));
}

STABLE_TORCH_LIBRARY_FRAGMENT(ops, m) { m.def("scale_(Tensor! x, float a) -> ()"); }
STABLE_TORCH_LIBRARY_IMPL(ops, CUDA, m) { m.impl("scale_", TORCH_BOX(&scale_)); }
