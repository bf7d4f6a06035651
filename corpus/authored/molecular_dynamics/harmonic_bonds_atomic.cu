#include <cstdio>
#include <cstdlib>
#include <cmath>
#include <cuda_runtime.h>

// Bead-spring polymers: one thread per bond, forces of both ends by atomicAdd.

__global__ void bondForces(const float* pos, float* force, const int* bondI, const int* bondJ, int nBonds, float k, float r0, float* energy)
{
    int b = blockIdx.x * blockDim.x + threadIdx.x;
    float e = 0.0f;
    if (b < nBonds)
    {
        int i = bondI[b];
        int j = bondJ[b];
        float dx = pos[3 * j + 0] - pos[3 * i + 0];
        float dy = pos[3 * j + 1] - pos[3 * i + 1];
        float dz = pos[3 * j + 2] - pos[3 * i + 2];
        float r = sqrtf(dx * dx + dy * dy + dz * dz);
        float s = k * (r - r0) / r;
        atomicAdd(&force[3 * i + 0], s * dx);
        atomicAdd(&force[3 * i + 1], s * dy);
        atomicAdd(&force[3 * i + 2], s * dz);
        atomicAdd(&force[3 * j + 0], -s * dx);
        atomicAdd(&force[3 * j + 1], -s * dy);
        atomicAdd(&force[3 * j + 2], -s * dz);
        e = 0.5f * k * (r - r0) * (r - r0);
    }
    // energy: warp first
    for (int o = 16; o > 0; o /= 2)
        e += __shfl_down_sync(0xffffffff, e, o);
    if ((threadIdx.x % 32) == 0)
        atomicAdd(energy, e);
}

int main()
{
    const int chains = 2500, beads = 40;
    const int nAtoms = chains * beads, nBonds = chains * (beads - 1);

    float* pos = (float*)malloc(3 * nAtoms * sizeof(float));
    int* bi = (int*)malloc(nBonds * sizeof(int));
    int* bj = (int*)malloc(nBonds * sizeof(int));
    for (int a = 0; a < nAtoms; a++)
    {
        int c = a / beads, m = a % beads;
        pos[3 * a + 0] = 1.05f * m;
        pos[3 * a + 1] = 2.0f * (c % 50) + 0.1f * sinf((float)m);
        pos[3 * a + 2] = 2.0f * (c / 50);
    }
    for (int c = 0; c < chains; c++)
        for (int m = 0; m < beads - 1; m++)
        {
            bi[c * (beads - 1) + m] = c * beads + m;
            bj[c * (beads - 1) + m] = c * beads + m + 1;
        }

    float *dPos, *dForce, *dEnergy;
    int *dBi, *dBj;
    cudaMalloc(&dPos, 3 * nAtoms * sizeof(float));
    cudaMalloc(&dForce, 3 * nAtoms * sizeof(float));
    cudaMalloc(&dEnergy, sizeof(float));
    cudaMalloc(&dBi, nBonds * sizeof(int));
    cudaMalloc(&dBj, nBonds * sizeof(int));
    cudaMemcpy(dPos, pos, 3 * nAtoms * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemcpy(dBi, bi, nBonds * sizeof(int), cudaMemcpyHostToDevice);
    cudaMemcpy(dBj, bj, nBonds * sizeof(int), cudaMemcpyHostToDevice);
    cudaMemset(dForce, 0, 3 * nAtoms * sizeof(float));
    cudaMemset(dEnergy, 0, sizeof(float));

    bondForces<<<(nBonds + 255) / 256, 256>>>(dPos, dForce, dBi, dBj, nBonds, 30.0f, 1.0f, dEnergy);

    float e;
    cudaMemcpy(&e, dEnergy, sizeof(float), cudaMemcpyDeviceToHost);
    printf("bond energy %f\n", e);
    cudaFree(dPos);
    cudaFree(dForce);
    cudaFree(dEnergy);
    cudaFree(dBi);
    cudaFree(dBj);
    free(pos);
    free(bi);
    free(bj);
    return 0;
}
