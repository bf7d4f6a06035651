#include <cuda_runtime.h>
#include <stdio.h>
#include <stdlib.h>

/*
 * Direct gravity for medium N where one thread per body does not fill the machine:
 * targets are blocked by four in registers (blockIdx.x), the sources are cut into
 * slices (blockIdx.y), partial sums meet by atomicAdd.
 */

#define TARGETS 4
#define THREADS 128

__global__ void sliced_accel(const float *__restrict__ x, const float *__restrict__ y, const float *__restrict__ z,
                             const float *__restrict__ m, float *ax, float *ay, float *az,
                             int n, int slice, float soft2)
{
        int t0 = blockIdx.x * THREADS * TARGETS + threadIdx.x;
        int j0 = blockIdx.y * slice, j1 = min(j0 + slice, n);
        float X[TARGETS], Y[TARGETS], Z[TARGETS];
        float A[TARGETS] = {0}, B[TARGETS] = {0}, C[TARGETS] = {0};

        #pragma unroll
        for (int k = 0; k < TARGETS; k++) {
                X[k] = x[t0 + k * THREADS];
                Y[k] = y[t0 + k * THREADS];
                Z[k] = z[t0 + k * THREADS];
        }
        /* all lanes read the same source: broadcast through the read-only cache */
        #pragma unroll 4
        for (int j = j0; j < j1; j++) {
                float sx = __ldg(x + j), sy = __ldg(y + j), sz = __ldg(z + j), sm = __ldg(m + j);
                #pragma unroll
                for (int k = 0; k < TARGETS; k++) {
                        float dx = sx - X[k], dy = sy - Y[k], dz = sz - Z[k];
                        float r = rsqrtf(dx * dx + dy * dy + dz * dz + soft2);
                        float w = sm * r * r * r;
                        A[k] += w * dx;
                        B[k] += w * dy;
                        C[k] += w * dz;
                }
        }
        #pragma unroll
        for (int k = 0; k < TARGETS; k++) {
                atomicAdd(ax + t0 + k * THREADS, A[k]);
                atomicAdd(ay + t0 + k * THREADS, B[k]);
                atomicAdd(az + t0 + k * THREADS, C[k]);
        }
}

int main(int argc, char **argv)
{
        int n = 8192, slices = 16;
        float *h = (float *)malloc(n * sizeof(float));
        float *dev[7];
        for (int a = 0; a < 7; a++)
                cudaMalloc(&dev[a], n * sizeof(float));
        for (int a = 0; a < 4; a++) {
                for (int i = 0; i < n; i++)
                        h[i] = a == 3 ? 1.0f / n : (float)((i * (7919 + 2 * a)) % 10007) / 10007.0f;
                cudaMemcpy(dev[a], h, n * sizeof(float), cudaMemcpyHostToDevice);
        }
        for (int a = 4; a < 7; a++)
                cudaMemset(dev[a], 0, n * sizeof(float));

        dim3 grid(n / (THREADS * TARGETS), slices);
        sliced_accel<<<grid, THREADS>>>(dev[0], dev[1], dev[2], dev[3], dev[4], dev[5], dev[6], n, n / slices, 1e-5f);

        cudaMemcpy(h, dev[4], n * sizeof(float), cudaMemcpyDeviceToHost);
        double s = 0;
        for (int i = 0; i < n; i++) s += h[i];
        printf("sum ax %g\n", s);
        for (int a = 0; a < 7; a++) cudaFree(dev[a]);
        free(h);
        return 0;
}
