#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

#define ROUNDS 32
#define DELTA 0x9E3779B9u

struct XteaKey { unsigned k[4]; };

__device__ uint2 xtea_block(unsigned lo, unsigned hi, const XteaKey &key)
{
	unsigned sum = 0;
#pragma unroll 8
	for (int r = 0; r < ROUNDS; r++) {
		lo += (((hi << 4) ^ (hi >> 5)) + hi) ^ (sum + key.k[sum & 3]);
		sum += DELTA;
		hi += (((lo << 4) ^ (lo >> 5)) + lo) ^ (sum + key.k[(sum >> 11) & 3]);
	}
	return make_uint2(lo, hi);
}

/* CTR mode: two 64-bit blocks per thread so that data moves as uint4 */
__global__ void xtea_ctr(const uint4 *in, uint4 *out, int n, XteaKey key, unsigned nonce)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	uint2 a = xtea_block(2 * i, nonce, key);
	uint2 b = xtea_block(2 * i + 1, nonce, key);
	uint4 d = in[i];
	d.x ^= a.x;
	d.y ^= a.y;
	d.z ^= b.x;
	d.w ^= b.y;
	out[i] = d;
}

int main()
{
	const int bytes = 32 << 20, n = bytes / 16;
	XteaKey key = {{0x00112233u, 0x44556677u, 0x8899aabbu, 0xccddeeffu}};

	unsigned *plain = (unsigned *)malloc(bytes), *back = (unsigned *)malloc(bytes);
	for (int i = 0; i < bytes / 4; i++)
		plain[i] = i ^ 0xa5a5a5a5u;

	uint4 *src, *enc;
	cudaMalloc(&src, bytes);
	cudaMalloc(&enc, bytes);
	cudaMemcpy(src, plain, bytes, cudaMemcpyHostToDevice);
	xtea_ctr<<<n / 256, 256>>>(src, enc, n, key, 0xdeadbeefu);
	/* decryption is the same operation */
	xtea_ctr<<<n / 256, 256>>>(enc, src, n, key, 0xdeadbeefu);
	cudaMemcpy(back, src, bytes, cudaMemcpyDeviceToHost);

	for (int i = 0; i < bytes / 4; i++)
		if (back[i] != plain[i]) {
			printf("round trip fails at word %d\n", i);
			return 1;
		}
	printf("round trip ok\n");
	return 0;
}
