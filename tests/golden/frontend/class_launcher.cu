// Launches from member functions, a class template, a function template and a function pointer.
#include <cuda_runtime.h>
#include <vector>

template <typename T>
__global__ void axpby(T a, const T* x, T b, T* y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = a * x[i] + b * y[i];
}

template <typename T>
class Solver {
 public:
  explicit Solver(int n) : n_(n), threads_(sizeof(T) == 8 ? 128 : 256) {
    cudaMalloc(&x_, n * sizeof(T));
    cudaMalloc(&y_, n * sizeof(T));
  }
  ~Solver() {
    cudaFree(x_);
    cudaFree(y_);
  }
  void iterate(int rounds) {
    for (int r = 0; r < rounds; ++r) step(T(1) / (r + 1));
  }

 private:
  void step(T a) { axpby<T><<<grid(), threads_>>>(a, x_, T(1), y_, n_); }
  int grid() const { return (n_ + threads_ - 1) / threads_; }
  int n_;
  int threads_;
  T* x_;
  T* y_;
};

__global__ void set_value(float* p, float v) { p[threadIdx.x] = v; }
using Setter = void (*)(float*, float);

int main() {
  Solver<float> single(1000);
  Solver<double> wide(1000);
  single.iterate(2);
  wide.iterate(1);
  Setter setter = set_value;
  float* p;
  cudaMalloc(&p, 128);
  setter<<<1, 32>>>(p, 4.0f);
}
