// copies a row-major raster into Z-order (Morton order)
#include <stdio.h>

#define EDGE 2048

__device__ unsigned spread(unsigned v)
{
	v &= 0x0000ffff;
	v = (v | (v << 8)) & 0x00ff00ff;
	v = (v | (v << 4)) & 0x0f0f0f0f;
	v = (v | (v << 2)) & 0x33333333;
	v = (v | (v << 1)) & 0x55555555;
	return v;
}

__global__ void to_morton(const unsigned short *raster, unsigned short *z)
{
	unsigned x = blockIdx.x * blockDim.x + threadIdx.x;
	unsigned y = blockIdx.y * blockDim.y + threadIdx.y;
	z[spread(x) | (spread(y) << 1)] = raster[y * EDGE + x];
}

static unsigned short heights[EDGE * EDGE];

int main()
{
	unsigned short *d_raster, *d_z;
	for (int y = 0; y < EDGE; y++)
		for (int x = 0; x < EDGE; x++)
			heights[y * EDGE + x] = (unsigned short)(x + y);

	cudaMalloc(&d_raster, sizeof heights);
	cudaMalloc(&d_z, sizeof heights);
	cudaMemcpy(d_raster, heights, sizeof heights, cudaMemcpyHostToDevice);

	dim3 tpb(32, 8);
	to_morton<<<dim3(EDGE / 32, EDGE / 8), tpb>>>(d_raster, d_z);

	cudaMemcpy(heights, d_z, sizeof heights, cudaMemcpyDeviceToHost);
	printf("z[0..3] = %d %d %d %d\n", heights[0], heights[1], heights[2], heights[3]);
	cudaFree(d_raster);
	cudaFree(d_z);
	return 0;
}
