#include <cuda_runtime.h>
#include <cstdio>
#include <random>
#include <vector>

// PQ codes for vector search: dimension 64 is cut into 8 sub-vectors of 8, each is
// replaced by the number of the closest of 64 centroids. blockIdx.y is the subspace,
// its code book sits in shared memory, the sub-vector in registers.
template <int SUBDIM, int CENTROIDS>
__global__ void pqEncode(const float* __restrict__ vectors, const float* __restrict__ books,
                         unsigned char* __restrict__ codes, int count, int subspaces)
{
    __shared__ float book[CENTROIDS][SUBDIM];
    const int m = blockIdx.y;
    for (int e = threadIdx.x; e < CENTROIDS * SUBDIM; e += blockDim.x)
        book[e / SUBDIM][e % SUBDIM] = books[m * CENTROIDS * SUBDIM + e];
    __syncthreads();

    const int v = blockIdx.x * blockDim.x + threadIdx.x;
    if (v >= count) return;

    float x[SUBDIM];
#pragma unroll
    for (int d = 0; d < SUBDIM; ++d) x[d] = vectors[(v * subspaces + m) * SUBDIM + d];

    float best = 3.4e38f;
    int code = 0;
    for (int c = 0; c < CENTROIDS; ++c) {
        float dist = 0.f;
#pragma unroll
        for (int d = 0; d < SUBDIM; ++d) {
            const float diff = x[d] - book[c][d];
            dist = fmaf(diff, diff, dist);
        }
        if (dist < best) {
            best = dist;
            code = c;
        }
    }
    codes[v * subspaces + m] = (unsigned char)code;
}

int main()
{
    constexpr int count = 20000, subspaces = 8, subdim = 8, centroids = 64;
    std::vector<float> vectors(count * subspaces * subdim), books(subspaces * centroids * subdim);
    std::mt19937 gen(3);
    std::uniform_real_distribution<float> dist(-1.f, 1.f);
    for (size_t i = 0; i < vectors.size(); ++i) vectors[i] = dist(gen);
    for (size_t i = 0; i < books.size(); ++i) books[i] = dist(gen);

    float *dv, *db;
    unsigned char* dc;
    cudaMalloc(&dv, vectors.size() * sizeof(float));
    cudaMalloc(&db, books.size() * sizeof(float));
    cudaMalloc(&dc, count * subspaces);
    cudaMemcpy(dv, vectors.data(), vectors.size() * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemcpy(db, books.data(), books.size() * sizeof(float), cudaMemcpyHostToDevice);

    dim3 grid((count + 127) / 128, subspaces);
    pqEncode<subdim, centroids><<<grid, 128>>>(dv, db, dc, count, subspaces);

    std::vector<unsigned char> codes(count * subspaces);
    cudaMemcpy(codes.data(), dc, codes.size(), cudaMemcpyDeviceToHost);
    for (int m = 0; m < subspaces; ++m) printf("%d ", codes[m]);
    printf("\n");
    cudaFree(dv);
    cudaFree(db);
    cudaFree(dc);
}
