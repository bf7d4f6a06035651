// A PyTorch extension: the library is a stub, tensors have unknown sizes, types are dispatched to float.
#include <ATen/cuda/CUDAContext.h>
#include <c10/util/Half.h>
#include <torch/extension.h>

template <typename scalar_t>
__global__ void scale(const scalar_t* __restrict__ x, scalar_t* y, int64_t n) {
  using acc_t = at::acc_type<scalar_t, true>;
  int64_t i = int64_t(blockIdx.x) * blockDim.x + threadIdx.x;
  if (i < n) y[i] = static_cast<scalar_t>(static_cast<acc_t>(x[i]) * acc_t(2));
}
template <typename T>
__global__ void rows(torch::PackedTensorAccessor32<T, 2, torch::RestrictPtrTraits> a,
                     const torch::PackedTensorAccessor32<T, 1, torch::RestrictPtrTraits> b) {
  a[blockIdx.x][threadIdx.x] += b[threadIdx.x];
}
__global__ void halves(c10::Half* x) { x[threadIdx.x] = x[threadIdx.x] * c10::Half(2.0f) + c10::Half(1.0f); }

torch::Tensor forward(torch::Tensor x) {
  TORCH_CHECK(x.is_cuda(), "x must be a CUDA tensor");
  auto y = torch::empty({x.size(0), 4}, x.options());
  AT_DISPATCH_FLOATING_TYPES_AND_HALF(x.scalar_type(), "forward", ([&] {
    scale<scalar_t><<<64, 256, 0, at::cuda::getCurrentCUDAStream()>>>(x.data_ptr<scalar_t>(), y.data_ptr<scalar_t>(), x.numel());
  }));
  rows<float><<<16, 32>>>(x.packed_accessor32<float, 2, torch::RestrictPtrTraits>(),
                          y.packed_accessor32<float, 1, torch::RestrictPtrTraits>());
  C10_CUDA_KERNEL_LAUNCH_CHECK();
  return y;
}
PYBIND11_MODULE(TORCH_EXTENSION_NAME, m) { m.def("forward", &forward, "doubles"); }
