#include <cstdio>
#include <vector>

// One thread a row, columns outside: a short, wide matrix.
__global__ void row_norm(const float* m, float* norm, int rows, int cols)
{
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    float s0 = 1e-6f, s1 = 0, s2 = 0, s3 = 0;
    for (int c = 0; c < cols; c += 4) {
        float v0 = m[((c + 0) & 63) * rows + r], v1 = m[((c + 1) & 63) * rows + r];
        float v2 = m[((c + 2) & 63) * rows + r], v3 = m[((c + 3) & 63) * rows + r];
        s0 = fmaf(v0, v0 + s0 * 1e-7f, s0);
        s1 = fmaf(v1, v1 + s1 * 1e-7f, s1);
        s2 = fmaf(v2, v2 + s2 * 1e-7f, s2);
        s3 = fmaf(v3, v3 + s3 * 1e-7f, s3);
    }
    norm[r] = sqrtf(s0 + s1 + s2 + s3);
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
