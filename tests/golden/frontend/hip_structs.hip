// A struct of arrays by value, filled by a helper; sizes by constexpr functions.
#include <hip/hip_runtime.h>

template <typename T>
struct View {
  T* data;
  int rows, cols;
  __host__ __device__ T& at(int r, int c) const { return data[r * cols + c]; }
};

template <typename T>
View<T> make_view(int rows, int cols) {
  View<T> v{nullptr, rows, cols};
  hipMalloc(&v.data, sizeof(T) * rows * cols);
  return v;
}

template <typename T>
__global__ void outer(View<T> a, View<T> b, View<T> c) {
  int r = blockIdx.y * blockDim.y + threadIdx.y, k = blockIdx.x * blockDim.x + threadIdx.x;
  if (r < c.rows && k < c.cols) c.at(r, k) = a.at(r, 0) * b.at(0, k);
}

constexpr unsigned up(unsigned n, unsigned by) { return (n + by - 1) / by; }

int main() {
  auto c = make_view<float>(50, 70);
  View<float> a = c, b = c;
  a.cols = 1;
  b.rows = 1;
  dim3 block(16, 4);
  outer<float><<<dim3(up(c.cols, block.x), up(c.rows, block.y)), block>>>(a, b, c);
}
