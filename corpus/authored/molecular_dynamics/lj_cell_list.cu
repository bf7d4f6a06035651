#include <cuda_runtime.h>
#include <stdio.h>
#include <stdlib.h>

/* Lennard-Jones fluid, linked cells. Atoms are stored cell by cell (sorted), cell c holds
   atoms cellStart[c] .. cellStart[c+1]-1. Cell edge = cutoff. */

#define NC 24                      /* cells per side */
#define NCELLS (NC * NC * NC)

__global__ void ljForces(const float4 *pos, float4 *force, const int *cellStart, const int *cellOfAtom,
                         int nAtoms, float box, float rc2)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= nAtoms) return;

    float4 pi = pos[i];
    int c = cellOfAtom[i];
    int cx = c % NC, cy = (c / NC) % NC, cz = c / (NC * NC);
    float fx = 0, fy = 0, fz = 0, e = 0;

    for (int oz = -1; oz <= 1; oz++)
        for (int oy = -1; oy <= 1; oy++)
            for (int ox = -1; ox <= 1; ox++) {
                int nb = (((cz + oz + NC) % NC) * NC + (cy + oy + NC) % NC) * NC + (cx + ox + NC) % NC;
                for (int j = cellStart[nb]; j < cellStart[nb + 1]; j++) {
                    if (j == i) continue;
                    float4 pj = pos[j];
                    float dx = pi.x - pj.x, dy = pi.y - pj.y, dz = pi.z - pj.z;
                    dx -= box * rintf(dx / box);
                    dy -= box * rintf(dy / box);
                    dz -= box * rintf(dz / box);
                    float r2 = dx * dx + dy * dy + dz * dz;
                    if (r2 < rc2) {
                        float s2 = 1.0f / r2, s6 = s2 * s2 * s2;
                        float f = 24.0f * s2 * s6 * (2.0f * s6 - 1.0f);
                        fx += f * dx; fy += f * dy; fz += f * dz;
                        e += 2.0f * s6 * (s6 - 1.0f);
                    }
                }
            }
    force[i] = make_float4(fx, fy, fz, e);
}

int main()
{
    const int perCell = 8, nAtoms = NCELLS * perCell;
    const float cell = 2.5f, box = NC * cell;
    float4 *pos = (float4 *)malloc(nAtoms * sizeof(float4));
    int *start = (int *)malloc((NCELLS + 1) * sizeof(int));
    int *cof = (int *)malloc(nAtoms * sizeof(int));

    for (int c = 0; c <= NCELLS; c++) start[c] = c * perCell;
    for (int i = 0; i < nAtoms; i++) {
        int c = i / perCell, k = i % perCell;       /* 2x2x2 sites inside the cell */
        cof[i] = c;
        pos[i].x = (c % NC) * cell + 0.6f + 1.25f * (k & 1);
        pos[i].y = (c / NC % NC) * cell + 0.6f + 1.25f * (k >> 1 & 1);
        pos[i].z = (c / (NC * NC)) * cell + 0.6f + 1.25f * (k >> 2);
        pos[i].w = 0;
    }
    float4 *dPos, *dF;
    int *dStart, *dCof;
    cudaMalloc(&dPos, nAtoms * sizeof(float4));
    cudaMalloc(&dF, nAtoms * sizeof(float4));
    cudaMalloc(&dStart, (NCELLS + 1) * sizeof(int));
    cudaMalloc(&dCof, nAtoms * sizeof(int));
    cudaMemcpy(dPos, pos, nAtoms * sizeof(float4), cudaMemcpyHostToDevice);
    cudaMemcpy(dStart, start, (NCELLS + 1) * sizeof(int), cudaMemcpyHostToDevice);
    cudaMemcpy(dCof, cof, nAtoms * sizeof(int), cudaMemcpyHostToDevice);

    ljForces<<<(nAtoms + 127) / 128, 128>>>(dPos, dF, dStart, dCof, nAtoms, box, cell * cell);

    cudaMemcpy(pos, dF, nAtoms * sizeof(float4), cudaMemcpyDeviceToHost);
    double e = 0;
    for (int i = 0; i < nAtoms; i++) e += pos[i].w;
    printf("energy per atom %f\n", e / nAtoms);
    cudaFree(dPos); cudaFree(dF); cudaFree(dStart); cudaFree(dCof);
    free(pos); free(start); free(cof);
    return 0;
}
