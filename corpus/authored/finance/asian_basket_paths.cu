#include <cuda_runtime.h>
#include <cmath>
#include <cstdio>
#include <vector>

// Arithmetic-average Asian call on a three-asset basket. One path per thread, correlated
// normals from a Cholesky factor kept in registers.

struct Market {
    float spot[3], drift[3], vol[3];     // drift and vol already scaled to one step
    float chol[6];                       // row-packed lower triangle
    float strike, discount;
};

__device__ unsigned hash32(unsigned x)
{
    x ^= x >> 16; x *= 0x21f0aaadu;
    x ^= x >> 15; x *= 0xd35a2d97u;
    return x ^ (x >> 15);
}

__device__ float normalFrom(unsigned a, unsigned b)
{
    float u = (a + 0.5f) * 2.3283064e-10f;
    float v = b * 1.4629180e-9f;
    return sqrtf(-2.0f * __logf(u)) * __cosf(v);
}

__global__ void asianPaths(Market m, int steps, float *payoff, int paths)
{
    const int p = blockIdx.x * blockDim.x + threadIdx.x;
    if (p >= paths) return;

    float s0 = m.spot[0], s1 = m.spot[1], s2 = m.spot[2];
    float running = 0.0f;
    unsigned ctr = p * 6u * steps;
    for (int t = 0; t < steps; ++t) {
        float z0 = normalFrom(hash32(ctr), hash32(ctr + 1));
        float z1 = normalFrom(hash32(ctr + 2), hash32(ctr + 3));
        float z2 = normalFrom(hash32(ctr + 4), hash32(ctr + 5));
        ctr += 6;
        float w0 = m.chol[0] * z0;
        float w1 = m.chol[1] * z0 + m.chol[2] * z1;
        float w2 = m.chol[3] * z0 + m.chol[4] * z1 + m.chol[5] * z2;
        s0 *= __expf(m.drift[0] + m.vol[0] * w0);
        s1 *= __expf(m.drift[1] + m.vol[1] * w1);
        s2 *= __expf(m.drift[2] + m.vol[2] * w2);
        running += (s0 + s1 + s2) * (1.0f / 3.0f);
    }
    payoff[p] = m.discount * fmaxf(running / steps - m.strike, 0.0f);
}

int main()
{
    const int paths = 131072, steps = 64;
    const float T = 1.0f, r = 0.03f, dt = T / steps;
    const float sigma[3] = {0.2f, 0.25f, 0.3f};
    Market m;
    for (int a = 0; a < 3; ++a) {
        m.spot[a] = 100.0f;
        m.drift[a] = (r - 0.5f * sigma[a] * sigma[a]) * dt;
        m.vol[a] = sigma[a] * sqrtf(dt);
    }
    const float L[6] = {1.0f, 0.5f, 0.8660254f, 0.3f, 0.2886751f, 0.9091212f};
    for (int k = 0; k < 6; ++k) m.chol[k] = L[k];
    m.strike = 100.0f;
    m.discount = expf(-r * T);

    float *dPay;
    cudaMalloc(&dPay, paths * sizeof(float));
    asianPaths<<<(paths + 127) / 128, 128>>>(m, steps, dPay, paths);

    std::vector<float> pay(paths);
    cudaMemcpy(pay.data(), dPay, paths * sizeof(float), cudaMemcpyDeviceToHost);
    double sum = 0, sq = 0;
    for (float x : pay) { sum += x; sq += (double)x * x; }
    double mean = sum / paths;
    printf("price %.4f +- %.4f\n", mean, sqrt((sq / paths - mean * mean) / paths));
    return 0;
}
