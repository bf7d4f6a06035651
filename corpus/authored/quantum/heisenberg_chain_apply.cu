#include <cuda_runtime.h>
#include <cstdio>
#include <cstdlib>

// y = H x for the spin-1/2 Heisenberg ring, matrix-free: for every bond (b, b+1) the diagonal part is
// +-J/4 and anti-parallel neighbours are exchanged. A thread makes two consecutive basis states.

template <int L>
__global__ void heisenberg(const double* __restrict__ x, double* __restrict__ y, double J)
{
    const unsigned s0 = 2u * (blockIdx.x * blockDim.x + threadIdx.x);
    if (s0 >= (1u << L)) return;
    const double2 own = *reinterpret_cast<const double2*>(x + s0);
    double a0 = 0.0, a1 = 0.0;

#pragma unroll
    for (int b = 0; b < L; ++b) {
        const int c = (b + 1) % L;
        const unsigned flip = (1u << b) | (1u << c);
        const unsigned s1 = s0 + 1u;
        if (((s0 >> b) ^ (s0 >> c)) & 1u) a0 += 0.5 * x[s0 ^ flip] - 0.25 * own.x;
        else a0 += 0.25 * own.x;
        if (((s1 >> b) ^ (s1 >> c)) & 1u) a1 += 0.5 * x[s1 ^ flip] - 0.25 * own.y;
        else a1 += 0.25 * own.y;
    }
    *reinterpret_cast<double2*>(y + s0) = make_double2(J * a0, J * a1);
}

int main()
{
    constexpr int L = 18;
    const unsigned dim = 1u << L;
    double* h = new double[dim];
    for (unsigned s = 0; s < dim; ++s) h[s] = 1.0 / (1.0 + (s % 257));

    double *x, *y;
    cudaMalloc(&x, dim * sizeof(double));
    cudaMalloc(&y, dim * sizeof(double));
    cudaMemcpy(x, h, dim * sizeof(double), cudaMemcpyHostToDevice);

    // a few power iterations, without normalisation
    for (int it = 0; it < 4; ++it) {
        heisenberg<L><<<dim / 2 / 256, 256>>>(x, y, 0.2);
        double* t = x; x = y; y = t;
    }
    cudaMemcpy(h, x, dim * sizeof(double), cudaMemcpyDeviceToHost);
    double norm = 0;
    for (unsigned s = 0; s < dim; ++s) norm += h[s] * h[s];
    std::printf("|H^4 x|^2 = %.8e\n", norm);
    cudaFree(x);
    cudaFree(y);
    delete[] h;
}
