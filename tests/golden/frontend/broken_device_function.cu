// A broken device function, used by one of two kernels.
__device__ float good_helper(float x) { return x * x; }

__device__ float bad_helper(float x) {
  float y = x +;
  return y * undefined_scale;
}

__device__ float middle(float x) { return bad_helper(x) + 1.0f; }

__global__ void uses_good(float* p) { p[threadIdx.x] = good_helper(p[threadIdx.x]); }
__global__ void uses_bad(float* p) { p[threadIdx.x] = middle(p[threadIdx.x]); }
