#include <cuda_fp16.h>
#include <cuda_runtime.h>
#include <cstdio>
#include <vector>

// Spiral waves in excitable tissue (FitzHugh-Nagumo), half precision, two x neighbours packed.
// The domain is periodic in x, mirrored in y.

constexpr int W = 1024, H = 1024, W2 = W / 2;

__global__ void fhn(const __half2* __restrict__ v, const __half2* __restrict__ w,
                    __half2* __restrict__ vn, __half2* __restrict__ wn,
                    float D, float dt)
{
    const int x = blockIdx.x * blockDim.x + threadIdx.x;
    const int y = blockIdx.y;
    if (x >= W2) return;
    const int row = y * W2;
    const int up = (y == 0 ? 1 : y - 1) * W2, dn = (y == H - 1 ? H - 2 : y + 1) * W2;
    const int xl = (x + W2 - 1) & (W2 - 1), xr = (x + 1) & (W2 - 1);

    const __half2 c = v[row + x], l = v[row + xl], r = v[row + xr];
    const __half2 west = __halves2half2(__high2half(l), __low2half(c));
    const __half2 east = __halves2half2(__high2half(c), __low2half(r));
    const __half2 rec = w[row + x];

    const __half2 four = __float2half2_rn(4.0f), one = __float2half2_rn(1.0f);
    const __half2 d2 = __float2half2_rn(D), dt2 = __float2half2_rn(dt);
    const __half2 thr = __float2half2_rn(0.13f), eps = __float2half2_rn(0.02f);

    __half2 lap = __hadd2(__hadd2(west, east), __hadd2(v[up + x], v[dn + x]));
    lap = __hsub2(lap, __hmul2(four, c));
    // v (v - a)(1 - v) - w
    __half2 react = __hmul2(__hmul2(c, __hsub2(c, thr)), __hsub2(one, c));
    react = __hsub2(react, rec);
    vn[row + x] = __hfma2(dt2, __hfma2(d2, lap, react), c);
    wn[row + x] = __hfma2(__hmul2(dt2, eps), __hsub2(c, rec), rec);
}

int main()
{
    std::vector<__half> v(W * H), w(W * H);
    for (int y = 0; y < H; ++y)
        for (int x = 0; x < W; ++x) {
            v[y * W + x] = __float2half(x < W / 2 && x > W / 2 - 20 ? 1.0f : 0.0f);
            w[y * W + x] = __float2half(y < H / 2 ? 0.3f : 0.0f);
        }
    __half2 *dv, *dw, *ev, *ew;
    const size_t bytes = (size_t)W * H * sizeof(__half);
    cudaMalloc(&dv, bytes); cudaMalloc(&dw, bytes);
    cudaMalloc(&ev, bytes); cudaMalloc(&ew, bytes);
    cudaMemcpy(dv, v.data(), bytes, cudaMemcpyHostToDevice);
    cudaMemcpy(dw, w.data(), bytes, cudaMemcpyHostToDevice);

    for (int it = 0; it < 25; ++it) {
        fhn<<<dim3(W2 / 256, H), 256>>>(dv, dw, ev, ew, 0.15f, 0.5f);
        fhn<<<dim3(W2 / 256, H), 256>>>(ev, ew, dv, dw, 0.15f, 0.5f);
    }
    cudaMemcpy(v.data(), dv, bytes, cudaMemcpyDeviceToHost);
    float s = 0;
    for (int x = 0; x < W; ++x) s += __half2float(v[(H / 2) * W + x]);
    printf("row sum %f\n", s);
    cudaFree(dv); cudaFree(dw); cudaFree(ev); cudaFree(ew);
    return 0;
}
