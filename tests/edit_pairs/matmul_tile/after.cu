#include <cstdio>
#include <vector>

#define TILE 16

__global__ void matmul(const float* A, const float* B, float* C, int N)
{
    int row = blockIdx.y * TILE + threadIdx.y;
    int col = blockIdx.x * TILE + threadIdx.x;
    float acc = 0.0f;
    __shared__ float As[TILE][TILE], Bs[TILE][TILE];
    for (int t = 0; t < N; t += TILE) {
        As[threadIdx.y][threadIdx.x] = A[row * N + t + threadIdx.x];
        Bs[threadIdx.y][threadIdx.x] = B[(t + threadIdx.y) * N + col];
        __syncthreads();
        for (int k = 0; k < TILE; k++)
            acc += As[threadIdx.y][k] * Bs[k][threadIdx.x];
        __syncthreads();
    }
    C[row * N + col] = acc;
}

int main()
{
    const int N = 1024;
    size_t bytes = N * N * sizeof(float);
    std::vector<float> a(N * N), b(N * N), c(N * N);
    for (int i = 0; i < N * N; i++) {
        a[i] = (i % 17) * 0.25f;
        b[i] = (i % 13) * 0.125f;
    }
    float *A, *B, *C;
    cudaMalloc(&A, bytes);
    cudaMalloc(&B, bytes);
    cudaMalloc(&C, bytes);
    cudaMemcpy(A, a.data(), bytes, cudaMemcpyHostToDevice);
    cudaMemcpy(B, b.data(), bytes, cudaMemcpyHostToDevice);

    dim3 threads(TILE, TILE), blocks(N / TILE, N / TILE);
    for (int rep = 0; rep < 5; rep++)
        matmul<<<blocks, threads>>>(A, B, C, N);

    cudaMemcpy(c.data(), C, bytes, cudaMemcpyDeviceToHost);
    double sum = 0;
    for (float v : c) sum += v;
    printf("%.9g\n", sum);
    return 0;
}
