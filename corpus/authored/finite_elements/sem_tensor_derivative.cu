#include <cuda_runtime.h>
#include <cstdio>
#include <vector>

// Gradient on spectral elements of order 7: three tensor contractions with the 8x8 derivative
// matrix. A block is one element; threads form an 8x8 layer and walk over the third index.

constexpr int P = 8;

template <typename Real>
__global__ void sem_gradient(const Real* __restrict__ u, const Real* __restrict__ D,
                             Real* __restrict__ ur, Real* __restrict__ us, Real* __restrict__ ut)
{
	__shared__ Real sD[P][P + 1];
	__shared__ Real plane[P][P + 1];

	const int i = threadIdx.x, j = threadIdx.y;
	const size_t base = (size_t)blockIdx.x * P * P * P;

	sD[j][i] = D[j * P + i];
	Real column[P];
#pragma unroll
	for (int k = 0; k < P; ++k)
		column[k] = u[base + (k * P + j) * P + i];

#pragma unroll
	for (int k = 0; k < P; ++k) {
		__syncthreads();
		plane[j][i] = column[k];
		__syncthreads();
		Real r = 0, s = 0, t = 0;
#pragma unroll
		for (int m = 0; m < P; ++m) {
			r += sD[i][m] * plane[j][m];
			s += sD[j][m] * plane[m][i];
			t += sD[k][m] * column[m];
		}
		const size_t o = base + (k * P + j) * P + i;
		ur[o] = r;
		us[o] = s;
		ut[o] = t;
	}
}

int main()
{
	const int elements = 3000;
	const size_t n = (size_t)elements * P * P * P;
	std::vector<double> u(n), D(P * P);
	for (size_t k = 0; k < n; ++k)
		u[k] = 0.25 * (k % P) - 0.5 * (k / P % P);
	for (int a = 0; a < P; ++a)                  // equispaced second-order stand-in for the GLL matrix
		for (int b = 0; b < P; ++b)
			D[a * P + b] = b == a + 1 ? 0.5 : (b == a - 1 ? -0.5 : 0.0);

	double *du, *dD, *out;
	cudaMalloc(&du, n * sizeof(double));
	cudaMalloc(&dD, P * P * sizeof(double));
	cudaMalloc(&out, 3 * n * sizeof(double));
	cudaMemcpy(du, u.data(), n * sizeof(double), cudaMemcpyHostToDevice);
	cudaMemcpy(dD, D.data(), P * P * sizeof(double), cudaMemcpyHostToDevice);

	sem_gradient<double><<<elements, dim3(P, P)>>>(du, dD, out, out + n, out + 2 * n);

	cudaMemcpy(u.data(), out, n * sizeof(double), cudaMemcpyDeviceToHost);
	std::printf("du/dr inside: %f (0.25 expected)\n", u[3]);
	cudaFree(du);
	cudaFree(dD);
	cudaFree(out);
	return 0;
}
