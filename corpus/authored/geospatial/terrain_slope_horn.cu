// Slope and aspect from a digital elevation model by Horn's 3x3 weights.
#include <cuda_runtime.h>
#include <cmath>
#include <iostream>
#include <vector>

template <int BX, int BY>
__global__ void hornSlope(const float* __restrict__ dem, int cols, int rows, float cell,
                          float* __restrict__ slope, float* __restrict__ aspect)
{
    __shared__ float z[BY + 2][BX + 2];
    const int c0 = blockIdx.x * BX - 1, r0 = blockIdx.y * BY - 1;

    for (int k = threadIdx.y * BX + threadIdx.x; k < (BX + 2) * (BY + 2); k += BX * BY) {
        // edges repeat the outermost cells
        const int c = min(max(c0 + k % (BX + 2), 0), cols - 1);
        const int r = min(max(r0 + k / (BX + 2), 0), rows - 1);
        z[k / (BX + 2)][k % (BX + 2)] = dem[r * cols + c];
    }
    __syncthreads();

    const int col = c0 + 1 + threadIdx.x, row = r0 + 1 + threadIdx.y;
    if (col >= cols || row >= rows) return;
    const int x = threadIdx.x + 1, y = threadIdx.y + 1;
    const float gx = (z[y - 1][x + 1] + 2.f * z[y][x + 1] + z[y + 1][x + 1]
                    - z[y - 1][x - 1] - 2.f * z[y][x - 1] - z[y + 1][x - 1]) / (8.f * cell);
    const float gy = (z[y + 1][x - 1] + 2.f * z[y + 1][x] + z[y + 1][x + 1]
                    - z[y - 1][x - 1] - 2.f * z[y - 1][x] - z[y - 1][x + 1]) / (8.f * cell);

    slope[row * cols + col] = atanf(sqrtf(gx * gx + gy * gy)) * 57.29578f;
    float a = atan2f(gy, -gx) * 57.29578f;
    aspect[row * cols + col] = a < 0.f ? 90.f - a : (a > 90.f ? 450.f - a : 90.f - a);
}

int main()
{
    const int cols = 3000, rows = 2000;
    const size_t cells = (size_t)cols * rows;
    std::vector<float> dem(cells);
    for (int r = 0; r < rows; ++r)
        for (int c = 0; c < cols; ++c)
            dem[(size_t)r * cols + c] = 500.f + 120.f * sinf(c * 0.01f) * cosf(r * 0.013f) + 0.05f * c;

    float *dDem, *dSlope, *dAspect;
    cudaMalloc(&dDem, cells * sizeof(float));
    cudaMalloc(&dSlope, cells * sizeof(float));
    cudaMalloc(&dAspect, cells * sizeof(float));
    cudaMemcpy(dDem, dem.data(), cells * sizeof(float), cudaMemcpyHostToDevice);

    constexpr int bx = 32, by = 16;
    dim3 grid((cols + bx - 1) / bx, (rows + by - 1) / by);
    hornSlope<bx, by><<<grid, dim3(bx, by)>>>(dDem, cols, rows, 10.f, dSlope, dAspect);

    std::vector<float> slope(cells);
    cudaMemcpy(slope.data(), dSlope, cells * sizeof(float), cudaMemcpyDeviceToHost);
    float steepest = 0;
    for (float s : slope) steepest = std::fmax(steepest, s);
    std::cout << "steepest slope " << steepest << " degrees\n";
    return 0;
}
