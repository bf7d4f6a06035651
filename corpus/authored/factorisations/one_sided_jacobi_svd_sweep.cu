#include <cuda_runtime.h>
#include <cmath>
#include <cstdio>
#include <vector>

// One sweep of one-sided Jacobi (Hestenes). In each of the n-1 rounds of a
// round-robin tournament the n/2 column pairs are disjoint, so that every
// pair gets its own warp.

static constexpr int M = 6000;   // rows
static constexpr int N = 32;    // columns

__device__ __forceinline__ double allSum(double v)
{
	#pragma unroll
	for (int m = 16; m >= 1; m >>= 1) v += __shfl_xor_sync(0xffffffff, v, m);
	return v;
}

__global__ void rotatePairs(double *A, int round)
{
	const int lane = threadIdx.x % 32;
	const int q    = blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32;

	// circle method: player 0 stays, the others go round
	const int first  = q == 0 ? 0 : (q + round - 1) % (N - 1) + 1;
	const int second = (N - 2 - q + round) % (N - 1) + 1;
	double *u = A + min(first, second) * M;
	double *v = A + max(first, second) * M;

	double alpha = 0, beta = 0, gamma = 0;
	for (int r = lane; r < M; r += 32) {
		const double a = u[r], b = v[r];
		alpha += a * a;
		beta  += b * b;
		gamma += a * b;
	}
	alpha = allSum(alpha);
	beta  = allSum(beta);
	gamma = allSum(gamma);

	double c = 1.0, s = 0.0;
	if (fabs(gamma) > 1e-14 * sqrt(alpha * beta)) {
		const double zeta = (beta - alpha) / (2.0 * gamma);
		const double t = copysign(1.0, zeta) / (fabs(zeta) + sqrt(1.0 + zeta * zeta));
		c = rsqrt(1.0 + t * t);
		s = c * t;
	}
	for (int r = lane; r < M; r += 32) {
		const double a = u[r], b = v[r];
		u[r] = c * a - s * b;
		v[r] = s * a + c * b;
	}
}

int main()
{
	std::vector<double> A(M * N);
	for (int j = 0; j < N; j++)
		for (int i = 0; i < M; i++)
			A[j * M + i] = 1.0 / (1.0 + (i * 7 + j * 13) % 101);

	double *dA;
	cudaMalloc(&dA, A.size() * sizeof(double));
	cudaMemcpy(dA, A.data(), A.size() * sizeof(double), cudaMemcpyHostToDevice);

	for (int round = 0; round < N - 1; round++)
		rotatePairs<<<N / 2 / 2, 64>>>(dA, round);

	cudaMemcpy(A.data(), dA, A.size() * sizeof(double), cudaMemcpyDeviceToHost);
	double sigma0 = 0;
	for (int i = 0; i < M; i++) sigma0 += A[i] * A[i];
	printf("norm of column 0 after one sweep: %.8f\n", std::sqrt(sigma0));
	cudaFree(dA);
	return 0;
}
