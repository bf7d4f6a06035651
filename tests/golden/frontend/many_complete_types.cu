// Clang asks whether a type is complete for each operand of an assignment to an enumeration, some
// thousand times where it is instantiated: none of that is an instantiation.
#include <cuda_runtime.h>
#include <utility>

__global__ void fill(int* out, int value) { out[threadIdx.x] = value; }

#define TEN(statement) \
  statement statement statement statement statement statement statement statement statement statement

template <int Value>
int step(int* out) {
  cudaError_t status;
  TEN(status = cudaMemset(out, Value, sizeof(out[0]));)
  TEN(status = cudaMemset(out, Value, sizeof(out[0]));)
  return status == cudaSuccess;
}

template <int... Values>
int steps(int* out, std::integer_sequence<int, Values...>) {
  return (step<Values>(out) + ...);
}

int main() {
  int* out;
  cudaMalloc(&out, 32 * sizeof(int));
  fill<<<1, 32>>>(out, 7);
  return steps(out, std::make_integer_sequence<int, 300>());
}
