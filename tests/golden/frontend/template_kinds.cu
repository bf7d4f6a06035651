// Type, value, bool, defaulted and template-of-type arguments, a specialisation, one never used.
struct Add { template <class T> static __device__ T apply(T a, T b) { return a + b; } };
struct Max { template <class T> static __device__ T apply(T a, T b) { return a > b ? a : b; } };

template <class T, class Op = Add, bool kInPlace = false>
__global__ void combine(T* a, const T* b) {
  T r = Op::apply(a[threadIdx.x], b[threadIdx.x]);
  if (kInPlace) a[threadIdx.x] = r;
  else a[threadIdx.x + blockDim.x] = r;
}

template <typename T> __global__ void special(T* p) { *p = 1; }
template <> __global__ void special<double>(double* p) { *p = 2; }

template <class T> __global__ void unused(T* p) { *p = T(); }

template <unsigned... Sizes> __global__ void packed(unsigned* p) { *p = (Sizes + ... + 0u); }

template <class T> void run(T* a, T* b) { combine<T, Max, true><<<1, 10>>>(a, b); }

int main() {
  int *a, *b;
  double* d;
  unsigned* u;
  cudaMalloc(&a, 80);
  cudaMalloc(&b, 80);
  cudaMalloc(&d, 8);
  cudaMalloc(&u, 4);
  combine<int><<<1, 10>>>(a, b);  // defaults
  run(a, b);
  special<<<1, 1>>>(a);
  special<<<1, 1>>>(d);
  packed<1, 2, 3><<<1, 1>>>(u);
}
