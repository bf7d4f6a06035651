#include <cuda_runtime.h>
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <vector>

// Principal stresses: eigenvalues of symmetric 3x3 tensors by the
// trigonometric formula, components in six separate arrays.

struct SymTensorField {
    const float *xx, *yy, *zz, *xy, *yz, *zx;
};

__global__ void principalStresses(SymTensorField s, float* s1, float* s2, float* s3, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;

    const float xx = s.xx[i], yy = s.yy[i], zz = s.zz[i];
    const float xy = s.xy[i], yz = s.yz[i], zx = s.zx[i];

    const float mean = (xx + yy + zz) * (1.0f / 3.0f);
    const float a = xx - mean, b = yy - mean, c = zz - mean;
    const float j2 = 0.5f * (a * a + b * b + c * c) + xy * xy + yz * yz + zx * zx;
    const float j3 = a * (b * c - yz * yz) - xy * (xy * c - yz * zx) + zx * (xy * yz - b * zx);

    const float rad = sqrtf(j2 * (1.0f / 3.0f));
    float arg = j3 / fmaxf(2.0f * rad * rad * rad, 1e-30f);
    arg = fminf(1.0f, fmaxf(-1.0f, arg));
    const float theta = acosf(arg) * (1.0f / 3.0f);

    const float third = 2.0943951f;
    s1[i] = mean + 2.0f * rad * cosf(theta);
    s2[i] = mean + 2.0f * rad * cosf(theta - third);
    s3[i] = mean + 2.0f * rad * cosf(theta + third);
}

int main()
{
    const int n = 1000000;
    std::vector<float> diag(n), off(n);
    for (int i = 0; i < n; ++i) {
        diag[i] = 10.0f + (i % 100);
        off[i] = 0.1f * (i % 37);
    }
    float* comp[6];
    for (int k = 0; k < 6; ++k) {
        cudaMalloc(&comp[k], n * sizeof(float));
        cudaMemcpy(comp[k], k < 3 ? diag.data() : off.data(), n * sizeof(float), cudaMemcpyHostToDevice);
    }
    float *p1, *p2, *p3;
    cudaMalloc(&p1, n * sizeof(float));
    cudaMalloc(&p2, n * sizeof(float));
    cudaMalloc(&p3, n * sizeof(float));

    SymTensorField field = {comp[0], comp[1], comp[2], comp[3], comp[4], comp[5]};
    principalStresses<<<(n + 127) / 128, 128>>>(field, p1, p2, p3, n);

    std::vector<float> e(n);
    cudaMemcpy(e.data(), p1, n * sizeof(float), cudaMemcpyDeviceToHost);
    std::printf("largest principal stress %.4f\n", *std::max_element(e.begin(), e.end()));
    for (int k = 0; k < 6; ++k) cudaFree(comp[k]);
    cudaFree(p1); cudaFree(p2); cudaFree(p3);
    return 0;
}
