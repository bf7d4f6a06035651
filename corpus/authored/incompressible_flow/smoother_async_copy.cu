#include <cuda_pipeline.h>
#include <cuda_runtime.h>
#include <cstdio>
#include <vector>

// Damped Jacobi smoother. A block owns a strip of 128 columns and walks down the rows; rows are
// brought in by asynchronous copies, four row buffers rotate so that the next row is under way
// while the present one is computed.

constexpr int STRIP = 128;
constexpr int PAD = STRIP + 8;          // four cells on either side keep 16-byte alignment
constexpr int RING = 4;

__device__ __forceinline__ void fetchRow(float* slot, const float* p, int pitch, int x0, int y)
{
    // 34 chunks of 16 bytes cover x0 - 4 .. x0 + STRIP + 3
    if (threadIdx.x < PAD / 4)
        __pipeline_memcpy_async(slot + 4 * threadIdx.x, p + (size_t)y * pitch + x0 - 4 + 4 * threadIdx.x, 16);
    __pipeline_commit();
}

__global__ void __launch_bounds__(STRIP) smooth(const float* __restrict__ p, const float* __restrict__ rhs,
                                                float* __restrict__ out, int pitch, int rowsPerBlock, float omega)
{
    __shared__ __align__(16) float ring[RING][PAD];
    const int x0 = 4 + blockIdx.x * STRIP;
    const int y0 = 1 + blockIdx.y * rowsPerBlock;
    const int t = threadIdx.x + 4;

    fetchRow(ring[0], p, pitch, x0, y0 - 1);
    fetchRow(ring[1], p, pitch, x0, y0);
    fetchRow(ring[2], p, pitch, x0, y0 + 1);
    for (int r = 0; r < rowsPerBlock; ++r) {
        if (r + 1 < rowsPerBlock) {
            fetchRow(ring[(r + 3) % RING], p, pitch, x0, y0 + r + 2);
            __pipeline_wait_prior(1);
        } else {
            __pipeline_wait_prior(0);
        }
        __syncthreads();
        const float* up = ring[r % RING];
        const float* me = ring[(r + 1) % RING];
        const float* dn = ring[(r + 2) % RING];
        const size_t o = (size_t)(y0 + r) * pitch + x0 + threadIdx.x;
        const float fresh = 0.25f * (me[t - 1] + me[t + 1] + up[t] + dn[t] - rhs[o]);
        out[o] = me[t] + omega * (fresh - me[t]);
        __syncthreads();                 // the slot of 'up' is refilled next
    }
}

int main()
{
    const int nx = 1024, ny = 1024, pitch = nx + 8, rows = 32;
    const size_t n = (size_t)pitch * (ny + 2);
    std::vector<float> h(n);
    for (size_t i = 0; i < n; ++i) h[i] = 0.01f * (float)(i % 89);

    float *p, *rhs, *out;
    cudaMalloc(&p, n * sizeof(float));
    cudaMalloc(&rhs, n * sizeof(float));
    cudaMalloc(&out, n * sizeof(float));
    cudaMemcpy(p, h.data(), n * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemset(rhs, 0, n * sizeof(float));
    cudaMemset(out, 0, n * sizeof(float));

    const dim3 grid(nx / STRIP, ny / rows);
    for (int sweep = 0; sweep < 4; ++sweep) {
        smooth<<<grid, STRIP>>>(p, rhs, out, pitch, rows, 0.8f);
        std::swap(p, out);
    }
    std::vector<float> s(n);
    cudaMemcpy(s.data(), p, n * sizeof(float), cudaMemcpyDeviceToHost);
    const size_t k = 500ul * pitch + 500;
    std::printf("before %f after %f\n", h[k], s[k]);
    cudaFree(p); cudaFree(rhs); cudaFree(out);
}
