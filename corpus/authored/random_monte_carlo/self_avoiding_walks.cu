// Rosenbluth sampling of self-avoiding walks on the square lattice.
#include <cuda_runtime.h>
#include <cstdio>
#include <vector>

#define STEPS 40
#define WALKS 50000

__global__ void walk(float *weight, float *r2, unsigned seed)
{
    int w = blockIdx.x * blockDim.x + threadIdx.x;
    if (w >= WALKS) return;

    short px[STEPS + 1], py[STEPS + 1];
    unsigned rng = seed + w * 9781u;
    float W = 1.0f;
    int x = 0, y = 0;
    px[0] = 0; py[0] = 0;
    const int dx[4] = {1, -1, 0, 0};
    const int dy[4] = {0, 0, 1, -1};

    for (int n = 1; n <= STEPS; n++) {
        int freeDir[4], nfree = 0;
        for (int d = 0; d < 4; d++) {
            int tx = x + dx[d], ty = y + dy[d];
            bool taken = false;
            for (int m = 0; m < n; m++)
                if (px[m] == tx && py[m] == ty) taken = true;
            if (!taken) freeDir[nfree++] = d;
        }
        if (nfree == 0) { W = 0.0f; break; }
        rng = rng * 1664525u + 1013904223u;
        int d = freeDir[(rng >> 16) % nfree];
        x += dx[d];
        y += dy[d];
        px[n] = x;
        py[n] = y;
        W *= nfree / 3.0f;
    }
    weight[w] = W;
    r2[w] = (float)(x * x + y * y);
}

int main()
{
    float *dW, *dR;
    cudaMalloc(&dW, WALKS * sizeof(float));
    cudaMalloc(&dR, WALKS * sizeof(float));
    walk<<<(WALKS + 63) / 64, 64>>>(dW, dR, 31337u);

    std::vector<float> W(WALKS), R(WALKS);
    cudaMemcpy(W.data(), dW, WALKS * sizeof(float), cudaMemcpyDeviceToHost);
    cudaMemcpy(R.data(), dR, WALKS * sizeof(float), cudaMemcpyDeviceToHost);
    double a = 0, b = 0;
    for (int i = 0; i < WALKS; i++) {
        a += W[i] * R[i];
        b += W[i];
    }
    printf("<R^2> of %d-step walks: %.2f\n", STEPS, a / b);
    return 0;
}
