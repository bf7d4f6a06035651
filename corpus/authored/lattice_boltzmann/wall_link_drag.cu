#include <cuda_runtime.h>
#include <cstdio>
#include <vector>

// Drag and lift on an obstacle by momentum exchange. A link is a (fluid node, direction) pair that
// crosses the surface; both arrays are prepared by the host, the kernel sums 2 f_q e_q over links.

__constant__ float2 dirs[9];

__global__ void momentum_exchange(const int* node, const int* dir, int links, const float* f, int nodes, float* drag_lift)
{
    int l = blockIdx.x * blockDim.x + threadIdx.x;
    float fx = 0.f, fy = 0.f;
    if (l < links) {
        int q = dir[l];
        float pop = 2.f * f[q * nodes + node[l]];
        fx = pop * dirs[q].x;
        fy = pop * dirs[q].y;
    }
    __shared__ float bx, by;
    if (threadIdx.x == 0) { bx = 0.f; by = 0.f; }
    __syncthreads();
    atomicAdd(&bx, fx);
    atomicAdd(&by, fy);
    __syncthreads();
    if (threadIdx.x == 0) {
        atomicAdd(&drag_lift[0], bx);
        atomicAdd(&drag_lift[1], by);
    }
}

int main()
{
    const int W = 640, H = 320, nodes = W * H;
    const int links = 6000;
    // an artificial ring of links round the centre of the channel
    std::vector<int> node(links), dir(links);
    for (int i = 0; i < links; ++i) {
        int dx = (i * 13) % 121 - 60, dy = (i * 7) % 121 - 60;
        node[i] = (H / 2 + dy) * W + W / 3 + dx;
        dir[i] = 1 + i % 8;
    }
    std::vector<float> f(9 * nodes);
    for (int i = 0; i < 9 * nodes; ++i) f[i] = 0.1f + 0.0001f * (i % 113);
    const float2 e[9] = {{0, 0}, {1, 0}, {0, 1}, {-1, 0}, {0, -1}, {1, 1}, {-1, 1}, {-1, -1}, {1, -1}};
    cudaMemcpyToSymbol(dirs, e, sizeof(e));

    int *d_node, *d_dir;
    float *d_f, *d_out;
    cudaMalloc(&d_node, links * sizeof(int));
    cudaMalloc(&d_dir, links * sizeof(int));
    cudaMalloc(&d_f, f.size() * sizeof(float));
    cudaMalloc(&d_out, 2 * sizeof(float));
    cudaMemcpy(d_node, node.data(), links * sizeof(int), cudaMemcpyHostToDevice);
    cudaMemcpy(d_dir, dir.data(), links * sizeof(int), cudaMemcpyHostToDevice);
    cudaMemcpy(d_f, f.data(), f.size() * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemset(d_out, 0, 2 * sizeof(float));

    momentum_exchange<<<(links + 63) / 64, 64>>>(d_node, d_dir, links, d_f, nodes, d_out);

    float out[2];
    cudaMemcpy(out, d_out, sizeof(out), cudaMemcpyDeviceToHost);
    printf("drag %g lift %g\n", out[0], out[1]);
    cudaFree(d_node); cudaFree(d_dir); cudaFree(d_f); cudaFree(d_out);
    return 0;
}
