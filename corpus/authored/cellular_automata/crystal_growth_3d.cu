#include <cuda_runtime.h>
#include <iostream>
#include <vector>

// A site freezes when 4 to 7 of its 26 neighbours are frozen; frozen sites age up to 255.

class Volume {
public:
    explicit Volume(int n) : n_(n) { cudaMalloc(&data_, bytes()); cudaMemset(data_, 0, bytes()); }
    ~Volume() { cudaFree(data_); }
    Volume(const Volume&) = delete;
    Volume& operator=(const Volume&) = delete;
    size_t bytes() const { return (size_t)n_ * n_ * n_; }
    unsigned char* get() const { return data_; }
private:
    int n_;
    unsigned char* data_ = nullptr;
};

__global__ void grow(const unsigned char* in, unsigned char* out, int n)
{
    const int x = blockIdx.x * blockDim.x + threadIdx.x;
    const int y = blockIdx.y * blockDim.y + threadIdx.y;
    const int z = blockIdx.z * blockDim.z + threadIdx.z;
    if (x >= n || y >= n || z >= n) return;

    const int id = (z * n + y) * n + x;
    const unsigned char age = in[id];
    if (age > 0) {
        out[id] = age < 255 ? age + 1 : 255;
        return;
    }
    int frozen = 0;
    for (int dz = -1; dz <= 1; ++dz)
        for (int dy = -1; dy <= 1; ++dy)
            for (int dx = -1; dx <= 1; ++dx) {
                const int u = x + dx, v = y + dy, w = z + dz;
                if (u >= 0 && u < n && v >= 0 && v < n && w >= 0 && w < n)
                    frozen += in[(w * n + v) * n + u] > 0;
            }
    out[id] = (frozen >= 4 && frozen <= 7) ? 1 : 0;
}

int main()
{
    const int n = 128;
    std::vector<unsigned char> seed(n * n * n);
    for (int i = 0; i < n * n * n; ++i) seed[i] = (i * 2654435761u >> 20) % 16 == 0 ? 1 : 0;

    Volume a(n), b(n);
    cudaMemcpy(a.get(), seed.data(), a.bytes(), cudaMemcpyHostToDevice);
    const dim3 block(32, 4, 2);
    const dim3 grid(n / 32, n / 4, n / 2);
    for (int step = 0; step < 6; step += 2) {
        grow<<<grid, block>>>(a.get(), b.get(), n);
        grow<<<grid, block>>>(b.get(), a.get(), n);
    }
    cudaMemcpy(seed.data(), a.get(), a.bytes(), cudaMemcpyDeviceToHost);
    size_t solid = 0;
    for (unsigned char c : seed) solid += c > 0;
    std::cout << "solid fraction " << double(solid) / seed.size() << '\n';
    return 0;
}
