#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

// Local stiffness matrices of linear triangles for -div(k grad u) on a structured triangulation.

const int M = 400;                         // squares per side, two triangles each

__global__ void localStiffness(double* K, const double* coords, const int* tri, const double* conductivity, int numTri)
{
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t >= numTri) return;

    int a = tri[t * 3];
    int b = tri[t * 3 + 1];
    int c = tri[t * 3 + 2];
    double x[3], y[3];
    x[0] = coords[2 * a]; y[0] = coords[2 * a + 1];
    x[1] = coords[2 * b]; y[1] = coords[2 * b + 1];
    x[2] = coords[2 * c]; y[2] = coords[2 * c + 1];

    double area2 = (x[1] - x[0]) * (y[2] - y[0]) - (x[2] - x[0]) * (y[1] - y[0]);
    double gx[3], gy[3];
    for (int i = 0; i < 3; i++) {
        int j = (i + 1) % 3, k = (i + 2) % 3;
        gx[i] = (y[j] - y[k]) / area2;
        gy[i] = (x[k] - x[j]) / area2;
    }
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            K[t * 9 + i * 3 + j] = conductivity[t] * 0.5 * area2 * (gx[i] * gx[j] + gy[i] * gy[j]);
}

int main()
{
    int nodes = (M + 1) * (M + 1);
    int numTri = 2 * M * M;
    double* coords = (double*)malloc(2 * nodes * sizeof(double));
    int* tri = (int*)malloc(3 * numTri * sizeof(int));
    double* cond = (double*)malloc(numTri * sizeof(double));

    for (int j = 0; j <= M; j++)
        for (int i = 0; i <= M; i++) {
            coords[2 * (j * (M + 1) + i)] = (double)i / M;
            coords[2 * (j * (M + 1) + i) + 1] = (double)j / M;
        }
    for (int j = 0; j < M; j++)
        for (int i = 0; i < M; i++) {
            int q = j * M + i;
            int n0 = j * (M + 1) + i;
            tri[6 * q] = n0;
            tri[6 * q + 1] = n0 + 1;
            tri[6 * q + 2] = n0 + M + 2;
            tri[6 * q + 3] = n0;
            tri[6 * q + 4] = n0 + M + 2;
            tri[6 * q + 5] = n0 + M + 1;
        }
    for (int t = 0; t < numTri; t++) cond[t] = 1.0 + 9.0 * (t % 5 == 0);

    double *dK, *dXY, *dC;
    int* dT;
    cudaMalloc(&dK, 9 * numTri * sizeof(double));
    cudaMalloc(&dXY, 2 * nodes * sizeof(double));
    cudaMalloc(&dT, 3 * numTri * sizeof(int));
    cudaMalloc(&dC, numTri * sizeof(double));
    cudaMemcpy(dXY, coords, 2 * nodes * sizeof(double), cudaMemcpyHostToDevice);
    cudaMemcpy(dT, tri, 3 * numTri * sizeof(int), cudaMemcpyHostToDevice);
    cudaMemcpy(dC, cond, numTri * sizeof(double), cudaMemcpyHostToDevice);

    int threads = 128;
    localStiffness<<<(numTri + threads - 1) / threads, threads>>>(dK, dXY, dT, dC, numTri);

    double k[9];
    cudaMemcpy(k, dK, sizeof(k), cudaMemcpyDeviceToHost);
    for (int i = 0; i < 3; i++)
        printf("%8.4f %8.4f %8.4f   row sum %g\n", k[3 * i], k[3 * i + 1], k[3 * i + 2], k[3 * i] + k[3 * i + 1] + k[3 * i + 2]);
    cudaFree(dK); cudaFree(dXY); cudaFree(dT); cudaFree(dC);
    free(coords); free(tri); free(cond);
    return 0;
}
