#include <cuda_runtime.h>
#include <cstdio>
#include <vector>

// Determinants of 6x6 matrices (manipulability of 6-axis arms). The whole
// elimination is unrolled, the matrix stays in 36 registers; element e of
// matrix t is stored at [e * count + t].

template <int N>
struct Eliminate {
    __device__ static double run(double (&m)[N][N])
    {
        double det = 1.0;
#pragma unroll
        for (int k = 0; k < N; ++k) {
            det *= m[k][k];
            const double inv = 1.0 / m[k][k];
#pragma unroll
            for (int r = k + 1; r < N; ++r) {
                const double f = m[r][k] * inv;
#pragma unroll
                for (int c = k + 1; c < N; ++c)
                    m[r][c] -= f * m[k][c];
            }
        }
        return det;
    }
};

__global__ void __launch_bounds__(128) det6(const double* __restrict__ jac, double* __restrict__ det, int count)
{
    const int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t < count) {
        double m[6][6];
#pragma unroll
        for (int e = 0; e < 36; ++e)
            m[e / 6][e % 6] = jac[e * count + t];
        det[t] = Eliminate<6>::run(m);
    }
}

int main()
{
    const int count = 100000;
    std::vector<double> jac(36 * count);
    for (int e = 0; e < 36; ++e)
        for (int t = 0; t < count; ++t)
            jac[e * count + t] = (e % 7 == 0 ? 2.0 : 0.0) + 0.001 * ((e * 31 + t) % 100);

    double *dJac, *dDet;
    cudaMalloc(&dJac, jac.size() * sizeof(double));
    cudaMalloc(&dDet, count * sizeof(double));
    cudaMemcpy(dJac, jac.data(), jac.size() * sizeof(double), cudaMemcpyHostToDevice);
    det6<<<(count + 127) / 128, 128>>>(dJac, dDet, count);

    std::vector<double> det(count);
    cudaMemcpy(det.data(), dDet, count * sizeof(double), cudaMemcpyDeviceToHost);
    double lowest = det[0];
    for (double v : det)
        if (v < lowest) lowest = v;
    std::printf("lowest determinant: %f\n", lowest);
    cudaFree(dJac);
    cudaFree(dDet);
    return 0;
}
