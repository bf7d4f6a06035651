#include <cstdio>
#include <cmath>
#include <vector>
#include <cuda_runtime.h>

// Joint histogram of two registered images (64 x 64 grey classes), the
// expensive part of a mutual-information metric.

const int CLASSES = 64;

__global__ void jointHistogram(const unsigned char *fixedImg, const unsigned char *movingImg,
                               int nPix, unsigned int *joint)
{
	__shared__ unsigned int h[CLASSES * CLASSES];          // 16 KiB
	for (int b = threadIdx.x; b < CLASSES * CLASSES; b += blockDim.x)
		h[b] = 0;
	__syncthreads();

	int stride = blockDim.x * gridDim.x;
	for (int p = blockIdx.x * blockDim.x + threadIdx.x; p < nPix; p += stride) {
		int f = fixedImg[p] >> 2;
		int m = movingImg[p] >> 2;
		atomicAdd(&h[f * CLASSES + m], 1u);
	}
	__syncthreads();

	for (int b = threadIdx.x; b < CLASSES * CLASSES; b += blockDim.x)
		if (h[b] != 0)
			atomicAdd(&joint[b], h[b]);
}

int main()
{
	const int W = 1024, H = 1024;
	std::vector<unsigned char> a(W * H), b(W * H);
	for (int y = 0; y < H; y++)
		for (int x = 0; x < W; x++) {
			a[y * W + x] = (unsigned char)((x * y / 64) & 255);
			b[y * W + x] = (unsigned char)(((x + 3) * y / 64) & 255);
		}

	unsigned char *dA, *dB;
	unsigned int *dJ;
	cudaMalloc(&dA, W * H);
	cudaMalloc(&dB, W * H);
	cudaMalloc(&dJ, CLASSES * CLASSES * sizeof(unsigned int));
	cudaMemcpy(dA, a.data(), W * H, cudaMemcpyHostToDevice);
	cudaMemcpy(dB, b.data(), W * H, cudaMemcpyHostToDevice);
	cudaMemset(dJ, 0, CLASSES * CLASSES * sizeof(unsigned int));

	jointHistogram<<<132, 512>>>(dA, dB, W * H, dJ);

	std::vector<unsigned int> j(CLASSES * CLASSES);
	cudaMemcpy(j.data(), dJ, j.size() * sizeof(unsigned int), cudaMemcpyDeviceToHost);

	double entropy = 0;
	for (unsigned int c : j)
		if (c) {
			double p = (double)c / (W * H);
			entropy -= p * std::log2(p);
		}
	printf("joint entropy %.4f bits\n", entropy);
	cudaFree(dA);
	cudaFree(dB);
	cudaFree(dJ);
	return 0;
}
