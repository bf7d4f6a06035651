// Instantiated by hand, launched through pointers to instantiations, chosen by a table.
template <typename T>
__global__ void fill_value(T* p, T v) { p[blockIdx.x * blockDim.x + threadIdx.x] = v; }

template __global__ void fill_value<short>(short*, short);
template __global__ void fill_value<float>(float*, float);

template <int K>
__global__ void power(float* p) {
  float v = p[threadIdx.x], r = 1.0f;
#pragma unroll
  for (int k = 0; k < K; ++k) r *= v;
  p[threadIdx.x] = r;
}

int main() {
  float* p;
  cudaMalloc(&p, 256 * sizeof(float));
  auto kernel = &fill_value<float>;
  kernel<<<2, 128>>>(p, 1.5f);
  void (*table[3])(float*) = {power<2>, power<3>, power<4>};
  for (int i = 0; i < 3; ++i) table[i]<<<1, 64 * (i + 1)>>>(p);
}
