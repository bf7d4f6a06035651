#include <cuda_runtime.h>
#include <cstdio>
#include <vector>

// A small GRU (keyword spotting) whose recurrent weights fit into shared memory:
// the block stays for the whole sequence, one thread per hidden unit.
constexpr int H = 64;
constexpr int T = 32;
constexpr int SAMPLES = 256;
constexpr size_t SMEM = (3 * H * H + H) * sizeof(float);

__global__ void gruSequence(const float* __restrict__ xproj,   // [SAMPLES][T][3H], input part of the gates
                            const float* __restrict__ U,       // [3H][H] transposed: U[k][gate*H+j]
                            float* __restrict__ hOut)          // [SAMPLES][H]
{
    extern __shared__ float sm[];
    float* w = sm;                    // [H][3H]
    float* h = sm + 3 * H * H;

    const int j = threadIdx.x;
    for (int i = j; i < 3 * H * H; i += H) w[i] = U[i];
    h[j] = 0.f;
    __syncthreads();

    const float* x = xproj + (size_t)blockIdx.x * T * 3 * H;
    for (int t = 0; t < T; ++t, x += 3 * H) {
        float r = x[j], z = x[H + j], hn = 0.f;
        for (int k = 0; k < H; ++k) {
            const float hk = h[k];
            r += w[k * 3 * H + j] * hk;
            z += w[k * 3 * H + H + j] * hk;
            hn += w[k * 3 * H + 2 * H + j] * hk;
        }
        r = 1.f / (1.f + __expf(-r));
        z = 1.f / (1.f + __expf(-z));
        const float n = tanhf(x[2 * H + j] + r * hn);
        const float next = (1.f - z) * n + z * h[j];
        __syncthreads();
        h[j] = next;
        __syncthreads();
    }
    hOut[blockIdx.x * H + j] = h[j];
}

int main()
{
    std::vector<float> xp((size_t)SAMPLES * T * 3 * H), u(3 * H * H), out(SAMPLES * H);
    for (size_t i = 0; i < xp.size(); ++i) xp[i] = ((i * 7) % 15 - 7.0f) * 0.1f;
    for (size_t i = 0; i < u.size(); ++i) u[i] = ((i * 11) % 21 - 10.0f) * 0.01f;

    float *dx, *du, *dh;
    cudaMalloc(&dx, xp.size() * sizeof(float));
    cudaMalloc(&du, u.size() * sizeof(float));
    cudaMalloc(&dh, out.size() * sizeof(float));
    cudaMemcpy(dx, xp.data(), xp.size() * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemcpy(du, u.data(), u.size() * sizeof(float), cudaMemcpyHostToDevice);

    cudaFuncSetAttribute(gruSequence, cudaFuncAttributeMaxDynamicSharedMemorySize, (int)SMEM);
    gruSequence<<<SAMPLES, H, SMEM>>>(dx, du, dh);

    cudaError_t e = cudaMemcpy(out.data(), dh, out.size() * sizeof(float), cudaMemcpyDeviceToHost);
    if (e != cudaSuccess) { fprintf(stderr, "%s\n", cudaGetErrorString(e)); return 1; }
    printf("h_T[0][0..3]: %f %f %f %f\n", out[0], out[1], out[2], out[3]);
    cudaFree(dx); cudaFree(du); cudaFree(dh);
    return 0;
}
