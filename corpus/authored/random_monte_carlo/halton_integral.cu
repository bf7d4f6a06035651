#include <cmath>
#include <iostream>
#include <vector>
#include <cuda_runtime.h>

// Integral over [0,1]^6 of prod_i (1 + 0.5*(x_i - 0.5)) * exp(-|x|^2), Halton points.

template <unsigned BASE>
__device__ __forceinline__ float radicalInverse(unsigned i)
{
    const float inv = 1.0f / BASE;
    float f = inv, r = 0.0f;
    while (i > 0) {
        r += f * (i % BASE);
        i /= BASE;
        f *= inv;
    }
    return r;
}

__global__ void integrate(unsigned points, double* partial)
{
    float acc = 0.0f;
    const unsigned stride = gridDim.x * blockDim.x;
    for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < points; i += stride) {
        const unsigned k = i + 20;       // skip the first, badly spread points
        const float x[6] = {radicalInverse<2>(k), radicalInverse<3>(k), radicalInverse<5>(k),
                            radicalInverse<7>(k), radicalInverse<11>(k), radicalInverse<13>(k)};
        float prod = 1.0f, sq = 0.0f;
        #pragma unroll
        for (int d = 0; d < 6; ++d) {
            prod *= 1.0f + 0.5f * (x[d] - 0.5f);
            sq += x[d] * x[d];
        }
        acc += prod * expf(-sq);
    }

    __shared__ double s[256];
    s[threadIdx.x] = acc;
    __syncthreads();
    for (int h = 128; h > 0; h >>= 1) {
        if (threadIdx.x < h) s[threadIdx.x] += s[threadIdx.x + h];
        __syncthreads();
    }
    if (threadIdx.x == 0) partial[blockIdx.x] = s[0];
}

int main()
{
    const unsigned points = 1u << 20;
    const int blocks = 512;
    double* dPartial;
    cudaMalloc(&dPartial, blocks * sizeof(double));
    integrate<<<blocks, 256>>>(points, dPartial);
    std::vector<double> partial(blocks);
    cudaMemcpy(partial.data(), dPartial, blocks * sizeof(double), cudaMemcpyDeviceToHost);
    double sum = 0;
    for (double p : partial) sum += p;
    std::cout << "integral = " << sum / points << std::endl;
    cudaFree(dPartial);
}
