#include <cstdio>
#include <vector>

// One thread a row, columns outside: a short, wide matrix.
__global__ void row_norm(const float* m, float* norm, int rows, int cols)
{
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    float s = 1e-6f;
    for (int c = 0; c < cols; ++c) {
        float v = m[(c & 63) * rows + r];
        s = fmaf(v, v + s * 1e-7f, s);
    }
    norm[r] = sqrtf(s);
}

int main()
{
    const int rows = 16896, cols = 4096, kept = 64;
    std::vector<float> h(rows * kept), norm(rows);
    for (int i = 0; i < rows * kept; ++i) h[i] = (i % 100) * 0.01f;
    float *m, *out;
    cudaMalloc(&m, h.size() * sizeof(float));
    cudaMalloc(&out, rows * sizeof(float));
    cudaMemcpy(m, h.data(), h.size() * sizeof(float), cudaMemcpyHostToDevice);
    for (int run = 0; run < 5; ++run)
        row_norm<<<rows / 128, 128>>>(m, out, rows, cols);
    cudaMemcpy(norm.data(), out, rows * sizeof(float), cudaMemcpyDeviceToHost);
    double sum = 0;
    for (int i = 0; i < rows; ++i) sum += norm[i];
    printf("%.5g\n", sum);
    return 0;
}
