#include <array>
#include <cstdio>
#include <vector>
#include <cuda_runtime.h>

// out = permute(in, order) for 4-D tensors of any shape: the linear output
// index is taken apart and put together again with the input strides.

struct PermuteParams {
    int outDim[4];
    int inStride[4];    // stride in the input of each output axis
};

__constant__ PermuteParams cParams;

template <typename Scalar>
__global__ void permute4(const Scalar* in, Scalar* out, int total)
{
    for (int o = blockIdx.x * blockDim.x + threadIdx.x; o < total; o += blockDim.x * gridDim.x)
    {
        int rest = o;
        int src = 0;
        for (int axis = 3; axis >= 0; --axis)
        {
            int q = rest / cParams.outDim[axis];
            src += (rest - q * cParams.outDim[axis]) * cParams.inStride[axis];
            rest = q;
        }
        out[o] = in[src];
    }
}

int main()
{
    const std::array<int, 4> dim = {24, 32, 20, 48};
    const std::array<int, 4> order = {0, 2, 3, 1};
    const int total = 24 * 32 * 20 * 48;

    int stride[4];
    stride[3] = 1;
    for (int a = 2; a >= 0; --a)
        stride[a] = stride[a + 1] * dim[a + 1];

    PermuteParams p;
    for (int a = 0; a < 4; ++a) {
        p.outDim[a] = dim[order[a]];
        p.inStride[a] = stride[order[a]];
    }
    cudaMemcpyToSymbol(cParams, &p, sizeof(p));

    std::vector<double> h(total);
    for (int i = 0; i < total; ++i) h[i] = i;

    double *dIn, *dOut;
    cudaMalloc(&dIn, total * sizeof(double));
    cudaMalloc(&dOut, total * sizeof(double));
    cudaMemcpy(dIn, h.data(), total * sizeof(double), cudaMemcpyHostToDevice);

    permute4<double><<<240, 256>>>(dIn, dOut, total);

    cudaMemcpy(h.data(), dOut, total * sizeof(double), cudaMemcpyDeviceToHost);
    std::printf("out[1] = %.0f (expected %d)\n", h[1], 20 * 48);
    cudaFree(dIn);
    cudaFree(dOut);
    return 0;
}
