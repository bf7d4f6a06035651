#include <cstdio>
#include <cstdlib>
#include <vector>
#include <cuda_runtime.h>

// Negacyclic NTT of degree-256 polynomials modulo q = 3329 (seven layers, zeta = 17),
// two polynomials per block, 128 butterflies per polynomial and layer.
constexpr int Q = 3329;
constexpr int N = 256;
constexpr int POLYS_PER_BLOCK = 2;

__constant__ short zetas[128];

__device__ __forceinline__ int barrett(int a)
{
    int t = __mulhi(a, 1290167);          // floor(2^32 / q)
    a -= t * Q;
    return a >= Q ? a - Q : a;
}

__global__ void ntt(const short* __restrict__ in, short* __restrict__ out, int polys)
{
    __shared__ short f[POLYS_PER_BLOCK][N];
    const int which = threadIdx.y;
    const int poly = blockIdx.x * POLYS_PER_BLOCK + which;
    const int t = threadIdx.x;            // 0..127

    if (poly < polys) {
        f[which][t] = in[poly * N + t];
        f[which][t + 128] = in[poly * N + t + 128];
    }
    __syncthreads();

    for (int len = 128, layer = 0; len >= 2; len >>= 1, ++layer) {
        const int group = t / len;
        const int j = group * 2 * len + t % len;
        const int z = zetas[(1 << layer) + group];
        const int lo = f[which][j];
        const int hi = barrett(z * f[which][j + len]);
        int s = lo + hi;
        int d = lo - hi;
        f[which][j] = s >= Q ? s - Q : s;
        f[which][j + len] = d < 0 ? d + Q : d;
        __syncthreads();
    }
    if (poly < polys) {
        out[poly * N + t] = f[which][t];
        out[poly * N + t + 128] = f[which][t + 128];
    }
}

int main(int argc, char** argv)
{
    const int polys = argc > 1 ? atoi(argv[1]) : 10000;

    short table[128];
    for (int i = 0, p = 1; i < 128; ++i) {
        int rev = 0;
        for (int b = 0; b < 7; ++b) rev |= ((i >> b) & 1) << (6 - b);
        table[rev] = (short)p;            // 17 to the i
        p = p * 17 % Q;
    }
    cudaMemcpyToSymbol(zetas, table, sizeof(table));

    std::vector<short> a(polys * N);
    for (int i = 0; i < polys * N; ++i) a[i] = (i * 29 + i / 256) % Q;

    short *dIn, *dOut;
    cudaMalloc(&dIn, a.size() * sizeof(short));
    cudaMalloc(&dOut, a.size() * sizeof(short));
    cudaMemcpy(dIn, a.data(), a.size() * sizeof(short), cudaMemcpyHostToDevice);

    dim3 block(128, POLYS_PER_BLOCK);
    ntt<<<(polys + POLYS_PER_BLOCK - 1) / POLYS_PER_BLOCK, block>>>(dIn, dOut, polys);
    cudaMemcpy(a.data(), dOut, a.size() * sizeof(short), cudaMemcpyDeviceToHost);

    long sum = 0;
    for (short c : a) sum += c;
    std::printf("mean coefficient %.2f (q/2 = %.1f)\n", (double)sum / a.size(), Q / 2.0);
    return 0;
}
