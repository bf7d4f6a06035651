#include <cuda_runtime.h>
#include <cmath>
#include <cstdio>
#include <vector>

// Geodesic length on the WGS84 ellipsoid, Vincenty's inverse formula.
constexpr double kA = 6378137.0;
constexpr double kF = 1.0 / 298.257223563;
constexpr double kB = kA * (1.0 - kF);
constexpr int kMaxIterations = 12;

__global__ void geodesic(const double2* __restrict__ from, const double2* __restrict__ to,
                         double* __restrict__ metres, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;

    const double2 p = from[i], q = to[i];          // x = longitude, y = latitude, radians
    const double U1 = atan((1.0 - kF) * tan(p.y));
    const double U2 = atan((1.0 - kF) * tan(q.y));
    double sinU1, cosU1, sinU2, cosU2;
    sincos(U1, &sinU1, &cosU1);
    sincos(U2, &sinU2, &cosU2);
    const double L = q.x - p.x;

    double lambda = L, sinSigma = 0, cosSigma = 1, sigma = 0, cosSqAlpha = 1, cos2SigmaM = 0;
    for (int it = 0; it < kMaxIterations; ++it) {
        double sl, cl;
        sincos(lambda, &sl, &cl);
        const double a = cosU2 * sl;
        const double b = cosU1 * sinU2 - sinU1 * cosU2 * cl;
        sinSigma = sqrt(a * a + b * b);
        cosSigma = sinU1 * sinU2 + cosU1 * cosU2 * cl;
        sigma = atan2(sinSigma, cosSigma);
        const double sinAlpha = cosU1 * cosU2 * sl / fmax(sinSigma, 1e-15);
        cosSqAlpha = 1.0 - sinAlpha * sinAlpha;
        cos2SigmaM = cosSqAlpha > 1e-12 ? cosSigma - 2.0 * sinU1 * sinU2 / cosSqAlpha : 0.0;
        const double C = kF / 16.0 * cosSqAlpha * (4.0 + kF * (4.0 - 3.0 * cosSqAlpha));
        const double previous = lambda;
        lambda = L + (1.0 - C) * kF * sinAlpha *
                 (sigma + C * sinSigma * (cos2SigmaM + C * cosSigma * (2.0 * cos2SigmaM * cos2SigmaM - 1.0)));
        if (fabs(lambda - previous) < 1e-12) break;
    }
    const double uSq = cosSqAlpha * (kA * kA - kB * kB) / (kB * kB);
    const double A = 1.0 + uSq / 16384.0 * (4096.0 + uSq * (-768.0 + uSq * (320.0 - 175.0 * uSq)));
    const double B = uSq / 1024.0 * (256.0 + uSq * (-128.0 + uSq * (74.0 - 47.0 * uSq)));
    const double c2 = cos2SigmaM * cos2SigmaM;
    const double dSigma = B * sinSigma * (cos2SigmaM + B / 4.0 * (cosSigma * (2.0 * c2 - 1.0)
                          - B / 6.0 * cos2SigmaM * (4.0 * sinSigma * sinSigma - 3.0) * (4.0 * c2 - 3.0)));
    metres[i] = kB * A * (sigma - dSigma);
}

int main()
{
    const int n = 250000;
    std::vector<double2> from(n), to(n);
    for (int i = 0; i < n; ++i) {
        from[i].x = -1.5 + 3.0 * (i % 1000) / 1000.0;
        from[i].y = -1.0 + 2.0 * (i % 777) / 777.0;
        to[i].x = from[i].x + 0.3;
        to[i].y = from[i].y * 0.7 + 0.1;
    }
    double2 *dFrom, *dTo;
    double* dMetres;
    cudaMalloc(&dFrom, n * sizeof(double2));
    cudaMalloc(&dTo, n * sizeof(double2));
    cudaMalloc(&dMetres, n * sizeof(double));
    cudaMemcpy(dFrom, from.data(), n * sizeof(double2), cudaMemcpyHostToDevice);
    cudaMemcpy(dTo, to.data(), n * sizeof(double2), cudaMemcpyHostToDevice);
    geodesic<<<(n + 127) / 128, 128>>>(dFrom, dTo, dMetres, n);
    std::vector<double> m(n);
    cudaMemcpy(m.data(), dMetres, n * sizeof(double), cudaMemcpyDeviceToHost);
    std::printf("%.3f km, %.3f km\n", m[0] / 1e3, m[n - 1] / 1e3);
}
