#include <cuda_runtime.h>
#include <iostream>
#include <vector>
#include <algorithm>

// g(r): histogram of all pair distances in a periodic box. Each block counts into its own
// copy in shared memory and adds it to the global one at the end.

constexpr int kBins = 512;
constexpr int kThreads = 256;

__global__ void rdfHistogram(const float3* __restrict__ r, int n, float box, float binsPerLength, unsigned long long* hist)
{
    __shared__ unsigned int local[kBins];
    __shared__ float3 tile[kThreads];
    for (int b = threadIdx.x; b < kBins; b += kThreads) local[b] = 0;

    const int i = blockIdx.x * kThreads + threadIdx.x;
    const float3 a = i < n ? r[i] : make_float3(0.f, 0.f, 0.f);
    const float inv = 1.f / box;

    for (int start = blockIdx.x * kThreads; start < n; start += kThreads) {     // tiles at or above mine
        __syncthreads();
        if (start + threadIdx.x < n) tile[threadIdx.x] = r[start + threadIdx.x];
        __syncthreads();
        const int count = min(kThreads, n - start);
        for (int t = 0; t < count; ++t) {
            const int j = start + t;
            float dx = a.x - tile[t].x, dy = a.y - tile[t].y, dz = a.z - tile[t].z;
            dx -= box * rintf(dx * inv);
            dy -= box * rintf(dy * inv);
            dz -= box * rintf(dz * inv);
            const int bin = (int)(sqrtf(dx * dx + dy * dy + dz * dz) * binsPerLength);
            if (j > i && bin < kBins) atomicAdd(&local[bin], 1u);
        }
    }
    __syncthreads();
    for (int b = threadIdx.x; b < kBins; b += kThreads)
        if (local[b]) atomicAdd(&hist[b], (unsigned long long)local[b]);
}

int main()
{
    const int n = 10000;
    const float box = 25.f;
    std::vector<float3> r(n);
    unsigned state = 99u;
    for (int i = 0; i < n; ++i) {
        state = state * 747796405u + 2891336453u; r[i].x = box * (state >> 8) / 16777216.f;
        state = state * 747796405u + 2891336453u; r[i].y = box * (state >> 8) / 16777216.f;
        state = state * 747796405u + 2891336453u; r[i].z = box * (state >> 8) / 16777216.f;
    }
    float3* d_r;
    unsigned long long* d_h;
    cudaMalloc(&d_r, n * sizeof(float3));
    cudaMalloc(&d_h, kBins * sizeof(unsigned long long));
    cudaMemcpy(d_r, r.data(), n * sizeof(float3), cudaMemcpyHostToDevice);
    cudaMemset(d_h, 0, kBins * sizeof(unsigned long long));

    rdfHistogram<<<(n + kThreads - 1) / kThreads, kThreads>>>(d_r, n, box, kBins / (0.5f * box), d_h);

    std::vector<unsigned long long> h(kBins);
    cudaMemcpy(h.data(), d_h, kBins * sizeof(unsigned long long), cudaMemcpyDeviceToHost);
    std::cout << "fullest bin holds " << *std::max_element(h.begin(), h.end()) << " pairs\n";
    cudaFree(d_r);
    cudaFree(d_h);
}
