#include <cuda_runtime.h>
#include <iostream>
#include <vector>

// MAX-3SAT by enumeration: 20 variables, every thread tests one assignment against all
// clauses. A clause is stored as two masks (positive and negative literals) in shared memory.
const int VARS = 20;
const int CLAUSES = 90;

struct Clause { unsigned pos, neg; };

__global__ void evaluate(const Clause *clauses, unsigned char *satisfied, int *histogram)
{
	__shared__ Clause c[CLAUSES];
	__shared__ int bins[CLAUSES + 1];
	for (int i = threadIdx.x; i < CLAUSES; i += blockDim.x)
		c[i] = clauses[i];
	for (int i = threadIdx.x; i <= CLAUSES; i += blockDim.x)
		bins[i] = 0;
	__syncthreads();

	unsigned x = blockIdx.x * blockDim.x + threadIdx.x;
	int count = 0;
	for (int i = 0; i < CLAUSES; i++)
		count += ((x & c[i].pos) | (~x & c[i].neg)) != 0;
	satisfied[x] = count;
	atomicAdd(&bins[count], 1);
	__syncthreads();
	for (int i = threadIdx.x; i <= CLAUSES; i += blockDim.x)
		if (bins[i])
			atomicAdd(&histogram[i], bins[i]);
}

int main()
{
	std::vector<Clause> clauses(CLAUSES);
	for (int i = 0; i < CLAUSES; i++) {
		unsigned a = (i * 7) % VARS, b = (i * 11 + 3) % VARS, d = (i * 13 + 7) % VARS;
		clauses[i].pos = (1u << a) | (i % 2 ? 1u << b : 0u);
		clauses[i].neg = (1u << d) | (i % 2 ? 0u : 1u << b);
	}

	const int total = 1 << VARS;
	Clause *dClauses;
	unsigned char *dSat;
	int *dHist;
	cudaMalloc(&dClauses, CLAUSES * sizeof(Clause));
	cudaMalloc(&dSat, total);
	cudaMalloc(&dHist, (CLAUSES + 1) * sizeof(int));
	cudaMemcpy(dClauses, clauses.data(), CLAUSES * sizeof(Clause), cudaMemcpyHostToDevice);
	cudaMemset(dHist, 0, (CLAUSES + 1) * sizeof(int));

	evaluate<<<total / 512, 512>>>(dClauses, dSat, dHist);

	std::vector<int> hist(CLAUSES + 1);
	cudaMemcpy(hist.data(), dHist, hist.size() * sizeof(int), cudaMemcpyDeviceToHost);
	for (int i = CLAUSES; i >= 0; i--)
		if (hist[i]) {
			std::cout << "at most " << i << " clauses, by " << hist[i] << " assignments\n";
			break;
		}
	return 0;
}
