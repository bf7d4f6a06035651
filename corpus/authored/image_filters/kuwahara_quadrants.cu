/*
 * Kuwahara filter ("painterly" smoothing).
 * The window around a pixel is cut into four overlapping quadrants; the pixel takes
 * the mean of the quadrant that varies least, so that edges stay where they are.
 */
#include <cstdio>
#include <cstdlib>
#include <cfloat>
#include <cuda_runtime.h>

const int COLS = 900;
const int ROWS = 600;
const int Q = 3;            /* quadrant reaches Q pixels from the centre */

__global__ void kuwahara(const float *src, float *dst, int cols, int rows)
{
        int cx = threadIdx.x + blockIdx.x * blockDim.x;
        int cy = threadIdx.y + blockIdx.y * blockDim.y;
        if (cx >= cols || cy >= rows)
                return;

        float best_var = FLT_MAX, best_mean = 0.0f;
        for (int quad = 0; quad < 4; quad++) {
                int sx = (quad & 1) ? 1 : -1;
                int sy = (quad & 2) ? 1 : -1;
                float m = 0.0f, m2 = 0.0f;
                for (int j = 0; j <= Q; j++) {
                        for (int i = 0; i <= Q; i++) {
                                int x = min(max(cx + sx * i, 0), cols - 1);
                                int y = min(max(cy + sy * j, 0), rows - 1);
                                float v = src[y * cols + x];
                                m += v;
                                m2 += v * v;
                        }
                }
                m /= (Q + 1) * (Q + 1);
                m2 /= (Q + 1) * (Q + 1);
                float var = m2 - m * m;
                if (var < best_var) {
                        best_var = var;
                        best_mean = m;
                }
        }
        dst[cy * cols + cx] = best_mean;
}

int main()
{
        size_t n = (size_t)COLS * ROWS;
        float *host = (float *)malloc(n * sizeof(float));
        srand(7);
        for (size_t i = 0; i < n; i++)
                host[i] = rand() / (float)RAND_MAX;

        float *src, *dst;
        if (cudaMalloc(&src, n * sizeof(float)) != cudaSuccess ||
            cudaMalloc(&dst, n * sizeof(float)) != cudaSuccess) {
                puts("no memory on the device");
                return 1;
        }
        cudaMemcpy(src, host, n * sizeof(float), cudaMemcpyHostToDevice);

        dim3 tpb(32, 4, 1);
        dim3 bpg((COLS + tpb.x - 1) / tpb.x, (ROWS + tpb.y - 1) / tpb.y, 1);
        for (int pass = 0; pass < 2; pass++) {
                kuwahara<<<bpg, tpb>>>(src, dst, COLS, ROWS);
                float *t = src;
                src = dst;
                dst = t;
        }
        cudaMemcpy(host, src, n * sizeof(float), cudaMemcpyDeviceToHost);
        printf("centre pixel %g\n", host[(ROWS / 2) * COLS + COLS / 2]);
        cudaFree(src);
        cudaFree(dst);
        free(host);
        return 0;
}
