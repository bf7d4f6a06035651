// kcast: --assume yes
// Kernels on OpenCV's images: views with rows a step apart, vectors, saturation.
#include <opencv2/core/cuda.hpp>
#include <opencv2/core/cuda/common.hpp>
#include <opencv2/core/cuda/saturate_cast.hpp>
#include <opencv2/core/cuda/vec_traits.hpp>

using namespace cv::cuda;
using namespace cv::cuda::device;

__global__ void brighten(const PtrStepSzb src, PtrStepb dst, float gain) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < src.cols && y < src.rows) dst(y, x) = saturate_cast<uchar>(src(y, x) * gain);
}

template <typename T>
__global__ void fill(PtrStepSz<T> image, typename VecTraits<T>::elem_type value) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < image.cols && y < image.rows) image.ptr(y)[x] = VecTraits<T>::all(value);
}

void run(const GpuMat& src, GpuMat& dst, Stream& stream) {
  const dim3 block(32, 8), grid(divUp(src.cols, block.x), divUp(src.rows, block.y));
  brighten<<<grid, block, 0, StreamAccessor::getStream(stream)>>>(src, dst, 1.5f);
  fill<float3><<<dim3(40, 135), block>>>(PtrStepSz<float3>(1080, 1280, (float3*)dst.data, 15360), 0.5f);
  cudaSafeCall(cudaGetLastError());
}
