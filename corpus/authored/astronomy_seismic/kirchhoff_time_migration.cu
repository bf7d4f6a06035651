#include <cuda_runtime.h>
#include <cmath>
#include <cstdio>
#include <vector>

// Post-stack Kirchhoff time migration: every image sample sums the section along its
// diffraction hyperbola. Trace loop unrolled by four to keep more loads in flight.

constexpr int NTR = 256, NT = 1024;

__global__ void migrate(const float* __restrict__ section, float* __restrict__ image,
                        float dt, float dx, float velocity, float aperture)
{
    const int it = blockIdx.x * blockDim.x + threadIdx.x;
    const int ix = blockIdx.y;
    const float tau = it * dt;
    const float slow2 = 4.f / (velocity * velocity);

    float sum = 0.f;
#pragma unroll 4
    for (int tr = 0; tr < NTR; ++tr) {
        const float off = (tr - ix) * dx;
        const float t = sqrtf(tau * tau + off * off * slow2);
        const float cosine = tau / fmaxf(t, 1e-6f);
        const float s = t / dt;
        const int i = min((int)s, NT - 2);
        const float f = fminf(s - i, 1.f);
        const float v = (1.f - f) * section[tr * NT + i] + f * section[tr * NT + i + 1];
        sum += fabsf(off) < aperture ? cosine * v : 0.f;
    }
    image[ix * NT + it] = sum;
}

int main()
{
    const float dt = 0.002f, dx = 12.5f, v = 2200.f;
    std::vector<float> section((size_t)NTR * NT);
    for (int tr = 0; tr < NTR; ++tr)
        for (int i = 0; i < NT; ++i) {
            // one diffractor under trace 128 at 0.8 s
            const float off = (tr - 128) * dx;
            const float arrival = std::sqrt(0.64f + 4.f * off * off / (v * v));
            const float a = (i * dt - arrival) * 80.f;
            section[(size_t)tr * NT + i] = (1.f - a * a) * std::exp(-0.5f * a * a);
        }

    float *dSec, *dImg;
    const size_t bytes = section.size() * sizeof(float);
    cudaMalloc(&dSec, bytes);
    cudaMalloc(&dImg, bytes);
    cudaMemcpy(dSec, section.data(), bytes, cudaMemcpyHostToDevice);
    migrate<<<dim3(NT / 256, NTR), 256>>>(dSec, dImg, dt, dx, v, 1200.f);
    cudaMemcpy(section.data(), dImg, bytes, cudaMemcpyDeviceToHost);

    size_t top = 0;
    for (size_t i = 0; i < section.size(); ++i)
        if (section[i] > section[top]) top = i;
    std::printf("energy focused at trace %zu, %.3f s\n", top / NT, (top % NT) * dt);
    cudaFree(dSec);
    cudaFree(dImg);
}
