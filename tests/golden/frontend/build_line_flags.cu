// kcast: --flags "-gencode arch=compute_80,code=sm_80 -Xptxas -v -Xcompiler -DNOT_HERE -lm -O3 -DTILE=8 -D WIDTH=4 -std=c++14 -c -o x.o --unheard-of"
// A line of a build, pasted: what matters counts, the rest does not, one flag is said.
#ifdef NOT_HERE
#error "a flag of the host compiler"
#endif
static_assert(__cplusplus == 201402L, "the standard");

__global__ void tiles(float* x) {
  __shared__ float tile[TILE * WIDTH];
  tile[threadIdx.x % (TILE * WIDTH)] = x[threadIdx.x];
  __syncthreads();
  x[threadIdx.x] = tile[(threadIdx.x + 1) % (TILE * WIDTH)];
}
