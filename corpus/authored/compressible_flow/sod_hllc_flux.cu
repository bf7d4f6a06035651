#include <cuda_runtime.h>
#include <stdio.h>
#include <stdlib.h>

/* 1D Euler equations, Sod's shock tube, first order Godunov with the HLLC solver.
 * U is stored as three arrays: density, momentum, energy. */

#define GAMMA 1.4

__device__ void prim(double r, double m, double e, double *u, double *p, double *c)
{
    *u = m / r;
    *p = (GAMMA - 1.0) * (e - 0.5 * r * (*u) * (*u));
    *c = sqrt(GAMMA * (*p) / r);
}

__global__ void hllc_flux(const double *rho, const double *mom, const double *ene,
                          double *f0, double *f1, double *f2, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;   /* face between i and i+1 */
    if (i >= n - 1)
        return;

    double rl = rho[i], ml = mom[i], el = ene[i];
    double rr = rho[i + 1], mr = mom[i + 1], er = ene[i + 1];
    double ul, pl, cl, ur, pr, cr;
    prim(rl, ml, el, &ul, &pl, &cl);
    prim(rr, mr, er, &ur, &pr, &cr);

    double sl = fmin(ul - cl, ur - cr);
    double sr = fmax(ul + cl, ur + cr);
    double sm = (pr - pl + ml * (sl - ul) - mr * (sr - ur)) / (rl * (sl - ul) - rr * (sr - ur));

    if (sm >= 0.0) {
        f0[i] = ml;
        f1[i] = ml * ul + pl;
        f2[i] = (el + pl) * ul;
        if (sl < 0.0) {
            double k = rl * (sl - ul) / (sl - sm);
            double es = k * (el / rl + (sm - ul) * (sm + pl / (rl * (sl - ul))));
            f0[i] += sl * (k - rl);
            f1[i] += sl * (k * sm - ml);
            f2[i] += sl * (es - el);
        }
    } else {
        f0[i] = mr;
        f1[i] = mr * ur + pr;
        f2[i] = (er + pr) * ur;
        if (sr > 0.0) {
            double k = rr * (sr - ur) / (sr - sm);
            double es = k * (er / rr + (sm - ur) * (sm + pr / (rr * (sr - ur))));
            f0[i] += sr * (k - rr);
            f1[i] += sr * (k * sm - mr);
            f2[i] += sr * (es - er);
        }
    }
}

__global__ void godunov(double *rho, double *mom, double *ene,
                        const double *f0, const double *f1, const double *f2, int n, double lambda)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < 1 || i >= n - 1)
        return;
    rho[i] -= lambda * (f0[i] - f0[i - 1]);
    mom[i] -= lambda * (f1[i] - f1[i - 1]);
    ene[i] -= lambda * (f2[i] - f2[i - 1]);
}

int main(void)
{
    const int n = 1000000;
    const size_t b = n * sizeof(double);
    double *h = (double *)malloc(b), *he = (double *)malloc(b);
    for (int i = 0; i < n; i++) {
        h[i] = i < n / 2 ? 1.0 : 0.125;
        he[i] = (i < n / 2 ? 1.0 : 0.1) / (GAMMA - 1.0);
    }
    double *rho, *mom, *ene, *f;
    cudaMalloc(&rho, b);
    cudaMalloc(&mom, b);
    cudaMalloc(&ene, b);
    cudaMalloc(&f, 3 * b);
    cudaMemcpy(rho, h, b, cudaMemcpyHostToDevice);
    cudaMemset(mom, 0, b);
    cudaMemcpy(ene, he, b, cudaMemcpyHostToDevice);

    for (int s = 0; s < 10; s++) {
        hllc_flux<<<(n + 255) / 256, 256>>>(rho, mom, ene, f, f + n, f + 2 * n, n);
        godunov<<<(n + 255) / 256, 256>>>(rho, mom, ene, f, f + n, f + 2 * n, n, 0.4);
    }
    cudaMemcpy(h, rho, b, cudaMemcpyDeviceToHost);
    for (int i = n / 2 - 12; i < n / 2 + 20; i += 4)
        printf("%7d  rho %.6f\n", i, h[i]);
    cudaFree(rho);
    cudaFree(mom);
    cudaFree(ene);
    cudaFree(f);
    free(h);
    free(he);
    return 0;
}
