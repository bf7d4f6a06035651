// ptx: match.any.sync.b32 match.all.sync.b32
// Lanes that find each other without a mask, and constants under HIP's names.
#include <hip/hip_math_constants.h>
#include <hip/hip_runtime.h>

__global__ void count_codes(const int* codes, int* counts, float* largest, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int code = codes[i < n ? i : 0];
  unsigned same = __match_any(code);
  int is_uniform = 0;
  __match_all(code, &is_uniform);
  if (threadIdx.x % 32 == __ffs(same) - 1) atomicAdd(&counts[code], __popc(same));
  if (is_uniform) largest[code] = -HIP_INF_F;
}

int main() {
  int *codes, *counts;
  float* largest;
  hipMalloc(&codes, 4096 * sizeof(int));
  hipMalloc(&counts, 16 * sizeof(int));
  hipMalloc(&largest, 16 * sizeof(float));
  hipMemset(counts, 0, 16 * sizeof(int));
  count_codes<<<16, 256>>>(codes, counts, largest, 4096);
}
