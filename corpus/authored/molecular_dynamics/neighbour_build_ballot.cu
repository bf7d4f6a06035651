#include <cuda_runtime.h>
#include <cstdio>
#include <vector>

// Builds a Verlet list from cells that hold up to 32 atoms: a warp is responsible for one atom and looks
// at a neighbouring cell at a time, lane l tests atom l of that cell. Accepted atoms are written
// contiguously, the place comes from the ballot mask.

constexpr int CELLS = 16;             // per side
constexpr int SLOTS = 32;
constexpr int MAX_NEIGHBOURS = 128;

__global__ void buildList(const float4* __restrict__ pos, const int* __restrict__ occupancy,
                          int* __restrict__ list, int* __restrict__ number, float box, float r2max)
{
    const int lane = threadIdx.x & 31;
    const int slot = (blockIdx.x * blockDim.x + threadIdx.x) >> 5;      // atom = cell * SLOTS + place
    const int cell = slot / SLOTS, place = slot % SLOTS;
    if (place >= occupancy[cell]) return;

    const float4 me = pos[slot];
    const int cx = cell % CELLS, cy = cell / CELLS % CELLS, cz = cell / (CELLS * CELLS);
    int found = 0;
    for (int n = 0; n < 27; ++n) {
        const int x = (cx + n % 3 + CELLS - 1) % CELLS;
        const int y = (cy + n / 3 % 3 + CELLS - 1) % CELLS;
        const int z = (cz + n / 9 + CELLS - 1) % CELLS;
        const int other = (z * CELLS + y) * CELLS + x;
        const int j = other * SLOTS + lane;

        bool close = false;
        if (lane < occupancy[other] && j != slot) {
            const float4 p = pos[j];
            float dx = me.x - p.x, dy = me.y - p.y, dz = me.z - p.z;
            dx -= box * rintf(dx / box);
            dy -= box * rintf(dy / box);
            dz -= box * rintf(dz / box);
            close = dx * dx + dy * dy + dz * dz < r2max;
        }
        const unsigned mask = __ballot_sync(0xffffffffu, close);
        const int at = found + __popc(mask & ((1u << lane) - 1u));
        if (close && at < MAX_NEIGHBOURS) list[slot * MAX_NEIGHBOURS + at] = j;
        found += __popc(mask);
    }
    if (lane == 0) number[slot] = min(found, MAX_NEIGHBOURS);
}

int main()
{
    const int cells = CELLS * CELLS * CELLS, slots = cells * SLOTS, filled = 12;
    std::vector<float4> pos(slots);
    std::vector<int> occ(cells);
    for (int c = 0; c < cells; ++c) {
        occ[c] = filled;
        for (int s = 0; s < SLOTS; ++s)          // 2 x 2 x 3 places in a cell of edge 2.8
            pos[c * SLOTS + s] = make_float4(2.8f * (c % CELLS) + 0.4f + 1.4f * (s % 2),
                                             2.8f * (c / CELLS % CELLS) + 0.4f + 1.4f * (s / 2 % 2),
                                             2.8f * (c / (CELLS * CELLS)) + 0.4f + 0.93f * (s / 4), 0.f);
    }
    float4* dPos;
    int *dOcc, *dList, *dNum;
    cudaMalloc(&dPos, slots * sizeof(float4));
    cudaMalloc(&dOcc, cells * sizeof(int));
    cudaMalloc(&dList, (size_t)slots * MAX_NEIGHBOURS * sizeof(int));
    cudaMalloc(&dNum, slots * sizeof(int));
    cudaMemcpy(dPos, pos.data(), slots * sizeof(float4), cudaMemcpyHostToDevice);
    cudaMemcpy(dOcc, occ.data(), cells * sizeof(int), cudaMemcpyHostToDevice);
    cudaMemset(dNum, 0, slots * sizeof(int));

    buildList<<<slots / 8, 256>>>(dPos, dOcc, dList, dNum, 2.8f * CELLS, 2.8f * 2.8f);

    std::vector<int> num(slots);
    cudaMemcpy(num.data(), dNum, slots * sizeof(int), cudaMemcpyDeviceToHost);
    long total = 0;
    for (int v : num) total += v;
    std::printf("%.2f neighbours per atom\n", (double)total / (cells * filled));
    cudaFree(dPos); cudaFree(dOcc); cudaFree(dList); cudaFree(dNum);
}
