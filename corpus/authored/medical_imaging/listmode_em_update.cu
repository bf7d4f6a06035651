#include <stdio.h>
#include <stdlib.h>
#include <cuda_runtime.h>

// One list-mode EM sub-iteration for a PET scanner with two flat panels. For every recorded
// coincidence the line is walked twice through the image: first to get the expected count,
// then to scatter the ratio back.

#define DIM 96
#define STEPS 128

__device__ int voxelAt(float4 a, float4 b, float t)
{
    int x = (int)(a.x + t * (b.x - a.x));
    int y = (int)(a.y + t * (b.y - a.y));
    int z = (int)(a.z + t * (b.z - a.z));
    if (x < 0 || y < 0 || z < 0 || x >= DIM || y >= DIM || z >= DIM) return -1;
    return (z * DIM + y) * DIM + x;
}

// lorA, lorB: detector end points of the events in voxel units
__global__ void emEvents(const float4 *lorA, const float4 *lorB, int numEvents, const float *activity, float *update)
{
    int e = blockIdx.x * blockDim.x + threadIdx.x;
    if (e >= numEvents) return;
    float4 a = lorA[e], b = lorB[e];

    float expected = 1e-6f;
    for (int s = 0; s < STEPS; s++) {
        int v = voxelAt(a, b, (s + 0.5f) / STEPS);
        if (v >= 0) expected += activity[v];
    }
    float ratio = 1.0f / expected;
    for (int s = 0; s < STEPS; s++) {
        int v = voxelAt(a, b, (s + 0.5f) / STEPS);
        if (v >= 0) atomicAdd(&update[v], ratio);
    }
}

int main()
{
    const int numEvents = 60000;
    const int vox = DIM * DIM * DIM;
    float4 *endA = (float4 *)malloc(numEvents * sizeof(float4));
    float4 *endB = (float4 *)malloc(numEvents * sizeof(float4));
    for (int i = 0; i < numEvents; i++) {
        endA[i].x = 0.5f;                         // left panel
        endA[i].y = (i * 7) % DIM + 0.5f;
        endA[i].z = (i / 5) % DIM + 0.5f;
        endB[i].x = DIM - 0.5f;                   // right panel
        endB[i].y = (i * 29) % DIM + 0.5f;
        endB[i].z = (i / 11) % DIM + 0.5f;
    }
    float *ones = (float *)malloc(vox * sizeof(float));
    for (int i = 0; i < vox; i++) ones[i] = 1.0f;

    float4 *dA, *dB;
    float *dAct, *dUpd;
    cudaMalloc((void **)&dA, numEvents * sizeof(float4));
    cudaMalloc((void **)&dB, numEvents * sizeof(float4));
    cudaMalloc((void **)&dAct, vox * sizeof(float));
    cudaMalloc((void **)&dUpd, vox * sizeof(float));
    cudaMemcpy(dA, endA, numEvents * sizeof(float4), cudaMemcpyHostToDevice);
    cudaMemcpy(dB, endB, numEvents * sizeof(float4), cudaMemcpyHostToDevice);
    cudaMemcpy(dAct, ones, vox * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemset(dUpd, 0, vox * sizeof(float));

    emEvents<<<(numEvents + 127) / 128, 128>>>(dA, dB, numEvents, dAct, dUpd);

    cudaMemcpy(ones, dUpd, vox * sizeof(float), cudaMemcpyDeviceToHost);
    double total = 0;
    for (int i = 0; i < vox; i++) total += ones[i];
    printf("back-projected weight %.1f for %d events\n", total, numEvents);
    cudaFree(dA); cudaFree(dB); cudaFree(dAct); cudaFree(dUpd);
    free(endA); free(endB); free(ones);
    return 0;
}
