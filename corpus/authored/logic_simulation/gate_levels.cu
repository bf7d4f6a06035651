#include <cuda_runtime.h>
#include <cstdio>
#include <cstdlib>

typedef unsigned long long u64;

enum { AND2, OR2, XOR2, NAND2, NOR2, INV };

/* One level of a levelised netlist. Gate g drives net (first + g) and reads nets of the level
   below, numbered from the start of that level. 64 test patterns per word, PATTERN_WORDS words
   side by side. */
#define PATTERN_WORDS 32

__global__ void simulateLevel(const unsigned char *type, const int *inA, const int *inB, u64 *net,
                              int below, int first, int gates)
{
    int g = blockIdx.x * blockDim.y + threadIdx.y;
    int w = threadIdx.x;
    if (g < gates) {
        u64 a = net[(size_t)(below + inA[first + g]) * PATTERN_WORDS + w];
        u64 b = net[(size_t)(below + inB[first + g]) * PATTERN_WORDS + w];
        u64 r;
        switch (type[first + g]) {
        case AND2:  r = a & b; break;
        case OR2:   r = a | b; break;
        case XOR2:  r = a ^ b; break;
        case NAND2: r = ~(a & b); break;
        case NOR2:  r = ~(a | b); break;
        default:    r = ~a; break;
        }
        net[(size_t)(first + g) * PATTERN_WORDS + w] = r;
    }
}

int main()
{
    const int perLevel = 20000, levels = 6;
    const int nets = perLevel * (levels + 1);          /* level 0: primary inputs */

    unsigned char *type = (unsigned char *)malloc(nets);
    int *inA = (int *)malloc(nets * sizeof(int));
    int *inB = (int *)malloc(nets * sizeof(int));
    u64 *net = (u64 *)malloc((size_t)perLevel * PATTERN_WORDS * sizeof(u64));
    for (int g = 0; g < nets; g++) {
        type[g] = g % 6;
        inA[g] = (g * 7) % perLevel;
        inB[g] = (g * 13 + 5) % perLevel;
    }
    for (int i = 0; i < perLevel * PATTERN_WORDS; i++)
        net[i] = 0x9E3779B97F4A7C15ULL * (u64)(i + 1);

    unsigned char *dType;
    int *dA, *dB;
    u64 *dNet;
    cudaMalloc(&dType, nets);
    cudaMalloc(&dA, nets * sizeof(int));
    cudaMalloc(&dB, nets * sizeof(int));
    cudaMalloc(&dNet, (size_t)nets * PATTERN_WORDS * sizeof(u64));
    cudaMemcpy(dType, type, nets, cudaMemcpyHostToDevice);
    cudaMemcpy(dA, inA, nets * sizeof(int), cudaMemcpyHostToDevice);
    cudaMemcpy(dB, inB, nets * sizeof(int), cudaMemcpyHostToDevice);
    cudaMemcpy(dNet, net, (size_t)perLevel * PATTERN_WORDS * sizeof(u64), cudaMemcpyHostToDevice);

    dim3 block(PATTERN_WORDS, 8);
    for (int l = 1; l <= levels; l++)
        simulateLevel<<<(perLevel + 7) / 8, block>>>(dType, dA, dB, dNet, (l - 1) * perLevel, l * perLevel, perLevel);

    u64 out[PATTERN_WORDS];
    cudaMemcpy(out, dNet + (size_t)(nets - 1) * PATTERN_WORDS, sizeof(out), cudaMemcpyDeviceToHost);
    printf("last net: %016llx %016llx\n", out[0], out[1]);
    return 0;
}
