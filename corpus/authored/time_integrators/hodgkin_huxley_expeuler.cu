#include <cuda_runtime.h>
#include <cstdio>
#include <vector>

// Network of Hodgkin-Huxley neurons, gates by exponential Euler. State is SoA, intrinsics for the
// many exponentials, several substeps per launch, spikes are collected with a ballot per warp.

struct Neurons {
    float *v, *m, *h, *n;
    const float *drive;
    unsigned *spikes;      // one bit per neuron
    int count;
};

__device__ __forceinline__ float gate(float x, float a, float b, float dt)
{
    const float s = a + b;
    const float inf = __fdividef(a, s);
    return inf + (x - inf) * __expf(-dt * s);
}

template <int SUBSTEPS>
__global__ void __launch_bounds__(256, 4) hhStep(Neurons N, float dt)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;      // count is a multiple of the block
    float v = N.v[i], m = N.m[i], h = N.h[i], n = N.n[i];
    const float I = N.drive[i];
    bool fired = false;

#pragma unroll 2
    for (int s = 0; s < SUBSTEPS; ++s) {
        const float am = __fdividef(0.1f * (v + 40.0f), 1.0001f - __expf(-0.1f * (v + 40.0f)));
        const float bm = 4.0f * __expf((v + 65.0f) * -0.0555556f);
        const float ah = 0.07f * __expf((v + 65.0f) * -0.05f);
        const float bh = __fdividef(1.0f, 1.0f + __expf(-0.1f * (v + 35.0f)));
        const float an = __fdividef(0.01f * (v + 55.0f), 1.0001f - __expf(-0.1f * (v + 55.0f)));
        const float bn = 0.125f * __expf((v + 65.0f) * -0.0125f);
        m = gate(m, am, bm, dt);
        h = gate(h, ah, bh, dt);
        n = gate(n, an, bn, dt);

        const float gNa = 120.0f * m * m * m * h;
        const float gK = 36.0f * (n * n) * (n * n);
        const float old = v;
        v += dt * (I - gNa * (v - 50.0f) - gK * (v + 77.0f) - 0.3f * (v + 54.4f));
        fired |= old < 0.0f && v >= 0.0f;
    }
    N.v[i] = v; N.m[i] = m; N.h[i] = h; N.n[i] = n;
    const unsigned word = __ballot_sync(0xffffffffu, fired);
    if ((threadIdx.x & 31) == 0) N.spikes[i >> 5] = word;
}

int main()
{
    const int count = 100 * 1024;
    std::vector<float> init(count);
    float* arr[5];
    const float rest[4] = {-65.0f, 0.053f, 0.6f, 0.318f};
    for (int k = 0; k < 5; ++k) {
        for (int i = 0; i < count; ++i) init[i] = k < 4 ? rest[k] : 5.0f + 10.0f * i / count;
        cudaMalloc(&arr[k], count * sizeof(float));
        cudaMemcpy(arr[k], init.data(), count * sizeof(float), cudaMemcpyHostToDevice);
    }
    unsigned* spikes;
    cudaMalloc(&spikes, count / 32 * sizeof(unsigned));

    Neurons net{arr[0], arr[1], arr[2], arr[3], arr[4], spikes, count};
    for (int t = 0; t < 10; ++t)
        hhStep<20><<<count / 256, 256>>>(net, 0.01f);

    std::vector<unsigned> w(count / 32);
    cudaMemcpy(w.data(), spikes, w.size() * sizeof(unsigned), cudaMemcpyDeviceToHost);
    int fired = 0;
    for (unsigned x : w)
        for (; x; x &= x - 1) ++fired;
    std::printf("%d of %d neurons fired in the last window\n", fired, count);
    for (float* a : arr) cudaFree(a);
    cudaFree(spikes);
}
