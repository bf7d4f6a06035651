#include <stdio.h>
#include <stdlib.h>
#include <math.h>

#define NODES 30000
#define HEADS 4
#define DEG 12               /* k-nearest-neighbour graph: every node has 12 in-edges */

/* attention of a graph attention layer: leaky relu of (left + right), softmax over the
   in-edges of a node. One thread per node and head. */
__global__ void edgeSoftmax(const int *offsets, const int *src, const float *left, const float *right, float *alpha)
{
  int tid = blockIdx.x * blockDim.x + threadIdx.x;
  int node = tid / HEADS;
  int head = tid % HEADS;
  if (node >= NODES) return;

  int lo = offsets[node], hi = offsets[node + 1];
  float r = right[node * HEADS + head];

  float mx = -1e30f;
  for (int e = lo; e < hi; e++) {
    float s = left[src[e] * HEADS + head] + r;
    s = s > 0 ? s : 0.2f * s;
    alpha[e * HEADS + head] = s;
    if (s > mx) mx = s;
  }
  float sum = 0;
  for (int e = lo; e < hi; e++) {
    float p = expf(alpha[e * HEADS + head] - mx);
    alpha[e * HEADS + head] = p;
    sum += p;
  }
  for (int e = lo; e < hi; e++)
    alpha[e * HEADS + head] /= sum;
}

int main()
{
  const int edges = NODES * DEG;
  int *offsets = (int*)malloc((NODES + 1) * sizeof(int));
  int *src = (int*)malloc(edges * sizeof(int));
  float *score = (float*)malloc(NODES * HEADS * sizeof(float));
  for (int v = 0; v <= NODES; v++) offsets[v] = v * DEG;
  for (int e = 0; e < edges; e++) src[e] = rand() % NODES;
  for (int i = 0; i < NODES * HEADS; i++) score[i] = 0.02f * (i % 101) - 1.0f;

  int *dOff, *dSrc;
  float *dLeft, *dRight, *dAlpha;
  cudaMalloc(&dOff, (NODES + 1) * sizeof(int));
  cudaMalloc(&dSrc, edges * sizeof(int));
  cudaMalloc(&dLeft, NODES * HEADS * sizeof(float));
  cudaMalloc(&dRight, NODES * HEADS * sizeof(float));
  cudaMalloc(&dAlpha, edges * HEADS * sizeof(float));
  cudaMemcpy(dOff, offsets, (NODES + 1) * sizeof(int), cudaMemcpyHostToDevice);
  cudaMemcpy(dSrc, src, edges * sizeof(int), cudaMemcpyHostToDevice);
  cudaMemcpy(dLeft, score, NODES * HEADS * sizeof(float), cudaMemcpyHostToDevice);
  cudaMemcpy(dRight, score, NODES * HEADS * sizeof(float), cudaMemcpyHostToDevice);

  int threads = 256;
  int blocks = (NODES * HEADS + threads - 1) / threads;
  edgeSoftmax<<<blocks, threads>>>(dOff, dSrc, dLeft, dRight, dAlpha);

  float *alpha = (float*)malloc(edges * HEADS * sizeof(float));
  cudaMemcpy(alpha, dAlpha, edges * HEADS * sizeof(float), cudaMemcpyDeviceToHost);
  float s = 0;
  for (int e = 0; e < DEG; e++) s += alpha[e * HEADS];
  printf("weights of node 0, head 0 sum to %f\n", s);
  cudaFree(dOff); cudaFree(dSrc); cudaFree(dLeft); cudaFree(dRight); cudaFree(dAlpha);
  free(offsets); free(src); free(score); free(alpha);
  return 0;
}
