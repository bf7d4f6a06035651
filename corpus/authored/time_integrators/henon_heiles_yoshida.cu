#include <cuda_runtime.h>
#include <iostream>
#include <cmath>
#include <vector>

// Poincare section of the Henon-Heiles Hamiltonian with the fourth-order Yoshida integrator
// (three leapfrog stages, unrolled by a template), crossings of x = 0 are counted and the last one kept.

struct Phase { double x, y, px, py; };

template <int STAGE>
__device__ __forceinline__ void stage(Phase& s, double dt)
{
    constexpr double w1 = 1.3512071919596578, w0 = -1.7024143839193153;
    constexpr double w = STAGE == 1 ? w0 : w1;
    const double h = 0.5 * w * dt;
    s.x += h * s.px;
    s.y += h * s.py;
    s.px -= w * dt * (s.x + 2.0 * s.x * s.y);
    s.py -= w * dt * (s.y + s.x * s.x - s.y * s.y);
    s.x += h * s.px;
    s.y += h * s.py;
}

__global__ void section(const double* __restrict__ startY, const double* __restrict__ startPy,
                        double2* __restrict__ lastCrossing, int* __restrict__ crossings,
                        int n, int steps, double energy, double dt)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    Phase s;
    s.x = 0.0;
    s.y = startY[i];
    s.py = startPy[i];
    const double kin = 2.0 * energy - s.py * s.py - s.y * s.y + 2.0 / 3.0 * s.y * s.y * s.y;
    s.px = sqrt(fmax(kin, 0.0));

    int hits = 0;
    double2 hit = make_double2(0.0, 0.0);
    for (int t = 0; t < steps; ++t) {
        const double before = s.x;
        stage<0>(s, dt);
        stage<1>(s, dt);
        stage<2>(s, dt);
        if (before < 0.0 && s.x >= 0.0) {
            ++hits;
            hit = make_double2(s.y, s.py);
        }
    }
    lastCrossing[i] = hit;
    crossings[i] = hits;
}

int main()
{
    const int n = 10000, steps = 500;
    std::vector<double> y(n), py(n);
    for (int i = 0; i < n; ++i) {
        y[i] = -0.3 + 0.006 * (i % 100);
        py[i] = -0.3 + 0.006 * (i / 100);
    }
    double *dy, *dpy;
    double2* dhit;
    int* dcount;
    cudaMalloc(&dy, n * sizeof(double));
    cudaMalloc(&dpy, n * sizeof(double));
    cudaMalloc(&dhit, n * sizeof(double2));
    cudaMalloc(&dcount, n * sizeof(int));
    cudaMemcpy(dy, y.data(), n * sizeof(double), cudaMemcpyHostToDevice);
    cudaMemcpy(dpy, py.data(), n * sizeof(double), cudaMemcpyHostToDevice);

    section<<<(n + 95) / 96, 96>>>(dy, dpy, dhit, dcount, n, steps, 0.125, 0.05);

    std::vector<int> c(n);
    cudaMemcpy(c.data(), dcount, n * sizeof(int), cudaMemcpyDeviceToHost);
    long total = 0;
    for (int v : c) total += v;
    std::cout << total << " crossings\n";
    cudaFree(dy); cudaFree(dpy); cudaFree(dhit); cudaFree(dcount);
}
