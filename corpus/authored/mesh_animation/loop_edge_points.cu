#include <cuda_runtime.h>
#include <stdio.h>
#include <stdlib.h>

/* Loop subdivision, odd vertices: the new point on an interior edge is
   3/8 (a + b) + 1/8 (c + d), on a border edge the midpoint. */

struct Edge { int a, b; int c, d; };      /* d < 0: border */

__global__ void edgePoints(const float *verts, const Edge *edges, int nEdges, float *out)
{
    int e = blockDim.x * blockIdx.x + threadIdx.x;
    if (e < nEdges) {
        Edge ed = edges[e];
        for (int k = 0; k < 3; k++) {
            float s = verts[3 * ed.a + k] + verts[3 * ed.b + k];
            if (ed.d < 0)
                out[3 * e + k] = 0.5f * s;
            else
                out[3 * e + k] = 0.375f * s + 0.125f * (verts[3 * ed.c + k] + verts[3 * ed.d + k]);
        }
    }
}

int main(int argc, char *argv[])
{
    const int n = argc > 1 ? atoi(argv[1]) : 361;     /* lattice of n x n vertices */
    const int nv = n * n;
    const int nEdges = 3 * (n - 1) * (n - 1);

    float *verts = (float *)malloc(3 * nv * sizeof(float));
    for (int i = 0; i < 3 * nv; i++)
        verts[i] = (float)((i * 13) % 97) * 0.01f;

    Edge *edges = (Edge *)malloc(nEdges * sizeof(Edge));
    for (int cell = 0; cell < (n - 1) * (n - 1); cell++) {
        int x = cell % (n - 1), y = cell / (n - 1);
        int v = y * n + x;
        edges[3 * cell].a = v;                        /* along x */
        edges[3 * cell].b = v + 1;
        edges[3 * cell].c = v + n;
        edges[3 * cell].d = y > 0 ? v + 1 - n : -1;
        edges[3 * cell + 1].a = v;                    /* along y */
        edges[3 * cell + 1].b = v + n;
        edges[3 * cell + 1].c = v + 1;
        edges[3 * cell + 1].d = x > 0 ? v + n - 1 : -1;
        edges[3 * cell + 2].a = v + 1;                /* the diagonal */
        edges[3 * cell + 2].b = v + n;
        edges[3 * cell + 2].c = v;
        edges[3 * cell + 2].d = v + n + 1;
    }

    float *dVerts, *dOut;
    Edge *dEdges;
    cudaMalloc((void **)&dVerts, 3 * nv * sizeof(float));
    cudaMalloc((void **)&dEdges, nEdges * sizeof(Edge));
    cudaMalloc((void **)&dOut, 3 * nEdges * sizeof(float));
    cudaMemcpy(dVerts, verts, 3 * nv * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemcpy(dEdges, edges, nEdges * sizeof(Edge), cudaMemcpyHostToDevice);

    edgePoints<<<(nEdges + 511) / 512, 512>>>(dVerts, dEdges, nEdges, dOut);

    float *out = (float *)malloc(3 * nEdges * sizeof(float));
    cudaMemcpy(out, dOut, 3 * nEdges * sizeof(float), cudaMemcpyDeviceToHost);
    double checksum = 0.0;
    for (int i = 0; i < 3 * nEdges; i++) checksum += out[i];
    printf("%d edge points, checksum %.4f\n", nEdges, checksum);
    cudaFree(dVerts);
    cudaFree(dEdges);
    cudaFree(dOut);
    free(verts);
    free(edges);
    free(out);
    return 0;
}
