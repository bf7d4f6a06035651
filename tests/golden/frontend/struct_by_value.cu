// Structs by value that hold pointers, arrays and another struct.
#include <cuda_runtime.h>

struct Range { int first, last; };
struct Field {
  float* data;
  Range range;
  double scale;
  short weights[3];
};

__global__ void apply(Field f, const Field* more) {
  int i = f.range.first + blockIdx.x * blockDim.x + threadIdx.x;
  if (i < f.range.last) f.data[i] *= f.scale * f.weights[i % 3] * more->weights[0];
}

static Field make_field(int n) {
  Field f;
  cudaMalloc(&f.data, n * sizeof(float));
  f.range.first = 1;
  f.range.last = n - 1;
  f.scale = 1.25;
  for (int i = 0; i < 3; ++i) f.weights[i] = (short)(i * 10);
  return f;
}

int main() {
  Field field = make_field(300);
  Field* device_field;
  cudaMalloc(&device_field, sizeof(Field));
  apply<<<3, 100>>>(field, device_field);
  field.range = {10, 20};
  field.data = nullptr;
  apply<<<1, 32>>>(field, nullptr);
}
