/*
 * h[t] = a[t] * h[t-1] + b[t]  along rows of 2048 steps.
 * Pairs (a, b) compose as (a2 a1, a2 b1 + b2), so a warp can scan 32 steps at once.
 */
#include <cstdio>
#include <vector>
#include <cuda_runtime.h>

struct Affine
{
    float a, b;
};

__device__ __forceinline__ Affine after(Affine first, Affine second)
{
    return Affine{second.a * first.a, fmaf(second.a, first.b, second.b)};
}

__global__ void linearRecurrence(const float *__restrict__ gate,
                                 const float *__restrict__ input,
                                 float *__restrict__ hidden, int rows, int steps)
{
    const unsigned all = 0xffffffffu;
    const int lane = threadIdx.x;
    const int row = blockIdx.x * blockDim.y + threadIdx.y;
    if (row >= rows)
        return;

    float carry = 0.f;
    for (int t = lane; t < steps; t += 32)
    {
        const int at = row * steps + t;
        Affine e{gate[at], input[at]};
#pragma unroll
        for (int d = 1; d < 32; d *= 2)
        {
            Affine left{__shfl_up_sync(all, e.a, d), __shfl_up_sync(all, e.b, d)};
            if (lane >= d)
                e = after(left, e);
        }
        const float h = fmaf(e.a, carry, e.b);
        hidden[at] = h;
        carry = __shfl_sync(all, h, 31);
    }
}

int main()
{
    const int rows = 2048, steps = 2048;
    std::vector<float> a(rows * steps), b(rows * steps), h(rows * steps);
    for (int i = 0; i < rows * steps; ++i)
    {
        a[i] = 0.9f + 0.0001f * (i % 997);
        b[i] = (i % 5 == 0) ? 1.0f : -0.2f;
    }

    float *da, *db, *dh;
    const size_t bytes = a.size() * sizeof(float);
    cudaMalloc(&da, bytes);
    cudaMalloc(&db, bytes);
    cudaMalloc(&dh, bytes);
    cudaMemcpy(da, a.data(), bytes, cudaMemcpyHostToDevice);
    cudaMemcpy(db, b.data(), bytes, cudaMemcpyHostToDevice);

    linearRecurrence<<<rows / 4, dim3(32, 4)>>>(da, db, dh, rows, steps);
    cudaMemcpy(h.data(), dh, bytes, cudaMemcpyDeviceToHost);

    float ref = 0.f, worst = 0.f;
    for (int t = 0; t < steps; ++t)
    {
        ref = a[t] * ref + b[t];
        float d = ref - h[t];
        worst = d * d > worst ? d * d : worst;
    }
    printf("squared deviation at most %g\n", worst);
    cudaFree(da);
    cudaFree(db);
    cudaFree(dh);
    return worst > 1e-4f;
}
