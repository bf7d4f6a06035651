#include <cuda_runtime.h>
#include <cmath>
#include <cstdio>
#include <vector>

// h_t = a_t * h_{t-1} + b_t for every channel (gated recurrence). The step is
// an affine map, maps compose associatively, so 1024 time steps are scanned by
// one block: 4 steps per thread, warps by shuffles, warp totals in shared.

constexpr int kSteps = 1024;
constexpr int kChannels = 4096;

struct Affine { float a, b; };

__device__ __forceinline__ Affine then(Affine first, Affine second)
{
    return {first.a * second.a, second.a * first.b + second.b};
}

__global__ void __launch_bounds__(256) gatedScan(const float4* __restrict__ gate,
                                                 const float4* __restrict__ input,
                                                 float4* __restrict__ state)
{
    __shared__ Affine total[8];
    const int lane = threadIdx.x & 31;
    const int warp = threadIdx.x >> 5;
    const int at = blockIdx.x * (kSteps / 4) + threadIdx.x;

    const float4 a = gate[at];
    const float4 b = input[at];
    Affine m = then(then({a.x, b.x}, {a.y, b.y}), then({a.z, b.z}, {a.w, b.w}));

    for (int d = 1; d < 32; d <<= 1) {
        Affine left;
        left.a = __shfl_up_sync(0xffffffffu, m.a, d);
        left.b = __shfl_up_sync(0xffffffffu, m.b, d);
        if (lane >= d) m = then(left, m);
    }
    if (lane == 31) total[warp] = m;
    __syncthreads();

    float h = 0.0f;                               // state before this warp
    for (int w = 0; w < warp; ++w) h = total[w].a * h + total[w].b;

    const float pa = __shfl_up_sync(0xffffffffu, m.a, 1);
    const float pb = __shfl_up_sync(0xffffffffu, m.b, 1);
    if (lane > 0) h = pa * h + pb;                // state before this thread

    float4 out;
    out.x = a.x * h + b.x;
    out.y = a.y * out.x + b.y;
    out.z = a.z * out.y + b.z;
    out.w = a.w * out.z + b.w;
    state[at] = out;
}

int main()
{
    const size_t n = (size_t)kSteps * kChannels;
    std::vector<float> gate(n), input(n), state(n);
    for (size_t i = 0; i < n; ++i) {
        gate[i] = 0.9f + 0.0001f * (float)(i % 900);
        input[i] = (i % 3 == 0) ? 1.0f : -0.25f;
    }
    float *dGate, *dIn, *dState;
    cudaMalloc(&dGate, n * sizeof(float));
    cudaMalloc(&dIn, n * sizeof(float));
    cudaMalloc(&dState, n * sizeof(float));
    cudaMemcpy(dGate, gate.data(), n * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemcpy(dIn, input.data(), n * sizeof(float), cudaMemcpyHostToDevice);

    gatedScan<<<kChannels, 256>>>((const float4*)dGate, (const float4*)dIn, (float4*)dState);
    cudaMemcpy(state.data(), dState, n * sizeof(float), cudaMemcpyDeviceToHost);

    float h = 0.0f, err = 0.0f;
    for (int t = 0; t < kSteps; ++t) {
        h = gate[t] * h + input[t];
        err = std::fmax(err, std::fabs(h - state[t]));
    }
    std::printf("channel 0, largest error %g\n", err);
    cudaFree(dGate);
    cudaFree(dIn);
    cudaFree(dState);
    return 0;
}
