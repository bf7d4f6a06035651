#include <stdio.h>
#include <stdlib.h>
#include <cuda_runtime.h>

#define NX 256
#define NY 256
#define NZ 256

/* MIP of a CT angiogram along z. ushort2 loads, z unrolled by eight so that enough loads are in flight. */
__global__ void mip_z(const ushort2 *vol, ushort2 *img)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;   /* over NX*NY/2 */
	const int slice = NX * NY / 2;
	unsigned mx = 0, my = 0;

	for (int z = 0; z < NZ; z += 8) {
		ushort2 v0 = vol[(z + 0) * slice + i];
		ushort2 v1 = vol[(z + 1) * slice + i];
		ushort2 v2 = vol[(z + 2) * slice + i];
		ushort2 v3 = vol[(z + 3) * slice + i];
		ushort2 v4 = vol[(z + 4) * slice + i];
		ushort2 v5 = vol[(z + 5) * slice + i];
		ushort2 v6 = vol[(z + 6) * slice + i];
		ushort2 v7 = vol[(z + 7) * slice + i];
		mx = max(mx, max(max(max((unsigned)v0.x, (unsigned)v1.x), max((unsigned)v2.x, (unsigned)v3.x)),
		                 max(max((unsigned)v4.x, (unsigned)v5.x), max((unsigned)v6.x, (unsigned)v7.x))));
		my = max(my, max(max(max((unsigned)v0.y, (unsigned)v1.y), max((unsigned)v2.y, (unsigned)v3.y)),
		                 max(max((unsigned)v4.y, (unsigned)v5.y), max((unsigned)v6.y, (unsigned)v7.y))));
	}
	img[i] = make_ushort2(mx, my);
}

int main()
{
	size_t n = (size_t)NX * NY * NZ;
	unsigned short *h_vol = (unsigned short *)malloc(n * sizeof(unsigned short));
	for (size_t i = 0; i < n; i++)
		h_vol[i] = (unsigned short)((i * 40503u) >> 7 & 4095);

	ushort2 *d_vol, *d_img;
	cudaMalloc((void **)&d_vol, n * sizeof(unsigned short));
	cudaMalloc((void **)&d_img, NX * NY * sizeof(unsigned short));
	cudaMemcpy(d_vol, h_vol, n * sizeof(unsigned short), cudaMemcpyHostToDevice);

	mip_z<<<NX * NY / 2 / 128, 128>>>(d_vol, d_img);

	unsigned short *h_img = (unsigned short *)malloc(NX * NY * sizeof(unsigned short));
	cudaMemcpy(h_img, d_img, NX * NY * sizeof(unsigned short), cudaMemcpyDeviceToHost);
	for (int y = 0; y < NY; y += 64)
		printf("%5u %5u %5u %5u\n", h_img[y * NX], h_img[y * NX + 64], h_img[y * NX + 128], h_img[y * NX + 192]);
	free(h_vol);
	free(h_img);
	cudaFree(d_vol);
	cudaFree(d_img);
	return 0;
}
