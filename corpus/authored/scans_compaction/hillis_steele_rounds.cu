/* Inclusive scan in log2(n) rounds; a[i] gets a[i] + a[i - stride].
   Two buffers take turns, otherwise a thread could read a sum of this round. */
#include <stdio.h>
#include <cuda_runtime.h>

#define LEN 262144

__global__ void scan_round(const float *src, float *dst, int stride)
{
        int i = blockIdx.x * blockDim.x + threadIdx.x;
        if (i >= LEN)
                return;
        if (i >= stride)
                dst[i] = src[i] + src[i - stride];
        else
                dst[i] = src[i];
}

static float h[LEN];

int main(void)
{
        float *buf[2];
        int cur = 0;

        for (int i = 0; i < LEN; i++)
                h[i] = 1.0f / 16.0f;

        cudaMalloc((void **)&buf[0], sizeof(h));
        cudaMalloc((void **)&buf[1], sizeof(h));
        cudaMemcpy(buf[0], h, sizeof(h), cudaMemcpyHostToDevice);

        for (int stride = 1; stride < LEN; stride *= 2) {
                scan_round<<<LEN / 256, 256>>>(buf[cur], buf[1 - cur], stride);
                cur = 1 - cur;
        }

        cudaMemcpy(h, buf[cur], sizeof(h), cudaMemcpyDeviceToHost);
        printf("last = %f, should be %f\n", h[LEN - 1], LEN / 16.0f);
        cudaFree(buf[0]);
        cudaFree(buf[1]);
        return 0;
}
