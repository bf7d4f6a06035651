#include <cuda_runtime.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

// 16-bit interleaved stereo -> two float channels in [-1, 1).
// One int4 carries four L/R pairs; a thread takes two of them.

__device__ __forceinline__ void unpack(int word, float& left, float& right)
{
    left  = (float)(int16_t)(word & 0xffff) * (1.0f / 32768.0f);
    right = (float)(int16_t)(word >> 16) * (1.0f / 32768.0f);
}

__global__ void deinterleave(const int4* __restrict__ pcm, float4* __restrict__ L,
                             float4* __restrict__ R, int quads)
{
    int q = (blockIdx.x * blockDim.x + threadIdx.x) * 2;
    #pragma unroll
    for (int u = 0; u < 2; ++u, ++q) {
        if (q >= quads) break;
        int4 w = pcm[q];
        float4 l, r;
        unpack(w.x, l.x, r.x);
        unpack(w.y, l.y, r.y);
        unpack(w.z, l.z, r.z);
        unpack(w.w, l.w, r.w);
        L[q] = l;
        R[q] = r;
    }
}

int main(int argc, char** argv)
{
    int seconds = argc > 1 ? atoi(argv[1]) : 180;
    int frames = seconds * 48000;
    int quads = frames / 4;

    int16_t* pcm = (int16_t*)malloc(frames * 2 * sizeof(int16_t));
    for (int i = 0; i < frames; ++i) {
        pcm[2 * i] = (int16_t)(i % 2000 - 1000);
        pcm[2 * i + 1] = (int16_t)(500 - i % 1000);
    }

    int16_t* dPcm;
    float *dL, *dR;
    cudaMalloc((void**)&dPcm, frames * 2 * sizeof(int16_t));
    cudaMalloc((void**)&dL, frames * sizeof(float));
    cudaMalloc((void**)&dR, frames * sizeof(float));
    cudaMemcpy(dPcm, pcm, frames * 2 * sizeof(int16_t), cudaMemcpyHostToDevice);

    int threads = 256;
    int blocks = ((quads + 1) / 2 + threads - 1) / threads;
    deinterleave<<<blocks, threads>>>((int4*)dPcm, (float4*)dL, (float4*)dR, quads);

    float probe[2];
    cudaMemcpy(&probe[0], dL + 100, sizeof(float), cudaMemcpyDeviceToHost);
    cudaMemcpy(&probe[1], dR + 100, sizeof(float), cudaMemcpyDeviceToHost);
    printf("frame 100: %f %f\n", probe[0], probe[1]);

    cudaFree(dPcm); cudaFree(dL); cudaFree(dR);
    free(pcm);
    return 0;
}
