#include <stdio.h>
#include <stdlib.h>
#include <cuda.h>
#include <cuda_runtime.h>

#define W 4096
#define H 1024
#define R 12

// vertical pass of a box blur. each thread walks down its own column and keeps
// the window sum up to date: one value enters, one leaves.
__global__ void boxColumns(float *in, float *out)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x;
	if (x >= W) return;

	float sum = in[x] * (R + 1);
	for (int y = 1; y <= R; y++)
		sum += in[y * W + x];

	for (int y = 0; y < H; y++) {
		out[y * W + x] = sum / (2 * R + 1);
		int enter = y + R + 1;
		int leave = y - R;
		if (enter > H - 1) enter = H - 1;
		if (leave < 0) leave = 0;
		sum += in[enter * W + x] - in[leave * W + x];
	}
}

int main()
{
	float *h = (float *)malloc(W * H * sizeof(float));
	for (int y = 0; y < H; y++)
		for (int x = 0; x < W; x++)
			h[y * W + x] = (float)((x ^ y) & 63);

	float *d_in, *d_out;
	cudaMalloc((void **)&d_in, W * H * sizeof(float));
	cudaMalloc((void **)&d_out, W * H * sizeof(float));
	cudaMemcpy(d_in, h, W * H * sizeof(float), cudaMemcpyHostToDevice);

	boxColumns<<<W / 64, 64>>>(d_in, d_out);
	cudaDeviceSynchronize();

	cudaMemcpy(h, d_out, W * H * sizeof(float), cudaMemcpyDeviceToHost);
	double s = 0;
	for (int i = 0; i < W * H; i++)
		s += h[i];
	printf("mean after blur = %f\n", s / (W * H));

	cudaFree(d_in);
	cudaFree(d_out);
	free(h);
	return 0;
}
