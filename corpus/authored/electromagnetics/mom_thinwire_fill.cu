#include <cuda_runtime.h>
#include <cuComplex.h>
#include <cstdio>
#include <vector>

// Pocklington-type impedance matrix of a straight thin wire, pulse basis and point matching.
// Z[m][n] = integral over segment n of the kernel seen from the centre of segment m.

__constant__ double gauss_x[4];
__constant__ double gauss_w[4];

__global__ void fill_impedance(cuDoubleComplex* Z, int n, double length, double radius, double k)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    if (row >= n || col >= n) return;

    double dz = length / n;
    double zm = (row + 0.5) * dz;
    double zn = (col + 0.5) * dz;
    double re = 0.0, im = 0.0;
    for (int q = 0; q < 4; q++) {
        double z = zn + 0.5 * dz * gauss_x[q];
        double R2 = (zm - z) * (zm - z) + radius * radius;
        double R = sqrt(R2);
        double kR = k * R;
        double s, c;
        sincos(kR, &s, &c);
        // e^{-jkR} / R^5 [ (1 + jkR)(2R^2 - 3a^2) + (kaR)^2 ]
        double a1 = 2.0 * R2 - 3.0 * radius * radius;
        double A = a1 + (k * radius) * (k * radius) * R2;
        double B = kR * a1;
        double g = gauss_w[q] / (R2 * R2 * R);
        re += g * (A * c + B * s);
        im += g * (B * c - A * s);
    }
    double scale = 0.5 * dz / (4.0 * 3.14159265358979);
    Z[row * n + col] = make_cuDoubleComplex(scale * re, scale * im);
}

int main()
{
    const double gx[4] = { -0.8611363116, -0.3399810436, 0.3399810436, 0.8611363116 };
    const double gw[4] = { 0.3478548451, 0.6521451549, 0.6521451549, 0.3478548451 };
    cudaMemcpyToSymbol(gauss_x, gx, sizeof(gx));
    cudaMemcpyToSymbol(gauss_w, gw, sizeof(gw));

    const int n = 1024;
    cuDoubleComplex* Z;
    cudaMalloc(&Z, sizeof(cuDoubleComplex) * n * n);

    dim3 threads(8, 8);
    dim3 blocks(n / 8, n / 8);
    fill_impedance<<<blocks, threads>>>(Z, n, 0.47, 0.005, 6.283185307);
    cudaDeviceSynchronize();

    std::vector<cuDoubleComplex> first(n);
    cudaMemcpy(first.data(), Z, sizeof(cuDoubleComplex) * n, cudaMemcpyDeviceToHost);
    printf("Z[0][0] = %g %+gj, Z[0][%d] = %g %+gj\n", first[0].x, first[0].y, n - 1, first[n - 1].x, first[n - 1].y);
    cudaFree(Z);
    return 0;
}
