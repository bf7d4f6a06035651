#include <cuda_runtime.h>
#include <iostream>
#include <vector>

// Temperature lattice (D2Q5) for natural convection; collision of four nodes per thread.
// Velocities come from the flow lattice. Streaming is left to another pass.

struct D2Q5 {
    float4 *rest, *e, *n, *w, *s;
};

__device__ inline float4 operator+(float4 a, float4 b) { return make_float4(a.x + b.x, a.y + b.y, a.z + b.z, a.w + b.w); }
__device__ inline float4 operator-(float4 a, float4 b) { return make_float4(a.x - b.x, a.y - b.y, a.z - b.z, a.w - b.w); }
__device__ inline float4 operator*(float4 a, float4 b) { return make_float4(a.x * b.x, a.y * b.y, a.z * b.z, a.w * b.w); }
__device__ inline float4 operator*(float k, float4 a) { return make_float4(k * a.x, k * a.y, k * a.z, k * a.w); }

__global__ void relaxTemperature(D2Q5 g, const float4* __restrict__ ux, const float4* __restrict__ uy,
                                 float4* __restrict__ temperature, int quads, float omega)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < quads; i += gridDim.x * blockDim.x) {
        float4 r = g.rest[i], e = g.e[i], n = g.n[i], w = g.w[i], s = g.s[i];
        const float4 T = r + e + n + w + s;
        const float4 tu = 0.5f * (T * ux[i]), tv = 0.5f * (T * uy[i]);    // T u / (2 cs^2) with w = 1/6
        const float4 base = (1.0f / 6.0f) * T;
        r = r + omega * ((1.0f / 3.0f) * T - r);
        e = e + omega * (base + tu - e);
        w = w + omega * (base - tu - w);
        n = n + omega * (base + tv - n);
        s = s + omega * (base - tv - s);
        g.rest[i] = r; g.e[i] = e; g.n[i] = n; g.w[i] = w; g.s[i] = s;
        temperature[i] = T;
    }
}

int main()
{
    const int nodes = 1200 * 1200, quads = nodes / 4;
    std::vector<float> t(nodes), vel(nodes);
    for (int i = 0; i < nodes; ++i) {
        t[i] = 0.2f + 0.1f * (i / 1200) / 1200.0f;
        vel[i] = 0.05f * ((i % 1200) / 1200.0f - 0.5f);
    }

    float4* mem[8];
    for (int k = 0; k < 8; ++k)
        cudaMalloc(&mem[k], nodes * sizeof(float));
    for (int k = 0; k < 5; ++k)
        cudaMemcpy(mem[k], t.data(), nodes * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemcpy(mem[5], vel.data(), nodes * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemcpy(mem[6], vel.data(), nodes * sizeof(float), cudaMemcpyHostToDevice);

    D2Q5 g = {mem[0], mem[1], mem[2], mem[3], mem[4]};
    relaxTemperature<<<660, 128>>>(g, mem[5], mem[6], mem[7], quads, 1.1f);

    cudaMemcpy(t.data(), mem[7], nodes * sizeof(float), cudaMemcpyDeviceToHost);
    std::cout << "T(0) = " << t[0] << "  T(end) = " << t[nodes - 1] << std::endl;
    for (float4* m : mem) cudaFree(m);
}
