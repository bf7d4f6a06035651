#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

struct Desc { uint4 lo, hi; };      // 256-bit BRIEF/ORB descriptor

__device__ int hamming(const uint4 &a, const uint4 &b)
{
	return __popc(a.x ^ b.x) + __popc(a.y ^ b.y) + __popc(a.z ^ b.z) + __popc(a.w ^ b.w);
}

/* a thread per query, train descriptors staged 64 at a time */
template <int STAGE>
__global__ void matchDescriptors(const Desc *query, int nq, const Desc *train, int nt,
                                 int *bestIdx, int *bestDist, int *secondDist)
{
	__shared__ Desc stage[STAGE];
	const int q = blockIdx.x * blockDim.x + threadIdx.x;
	Desc mine = query[q < nq ? q : nq - 1];

	int d1 = 257, d2 = 257, i1 = -1;
	for (int base = 0; base < nt; base += STAGE) {
		__syncthreads();
		for (int i = threadIdx.x; i < STAGE && base + i < nt; i += blockDim.x)
			stage[i] = train[base + i];
		__syncthreads();

		const int lim = min(STAGE, nt - base);
		for (int i = 0; i < lim; i++) {
			int d = hamming(mine.lo, stage[i].lo) + hamming(mine.hi, stage[i].hi);
			if (d < d1) {
				d2 = d1;
				d1 = d;
				i1 = base + i;
			} else if (d < d2) {
				d2 = d;
			}
		}
	}
	if (q < nq) {
		bestIdx[q] = i1;
		bestDist[q] = d1;
		secondDist[q] = d2;
	}
}

int main(int argc, char **argv)
{
	const int nq = argc > 1 ? atoi(argv[1]) : 4096;
	const int nt = argc > 2 ? atoi(argv[2]) : 4096;

	unsigned *q = (unsigned *)malloc(nq * sizeof(Desc));
	unsigned *t = (unsigned *)malloc(nt * sizeof(Desc));
	unsigned s = 7;
	for (int i = 0; i < nt * 8; i++) {
		s = s * 1664525u + 1013904223u;
		t[i] = s ^ (s >> 15);
	}
	for (int i = 0; i < nq * 8; i++)
		q[i] = t[i % (nt * 8)] ^ (1u << (i & 31));    /* one flipped bit a word */

	Desc *dq, *dt;
	int *dIdx, *dBest, *dSecond;
	cudaMalloc(&dq, nq * sizeof(Desc));
	cudaMalloc(&dt, nt * sizeof(Desc));
	cudaMalloc(&dIdx, nq * sizeof(int));
	cudaMalloc(&dBest, nq * sizeof(int));
	cudaMalloc(&dSecond, nq * sizeof(int));
	cudaMemcpy(dq, q, nq * sizeof(Desc), cudaMemcpyHostToDevice);
	cudaMemcpy(dt, t, nt * sizeof(Desc), cudaMemcpyHostToDevice);

	matchDescriptors<64><<<(nq + 127) / 128, 128>>>(dq, nq, dt, nt, dIdx, dBest, dSecond);

	int *idx = (int *)malloc(nq * sizeof(int));
	cudaMemcpy(idx, dIdx, nq * sizeof(int), cudaMemcpyDeviceToHost);
	int good = 0;
	for (int i = 0; i < nq; i++)
		good += idx[i] == i % nt;
	printf("%d of %d found their partner\n", good, nq);
	return 0;
}
