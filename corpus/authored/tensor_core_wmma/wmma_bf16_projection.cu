#include <cuda_bf16.h>
#include <mma.h>
#include <stdio.h>

using namespace nvcuda::wmma;
typedef __nv_bfloat16 bf16;

/* token projection Y = X W^T in bf16 with float accumulation;
   X [2048][768], W [512][768]; every warp holds a 2x2 block of fragments */
static const int TOKENS = 2048, OUT = 512, IN = 768;

__global__ void projectBf16(const bf16 *X, const bf16 *W, float *Y)
{
	const int warp = threadIdx.x >> 5;
	const int row = (blockIdx.y * 4 + warp) * 32;
	const int col = blockIdx.x * 32;

	fragment<accumulator, 16, 16, 16, float> y00, y01, y10, y11;
	fill_fragment(y00, 0.f);
	fill_fragment(y01, 0.f);
	fill_fragment(y10, 0.f);
	fill_fragment(y11, 0.f);

	for (int k = 0; k < IN; k += 16) {
		fragment<matrix_a, 16, 16, 16, bf16, row_major> x0, x1;
		fragment<matrix_b, 16, 16, 16, bf16, col_major> w0, w1;
		load_matrix_sync(x0, X + row * IN + k, IN);
		load_matrix_sync(x1, X + (row + 16) * IN + k, IN);
		load_matrix_sync(w0, W + col * IN + k, IN);
		load_matrix_sync(w1, W + (col + 16) * IN + k, IN);
		mma_sync(y00, x0, w0, y00);
		mma_sync(y01, x0, w1, y01);
		mma_sync(y10, x1, w0, y10);
		mma_sync(y11, x1, w1, y11);
	}
	float *o = Y + row * OUT + col;
	store_matrix_sync(o, y00, OUT, mem_row_major);
	store_matrix_sync(o + 16, y01, OUT, mem_row_major);
	store_matrix_sync(o + 16 * OUT, y10, OUT, mem_row_major);
	store_matrix_sync(o + 16 * OUT + 16, y11, OUT, mem_row_major);
}

int main(void)
{
	static bf16 x[2048 * 768], w[512 * 768];
	for (int i = 0; i < TOKENS * IN; i++)
		x[i] = __float2bfloat16((float)(i % 9 - 4) * 0.125f);
	for (int i = 0; i < OUT * IN; i++)
		w[i] = __float2bfloat16(1.0f / 64);

	bf16 *dx, *dw;
	float *dy;
	cudaMalloc((void **)&dx, sizeof(x));
	cudaMalloc((void **)&dw, sizeof(w));
	cudaMalloc((void **)&dy, sizeof(float) * TOKENS * OUT);
	cudaMemcpy(dx, x, sizeof(x), cudaMemcpyHostToDevice);
	cudaMemcpy(dw, w, sizeof(w), cudaMemcpyHostToDevice);

	dim3 grid(OUT / 32, TOKENS / 128);
	projectBf16<<<grid, 128>>>(dx, dw, dy);

	float first[4];
	cudaMemcpy(first, dy, sizeof(first), cudaMemcpyDeviceToHost);
	printf("%f %f %f %f\n", first[0], first[1], first[2], first[3]);
	cudaFree(dx);
	cudaFree(dw);
	cudaFree(dy);
	return 0;
}
