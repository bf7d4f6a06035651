#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <cuda_runtime.h>

// d/dx [ x * tanh(softplus(x)) ] = t + x * (1 - t^2) * sigmoid(x),  t = tanh(softplus(x))
__global__ void mishGrad(const float* __restrict__ x,
                         const float* __restrict__ dy,
                         float* __restrict__ dx,
                         long long count)
{
    const long long step = (long long)gridDim.x * blockDim.x;
    for (long long i = (long long)blockIdx.x * blockDim.x + threadIdx.x; i < count; i += step)
    {
        const float v = x[i];
        const float e = __expf(-fabsf(v));
        const float sp = fmaxf(v, 0.0f) + log1pf(e);       // stable softplus
        const float t = tanhf(sp);
        const float sig = v >= 0.0f ? 1.0f / (1.0f + e) : e / (1.0f + e);
        dx[i] = dy[i] * (t + v * (1.0f - t * t) * sig);
    }
}

struct CudaDeleter { void operator()(float* p) const { cudaFree(p); } };
using DeviceFloats = std::unique_ptr<float, CudaDeleter>;

static DeviceFloats deviceAlloc(size_t n)
{
    float* p = nullptr;
    if (cudaMalloc(&p, n * sizeof(float)) != cudaSuccess) std::abort();
    return DeviceFloats(p);
}

int main(int argc, char** argv)
{
    const long long count = argc > 1 ? atoll(argv[1]) : 5000003LL;

    std::unique_ptr<float[]> hx(new float[count]);
    std::unique_ptr<float[]> hg(new float[count]);
    for (long long i = 0; i < count; ++i)
    {
        hx[i] = 8.0f * ((i * 7919) % 10007) / 10007.0f - 4.0f;
        hg[i] = (i & 1) ? 1.0f : -0.5f;
    }

    DeviceFloats x = deviceAlloc(count), g = deviceAlloc(count), dx = deviceAlloc(count);
    cudaMemcpy(x.get(), hx.get(), count * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemcpy(g.get(), hg.get(), count * sizeof(float), cudaMemcpyHostToDevice);

    const int blocks = 528, threads = 512;
    mishGrad<<<blocks, threads>>>(x.get(), g.get(), dx.get(), count);

    cudaMemcpy(hx.get(), dx.get(), count * sizeof(float), cudaMemcpyDeviceToHost);
    printf("dx[0]=%f dx[last]=%f\n", hx[0], hx[count - 1]);
    return 0;
}
