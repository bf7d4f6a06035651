#include <cuda_runtime.h>
#include <iostream>
#include <cmath>
#include <vector>

// Area and centroid of parcels stored one after the other (offsets as in CSR).
// Shoelace terms are summed by one warp per polygon.

struct Moments { double area, mx, my; };

__global__ void parcelMoments(const double2* __restrict__ vertex, const int* __restrict__ start,
                              int nPolygons, double3* __restrict__ result)
{
    const int poly = blockIdx.x * (blockDim.x / warpSize) + threadIdx.x / warpSize;
    const int lane = threadIdx.x % warpSize;
    if (poly >= nPolygons) return;

    const int b = start[poly], e = start[poly + 1];
    Moments m{0.0, 0.0, 0.0};
    for (int i = b + lane; i < e; i += warpSize) {
        const double2 p = vertex[i];
        const double2 q = vertex[i + 1 < e ? i + 1 : b];
        const double cross = p.x * q.y - q.x * p.y;
        m.area += cross;
        m.mx += (p.x + q.x) * cross;
        m.my += (p.y + q.y) * cross;
    }
    for (int off = warpSize / 2; off > 0; off >>= 1) {
        m.area += __shfl_down_sync(0xffffffff, m.area, off);
        m.mx += __shfl_down_sync(0xffffffff, m.mx, off);
        m.my += __shfl_down_sync(0xffffffff, m.my, off);
    }
    if (lane == 0)
        result[poly] = make_double3(0.5 * m.area, m.mx / (3.0 * m.area), m.my / (3.0 * m.area));
}

int main()
{
    constexpr int nPolygons = 20000;
    std::vector<int> start(nPolygons + 1);
    int nVertices = 0;
    for (int p = 0; p < nPolygons; ++p) {
        start[p] = nVertices;
        nVertices += 5 + (p * 37) % 90;      // 5 to 94 vertices
    }
    start[nPolygons] = nVertices;

    std::vector<double2> vertex(nVertices);
    for (int p = 0; p < nPolygons; ++p) {
        const int n = start[p + 1] - start[p];
        for (int k = 0; k < n; ++k) {
            const double a = 2.0 * M_PI * k / n;
            vertex[start[p] + k].x = (p % 200) * 3.0 + std::cos(a);
            vertex[start[p] + k].y = (p / 200) * 3.0 + std::sin(a);
        }
    }

    double2* dVertex;
    int* dStart;
    double3* dResult;
    cudaMalloc(&dVertex, vertex.size() * sizeof(double2));
    cudaMalloc(&dStart, start.size() * sizeof(int));
    cudaMalloc(&dResult, nPolygons * sizeof(double3));
    cudaMemcpy(dVertex, vertex.data(), vertex.size() * sizeof(double2), cudaMemcpyHostToDevice);
    cudaMemcpy(dStart, start.data(), start.size() * sizeof(int), cudaMemcpyHostToDevice);

    const int warpsPerBlock = 8;
    parcelMoments<<<(nPolygons + warpsPerBlock - 1) / warpsPerBlock, 32 * warpsPerBlock>>>(dVertex, dStart,
                                                                                            nPolygons, dResult);
    std::vector<double3> res(nPolygons);
    cudaMemcpy(res.data(), dResult, nPolygons * sizeof(double3), cudaMemcpyDeviceToHost);
    std::cout << "parcel 7: area " << res[7].x << ", centroid " << res[7].y << ' ' << res[7].z << '\n';
    cudaFree(dVertex);
    cudaFree(dStart);
    cudaFree(dResult);
    return 0;
}
