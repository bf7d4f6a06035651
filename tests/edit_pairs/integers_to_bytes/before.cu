#include <cstdint>
#include <cstdio>
#include <vector>

typedef int32_t label_t;

__global__ void label_areas(const label_t* label, const label_t* mask, label_t* out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = mask[i] ? label[i] : (label_t)0;
}

int main()
{
    const int n = 1 << 24;
    std::vector<label_t> label(n), mask(n);
    for (int i = 0; i < n; ++i) {
        label[i] = i % 100;
        mask[i] = i % 2;
    }
    label_t *dLabel, *dMask, *dOut;
    cudaMalloc(&dLabel, n * sizeof(label_t));
    cudaMalloc(&dMask, n * sizeof(label_t));
    cudaMalloc(&dOut, n * sizeof(label_t));
    cudaMemcpy(dLabel, label.data(), n * sizeof(label_t), cudaMemcpyHostToDevice);
    cudaMemcpy(dMask, mask.data(), n * sizeof(label_t), cudaMemcpyHostToDevice);
    for (int run = 0; run < 5; ++run)
        label_areas<<<n / 256, 256>>>(dLabel, dMask, dOut, n);
    cudaMemcpy(label.data(), dOut, n * sizeof(label_t), cudaMemcpyDeviceToHost);
    double sum = 0;
    for (label_t v : label) sum += v;
    printf("%.9g\n", sum);
    return 0;
}
