#include <cuda_runtime.h>
#include <cstdint>
#include <cstdio>
#include <vector>

// float -> e4m3 (bias 7, no infinities, largest value 448), round to nearest even,
// done on the bits for devices without the conversion instruction.
__device__ uint8_t toE4M3(float x)
{
	uint32_t b = __float_as_uint(x);
	uint32_t sign = (b >> 24) & 0x80u;
	b &= 0x7fffffffu;

	if (b > 0x7f800000u) return 0x7f;                 // NaN
	if (b >= 0x43e80000u) return sign | 0x7e;          // above 464: saturate to 448

	if (b < 0x3c800000u) {                             // below 2^-6: subnormal
		float steps = rintf(__uint_as_float(b) * 512.0f);
		return sign | (uint8_t)steps;
	}
	uint32_t lsb = (b >> 20) & 1u;
	b += 0x7ffffu + lsb;
	uint32_t e = (b >> 23) - 120u;
	uint32_t m = (b >> 20) & 7u;
	uint32_t code = (e << 3) | m;
	return sign | (uint8_t)(code > 0x7eu ? 0x7eu : code);
}

__global__ void encode(const float *in, uint8_t *out, float scale, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		out[i] = toE4M3(in[i] * scale);
}

static float decode(uint8_t c)
{
	int e = (c >> 3) & 15, m = c & 7;
	float v = e ? (1.0f + m / 8.0f) * (float)(1 << e) / 128.0f : m / 512.0f;
	return c & 0x80 ? -v : v;
}

int main()
{
	const int n = 1 << 22;
	std::vector<float> x(n);
	for (int i = 0; i < n; i++)
		x[i] = (i - n / 2) * 2e-4f;

	float *dIn;
	uint8_t *dOut;
	cudaMalloc(&dIn, n * sizeof(float));
	cudaMalloc(&dOut, n);
	cudaMemcpy(dIn, x.data(), n * sizeof(float), cudaMemcpyHostToDevice);

	encode<<<n / 256, 256>>>(dIn, dOut, 1.0f, n);

	std::vector<uint8_t> code(n);
	cudaMemcpy(code.data(), dOut, n, cudaMemcpyDeviceToHost);
	double relative = 0;
	int counted = 0;
	for (int i = 0; i < n; i += 1013) {
		if (x[i] > 0.05f && x[i] < 400.0f) {
			double d = (decode(code[i]) - x[i]) / x[i];
			relative += d < 0 ? -d : d;
			counted++;
		}
	}
	printf("mean relative error %.4f\n", relative / counted);
	cudaFree(dIn);
	cudaFree(dOut);
	return 0;
}
