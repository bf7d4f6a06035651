#include <cuda_runtime.h>
#include <cstdio>
#include <vector>

// Ensemble of Lorenz-63 systems with slightly different initial states, classical RK4.

struct State { float x, y, z; };

__device__ __forceinline__ State rhs(const State& s)
{
    return { 10.0f * (s.y - s.x), s.x * (28.0f - s.z) - s.y, s.x * s.y - (8.0f / 3.0f) * s.z };
}

__device__ __forceinline__ State axpy(const State& s, float h, const State& k)
{
    return { fmaf(h, k.x, s.x), fmaf(h, k.y, s.y), fmaf(h, k.z, s.z) };
}

__global__ void rk4(float* x, float* y, float* z, int n, int steps, float dt)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    State s = { x[i], y[i], z[i] };
    for (int t = 0; t < steps; ++t) {
        const State k1 = rhs(s);
        const State k2 = rhs(axpy(s, 0.5f * dt, k1));
        const State k3 = rhs(axpy(s, 0.5f * dt, k2));
        const State k4 = rhs(axpy(s, dt, k3));
        s.x += dt / 6.0f * (k1.x + 2.0f * (k2.x + k3.x) + k4.x);
        s.y += dt / 6.0f * (k1.y + 2.0f * (k2.y + k3.y) + k4.y);
        s.z += dt / 6.0f * (k1.z + 2.0f * (k2.z + k3.z) + k4.z);
    }
    x[i] = s.x; y[i] = s.y; z[i] = s.z;
}

int main()
{
    const int n = 262144, steps = 200;
    std::vector<float> h(n);
    float* d[3];
    for (int c = 0; c < 3; ++c) {
        for (int i = 0; i < n; ++i) h[i] = 1.0f + 10.0f * c + 1e-6f * i;
        cudaMalloc(&d[c], n * sizeof(float));
        cudaMemcpy(d[c], h.data(), n * sizeof(float), cudaMemcpyHostToDevice);
    }
    rk4<<<n / 128, 128>>>(d[0], d[1], d[2], n, steps, 0.005f);
    cudaMemcpy(h.data(), d[0], n * sizeof(float), cudaMemcpyDeviceToHost);
    double m = 0, v = 0;
    for (float q : h) m += q;
    m /= n;
    for (float q : h) v += (q - m) * (q - m);
    std::printf("spread of x: mean %f variance %f\n", m, v / n);
    for (float* p : d) cudaFree(p);
}
