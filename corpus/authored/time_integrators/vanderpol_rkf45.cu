#include <stdio.h>
#include <stdlib.h>
#include <math.h>
#include <cuda_runtime.h>

/*
 * Van der Pol oscillators with different stiffness, adaptive Runge-Kutta-Fehlberg 4(5).
 * Every thread runs its own step size control, so warps diverge: neighbouring threads
 * get neighbouring values of mu to keep that small.
 */

#define N 16384
#define MAX_STEPS 4000

__device__ void deriv(double mu, double a, double b, double *da, double *db)
{
    *da = b;
    *db = mu * (1.0 - a * a) * b - a;
}

__global__ void integrate(double *y0, double *y1, int *nsteps, double t_end, double tol)
{
    int id = blockIdx.x * blockDim.x + threadIdx.x;
    double mu = 0.5 + 4.0 * id / N;
    double a = y0[id], b = y1[id], t = 0.0, h = 0.01;
    int count = 0;

    while (t < t_end && count < MAX_STEPS) {
        if (t + h > t_end) h = t_end - t;
        double p1, q1, p2, q2, p3, q3, p4, q4, p5, q5, p6, q6;
        deriv(mu, a, b, &p1, &q1);
        deriv(mu, a + h * p1 / 4, b + h * q1 / 4, &p2, &q2);
        deriv(mu, a + h * (3 * p1 + 9 * p2) / 32, b + h * (3 * q1 + 9 * q2) / 32, &p3, &q3);
        deriv(mu, a + h * (1932 * p1 - 7200 * p2 + 7296 * p3) / 2197,
                  b + h * (1932 * q1 - 7200 * q2 + 7296 * q3) / 2197, &p4, &q4);
        deriv(mu, a + h * (439.0 / 216 * p1 - 8 * p2 + 3680.0 / 513 * p3 - 845.0 / 4104 * p4),
                  b + h * (439.0 / 216 * q1 - 8 * q2 + 3680.0 / 513 * q3 - 845.0 / 4104 * q4), &p5, &q5);
        deriv(mu, a + h * (-8.0 / 27 * p1 + 2 * p2 - 3544.0 / 2565 * p3 + 1859.0 / 4104 * p4 - 11.0 / 40 * p5),
                  b + h * (-8.0 / 27 * q1 + 2 * q2 - 3544.0 / 2565 * q3 + 1859.0 / 4104 * q4 - 11.0 / 40 * q5), &p6, &q6);

        double ea = h * (p1 / 360 - 128.0 / 4275 * p3 - 2197.0 / 75240 * p4 + p5 / 50 + 2.0 / 55 * p6);
        double eb = h * (q1 / 360 - 128.0 / 4275 * q3 - 2197.0 / 75240 * q4 + q5 / 50 + 2.0 / 55 * q6);
        double err = fmax(fabs(ea), fabs(eb)) + 1e-30;
        if (err <= tol) {
            t += h;
            a += h * (16.0 / 135 * p1 + 6656.0 / 12825 * p3 + 28561.0 / 56430 * p4 - 9.0 / 50 * p5 + 2.0 / 55 * p6);
            b += h * (16.0 / 135 * q1 + 6656.0 / 12825 * q3 + 28561.0 / 56430 * q4 - 9.0 / 50 * q5 + 2.0 / 55 * q6);
        }
        double s = 0.9 * pow(tol / err, 0.2);
        h *= fmin(4.0, fmax(0.2, s));
        count++;
    }
    y0[id] = a;
    y1[id] = b;
    nsteps[id] = count;
}

int main(void)
{
    double *h0 = (double *)malloc(N * sizeof(double));
    int *hn = (int *)malloc(N * sizeof(int));
    double *y0, *y1;
    int *ns;
    cudaMalloc(&y0, N * sizeof(double));
    cudaMalloc(&y1, N * sizeof(double));
    cudaMalloc(&ns, N * sizeof(int));
    for (int i = 0; i < N; i++) h0[i] = 2.0;
    cudaMemcpy(y0, h0, N * sizeof(double), cudaMemcpyHostToDevice);
    cudaMemset(y1, 0, N * sizeof(double));

    integrate<<<N / 64, 64>>>(y0, y1, ns, 2.0, 1e-6);

    cudaMemcpy(h0, y0, N * sizeof(double), cudaMemcpyDeviceToHost);
    cudaMemcpy(hn, ns, N * sizeof(int), cudaMemcpyDeviceToHost);
    printf("first: y = %f in %d steps; last: y = %f in %d steps\n", h0[0], hn[0], h0[N - 1], hn[N - 1]);
    cudaFree(y0); cudaFree(y1); cudaFree(ns);
    free(h0); free(hn);
    return 0;
}
