// SGEMM, 128x128 output tile per block, 8x8 accumulators per thread.
// Sizes must be multiples of 128 (M, N) and 8 (K).
#include <cuda_runtime.h>
#include <stdio.h>
#include <stdlib.h>

template <int BM, int BN, int BK, int TM, int TN>
__global__ void __launch_bounds__((BM / TM) * (BN / TN))
sgemm_blocktile(const float *__restrict__ A, const float *__restrict__ B,
                float *__restrict__ C, int M, int N, int K)
{
	__shared__ float sA[BK][BM];   // stored transposed
	__shared__ float sB[BK][BN];

	const int nthr = (BM / TM) * (BN / TN);
	const int tid  = threadIdx.x;
	const int tRow = tid / (BN / TN);
	const int tCol = tid % (BN / TN);

	A += blockIdx.y * BM * K;
	B += blockIdx.x * BN;
	C += blockIdx.y * BM * N + blockIdx.x * BN;

	float acc[TM][TN];
#pragma unroll
	for (int i = 0; i < TM; ++i)
#pragma unroll
		for (int j = 0; j < TN; ++j)
			acc[i][j] = 0.0f;

	for (int kk = 0; kk < K; kk += BK) {
		for (int e = tid; e < BM * BK; e += nthr) {
			int r = e / BK, c = e % BK;
			sA[c][r] = A[r * K + kk + c];
		}
		for (int e = tid; e < BK * BN; e += nthr) {
			int r = e / BN, c = e % BN;
			sB[r][c] = B[(kk + r) * N + c];
		}
		__syncthreads();

#pragma unroll
		for (int p = 0; p < BK; ++p) {
			float fa[TM], fb[TN];
#pragma unroll
			for (int i = 0; i < TM; ++i) fa[i] = sA[p][tRow * TM + i];
#pragma unroll
			for (int j = 0; j < TN; ++j) fb[j] = sB[p][tCol * TN + j];
#pragma unroll
			for (int i = 0; i < TM; ++i)
#pragma unroll
				for (int j = 0; j < TN; ++j)
					acc[i][j] += fa[i] * fb[j];
		}
		__syncthreads();
	}

#pragma unroll
	for (int i = 0; i < TM; ++i)
#pragma unroll
		for (int j = 0; j < TN; ++j)
			C[(tRow * TM + i) * N + tCol * TN + j] = acc[i][j];
}

int main(int argc, char **argv)
{
	int M = 1024, N = 1024, K = argc > 1 ? atoi(argv[1]) : 1024;
	float *hA = (float *)malloc(sizeof(float) * M * K);
	float *hB = (float *)malloc(sizeof(float) * K * N);
	unsigned s = 12345u;
	for (int i = 0; i < M * K; ++i) { s = s * 1664525u + 1013904223u; hA[i] = (s >> 8) / 16777216.0f - 0.5f; }
	for (int i = 0; i < K * N; ++i) { s = s * 1664525u + 1013904223u; hB[i] = (s >> 8) / 16777216.0f - 0.5f; }

	float *A, *B, *C;
	cudaMalloc((void **)&A, sizeof(float) * M * K);
	cudaMalloc((void **)&B, sizeof(float) * K * N);
	cudaMalloc((void **)&C, sizeof(float) * M * N);
	cudaMemcpy(A, hA, sizeof(float) * M * K, cudaMemcpyHostToDevice);
	cudaMemcpy(B, hB, sizeof(float) * K * N, cudaMemcpyHostToDevice);

	cudaEvent_t t0, t1;
	cudaEventCreate(&t0);
	cudaEventCreate(&t1);
	cudaEventRecord(t0);
	sgemm_blocktile<128, 128, 8, 8, 8><<<dim3(N / 128, M / 128), 256>>>(A, B, C, M, N, K);
	cudaEventRecord(t1);
	cudaEventSynchronize(t1);
	float ms;
	cudaEventElapsedTime(&ms, t0, t1);
	printf("%d x %d x %d: %.3f ms, %.1f GFLOP/s\n", M, N, K, ms, 2e-6 * M * N * K / ms);
	cudaFree(A); cudaFree(B); cudaFree(C);
	free(hA); free(hB);
	return 0;
}
