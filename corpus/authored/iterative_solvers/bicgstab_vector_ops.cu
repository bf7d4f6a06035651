#include <cuda_runtime.h>
#include <cstdio>
#include <vector>

// BiCGStab, middle of the iteration: s = r - alpha v is formed and, in the
// same pass over the data (t = A s is already there from the fused stencil),
// t.s and t.t are accumulated for omega. Everything through double2.

struct Dots { double ts, tt; };

__global__ void __launch_bounds__(256)
bicg_mid(const double2* __restrict__ r, const double2* __restrict__ v, const double2* __restrict__ t,
         double2* __restrict__ s, double alpha, int n2, Dots* __restrict__ out)
{
    double ts = 0.0, tt = 0.0;
    for (int i = blockIdx.x * 256 + threadIdx.x; i < n2; i += gridDim.x * 256) {
        const double2 ri = r[i], vi = v[i], ti = t[i];
        double2 si;
        si.x = fma(-alpha, vi.x, ri.x);
        si.y = fma(-alpha, vi.y, ri.y);
        s[i] = si;
        ts += ti.x * si.x + ti.y * si.y;
        tt += ti.x * ti.x + ti.y * ti.y;
    }

    __shared__ Dots sm[8];
#pragma unroll
    for (int m = 16; m > 0; m >>= 1) {
        ts += __shfl_xor_sync(0xffffffffu, ts, m);
        tt += __shfl_xor_sync(0xffffffffu, tt, m);
    }
    if ((threadIdx.x & 31) == 0) sm[threadIdx.x >> 5] = Dots{ts, tt};
    __syncthreads();
    if (threadIdx.x == 0) {
        Dots d = sm[0];
        for (int w = 1; w < 8; ++w) { d.ts += sm[w].ts; d.tt += sm[w].tt; }
        out[blockIdx.x] = d;
    }
}

int main()
{
    const int n = 1 << 21, blocks = 264;
    std::vector<double> r(n), v(n), t(n);
    for (int i = 0; i < n; ++i) {
        r[i] = 1.0;
        v[i] = 0.5 + 0.001 * (i % 10);
        t[i] = (i % 2) ? 1.0 : 2.0;
    }
    auto put = [](const std::vector<double>& h) {
        double* p;
        cudaMalloc(&p, h.size() * sizeof(double));
        cudaMemcpy(p, h.data(), h.size() * sizeof(double), cudaMemcpyHostToDevice);
        return p;
    };
    double* dr = put(r);
    double* dv = put(v);
    double* dt = put(t);
    double* ds;
    Dots* dd;
    cudaMalloc(&ds, n * sizeof(double));
    cudaMalloc(&dd, blocks * sizeof(Dots));

    bicg_mid<<<blocks, 256>>>((double2*)dr, (double2*)dv, (double2*)dt, (double2*)ds, 0.75, n / 2, dd);

    std::vector<Dots> dots(blocks);
    cudaMemcpy(dots.data(), dd, blocks * sizeof(Dots), cudaMemcpyDeviceToHost);
    double ts = 0, tt = 0;
    for (const Dots& d : dots) { ts += d.ts; tt += d.tt; }
    std::printf("omega = %.12f\n", ts / tt);
    cudaFree(dr); cudaFree(dv); cudaFree(dt); cudaFree(ds); cudaFree(dd);
}
