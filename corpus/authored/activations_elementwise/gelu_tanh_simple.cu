#include <cstdio>
#include <cstdlib>
#include <cmath>
#include <cuda_runtime.h>

#define ROWS 2048
#define COLS 3072

// GELU as in the transformer feed-forward block:
//   0.5 x (1 + tanh( sqrt(2/pi) (x + 0.044715 x^3) ))
__global__ void gelu(const float* in, float* out, int rows, int cols)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    if (row < rows && col < cols) {
        int i = row * cols + col;
        float x = in[i];
        float inner = 0.7978845608f * (x + 0.044715f * x * x * x);
        out[i] = 0.5f * x * (1.0f + tanhf(inner));
    }
}

int main()
{
    const int n = ROWS * COLS;
    float* h_in  = (float*)malloc(n * sizeof(float));
    float* h_out = (float*)malloc(n * sizeof(float));
    for (int i = 0; i < n; i++)
        h_in[i] = (float)(i % 601) * 0.01f - 3.0f;

    float *d_in, *d_out;
    cudaMalloc(&d_in, n * sizeof(float));
    cudaMalloc(&d_out, n * sizeof(float));
    cudaMemcpy(d_in, h_in, n * sizeof(float), cudaMemcpyHostToDevice);

    dim3 block(16, 16);
    dim3 grid((COLS + block.x - 1) / block.x, (ROWS + block.y - 1) / block.y);
    gelu<<<grid, block>>>(d_in, d_out, ROWS, COLS);
    cudaDeviceSynchronize();

    cudaMemcpy(h_out, d_out, n * sizeof(float), cudaMemcpyDeviceToHost);
    double worst = 0.0;
    for (int i = 0; i < n; i += 997) {
        double x = h_in[i];
        double ref = 0.5 * x * (1.0 + tanh(0.7978845608 * (x + 0.044715 * x * x * x)));
        double e = fabs(ref - h_out[i]);
        if (e > worst) worst = e;
    }
    printf("max error %g\n", worst);

    cudaFree(d_in);
    cudaFree(d_out);
    free(h_in);
    free(h_out);
    return worst < 1e-4 ? 0 : 1;
}
