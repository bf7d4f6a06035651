#include <cstdio>
#include <vector>

__global__ void count_hits(const float* distance, int* hits, int n, float limit)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    bool hit = i < n && distance[i] < limit;
    if (hit) atomicAdd(&hits[i & 1023], 1);
}

int main()
{
    const int n = 16 << 20;
    std::vector<float> h(n);
    for (int i = 0; i < n; ++i) h[i] = (i % 10) * 0.1f;
    float* distance;
    int* hits;
    cudaMalloc(&distance, n * sizeof(float));
    cudaMalloc(&hits, 1024 * sizeof(int));
    cudaMemcpy(distance, h.data(), n * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemset(hits, 0, 1024 * sizeof(int));
    for (int run = 0; run < 5; ++run)
        count_hits<<<n / 256, 256>>>(distance, hits, n, 0.45f);
    int counts[1024];
    cudaMemcpy(counts, hits, sizeof(counts), cudaMemcpyDeviceToHost);
    double sum = 0;
    for (int c : counts) sum += c;
    printf("%.9g\n", sum);
    return 0;
}
