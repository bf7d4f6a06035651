#include <cstdio>
#include <vector>

__global__ void column_sums(const float* m, float* sums, int rows, int cols)
{
    int c = blockIdx.x * blockDim.x + threadIdx.x;
    if (c >= cols) return;
    sums[c] = 0.0f;
    for (int r = 0; r < rows; ++r)
        sums[c] += m[r * cols + c];
}

int main()
{
    const int rows = 512, cols = 65536;
    std::vector<float> m(rows * cols), sums(cols);
    for (int i = 0; i < rows * cols; ++i) m[i] = (i % 7) * 0.5f;
    float *dm, *ds;
    cudaMalloc(&dm, m.size() * sizeof(float));
    cudaMalloc(&ds, cols * sizeof(float));
    cudaMemcpy(dm, m.data(), m.size() * sizeof(float), cudaMemcpyHostToDevice);
    for (int run = 0; run < 5; ++run)
        column_sums<<<cols / 256, 256>>>(dm, ds, rows, cols);
    cudaMemcpy(sums.data(), ds, cols * sizeof(float), cudaMemcpyDeviceToHost);
    double sum = 0;
    for (float s : sums) sum += s;
    printf("%.9g\n", sum);
    return 0;
}
