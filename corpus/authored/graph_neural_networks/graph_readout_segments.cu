#include <cuda_runtime.h>
#include <cstdio>
#include <vector>

// Graph-level readout of batched molecules: [mean | max] of the node features of a
// graph. Node rows of a graph are consecutive, segment[g] is its first row.
constexpr int DIM = 64;
constexpr int LANES = 4;       // nodes that are read side by side

__global__ void readout(const float* __restrict__ nodes, const int* __restrict__ segment, float* __restrict__ out)
{
        __shared__ float sSum[LANES][DIM], sMax[LANES][DIM];

        const int f = threadIdx.x, lane = threadIdx.y, g = blockIdx.x;
        const int begin = segment[g], end = segment[g + 1];

        float sum = 0.f, mx = -3.0e38f;
        for (int r = begin + lane; r < end; r += LANES) {
                const float v = nodes[r * DIM + f];
                sum += v;
                mx = fmaxf(mx, v);
        }
        sSum[lane][f] = sum;
        sMax[lane][f] = mx;
        __syncthreads();

        if (lane == 0) {
                for (int l = 1; l < LANES; l++) {
                        sum += sSum[l][f];
                        mx = fmaxf(mx, sMax[l][f]);
                }
                out[g * 2 * DIM + f] = sum / (end - begin);
                out[g * 2 * DIM + DIM + f] = mx;
        }
}

int main()
{
        const int graphs = 1024;
        const int capacity = graphs * 45;
        std::vector<int> segment(graphs + 1);
        int row = 0;
        for (int g = 0; g < graphs; g++) {
                segment[g] = row;
                row += 9 + (g * 7) % 36;           // 9 to 44 atoms
        }
        segment[graphs] = row;

        std::vector<float> nodes(capacity * DIM);
        for (int i = 0; i < capacity * DIM; i++)
                nodes[i] = (float)(i % 777) / 777.0f;

        float *dNodes, *dOut;
        int *dSeg;
        cudaMalloc(&dNodes, nodes.size() * sizeof(float));
        cudaMalloc(&dOut, graphs * 2 * DIM * sizeof(float));
        cudaMalloc(&dSeg, segment.size() * sizeof(int));
        cudaMemcpy(dNodes, nodes.data(), nodes.size() * sizeof(float), cudaMemcpyHostToDevice);
        cudaMemcpy(dSeg, segment.data(), segment.size() * sizeof(int), cudaMemcpyHostToDevice);

        readout<<<graphs, dim3(DIM, LANES)>>>(dNodes, dSeg, dOut);

        std::vector<float> out(graphs * 2 * DIM);
        cudaMemcpy(out.data(), dOut, out.size() * sizeof(float), cudaMemcpyDeviceToHost);
        printf("%d atoms; graph 0: mean %f max %f\n", row, out[0], out[DIM]);
        cudaFree(dNodes);
        cudaFree(dOut);
        cudaFree(dSeg);
        return 0;
}
