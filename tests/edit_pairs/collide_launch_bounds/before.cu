#include <cstdio>
#include <vector>

#define Q 19

// Relaxation of 19 populations towards weighted means, one cell a thread.
__global__ void
collide(const float* f, float* g, int cells, float omega)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= cells) return;
    float p[Q], rho = 0.0f, mx = 0.0f, my = 0.0f;
#pragma unroll
    for (int q = 0; q < Q; ++q) {
        p[q] = f[q * cells + i];
        rho += p[q];
        mx += p[q] * (q % 3 - 1);
        my += p[q] * (q / 3 % 3 - 1);
    }
    float u = mx / rho, v = my / rho, e = u * u + v * v;
#pragma unroll
    for (int q = 0; q < Q; ++q) {
        float cu = u * (q % 3 - 1) + v * (q / 3 % 3 - 1);
        float eq = rho * (1.0f / Q) * (1.0f + 3.0f * cu + 4.5f * cu * cu - 1.5f * e);
        g[q * cells + i] = p[q] + omega * (eq - p[q]);
    }
}

int main()
{
    const int cells = 1 << 20;
    std::vector<float> h(Q * cells);
    for (int i = 0; i < Q * cells; ++i) h[i] = 1.0f + (i % 97) * 0.001f;
    float *f, *g;
    cudaMalloc(&f, h.size() * sizeof(float));
    cudaMalloc(&g, h.size() * sizeof(float));
    cudaMemcpy(f, h.data(), h.size() * sizeof(float), cudaMemcpyHostToDevice);
    for (int step = 0; step < 5; ++step)
        collide<<<cells / 256, 256>>>(f, g, cells, 0.6f);
    cudaMemcpy(h.data(), g, h.size() * sizeof(float), cudaMemcpyDeviceToHost);
    double sum = 0;
    for (float v : h) sum += v;
    printf("%.7g\n", sum);
    return 0;
}
