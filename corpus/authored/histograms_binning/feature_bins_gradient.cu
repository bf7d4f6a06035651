#include <cuda_runtime.h>
#include <cstdint>
#include <cstdio>
#include <memory>
#include <vector>

/* Histograms for one node of a gradient-boosted tree, on quantised gradients.
 * A gradient and a hessian are 16-bit integers and travel as one 64-bit word, so
 * that one atomic adds both. Four features lie side by side in a uchar4, and the
 * block keeps eight copies of its bins to keep the atomics apart. */

template <typename T>
struct CudaDelete { void operator()(T* p) const { cudaFree(p); } };
template <typename T>
using DevPtr = std::unique_ptr<T, CudaDelete<T>>;

template <typename T>
DevPtr<T> upload(const std::vector<T>& v) {
  T* p = nullptr;
  cudaMalloc(&p, v.size() * sizeof(T));
  cudaMemcpy(p, v.data(), v.size() * sizeof(T), cudaMemcpyHostToDevice);
  return DevPtr<T>(p);
}

constexpr int kBins = 64;
constexpr int kCopies = 8;
constexpr int kBias = 1 << 15;   // keeps the gradient's half of the word positive
using Packed = unsigned long long;

__device__ __forceinline__ Packed pack(short2 gh) {
  return (Packed)(unsigned)(gh.x + kBias) << 32 | (unsigned)(unsigned short)gh.y;
}

__global__ void quantised_histogram(const uchar4* __restrict__ bins, const short2* __restrict__ gh,
                                    int rows, Packed* __restrict__ out)
{
  __shared__ Packed copies[kCopies][4 * kBins];
  for (int i = threadIdx.x; i < kCopies * 4 * kBins; i += blockDim.x)
    copies[i / (4 * kBins)][i % (4 * kBins)] = 0;
  __syncthreads();

  Packed* mine = copies[threadIdx.x % kCopies];
  const uchar4* group = bins + (size_t)blockIdx.y * rows;
  const int last = min(rows, (int)(blockIdx.x + 1) * 4096);
  for (int r = blockIdx.x * 4096 + threadIdx.x; r < last; r += blockDim.x) {
    const uchar4 b = group[r];
    const Packed word = pack(gh[r]);
    atomicAdd(mine + b.x, word);
    atomicAdd(mine + kBins + b.y, word);
    atomicAdd(mine + 2 * kBins + b.z, word);
    atomicAdd(mine + 3 * kBins + b.w, word);
  }
  __syncthreads();

  Packed total = 0;
  for (int c = 0; c < kCopies; ++c) total += copies[c][threadIdx.x];
  if (total != 0) atomicAdd(out + blockIdx.y * 4 * kBins + threadIdx.x, total);
}

int main() {
  const int rows = 100000, groups = 8;   // 32 features
  std::vector<uchar4> bins(rows * groups);
  std::vector<short2> gh(rows);
  std::vector<Packed> hist(groups * 4 * kBins, 0);
  for (int i = 0; i < rows * groups; ++i) {
    bins[i].x = (unsigned char)(i * 29 % kBins);
    bins[i].y = (unsigned char)(i * 13 % kBins);
    bins[i].z = (unsigned char)(i * 7 % kBins);
    bins[i].w = (unsigned char)(i * 3 % kBins);
  }
  for (int r = 0; r < rows; ++r) {
    gh[r].x = (short)(r % 200 - 100);
    gh[r].y = 64;
  }

  auto dBins = upload(bins);
  auto dGh = upload(gh);
  auto dHist = upload(hist);
  quantised_histogram<<<dim3((rows + 4095) / 4096, groups), 4 * kBins>>>(dBins.get(), dGh.get(), rows,
                                                                         dHist.get());

  cudaMemcpy(hist.data(), dHist.get(), hist.size() * sizeof(Packed), cudaMemcpyDeviceToHost);
  Packed hessian = 0;
  for (int b = 0; b < kBins; ++b) hessian += hist[b] & 0xffffffffu;
  std::printf("hessian of feature 0: %llu (expected %d)\n", hessian, 64 * rows);
}
