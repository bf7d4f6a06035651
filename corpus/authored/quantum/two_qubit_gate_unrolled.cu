#include <cuda_runtime.h>
#include <cstdio>
#include <cstdlib>
#include <cmath>

// General two-qubit gate on a double precision state. The 4x4 matrix is in constant memory,
// fully unrolled complex matrix-vector product in registers.

__constant__ double2 U[16];

__device__ __forceinline__ unsigned insert_zero(unsigned v, int pos)
{
    const unsigned mask = (1u << pos) - 1u;
    return ((v & ~mask) << 1) | (v & mask);
}

template <bool SWAPPED>
__global__ void two_qubit(double2* __restrict__ psi, int lo, int hi, unsigned quads)
{
    const unsigned t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t >= quads) return;
    const unsigned base = insert_zero(insert_zero(t, lo), hi);
    const unsigned bl = 1u << lo, bh = 1u << hi;
    const unsigned idx[4] = {base, base | (SWAPPED ? bh : bl), base | (SWAPPED ? bl : bh), base | bl | bh};

    double2 in[4];
#pragma unroll
    for (int r = 0; r < 4; ++r) in[r] = psi[idx[r]];
#pragma unroll
    for (int r = 0; r < 4; ++r) {
        double re = 0.0, im = 0.0;
#pragma unroll
        for (int c = 0; c < 4; ++c) {
            const double2 u = U[4 * r + c];
            re = fma(u.x, in[c].x, fma(-u.y, in[c].y, re));
            im = fma(u.x, in[c].y, fma(u.y, in[c].x, im));
        }
        psi[idx[r]] = make_double2(re, im);
    }
}

int main()
{
    const int n = 21;
    const unsigned dim = 1u << n;
    // sqrt(iSWAP)
    const double r = sqrt(0.5);
    double2 m[16] = {};
    m[0].x = 1.0; m[5].x = r; m[6].y = r; m[9].y = r; m[10].x = r; m[15].x = 1.0;
    cudaMemcpyToSymbol(U, m, sizeof(m));

    double2* h = (double2*)malloc(dim * sizeof(double2));
    for (unsigned i = 0; i < dim; ++i) {
        h[i].x = 1.0 / sqrt((double)dim);
        h[i].y = 0.0;
    }
    double2* d;
    cudaMalloc(&d, dim * sizeof(double2));
    cudaMemcpy(d, h, dim * sizeof(double2), cudaMemcpyHostToDevice);

    const unsigned quads = dim / 4;
    two_qubit<false><<<quads / 128, 128>>>(d, 2, 17, quads);
    two_qubit<true><<<quads / 128, 128>>>(d, 9, 10, quads);

    cudaMemcpy(h, d, dim * sizeof(double2), cudaMemcpyDeviceToHost);
    double norm = 0;
    for (unsigned i = 0; i < dim; ++i) norm += h[i].x * h[i].x + h[i].y * h[i].y;
    printf("norm %.15f\n", norm);
    cudaFree(d);
    free(h);
}
