#include <cstdio>
#include <cmath>
#include <cuda_runtime.h>

#define ANCHORS 24000
#define CLASSES 80
#define ALPHA 0.25f

// RetinaNet focal loss (gamma = 2). target[a] = class, or -1 for background.
__global__ void focalLoss(const float* logit, const int* target, float* loss, float* grad)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= ANCHORS * CLASSES) return;
  int anchor = i / CLASSES;
  int cls = i % CLASSES;

  float x = logit[i];
  float p = 1.0f / (1.0f + expf(-x));
  if (target[anchor] == cls) {
    float q = 1.0f - p;
    float lp = logf(fmaxf(p, 1e-12f));
    loss[i] = -ALPHA * q * q * lp;
    grad[i] = ALPHA * q * q * (2.0f * p * lp - q);
  } else {
    float lq = logf(fmaxf(1.0f - p, 1e-12f));
    loss[i] = -(1.0f - ALPHA) * p * p * lq;
    grad[i] = (1.0f - ALPHA) * p * p * (p - 2.0f * (1.0f - p) * lq);
  }
}

int main()
{
  int n = ANCHORS * CLASSES;
  float* logit = new float[n];
  int* target = new int[ANCHORS];
  for (int i = 0; i < n; i++) logit[i] = -4.0f + 0.05f * (i % 100);
  for (int a = 0; a < ANCHORS; a++) {
    if (a % 20 == 0) target[a] = a % CLASSES;
    else target[a] = -1;
  }

  float *dLogit, *dLoss, *dGrad;
  int* dTarget;
  cudaMalloc(&dLogit, n * sizeof(float));
  cudaMalloc(&dLoss, n * sizeof(float));
  cudaMalloc(&dGrad, n * sizeof(float));
  cudaMalloc(&dTarget, ANCHORS * sizeof(int));
  cudaMemcpy(dLogit, logit, n * sizeof(float), cudaMemcpyHostToDevice);
  cudaMemcpy(dTarget, target, ANCHORS * sizeof(int), cudaMemcpyHostToDevice);

  focalLoss<<<(n + 319) / 320, 320>>>(dLogit, dTarget, dLoss, dGrad);

  float* loss = new float[n];
  cudaMemcpy(loss, dLoss, n * sizeof(float), cudaMemcpyDeviceToHost);
  double total = 0;
  for (int i = 0; i < n; i++) total += loss[i];
  printf("focal loss per positive: %f\n", total / (ANCHORS / 20));

  cudaFree(dLogit);
  cudaFree(dLoss);
  cudaFree(dGrad);
  cudaFree(dTarget);
  delete[] logit;
  delete[] target;
  delete[] loss;
}
