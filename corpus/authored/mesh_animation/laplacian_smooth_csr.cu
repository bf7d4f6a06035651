// Taubin smoothing: a shrinking umbrella step (lambda > 0) followed by an inflating one (mu < 0).
#include <cuda_runtime.h>
#include <cstdio>
#include <utility>
#include <vector>

struct Adjacency {
    std::vector<int> offset;
    std::vector<int> neighbour;
};

__global__ void umbrellaStep(const float* __restrict__ x, const float* __restrict__ y, const float* __restrict__ z,
                             float* __restrict__ xo, float* __restrict__ yo, float* __restrict__ zo,
                             const int* __restrict__ offset, const int* __restrict__ neighbour,
                             float lambda, int nv)
{
    const int v = blockIdx.x * blockDim.x + threadIdx.x;
    if (v >= nv) return;
    const int begin = offset[v], end = offset[v + 1];
    float sx = 0.f, sy = 0.f, sz = 0.f;
    for (int e = begin; e < end; ++e) {
        const int u = neighbour[e];
        sx += x[u];
        sy += y[u];
        sz += z[u];
    }
    const float inv = 1.f / (end - begin);
    xo[v] = x[v] + lambda * (sx * inv - x[v]);
    yo[v] = y[v] + lambda * (sy * inv - y[v]);
    zo[v] = z[v] + lambda * (sz * inv - z[v]);
}

int main()
{
    // torus of 500 x 500 vertices, each with six neighbours
    constexpr int U = 500, V = 500, NV = U * V;
    Adjacency adj;
    adj.offset.resize(NV + 1);
    adj.neighbour.resize(6 * NV);
    for (int v = 0; v <= NV; ++v) adj.offset[v] = 6 * v;
    for (int v = 0; v < NV; ++v) {
        const int i = v % U, j = v / U;
        const int r = (i + 1) % U, l = (i + U - 1) % U, d = (j + 1) % V, u = (j + V - 1) % V;
        adj.neighbour[6 * v] = j * U + r;
        adj.neighbour[6 * v + 1] = j * U + l;
        adj.neighbour[6 * v + 2] = d * U + i;
        adj.neighbour[6 * v + 3] = u * U + i;
        adj.neighbour[6 * v + 4] = d * U + r;
        adj.neighbour[6 * v + 5] = u * U + l;
    }
    std::vector<float> c(NV);
    float* buf[2][3];
    for (int axis = 0; axis < 3; ++axis) {
        for (int v = 0; v < NV; ++v) c[v] = axis + 0.01f * ((v * 17 + axis) % 31);
        cudaMalloc(&buf[0][axis], NV * sizeof(float));
        cudaMalloc(&buf[1][axis], NV * sizeof(float));
        cudaMemcpy(buf[0][axis], c.data(), NV * sizeof(float), cudaMemcpyHostToDevice);
    }
    int *dOff, *dNbr;
    cudaMalloc(&dOff, (NV + 1) * sizeof(int));
    cudaMalloc(&dNbr, 6 * NV * sizeof(int));
    cudaMemcpy(dOff, adj.offset.data(), (NV + 1) * sizeof(int), cudaMemcpyHostToDevice);
    cudaMemcpy(dNbr, adj.neighbour.data(), 6 * NV * sizeof(int), cudaMemcpyHostToDevice);

    const int block = 128, grid = (NV + block - 1) / block;
    for (int it = 0; it < 5; ++it) {
        umbrellaStep<<<grid, block>>>(buf[0][0], buf[0][1], buf[0][2], buf[1][0], buf[1][1], buf[1][2],
                                      dOff, dNbr, 0.5f, NV);
        umbrellaStep<<<grid, block>>>(buf[1][0], buf[1][1], buf[1][2], buf[0][0], buf[0][1], buf[0][2],
                                      dOff, dNbr, -0.53f, NV);
    }
    cudaMemcpy(c.data(), buf[0][0], NV * sizeof(float), cudaMemcpyDeviceToHost);
    std::printf("x[0] = %f after smoothing\n", c[0]);
    for (auto& set : buf)
        for (float* p : set) cudaFree(p);
    cudaFree(dOff);
    cudaFree(dNbr);
}
