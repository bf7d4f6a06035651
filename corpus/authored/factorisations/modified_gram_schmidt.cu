#include <cuda_runtime.h>
#include <cstdio>
#include <cmath>
#include <vector>

// Modified Gram-Schmidt on the rows of Q (nvec vectors of length len).
// Step k: block b normalises nothing but its own vector k+1+b, after taking
// out the component along q_k; the norm of q_k is recomputed by each block,
// which is cheaper than another launch.

template <int THREADS>
__device__ float blockReduce(float val, float* scratch)
{
    scratch[threadIdx.x] = val;
    __syncthreads();
    for (int s = THREADS / 2; s > 0; s /= 2) {
        if (threadIdx.x < s)
            scratch[threadIdx.x] += scratch[threadIdx.x + s];
        __syncthreads();
    }
    float total = scratch[0];
    __syncthreads();
    return total;
}

template <int THREADS>
__global__ void project_out(float* Q, int k, int len)
{
    __shared__ float scratch[THREADS];
    const float* qk = Q + (size_t)k * len;
    float* v = Q + (size_t)(k + 1 + blockIdx.x) * len;

    float nn = 0.f, dd = 0.f;
    for (int i = threadIdx.x; i < len; i += THREADS) {
        nn += qk[i] * qk[i];
        dd += qk[i] * v[i];
    }
    nn = blockReduce<THREADS>(nn, scratch);
    dd = blockReduce<THREADS>(dd, scratch);
    const float coef = dd / nn;
    for (int i = threadIdx.x; i < len; i += THREADS)
        v[i] -= coef * qk[i];
}

template <int THREADS>
__global__ void normalise_all(float* Q, int len)
{
    __shared__ float scratch[THREADS];
    float* q = Q + (size_t)blockIdx.x * len;
    float s = 0.f;
    for (int i = threadIdx.x; i < len; i += THREADS) s += q[i] * q[i];
    const float inv = rsqrtf(blockReduce<THREADS>(s, scratch));
    for (int i = threadIdx.x; i < len; i += THREADS) q[i] *= inv;
}

int main()
{
    const int nvec = 64, len = 4096;
    std::vector<float> basis(nvec * len);
    for (int k = 0; k < nvec; ++k)
        for (int i = 0; i < len; ++i)
            basis[k * len + i] = cosf(0.002f * (k + 1) * i) + 0.01f * k;

    float* dQ = nullptr;
    cudaMalloc(&dQ, basis.size() * sizeof(float));
    cudaMemcpy(dQ, basis.data(), basis.size() * sizeof(float), cudaMemcpyHostToDevice);

    for (int k = 0; k + 1 < nvec; ++k)
        project_out<256><<<nvec - 1 - k, 256>>>(dQ, k, len);
    normalise_all<256><<<nvec, 256>>>(dQ, len);

    cudaMemcpy(basis.data(), dQ, basis.size() * sizeof(float), cudaMemcpyDeviceToHost);
    float ortho = 0.f;
    for (int i = 0; i < len; ++i) ortho += basis[i] * basis[(nvec - 1) * len + i];
    printf("<q0, q63> = %g\n", ortho);
    cudaFree(dQ);
    return 0;
}
