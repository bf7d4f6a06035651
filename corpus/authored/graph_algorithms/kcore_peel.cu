#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

const int V = 500000;
const int K = 8;
const int MAX_DEG = 16;   /* neighbours of v: nbr[v * MAX_DEG ...] */

/* removeNow[v] is set for vertices that fall below k in this round */
__global__ void markWeak(const int *deg, char *alive, char *removeNow, int k, int *numRemoved)
{
  int v = blockIdx.x * blockDim.x + threadIdx.x;
  if (v < V)
  {
    char weak = alive[v] && deg[v] < k;
    removeNow[v] = weak;
    if (weak)
    {
      alive[v] = 0;
      atomicAdd(numRemoved, 1);
    }
  }
}

__global__ void dropEdges(const unsigned char *initialDeg, const int *nbr, const char *alive, const char *removeNow, int *deg)
{
  int v = blockIdx.x * blockDim.x + threadIdx.x;
  if (v < V && removeNow[v])
  {
    for (int j = 0; j < initialDeg[v]; ++j)
    {
      int w = nbr[v * MAX_DEG + j];
      if (alive[w])
        atomicSub(&deg[w], 1);
    }
  }
}

int main()
{
  int *nbr = new int[V * MAX_DEG];
  for (int e = 0; e < V * MAX_DEG; ++e)
    nbr[e] = (int)((e * 40503LL + 11) % V);
  unsigned char *initial = new unsigned char[V];
  int *deg = new int[V];
  char *alive = new char[V];
  for (int v = 0; v < V; ++v)
  {
    initial[v] = 4 + (v * 7) % 13;   /* degrees 4 .. 16 */
    deg[v] = 4 + (v * 7) % 13;
    alive[v] = 1;
  }

  unsigned char *dInitial;
  int *dNbr, *dDeg, *dCount;
  char *dAlive, *dRemove;
  cudaMalloc(&dInitial, V);
  cudaMalloc(&dNbr, V * MAX_DEG * sizeof(int));
  cudaMalloc(&dDeg, V * sizeof(int));
  cudaMalloc(&dCount, sizeof(int));
  cudaMalloc(&dAlive, V);
  cudaMalloc(&dRemove, V);
  cudaMemcpy(dInitial, initial, V, cudaMemcpyHostToDevice);
  cudaMemcpy(dNbr, nbr, V * MAX_DEG * sizeof(int), cudaMemcpyHostToDevice);
  cudaMemcpy(dDeg, deg, V * sizeof(int), cudaMemcpyHostToDevice);
  cudaMemcpy(dAlive, alive, V, cudaMemcpyHostToDevice);
  cudaMemset(dCount, 0, sizeof(int));

  dim3 block(256);
  dim3 grid((V + block.x - 1) / block.x);
  for (int round = 0; round < 5; ++round)
  {
    markWeak<<<grid, block>>>(dDeg, dAlive, dRemove, K, dCount);
    dropEdges<<<grid, block>>>(dInitial, dNbr, dAlive, dRemove, dDeg);
  }
  int removed;
  cudaMemcpy(&removed, dCount, sizeof(int), cudaMemcpyDeviceToHost);
  printf("%d-core keeps at most %d vertices\n", K, V - removed);
  delete[] initial; delete[] nbr; delete[] deg; delete[] alive;
  return 0;
}
