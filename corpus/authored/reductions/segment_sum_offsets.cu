#include <cstdio>
#include <numeric>
#include <vector>
#include <cooperative_groups.h>

namespace cg = cooperative_groups;

// Totals of ragged groups: group g owns values[offsets[g] .. offsets[g+1]).
// Invoices have few lines, so a tile of 8 threads per group wastes least.
__global__ void segmentSum(const double* values, const int* offsets, double* totals, int groups)
{
    auto tile = cg::tiled_partition<8>(cg::this_thread_block());
    int g = (blockIdx.x * blockDim.x + threadIdx.x) / 8;
    if (g >= groups) return;

    double s = 0;
    int end = offsets[g + 1];
    for (int i = offsets[g] + tile.thread_rank(); i < end; i += tile.size())
        s += values[i];
    for (int d = tile.size() / 2; d > 0; d /= 2)
        s += tile.shfl_down(s, d);
    if (tile.thread_rank() == 0)
        totals[g] = s;
}

int main()
{
    const int groups = 50000;
    const int longest = 40;
    const int capacity = groups * longest;
    std::vector<int> offsets(groups + 1);
    int pos = 0;
    for (int g = 0; g < groups; ++g) {
        offsets[g] = pos;
        pos += 1 + (g * 7) % longest;
    }
    offsets[groups] = pos;

    std::vector<double> values(capacity);
    for (int i = 0; i < capacity; ++i)
        values[i] = i < pos ? 0.01 * (i % 5000) : 0.0;

    double *dValues, *dTotals;
    int* dOffsets;
    cudaMalloc(&dValues, capacity * sizeof(double));
    cudaMalloc(&dTotals, groups * sizeof(double));
    cudaMalloc(&dOffsets, (groups + 1) * sizeof(int));
    cudaMemcpy(dValues, values.data(), capacity * sizeof(double), cudaMemcpyHostToDevice);
    cudaMemcpy(dOffsets, offsets.data(), (groups + 1) * sizeof(int), cudaMemcpyHostToDevice);

    segmentSum<<<(groups * 8 + 255) / 256, 256>>>(dValues, dOffsets, dTotals, groups);

    std::vector<double> totals(groups);
    cudaMemcpy(totals.data(), dTotals, groups * sizeof(double), cudaMemcpyDeviceToHost);
    double all = std::accumulate(totals.begin(), totals.end(), 0.0);
    double want = std::accumulate(values.begin(), values.end(), 0.0);
    std::printf("%.2f vs %.2f\n", all, want);
    cudaFree(dValues);
    cudaFree(dTotals);
    cudaFree(dOffsets);
}
