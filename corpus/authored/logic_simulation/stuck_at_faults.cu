#include <cuda_runtime.h>
#include <cstdint>
#include <iostream>
#include <vector>

// Serial-fault, parallel-pattern simulation: a thread simulates the whole (small) circuit with one
// stuck-at fault for 32 patterns and compares the outputs with the fault-free ones.
constexpr int INPUTS = 16;
constexpr int GATES = 112;
constexpr int NETS = INPUTS + GATES;
constexpr int OUTPUTS = 8;                 // the last eight nets
constexpr int FAULTS = 2 * NETS;
constexpr int THREADS = 64;

struct Gate { uint8_t a, b, op; };

__device__ __forceinline__ uint32_t evaluate(int op, uint32_t a, uint32_t b)
{
    uint32_t r = (op & 1) ? (a | b) : (a & b);
    if (op & 2) r = a ^ b;
    return (op & 4) ? ~r : r;
}

__global__ void faultSim(const Gate* __restrict__ gates, const uint32_t* __restrict__ patterns,
                         int* __restrict__ detections)
{
    __shared__ uint32_t value[NETS][THREADS];
    __shared__ uint32_t good[NETS];
    __shared__ Gate circuit[GATES];

    for (int g = threadIdx.x; g < GATES; g += THREADS) circuit[g] = gates[g];
    if (threadIdx.x < INPUTS) good[threadIdx.x] = patterns[blockIdx.y * INPUTS + threadIdx.x];
    __syncthreads();
    if (threadIdx.x == 0)
        for (int g = 0; g < GATES; ++g)
            good[INPUTS + g] = evaluate(circuit[g].op, good[circuit[g].a], good[circuit[g].b]);
    __syncthreads();

    const int fault = blockIdx.x * THREADS + threadIdx.x;
    const int site = fault >> 1;
    const uint32_t stuck = (fault & 1) ? ~0u : 0u;
    for (int i = 0; i < INPUTS; ++i) value[i][threadIdx.x] = i == site ? stuck : good[i];
    for (int g = 0; g < GATES; ++g) {
        const Gate c = circuit[g];
        const uint32_t v = evaluate(c.op, value[c.a][threadIdx.x], value[c.b][threadIdx.x]);
        value[INPUTS + g][threadIdx.x] = INPUTS + g == site ? stuck : v;
    }
    uint32_t differs = 0;
    for (int o = NETS - OUTPUTS; o < NETS; ++o) differs |= value[o][threadIdx.x] ^ good[o];
    if (differs) atomicAdd(&detections[fault], __popc(differs));
}

int main()
{
    std::vector<Gate> gates(GATES);
    for (int g = 0; g < GATES; ++g) {
        gates[g].a = (g * 5) % (INPUTS + g);
        gates[g].b = INPUTS + g - 1 - (g % 7);
        gates[g].op = g % 8;
    }
    const int batches = 512;
    std::vector<uint32_t> patterns(batches * INPUTS);
    uint32_t lfsr = 0xACE1u;
    for (auto& p : patterns) {
        lfsr = lfsr * 1664525u + 1013904223u;
        p = lfsr;
    }
    Gate* dGates;
    uint32_t* dPatterns;
    int* dDet;
    cudaMalloc(&dGates, GATES * sizeof(Gate));
    cudaMalloc(&dPatterns, patterns.size() * 4);
    cudaMalloc(&dDet, FAULTS * sizeof(int));
    cudaMemcpy(dGates, gates.data(), GATES * sizeof(Gate), cudaMemcpyHostToDevice);
    cudaMemcpy(dPatterns, patterns.data(), patterns.size() * 4, cudaMemcpyHostToDevice);
    cudaMemset(dDet, 0, FAULTS * sizeof(int));
    faultSim<<<dim3(FAULTS / THREADS, batches), THREADS>>>(dGates, dPatterns, dDet);
    std::vector<int> det(FAULTS);
    cudaMemcpy(det.data(), dDet, FAULTS * sizeof(int), cudaMemcpyDeviceToHost);
    int covered = 0;
    for (int d : det) covered += d > 0;
    std::cout << "fault coverage " << 100.0 * covered / FAULTS << " %\n";
    return 0;
}
