#include <cuda_runtime.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* One long transform, textbook style: bit reversal, then log2(N) launches of
   a butterfly kernel on global memory. Twiddles are computed on the fly. */

#define LOGN 18
#define NPTS (1 << LOGN)

__global__ void bit_reverse(const float2 *in, float2 *out)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned r = __brev(i) >> (32 - LOGN);
    out[r] = in[i];
}

__global__ void butterfly_stage(float2 *x, int half)
{
    int t = blockIdx.x * blockDim.x + threadIdx.x;        /* N/2 butterflies */
    int k = t % half;
    int top = (t / half) * 2 * half + k;
    int bot = top + half;

    float s, c;
    sincospif(-(float)k / half, &s, &c);
    float2 a = x[top], b = x[bot];
    float2 wb = make_float2(c * b.x - s * b.y, c * b.y + s * b.x);
    x[top] = make_float2(a.x + wb.x, a.y + wb.y);
    x[bot] = make_float2(a.x - wb.x, a.y - wb.y);
}

int main(void)
{
    float2 *sig = (float2 *)malloc(NPTS * sizeof(float2));
    float2 *d_in, *d_x;
    for (int i = 0; i < NPTS; i++) {
        sig[i].x = cosf(6.2831853f * 1000.0f * i / NPTS);
        sig[i].y = 0.0f;
    }
    cudaMalloc((void **)&d_in, NPTS * sizeof(float2));
    cudaMalloc((void **)&d_x, NPTS * sizeof(float2));
    cudaMemcpy(d_in, sig, NPTS * sizeof(float2), cudaMemcpyHostToDevice);

    bit_reverse<<<NPTS / 256, 256>>>(d_in, d_x);
    for (int half = 1; half < NPTS; half *= 2)
        butterfly_stage<<<NPTS / 2 / 256, 256>>>(d_x, half);

    cudaMemcpy(sig, d_x, NPTS * sizeof(float2), cudaMemcpyDeviceToHost);
    int peak = 0;
    for (int i = 1; i < NPTS / 2; i++)
        if (hypotf(sig[i].x, sig[i].y) > hypotf(sig[peak].x, sig[peak].y)) peak = i;
    printf("peak in bin %d\n", peak);
    cudaFree(d_in);
    cudaFree(d_x);
    free(sig);
    return 0;
}
