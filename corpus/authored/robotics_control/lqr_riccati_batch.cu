#include <cuda_runtime.h>
#include <cstdio>
#include <thrust/device_vector.h>
#include <thrust/host_vector.h>

// Gain scheduling: discrete LQR gains for a batch of cart-pole models that differ in pole
// length and cart mass. Each thread iterates the 4x4 Riccati recursion in registers.

constexpr int NX = 4;

struct Plant { double length, mass; };

__global__ void __launch_bounds__(64) riccatiGains(const Plant* __restrict__ plants, double4* __restrict__ gains,
                                                   int n, double dt, int iterations)
{
    const int id = blockIdx.x * blockDim.x + threadIdx.x;
    if (id >= n) return;
    const Plant pl = plants[id];

    // x = (position, velocity, angle, rate), pole mass 0.1
    const double g = 9.81, mp = 0.1;
    double A[NX][NX] = {{1, dt, 0, 0},
                        {0, 1, -mp * g / pl.mass * dt, 0},
                        {0, 0, 1, dt},
                        {0, 0, (pl.mass + mp) * g / (pl.length * pl.mass) * dt, 1}};
    double B[NX] = {0, dt / pl.mass, 0, -dt / (pl.length * pl.mass)};
    double P[NX][NX] = {{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 10, 0}, {0, 0, 0, 1}};
    double K[NX] = {0, 0, 0, 0};
    const double q[NX] = {1, 1, 10, 1}, r = 0.1;

    for (int it = 0; it < iterations; ++it) {
        double PA[NX][NX], PB[NX];
#pragma unroll
        for (int i = 0; i < NX; ++i) {
            PB[i] = 0;
#pragma unroll
            for (int j = 0; j < NX; ++j) {
                PB[i] += P[i][j] * B[j];
                double s = 0;
#pragma unroll
                for (int k = 0; k < NX; ++k) s += P[i][k] * A[k][j];
                PA[i][j] = s;
            }
        }
        double den = r;
#pragma unroll
        for (int i = 0; i < NX; ++i) den += B[i] * PB[i];
#pragma unroll
        for (int j = 0; j < NX; ++j) {
            double s = 0;
#pragma unroll
            for (int i = 0; i < NX; ++i) s += B[i] * PA[i][j];
            K[j] = s / den;
        }
        // P = Q + A'P(A - B K)
#pragma unroll
        for (int i = 0; i < NX; ++i)
#pragma unroll
            for (int j = 0; j < NX; ++j) {
                double s = i == j ? q[i] : 0.0;
#pragma unroll
                for (int k = 0; k < NX; ++k) s += A[k][i] * (PA[k][j] - PB[k] * K[j]);
                P[i][j] = s;
            }
    }
    gains[id] = make_double4(K[0], K[1], K[2], K[3]);
}

int main()
{
    const int n = 8448;
    thrust::host_vector<Plant> plants(n);
    for (int i = 0; i < n; ++i) {
        plants[i].length = 0.3 + 0.01 * (i % 96);
        plants[i].mass = 0.5 + 0.02 * (i / 96);
    }
    thrust::device_vector<Plant> dPlants = plants;
    thrust::device_vector<double4> dGains(n);
    riccatiGains<<<(n + 63) / 64, 64>>>(thrust::raw_pointer_cast(dPlants.data()),
                                        thrust::raw_pointer_cast(dGains.data()), n, 0.01, 200);
    cudaDeviceSynchronize();
    const double4 k = dGains[0];
    std::printf("K = [%.3f %.3f %.3f %.3f]\n", k.x, k.y, k.z, k.w);
}
