#include <iostream>
#include <vector>
#include <cuda_runtime.h>
using namespace std;

struct ConvParams {
    int batch, inC, outC, height, width, kernel, pad;
};

// Each thread computes one output pixel of one output channel.
__global__ void convForward(const float* input, const float* filter, const float* bias,
                            float* output, ConvParams p)
{
    int ox = blockIdx.x * blockDim.x + threadIdx.x;
    int oy = blockIdx.y * blockDim.y + threadIdx.y;
    int oc = blockIdx.z % p.outC;
    int b = blockIdx.z / p.outC;
    if (ox >= p.width || oy >= p.height) return;

    float sum = bias[oc];
    for (int ic = 0; ic < p.inC; ic++) {
        for (int ky = 0; ky < p.kernel; ky++) {
            for (int kx = 0; kx < p.kernel; kx++) {
                int iy = oy + ky - p.pad;
                int ix = ox + kx - p.pad;
                if (iy >= 0 && iy < p.height && ix >= 0 && ix < p.width) {
                    float pixel = input[((b * p.inC + ic) * p.height + iy) * p.width + ix];
                    float weight = filter[((oc * p.inC + ic) * p.kernel + ky) * p.kernel + kx];
                    sum += pixel * weight;
                }
            }
        }
    }
    output[((b * p.outC + oc) * p.height + oy) * p.width + ox] = sum;
}

int main()
{
    ConvParams p;
    p.batch = 4;
    p.inC = 16;
    p.outC = 32;
    p.height = 64;
    p.width = 64;
    p.kernel = 3;
    p.pad = 1;

    int inSize = p.batch * p.inC * p.height * p.width;
    int outSize = p.batch * p.outC * p.height * p.width;
    int filterSize = p.outC * p.inC * p.kernel * p.kernel;

    vector<float> input(inSize), filter(filterSize), bias(p.outC), output(outSize);
    for (int i = 0; i < inSize; i++) input[i] = (i % 13) * 0.1f;
    for (int i = 0; i < filterSize; i++) filter[i] = (i % 7) * 0.05f - 0.15f;
    for (int i = 0; i < p.outC; i++) bias[i] = 0.1f;

    float *dInput, *dFilter, *dBias, *dOutput;
    cudaMalloc(&dInput, inSize * sizeof(float));
    cudaMalloc(&dFilter, filterSize * sizeof(float));
    cudaMalloc(&dBias, p.outC * sizeof(float));
    cudaMalloc(&dOutput, outSize * sizeof(float));
    cudaMemcpy(dInput, input.data(), inSize * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemcpy(dFilter, filter.data(), filterSize * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemcpy(dBias, bias.data(), p.outC * sizeof(float), cudaMemcpyHostToDevice);

    dim3 block(16, 16, 1);
    dim3 grid(p.width / 16, p.height / 16, p.batch * p.outC);
    convForward<<<grid, block>>>(dInput, dFilter, dBias, dOutput, p);
    cudaMemcpy(output.data(), dOutput, outSize * sizeof(float), cudaMemcpyDeviceToHost);

    // centre pixel of image 0, channel 3, on the CPU
    float ref = bias[3];
    for (int ic = 0; ic < p.inC; ic++)
        for (int ky = 0; ky < 3; ky++)
            for (int kx = 0; kx < 3; kx++)
                ref += input[(ic * 64 + 31 + ky) * 64 + 31 + kx] * filter[((3 * p.inC + ic) * 3 + ky) * 3 + kx];
    cout << output[(3 * 64 + 32) * 64 + 32] << " expected " << ref << endl;

    cudaFree(dInput);
    cudaFree(dFilter);
    cudaFree(dBias);
    cudaFree(dOutput);
    return 0;
}
