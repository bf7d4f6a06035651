#include <cuda_runtime.h>
#include <stdio.h>
#include <stdlib.h>

/* 1x1 convolution = GEMM  out[oc][p] = sum_ic w[oc][ic] * in[ic][p]  per image.
   Tile of 64 output channels x 64 pixels, 4x4 results in each thread. */

#define IC 64
#define OC 128
#define PIX 784            /* 28*28, not a multiple of 64 */
#define BATCH 16
#define KSTEP 16

__global__ void __launch_bounds__(256) conv1x1(const float *__restrict__ in,
                                               const float *__restrict__ w,
                                               float *__restrict__ out)
{
    __shared__ float Ws[KSTEP][64 + 4];
    __shared__ float Is[KSTEP][64];

    const int tx = threadIdx.x & 15, ty = threadIdx.x >> 4;
    const int p0 = blockIdx.x * 64, oc0 = blockIdx.y * 64;
    const float *img = in + (size_t)blockIdx.z * IC * PIX;
    float acc[4][4];

#pragma unroll
    for (int i = 0; i < 4; ++i)
#pragma unroll
        for (int j = 0; j < 4; ++j)
            acc[i][j] = 0.f;

    for (int k0 = 0; k0 < IC; k0 += KSTEP) {
#pragma unroll
        for (int l = 0; l < 4; ++l) {
            int e = threadIdx.x + l * 256;
            int k = e & 15, o = e >> 4;          /* weights are row-major in ic */
            Ws[k][o] = w[(oc0 + o) * IC + k0 + k];
            int kk = e >> 6, p = e & 63;
            Is[kk][p] = (p0 + p < PIX) ? img[(k0 + kk) * PIX + p0 + p] : 0.f;
        }
        __syncthreads();
#pragma unroll
        for (int k = 0; k < KSTEP; ++k) {
            float a[4], b[4];
#pragma unroll
            for (int i = 0; i < 4; ++i) a[i] = Ws[k][ty * 4 + i];
#pragma unroll
            for (int j = 0; j < 4; ++j) b[j] = Is[k][tx + 16 * j];
#pragma unroll
            for (int i = 0; i < 4; ++i)
#pragma unroll
                for (int j = 0; j < 4; ++j)
                    acc[i][j] = fmaf(a[i], b[j], acc[i][j]);
        }
        __syncthreads();
    }

    float *o = out + ((size_t)blockIdx.z * OC + oc0 + ty * 4) * PIX + p0;
#pragma unroll
    for (int i = 0; i < 4; ++i)
#pragma unroll
        for (int j = 0; j < 4; ++j)
            if (p0 + tx + 16 * j < PIX)
                o[i * PIX + tx + 16 * j] = acc[i][j];
}

int main(void)
{
    size_t ni = (size_t)BATCH * IC * PIX, no = (size_t)BATCH * OC * PIX, nw = OC * IC;
    float *hi = (float *)calloc(ni, 4), *hw = (float *)calloc(nw, 4);
    size_t i;
    for (i = 0; i < ni; ++i) hi[i] = (i % 11) - 5.0f;
    for (i = 0; i < nw; ++i) hw[i] = 0.01f * (i % 17);

    float *di, *dw, *dout;
    cudaMalloc((void **)&di, ni * 4);
    cudaMalloc((void **)&dw, nw * 4);
    cudaMalloc((void **)&dout, no * 4);
    cudaMemcpy(di, hi, ni * 4, cudaMemcpyHostToDevice);
    cudaMemcpy(dw, hw, nw * 4, cudaMemcpyHostToDevice);

    dim3 g((PIX + 63) / 64, OC / 64, BATCH);
    conv1x1<<<g, 256>>>(di, dw, dout);

    float got;
    cudaMemcpy(&got, dout + 5 * PIX + 783, 4, cudaMemcpyDeviceToHost);
    float want = 0;
    for (int k = 0; k < IC; ++k) want += hw[5 * IC + k] * hi[k * PIX + 783];
    printf("out[0][5][783] = %f, reference %f\n", got, want);

    cudaFree(di); cudaFree(dw); cudaFree(dout);
    free(hi); free(hw);
    return 0;
}
