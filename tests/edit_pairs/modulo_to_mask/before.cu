#include <cstdio>
#include <vector>

__global__ void ring_mix(const int* ring, int* out, unsigned size, int taps)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    int acc = 0;
    for (int t = 0; t < taps; ++t)
        acc += ring[(i * 3 + t * 33) % size];
    out[i] = acc;
}

int main()
{
    const unsigned size = 4096;
    const int n = 1 << 20;
    std::vector<int> ring(size), out(n);
    for (unsigned i = 0; i < size; ++i) ring[i] = i % 91;
    int *dRing, *dOut;
    cudaMalloc(&dRing, size * sizeof(int));
    cudaMalloc(&dOut, n * sizeof(int));
    cudaMemcpy(dRing, ring.data(), size * sizeof(int), cudaMemcpyHostToDevice);
    for (int run = 0; run < 5; ++run)
        ring_mix<<<n / 256, 256>>>(dRing, dOut, size, 64);
    cudaMemcpy(out.data(), dOut, n * sizeof(int), cudaMemcpyDeviceToHost);
    double sum = 0;
    for (int v : out) sum += v;
    printf("%.9g\n", sum);
    return 0;
}
