// kcast: --assume yes
// Templates that no launch instantiates: by a use in the text, a default, a name, or a guess.
// ptx: bar.sync
template <int N>
__global__ void by_explicit_host(float* x) {
  for (int i = 0; i < N; i++) x[blockIdx.x * 256 + threadIdx.x] += i;
}
template <int N>
void run(float* x, int blocks) {
  by_explicit_host<N><<<blocks, 256>>>(x);
}
template void run<8>(float*, int);

template <int BLOCK_SIZE, typename T>
__global__ void by_name(T* x) {
  __shared__ T tile[BLOCK_SIZE];
  tile[threadIdx.x] = x[threadIdx.x];
  __syncthreads();
  x[threadIdx.x] = tile[BLOCK_SIZE - 1 - threadIdx.x];
}

template <typename T = double, int N = 3>
__global__ void by_default(T* x) {
  x[threadIdx.x] = N;
}

// The first guess, 8, does not compile.
template <int WIDE>
__global__ void by_second_guess(float* x) {
  static_assert(WIDE >= 32, "a warp at least");
  x[threadIdx.x] = WIDE;
}

namespace inner {
template <int K>
__global__ void by_text(float* x) {
  x[threadIdx.x] = K;
}
}  // namespace inner

// Its parameter is of a type that nobody declares, so that the call is never made.
template <int K>
void launcher(Tensor t) {
  inner::by_text<K><<<1, 32>>>(t.data());
}
void op(Tensor t) { launcher<64>(t); }

// A template of host code that nobody calls launches with its own grid.
template <typename T>
__global__ void from_host_template(T* x, int n) {
  x[threadIdx.x] = n;
}
template <typename T>
void host_template(T* x) {
  from_host_template<T><<<77, 64>>>(x, 5);
}
