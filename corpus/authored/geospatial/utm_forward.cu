#include <cuda_runtime.h>
#include <cmath>
#include <cstdio>
#include <cstdlib>

/* Transverse Mercator (Krueger series to fourth order). Coordinates come in as pairs of floats in
   degrees relative to the zone centre, two points per float4; the series runs in double. */

struct Series { double k0A, e, alpha1, alpha2, alpha3, alpha4; };

__device__ double2 project(float lonDeg, float latDeg, const Series &s)
{
    const double rad = 0.017453292519943295;
    double phi = latDeg * rad, lam = lonDeg * rad;
    double sp = sin(phi);
    double t = sinh(atanh(sp) - s.e * atanh(s.e * sp));
    double xi = atan2(t, cos(lam));
    double eta = atanh(sin(lam) / sqrt(1.0 + t * t));

    double s2, c2;
    sincos(2.0 * xi, &s2, &c2);
    double h2 = sinh(2.0 * eta), g2 = cosh(2.0 * eta);
    // multiples of 2*xi and 2*eta by the addition theorems
    double s4 = 2 * s2 * c2, c4 = 2 * c2 * c2 - 1, h4 = 2 * h2 * g2, g4 = 2 * g2 * g2 - 1;
    double s6 = s4 * c2 + c4 * s2, c6 = c4 * c2 - s4 * s2, h6 = h4 * g2 + g4 * h2, g6 = g4 * g2 + h4 * h2;
    double s8 = 2 * s4 * c4, c8 = 2 * c4 * c4 - 1, h8 = 2 * h4 * g4, g8 = 2 * g4 * g4 - 1;

    double n = xi + s.alpha1 * s2 * g2 + s.alpha2 * s4 * g4 + s.alpha3 * s6 * g6 + s.alpha4 * s8 * g8;
    double e = eta + s.alpha1 * c2 * h2 + s.alpha2 * c4 * h4 + s.alpha3 * c6 * h6 + s.alpha4 * c8 * h8;
    return make_double2(500000.0 + s.k0A * e, s.k0A * n);
}

__global__ void __launch_bounds__(128) utm(const float4 *__restrict__ lonlat, double2 *__restrict__ en, int pairs, Series s)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= pairs) return;
    float4 p = lonlat[i];
    en[2 * i] = project(p.x, p.y, s);
    en[2 * i + 1] = project(p.z, p.w, s);
}

int main()
{
    const int points = 600000;
    float4 *h = (float4 *)malloc(points / 2 * sizeof(float4));
    for (int i = 0; i < points / 2; ++i) {
        h[i].x = -3.0f + (i % 600) * 0.01f;
        h[i].y = 30.0f + (i % 3000) * 0.01f;
        h[i].z = 3.0f - (i % 600) * 0.01f;
        h[i].w = 60.0f - (i % 3000) * 0.01f;
    }
    const double f = 1.0 / 298.257223563, n = f / (2.0 - f), n2 = n * n, n3 = n2 * n, n4 = n3 * n;
    Series s;
    s.k0A = 0.9996 * 6378137.0 / (1.0 + n) * (1.0 + n2 / 4.0 + n4 / 64.0);
    s.e = sqrt(f * (2.0 - f));
    s.alpha1 = n / 2.0 - 2.0 / 3.0 * n2 + 5.0 / 16.0 * n3;
    s.alpha2 = 13.0 / 48.0 * n2 - 3.0 / 5.0 * n3;
    s.alpha3 = 61.0 / 240.0 * n3 - 103.0 / 140.0 * n4;
    s.alpha4 = 49561.0 / 161280.0 * n4;

    float4 *dIn;
    double2 *dOut;
    cudaMalloc(&dIn, points / 2 * sizeof(float4));
    cudaMalloc(&dOut, points * sizeof(double2));
    cudaMemcpy(dIn, h, points / 2 * sizeof(float4), cudaMemcpyHostToDevice);
    utm<<<(points / 2 + 127) / 128, 128>>>(dIn, dOut, points / 2, s);
    double2 first;
    cudaMemcpy(&first, dOut, sizeof(first), cudaMemcpyDeviceToHost);
    printf("E %.3f N %.3f\n", first.x, first.y);
    return 0;
}
