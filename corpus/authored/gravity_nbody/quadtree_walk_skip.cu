#include <cuda_runtime.h>
#include <cstdio>
#include <vector>
#include <cmath>

// Stackless Barnes-Hut in the plane. The tree is a complete quadtree of LEVELS levels stored in
// depth-first order; skip[k] is the node that follows the whole subtree of k (0 ends the walk).

constexpr int LEVELS = 7;                                   // leaves: 4^6 = 4096
constexpr int NODES = ((1 << (2 * LEVELS)) - 1) / 3;        // 5461

__global__ void walk(const float2* __restrict__ target, float2* __restrict__ acc, int n,
                     const float4* __restrict__ node,       // com x, com y, mass, size
                     const int* __restrict__ skip, float theta2, float eps2)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    const float2 p = target[i];
    float ax = 0.f, ay = 0.f;
    int k = 0;
    do {
        const float4 c = node[k];
        const float dx = c.x - p.x, dy = c.y - p.y;
        const float d2 = dx * dx + dy * dy + eps2;
        const bool leaf = skip[k] == k + 1 || k == NODES - 1;
        if (leaf || c.w * c.w < theta2 * d2) {
            const float g = c.z / d2;                       // 2D gravity falls off as 1/r
            ax += g * dx;
            ay += g * dy;
            k = skip[k];
        } else {
            ++k;
        }
    } while (k != 0 && k < NODES);
    acc[i] = make_float2(ax, ay);
}

static void build(std::vector<float4>& node, std::vector<int>& skip)
{
    // subtree sizes by depth, then a pre-order fill without recursion
    int size[LEVELS];
    for (int d = LEVELS - 1; d >= 0; --d) size[d] = d == LEVELS - 1 ? 1 : 1 + 4 * size[d + 1];
    for (int k = 0; k < NODES; ++k) {
        int rest = k, d = 0;
        float x = 0.f, y = 0.f, w = 1.f;
        while (rest > 0) {                                  // descend to node k
            rest -= 1;
            const int child = rest / size[d + 1];
            rest -= child * size[d + 1];
            w *= 0.5f;
            x += (child & 1) * w;
            y += (child >> 1) * w;
            ++d;
        }
        node[k] = make_float4(x + 0.5f * w, y + 0.5f * w, w * w, w);
        const int next = k + size[d];
        skip[k] = next < NODES ? next : 0;
    }
}

int main()
{
    const int n = 16384;
    std::vector<float4> node(NODES);
    std::vector<int> skip(NODES);
    build(node, skip);
    std::vector<float2> p(n);
    for (int i = 0; i < n; ++i)
        p[i] = make_float2((i % 128 + 0.5f) / 128.f, (i / 128 + 0.5f) / 128.f);

    float4* d_node; int* d_skip; float2 *d_p, *d_a;
    cudaMalloc(&d_node, NODES * sizeof(float4));
    cudaMalloc(&d_skip, NODES * sizeof(int));
    cudaMalloc(&d_p, n * sizeof(float2));
    cudaMalloc(&d_a, n * sizeof(float2));
    cudaMemcpy(d_node, node.data(), NODES * sizeof(float4), cudaMemcpyHostToDevice);
    cudaMemcpy(d_skip, skip.data(), NODES * sizeof(int), cudaMemcpyHostToDevice);
    cudaMemcpy(d_p, p.data(), n * sizeof(float2), cudaMemcpyHostToDevice);

    walk<<<(n + 127) / 128, 128>>>(d_p, d_a, n, d_node, d_skip, 0.25f, 1e-5f);

    cudaMemcpy(p.data(), d_a, n * sizeof(float2), cudaMemcpyDeviceToHost);
    std::printf("corner acceleration %f %f\n", p[0].x, p[0].y);
    cudaFree(d_node); cudaFree(d_skip); cudaFree(d_p); cudaFree(d_a);
}
