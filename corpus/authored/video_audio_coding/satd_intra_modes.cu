// Intra mode decision for 4x4 blocks: the cost of the vertical, horizontal and DC
// predictions is the sum of absolute Hadamard-transformed differences (SATD).
#include <cstdint>
#include <cstdio>
#include <cuda_runtime.h>

constexpr int STRIDE = 1280;
constexpr int LINES = 720;

template <typename Pred>
__device__ __forceinline__ int satd4x4(const int (&src)[16], Pred pred)
{
	int d[16];
#pragma unroll
	for (int i = 0; i < 16; i++)
		d[i] = src[i] - pred(i & 3, i >> 2);
#pragma unroll
	for (int r = 0; r < 4; r++) {
		int a = d[4 * r] + d[4 * r + 2], b = d[4 * r + 1] + d[4 * r + 3];
		int c = d[4 * r] - d[4 * r + 2], e = d[4 * r + 1] - d[4 * r + 3];
		d[4 * r] = a + b; d[4 * r + 1] = a - b; d[4 * r + 2] = c + e; d[4 * r + 3] = c - e;
	}
	int sum = 0;
#pragma unroll
	for (int k = 0; k < 4; k++) {
		int a = d[k] + d[k + 8], b = d[k + 4] + d[k + 12];
		int c = d[k] - d[k + 8], e = d[k + 4] - d[k + 12];
		sum += abs(a + b) + abs(a - b) + abs(c + e) + abs(c - e);
	}
	return sum >> 1;
}

__global__ void pickIntraMode(const uint8_t* __restrict__ luma, uint8_t* __restrict__ mode,
                              uint16_t* __restrict__ cost, int blocksX, int blocksY)
{
	const int bx = blockIdx.x * blockDim.x + threadIdx.x + 1;   // first row/column have no neighbours
	const int by = blockIdx.y + 1;
	if (bx >= blocksX || by >= blocksY) return;

	const uint8_t* p = luma + by * 4 * STRIDE + bx * 4;
	int src[16], top[4], left[4];
#pragma unroll
	for (int r = 0; r < 4; r++) {
		const uchar4 q = *(const uchar4*)(p + r * STRIDE);
		src[4 * r] = q.x; src[4 * r + 1] = q.y; src[4 * r + 2] = q.z; src[4 * r + 3] = q.w;
		left[r] = p[r * STRIDE - 1];
	}
	const uchar4 t = *(const uchar4*)(p - STRIDE);
	top[0] = t.x; top[1] = t.y; top[2] = t.z; top[3] = t.w;
	const int dc = (top[0] + top[1] + top[2] + top[3] + left[0] + left[1] + left[2] + left[3] + 4) >> 3;

	const int cv = satd4x4(src, [&](int x, int) { return top[x]; });
	const int ch = satd4x4(src, [&](int, int y) { return left[y]; });
	const int cd = satd4x4(src, [&](int, int) { return dc; });

	int m = 0, best = cv;
	if (ch < best) { best = ch; m = 1; }
	if (cd < best) { best = cd; m = 2; }
	mode[by * blocksX + bx] = (uint8_t)m;
	cost[by * blocksX + bx] = (uint16_t)best;
}

int main()
{
	static uint8_t pic[STRIDE * LINES];
	for (int y = 0; y < LINES; y++)
		for (int x = 0; x < STRIDE; x++)
			pic[y * STRIDE + x] = (uint8_t)(x < 640 ? 3 * x : 2 * y + (x >> 3));

	const int nx = STRIDE / 4, ny = LINES / 4;
	uint8_t *dPic, *dMode;
	uint16_t* dCost;
	cudaMalloc(&dPic, sizeof(pic));
	cudaMalloc(&dMode, nx * ny);
	cudaMalloc(&dCost, nx * ny * sizeof(uint16_t));
	cudaMemset(dMode, 0, nx * ny);
	cudaMemcpy(dPic, pic, sizeof(pic), cudaMemcpyHostToDevice);

	pickIntraMode<<<dim3((nx - 1 + 63) / 64, ny - 1), 64>>>(dPic, dMode, dCost, nx, ny);

	static uint8_t mode[(STRIDE / 4) * (LINES / 4)];
	cudaMemcpy(mode, dMode, nx * ny, cudaMemcpyDeviceToHost);
	int n[3] = {0, 0, 0};
	for (int i = 0; i < nx * ny; i++) n[mode[i]]++;
	printf("vertical %d, horizontal %d, dc %d\n", n[0], n[1], n[2]);
	cudaFree(dPic);
	cudaFree(dMode);
	cudaFree(dCost);
	return 0;
}
