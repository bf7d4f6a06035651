#include <cstdio>
#include <vector>

__global__ void residual(const double* b, const double* ax, double* r, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) r[i] = b[i] - ax[i];
}

int main()
{
    const int n = 6000000;
    std::vector<double> b(n), ax(n, 0.5);
    for (int i = 0; i < n; ++i) b[i] = i % 12;
    double *db, *dax, *dr;
    cudaMalloc(&db, n * sizeof(double));
    cudaMalloc(&dax, n * sizeof(double));
    cudaMalloc(&dr, n * sizeof(double));
    cudaMemcpy(db, b.data(), n * sizeof(double), cudaMemcpyHostToDevice);
    cudaMemcpy(dax, ax.data(), n * sizeof(double), cudaMemcpyHostToDevice);
    for (int run = 0; run < 5; ++run)
        residual<<<(n + 255) / 256, 256>>>(db, dax, dr, n);
    cudaMemcpy(b.data(), dr, n * sizeof(double), cudaMemcpyDeviceToHost);
    double sum = 0;
    for (double v : b) sum += v;
    printf("%.9g\n", sum);
    return 0;
}
